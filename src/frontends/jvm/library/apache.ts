import { nativeObject, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import { headerNameOf, setHeader } from "../../../analysis/builtins/header-names.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { UNDEFINED, type Value } from "../../../analysis/evaluation/value.js";
import { addsHooks, copyHooks, throughHooksIn } from "../../lowered/kept-hooks.js";
import { isDraft, sendDraft } from "../../lowered/request-builder.js";
import { listed } from "../../lowered/request-hooks.js";
import { APACHE_INTERCEPTOR } from "../hooks.js";
import { APACHE } from "./builders.js";
import { keeps, withSettings } from "./class.js";

/** The member with the headers that all requests of a client have. */
const DEFAULTS = internalSlot("defaults");

/** `client.execute(request)`: what was built by then goes out. */
export const execute: NativeFunction = (run, call) => {
  // The host may be an argument of its own.
  const request = call.args.list.find(isDraft) ?? call.args.at(0);
  const defaults = call.this.kind === "object" ? peek(run, call.this, DEFAULTS) : UNDEFINED;
  return sendDraft(run, call, APACHE, request, {
    through: throughHooksIn(call.this, [APACHE_INTERCEPTOR]),
    headers: listed(run, defaults),
  });
};

function apacheClientOf(run: Run, builder: Value): Value {
  const made = nativeObject("HttpClient of Apache", natives({ execute, close: () => UNDEFINED }));
  copyHooks(run, builder, made, [APACHE_INTERCEPTOR]);
  const defaults = builder.kind === "object" ? peek(run, builder, DEFAULTS) : UNDEFINED;
  setMember(run.store, made.object, DEFAULTS, { value: defaults, maybeAbsent: false });
  return made;
}

export const apacheClient: NativeFunction = (run) => apacheClientOf(run, UNDEFINED);

const APACHE_ADDS = ["addInterceptorFirst", "addInterceptorLast"].flatMap((name) => [
  name,
  name.replace("Interceptor", "RequestInterceptor"),
]);

export const apacheBuilder: NativeFunction = () =>
  withSettings("Client builder", {
    ...Object.fromEntries(APACHE_ADDS.map((name) => [name, addsHooks(APACHE_INTERCEPTOR)])),
    setDefaultHeaders: keeps(DEFAULTS),
    build: (run, call) => apacheClientOf(run, call.this),
  });

/** Models `new BasicHeader(name, value)`: a record of one header. */
export const basicHeader: NativeFunction = (run, call) => {
  const place = call.environment.locate(call.node);
  const made = makeObject(run, {}, "Object", place);
  const name = headerNameOf(run, call.args.at(0));
  setHeader(run, made.object, name, { value: call.args.at(1), keyPlace: place });
  return made;
};
