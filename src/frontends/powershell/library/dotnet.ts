import {
  nativeObject,
  natives,
  nativeValue,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { makeList, makeObject } from "../../../analysis/evaluation/members.js";
import { computedText, opaque, type ObjectValue, type Value } from "../../../analysis/evaluation/value.js";
import { HEADER_METHODS, headerCollection } from "../../csharp/library/headers.js";
import { httpClient, rawContent, requestMessage, stringContent } from "../../csharp/library/http-client.js";
import { createRequest, webClient } from "../../csharp/library/web-request.js";
import { methodIn, methodsOf, type Methods } from "../../lowered/methods.js";

const first: NativeFunction = (_run, call) => call.args.at(0);
const same: NativeFunction = (_run, call) => call.this;

const record: NativeFunction = (run, call) =>
  makeObject(run, {}, "Object", call.environment.locate(call.node));

/** Constructors and functions of classes of .NET that send requests, by how scripts call them in lower-case letters. */
export const DOTNET: ReadonlyMap<string, NativeFunction> = new Map<string, NativeFunction>([
  ["[net.httpwebrequest]::create", createRequest],
  ["[net.httpwebrequest]::createhttp", createRequest],
  ["[net.webrequest]::create", createRequest],
  ["[net.webrequest]::createhttp", createRequest],
  ["[net.webclient]::new", webClient],
  ["[net.webheadercollection]::new", record],
  ["[net.http.httpclient]::new", httpClient],
  ["[net.http.httpclienthandler]::new", record],
  ["[net.http.socketshttphandler]::new", record],
  ["[net.http.httprequestmessage]::new", requestMessage],
  ["[net.http.httpmethod]::new", first],
  ["[net.http.stringcontent]::new", stringContent],
  ["[net.http.bytearraycontent]::new", rawContent],
  ["[net.http.headers.mediatypewithqualityheadervalue]::new", first],
  ["[net.http.headers.mediatypewithqualityheadervalue]::parse", first],
  ["[net.http.headers.mediatypeheadervalue]::new", first],
  ["[net.http.headers.mediatypeheadervalue]::parse", first],
  ["[io.streamreader]::new", first],
  ["[io.streamwriter]::new", first],
]);

/** Tables and lists, with the types of what they hold: `[collections.generic.dictionary[string,string]]::new`. */
const COLLECTION =
  /^\[(?:collections\.)?(?:generic\.|specialized\.|concurrent\.)?(?:(?:(?:ordered|sorted|concurrent|string)?dictionary|hashtable|sortedlist)|(list|arraylist))(?:\[.*\])?\]::new$/s;

/** Makes a table or a list. Another one that it is given is what it holds. */
const collection =
  (isList: boolean): NativeFunction =>
  (run, call) => {
    const given = call.args.list.find((one) => one.kind === "object");
    if (given?.kind === "object") return given;
    const place = call.environment.locate(call.node);
    return isList ? makeList(run, [], place) : makeObject(run, {}, "Object", place);
  };

/** Models encodings: the bytes of a text are the text itself. */
const encoding: Maker = () =>
  nativeObject("Encoding", natives({ GetBytes: first, GetString: first }), opaque("computed", "Encoding"));

/** Returns a static member of a class: an HTTP method, an encoding, or what makes a collection. */
export function dotnetMember(name: string): Maker | undefined {
  const made = COLLECTION.exec(name);
  if (made) return () => nativeValue(name, collection(made[1] !== undefined));
  const method = /^\[net\.http\.httpmethod\]::(\w+)$/.exec(name)?.[1];
  if (method !== undefined) return () => computedText(method.toUpperCase());
  return /^\[text\.encoding\]::(?:utf8|ascii|default|unicode)$/.test(name) ? encoding : undefined;
}

const METHODS_OF_HEADERS: Methods = new Map(
  [...HEADER_METHODS].map(([name, native]) => [name.toLowerCase(), native]),
);

/** Models members of an object of headers. */
export function ofHeaders(headers: ObjectValue, name: string, isCalled: boolean): Value | undefined {
  return isCalled
    ? methodIn(METHODS_OF_HEADERS, name.toLowerCase())
    : headerCollection(headers, `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`);
}

const METHODS_OF_RESPONSE: Methods = methodsOf({
  ensuresuccessstatuscode: same,
  getawaiter: same,
  getresponsestream: same,
  getresult: same,
  readasstringasync: same,
  readtoend: same,
});

/** Models members of a response, or of a task for one, which count as the response itself. */
export function ofResponse(response: Value, name: string, isCalled: boolean): Value | undefined {
  if (isCalled) return methodIn(METHODS_OF_RESPONSE, name.toLowerCase());
  return name === "Result" || name === "Content" ? response : undefined;
}
