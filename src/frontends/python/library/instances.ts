import { computed, type NativeFunction } from "../../../analysis/builtins/native.js";
import { makeJsonText } from "../../lowered/json-text.js";
import { copyOfDict } from "./dicts.js";
import type { Methods } from "../../lowered/methods.js";

/** Methods that libraries give to classes of data: what the instance holds, as a dictionary or as JSON. */
const asDict: NativeFunction = (run, call) => copyOfDict(run, call.this, call);
const asJson: NativeFunction = (run, call) => makeJsonText(run, call.this, call);

export const INSTANCE_METHODS: Methods = new Map<string, NativeFunction>(
  Object.entries({
    dict: asDict,
    model_dump: asDict,
    _asdict: asDict,
    to_dict: asDict,
    model_dump_json: asJson,
    copy: asDict,
    __str__: (_run, call) => computed(call, "text"),
  } satisfies Readonly<Record<string, NativeFunction>>),
);
