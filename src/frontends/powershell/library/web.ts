import type { Credentials } from "../../../facts/request.js";
import { flatten } from "../../../facts/text.js";
import { computed, type NativeFunction } from "../../../analysis/builtins/native.js";
import { FORM } from "../../../analysis/clients/own-content-type.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { keyword } from "../../../analysis/evaluation/keywords.js";
import { makeObject, type Site } from "../../../analysis/evaluation/members.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  computedText,
  nullishness,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { contentOf, unreadFile } from "../../lowered/read-files.js";
import { siteOfArgument } from "../../lowered/records.js";
import { isRecord } from "./values.js";

/** The class of what `Invoke-WebRequest` gives; its member `Content` is the text of the response. */
export const WEB_RESPONSE = "WebResponse";
export const CONTENT = internalSlot("content");

const isGiven = (value: Value): boolean => nullishness(value) !== true;

/** Reads an argument by its name, which may be abbreviated, or by its position. */
export function argument(run: Run, call: Call, name: string, position?: number): Value {
  const byName = keyword(run, call.args.keywords, `$${name}`);
  if (isGiven(byName) || position === undefined) return byName;
  return call.args.has(position) || call.args.rest ? call.args.at(position) : UNDEFINED;
}

/** Returns the place of an argument, by its name or else by its position. */
export function siteOf(run: Run, call: Call, name: string, position: number): Site {
  const { node, environment } = call;
  const given = node.type === "CallExpression" ? node.arguments : [];
  for (const one of given) {
    if (one.type !== "ObjectExpression") continue;
    for (const property of one.properties) {
      if (property.type !== "Property" || property.key.type !== "Identifier") continue;
      if (property.key.name === `$${name}`) return { node, key: property.value, environment };
    }
  }
  return siteOfArgument(run, call, position);
}

/** https://learn.microsoft.com/powershell/module/microsoft.powershell.utility/invoke-restmethod */
function send(run: Run, call: Call, client: string): Value {
  const given = (name: string, position?: number): Value => argument(run, call, name, position);
  const input = given("inputobject");
  const file = given("infile");
  const body = isGiven(file)
    ? (contentOf(run, file, call) ?? unreadFile(run, call, file))
    : isGiven(given("body"))
      ? given("body")
      : input;
  const contentType = given("contenttype");
  const method = [given("method"), given("custommethod")].find(isGiven) ?? computedText("GET");
  const headers = given("headers");
  const types = isGiven(contentType)
    ? [makeObject(run, { "Content-Type": contentType }, "Object", call.environment.locate(call.node))]
    : [];
  const isForm = alternatives(body).some(isRecord);
  const { response } = run.recorder.request(run, {
    client,
    call,
    url: given("uri", 0),
    method,
    headers: [...types, ...(isGiven(headers) ? [headers] : [])],
    ...(isGiven(headers) ? { written: [headers] } : { written: [], intake: { method: "-Headers" } }),
    ...(isGiven(body) ? { body } : {}),
    ...(isForm && types.length === 0 ? { ownContentType: { type: FORM, isText: false } } : {}),
    ...credentialsOf(run, given),
  });
  const saved = given("outfile");
  for (const single of isGiven(saved) ? alternatives(saved) : [])
    if (single.kind === "text")
      run.recorder.escapes.saved(run, flatten(single.text).replaceAll("\\", "/"), response, call);
  return isGiven(saved) && !isGiven(given("passthru")) ? UNDEFINED : response;
}

function credentialsOf(run: Run, given: (name: string) => Value): { readonly credentials?: Credentials } {
  const scheme = knownString(run, given("authentication"))?.toLowerCase();
  if (scheme === "basic" || scheme === "bearer") return { credentials: scheme };
  return isGiven(given("credential")) || isGiven(given("authentication")) ? { credentials: "unknown" } : {};
}

export const restMethod: NativeFunction = (run, call) => send(run, call, "Invoke-RestMethod");

export const webRequest: NativeFunction = (run, call) =>
  makeObject(
    run,
    { [CONTENT]: send(run, call, "Invoke-WebRequest"), StatusCode: computed(call, "StatusCode") },
    WEB_RESPONSE,
    call.environment.locate(call.node),
  );
