import {
  definePrototype,
  nativeObject,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { HeapObject, setMember } from "../../../analysis/evaluation/heap.js";
import { findSlot, peek } from "../../../analysis/evaluation/members.js";
import { internalSlot, type MemberKey } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  computedText,
  nullishness,
  objectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { relativeUrl } from "../../lowered/relative-url.js";
import { makeHeaders, sentHeaders } from "./headers.js";

const URL = internalSlot("url");
const BODY = internalSlot("body");

function set(run: Run, object: HeapObject, key: MemberKey, value: Value): void {
  setMember(run.store, object, key, { value, maybeAbsent: false });
}

/** Properties of a request that are headers. */
const HEADER_PROPERTIES = ["Accept", "ContentType", "UserAgent"];

function respond(run: Run, call: Call): Value {
  const self = call.this;
  const own = run.make("Object", undefined);
  for (const name of HEADER_PROPERTIES) {
    const value = peek(run, self, name);
    const written = self.kind === "object" ? findSlot(run, self.object, name)?.keyPlace : undefined;
    if (nullishness(value) !== true)
      setMember(run.store, own, name, {
        value,
        maybeAbsent: false,
        ...(written ? { keyPlace: written } : {}),
      });
  }
  const method = peek(run, self, "Method");
  const body = peek(run, self, BODY);
  return run.recorder.request(run, {
    client: "WebRequest",
    call,
    url: peek(run, self, URL),
    method: nullishness(method) === true ? computedText("GET") : method,
    headers: [...sentHeaders(run, peek(run, self, "Headers")), ...sentHeaders(run, objectValue(own))],
    body,
    ...(nullishness(peek(run, self, "Credentials")) === true ? {} : { credentials: "unknown" as const }),
  }).response;
}

/** Models the stream of a request: the bytes that are written are its body. */
const stream: NativeFunction = (_run, call) => {
  const owner = call.this;
  const write: NativeFunction = (run, own) => {
    if (owner.kind === "object") set(run, owner.object, BODY, own.args.at(0));
    return UNDEFINED;
  };
  const same = ["Flush", "FlushAsync", "Close", "Dispose"].map((name) => [name, () => UNDEFINED] as const);
  return nativeObject(
    "Stream",
    natives({ Write: write, WriteAsync: write, WriteLine: write, ...Object.fromEntries(same) }),
  );
};

const request = new HeapObject("WebRequest.prototype", undefined);
definePrototype(request, {
  GetResponse: respond,
  GetResponseAsync: respond,
  GetRequestStream: stream,
  GetRequestStreamAsync: stream,
});

/** Models `WebRequest.Create(url)`: https://learn.microsoft.com/dotnet/api/system.net.httpwebrequest */
export const createRequest: NativeFunction = (run, call) => {
  const object = new HeapObject("WebRequest", call.environment.locate(call.node), request);
  set(run, object, URL, call.args.at(0));
  set(run, object, "Headers", makeHeaders(object.place));
  for (const name of ["Method", ...HEADER_PROPERTIES, "Credentials"]) set(run, object, name, UNDEFINED);
  return objectValue(object);
};

function down(run: Run, call: Call): Value {
  return load(run, call, computedText("GET"), UNDEFINED);
}

/** `UploadString(url, data)` or `UploadString(url, method, data)` */
function up(run: Run, call: Call): Value {
  const hasMethod = call.args.length > 2;
  const method = hasMethod ? call.args.at(1) : computedText("POST");
  return load(run, call, method, call.args.at(hasMethod ? 2 : 1));
}

function load(run: Run, call: Call, method: Value, body: Value): Value {
  const base = peek(run, call.this, "BaseAddress");
  const url = call.args.at(0);
  return run.recorder.request(run, {
    client: "WebClient",
    call,
    url: nullishness(base) === true ? url : relativeUrl(run, base, url),
    method: knownString(run, method) === "" ? computedText("POST") : method,
    headers: sentHeaders(run, peek(run, call.this, "Headers")),
    body,
    ...(nullishness(peek(run, call.this, "Credentials")) === true ? {} : { credentials: "unknown" as const }),
  }).response;
}

const client = new HeapObject("WebClient.prototype", undefined);
definePrototype(client, {
  ...Object.fromEntries(
    ["String", "Data"].flatMap((kind) => [
      ...[`Download${kind}`, `Download${kind}Async`, `Download${kind}TaskAsync`].map(
        (name) => [name, down] as const,
      ),
      ...[`Upload${kind}`, `Upload${kind}Async`, `Upload${kind}TaskAsync`].map((name) => [name, up] as const),
    ]),
  ),
  OpenRead: down,
  OpenReadTaskAsync: down,
  Dispose: () => UNDEFINED,
});

/** Models `new WebClient()`: https://learn.microsoft.com/dotnet/api/system.net.webclient */
export const webClient: NativeFunction = (run, call) => {
  const object = new HeapObject("WebClient", call.environment.locate(call.node), client);
  set(run, object, "Headers", makeHeaders(object.place));
  set(run, object, "BaseAddress", UNDEFINED);
  set(run, object, "Credentials", UNDEFINED);
  return objectValue(object);
};
