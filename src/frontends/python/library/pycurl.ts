import {
  callBack,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { knownString, toText } from "../../../analysis/evaluation/coerce.js";
import { elementsOf } from "../../../analysis/evaluation/heap.js";
import { peek } from "../../../analysis/evaluation/members.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  computedText,
  isFunction,
  nullishness,
  opaque,
  unknown,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { HeaderLines } from "../../lowered/header-lines.js";

/** A constant is its own name, of the module and of handles: `pycurl.URL`, `c.URL`. */
function withConstants(made: ObjectValue): ObjectValue {
  made.object.lazyMember = (key) => (/^[A-Z][A-Z0-9_]*$/.test(key) ? computedText(key) : undefined);
  return made;
}

/** Models the handle of pycurl, whose options say what is sent. https://pycurl.io/docs/latest/curlobject.html */
const handle: NativeFunction = () => {
  const options = new Map<string, Value>();
  const set: NativeFunction = (run, call) => {
    const name = knownString(run, call.args.at(0));
    if (name !== undefined) options.set(name, call.args.at(1));
    return UNDEFINED;
  };
  const perform: NativeFunction = (run, call) => {
    const body = options.get("POSTFIELDS");
    const implied = body || options.has("POST") ? "POST" : "GET";
    const { response } = run.recorder.request(run, {
      client: "pycurl",
      call,
      url: options.get("URL") ?? UNDEFINED,
      method: options.get("CUSTOMREQUEST") ?? computedText(implied),
      headers: headersIn(run, options.get("HTTPHEADER")),
      ...(body ? { body } : {}),
    });
    // The text goes to a function, or to something that has one for it.
    const writes = [
      options.get("WRITEFUNCTION"),
      ...["WRITEDATA", "WRITEBUFFER"].map((name) => peek(run, options.get(name) ?? UNDEFINED, "write")),
    ];
    for (const write of writes) if (write && isFunction(write)) callBack(run, write, [response], call);
    return response;
  };
  const methods = natives({ setopt: set, perform, perform_rb: perform, perform_rs: perform });
  return withConstants(nativeObject("Curl", methods, unknown({ reason: "computed", name: "Curl", born: 0 })));
};

/** Returns the headers in `["Accept: application/json", …]`. */
function headersIn(run: Run, given: Value | undefined): Value[] {
  if (given === undefined || nullishness(given) === true) return [];
  const headers = new HeaderLines();
  const lines = given.kind === "object" ? elementsOf(run.store.read(given.object)) : undefined;
  if (!lines) headers.open(opaque("computed", "headers"));
  for (const line of lines ?? []) {
    const texts = alternatives(line).map((one) => toText(run, one));
    headers.addOneOf(texts, true);
  }
  return headers.layers(run);
}

export const pycurlModule: Maker = () =>
  withConstants(
    nativeObject(
      "Module",
      { Curl: nativeValue("Curl", handle) },
      unknown({ reason: "import", name: "pycurl", specifier: "pycurl", born: 0 }),
    ),
  );
