import { computed, natives, type NativeFunction, contentOf } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { headerNameOf } from "../../../analysis/builtins/header-names.js";
import { HeapObject, deleteMember, setMember, setSomeMember } from "../../../analysis/evaluation/heap.js";
import { copyMembers } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  EMPTY,
  UNDEFINED,
  alternatives,
  choice,
  objectValue,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import type { RecordedRequest } from "../../../analysis/recording/recorded-request.js";
import { typeValue, type GoType } from "../types.js";

/** The requests that send the headers in an object. */
const requests = new WeakMap<HeapObject, Set<RecordedRequest>>();

/** Returns the headers of requests that a value holds. Headers that are set later are sent as well. */
export function headersOf(value: Value): HeadersOfRequests | undefined {
  const objects = alternatives(value).flatMap((single) =>
    single.kind === "object" && isHeaders(single.object) ? [single.object] : [],
  );
  return objects.length > 0 ? new HeadersOfRequests(objects) : undefined;
}

class HeadersOfRequests {
  constructor(private readonly objects: readonly HeapObject[]) {}

  set(run: Run, name: Value, value: Value, call: Call): boolean {
    const key = headerNameOf(run, name);
    for (const object of this.objects) {
      const place = call.environment.locate(call.node);
      if (key === undefined) setSomeMember(run.store, object, value);
      else setMember(run.store, object, key, { value, maybeAbsent: false, keyPlace: place });
      for (const request of requests.get(object) ?? []) request.addHeaders(run, name, value, call);
    }
    return this.objects.length > 0;
  }
}

const set: NativeFunction = (run, call) => {
  headersOf(call.this)?.set(run, call.args.at(0), call.args.at(1), call);
  return UNDEFINED;
};

const METHODS = natives({
  Set: set,
  Add: set,
  Del: (run, call) => {
    const name = headerNameOf(run, call.args.at(0));
    for (const single of alternatives(call.this)) {
      if (single.kind !== "object") continue;
      if (name !== undefined) deleteMember(run.store, single.object, name);
      for (const request of requests.get(single.object) ?? [])
        request.addHeaders(run, call.args.at(0), UNDEFINED, call);
    }
    return UNDEFINED;
  },
  Get: (run, call) => {
    const name = headerNameOf(run, call.args.at(0));
    if (name === undefined || call.this.kind !== "object") return computed(call, "header");
    const { members, open, rest } = run.store.read(call.this.object);
    const slot = [...members].find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
    if (slot && !slot.maybeAbsent && slot.value.kind === "text") return slot.value;
    const isKnown = !slot && open.length + rest.length === 0;
    // Requests of the program have no header that it does not set. `Content-Type` may be one of a call.
    return isKnown && /^accept$/i.test(name) ? EMPTY : computed(call, "header");
  },
  Values: (_run, call) => computed(call, "headers"),
  Clone: (run, call) =>
    choice(
      alternatives(call.this).map((single) => {
        const copy = makeHeaders();
        copyMembers(run, copy.object, single, {
          node: call.node,
          key: call.node,
          environment: call.environment,
        });
        return copy;
      }),
    ),
});

const prototype = new HeapObject("Object", undefined);
prototype.content = contentOf(METHODS);

function isHeaders(object: HeapObject): boolean {
  return object.prototype === prototype;
}

export function makeHeaders(): ObjectValue {
  return objectValue(new HeapObject("Object", undefined, prototype));
}

const type: GoType = {
  kind: "struct",
  name: "Header",
  prototype,
  instance: (_run, call) =>
    call.this.kind === "object" && isHeaders(call.this.object) ? call.this : makeHeaders(),
};

/** Returns the type `http.Header`, a map of lists: `http.Header{"Accept": {"…"}}`, `make(http.Header)`. */
export function headerType(): Value {
  return typeValue(type);
}

/** Makes a request send the headers of an object. */
export function sendHeaders(run: Run, headers: Value, request: RecordedRequest, call: Call): void {
  for (const single of alternatives(headers)) {
    if (single.kind !== "object") {
      request.addHeaders(run, single, UNDEFINED, call);
      continue;
    }
    request.addHeaders(run, single, UNDEFINED, call);
    const known = requests.get(single.object);
    if (known) known.add(request);
    else requests.set(single.object, new Set([request]));
  }
}

/** Makes the headers of one request. */
export function headersFor(request: RecordedRequest): ObjectValue {
  const headers = makeHeaders();
  requests.set(headers.object, new Set([request]));
  return headers;
}
