import { callBack, nativeObject, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import { combineUrls } from "../../../analysis/clients/client.js";
import { peek } from "../../../analysis/evaluation/members.js";
import { makeBuilder } from "../../lowered/request-builder.js";
import { CONNECTION } from "./builders.js";
import { URL } from "./files.js";

/** Models `new URL(text)`, which opens connections. */
export const url: NativeFunction = (run, call) => {
  const text = call.args.length > 1 ? combineUrls(run, call.args.at(0), call.args.at(1)) : call.args.at(0);
  const open: NativeFunction = (inner, own) => {
    const connection = makeBuilder(inner, own, CONNECTION, { url: text });
    return callBack(inner, peek(inner, connection, "getInputStream"), [], own, connection);
  };
  return nativeObject(
    URL,
    natives({
      openConnection: (inner, own) => makeBuilder(inner, own, CONNECTION, { url: text }),
      openStream: open,
      getContent: open,
      // Kotlin
      readText: open,
      readBytes: open,
      toString: () => text,
      toExternalForm: () => text,
      toURI: () => text,
    }),
  );
};
