import {
  callBack,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { makePromise } from "../../../analysis/builtins/promises.js";
import { urlConstructor } from "../../../analysis/builtins/urls.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { concat } from "../../../analysis/evaluation/coerce.js";
import { HeapObject, setMember } from "../../../analysis/evaluation/heap.js";
import { makeObject } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { isMissing } from "../../../analysis/evaluation/empty-fields.js";
import {
  UNDEFINED,
  alternatives,
  computedText,
  memberOfUnknown,
  nullishness,
  objectValue,
  unknown,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { combineUrls, headersIn, optionOf, type Client } from "../../../analysis/clients/client.js";
import { acceptOverwritten } from "./lower-case-headers.js";

/** The parts of one call of a client, beside the defaults of the client. */
interface Sending {
  readonly client: string;
  readonly call: Call;
  readonly url: Value;
  readonly method: Value;
  readonly body?: Value;
  readonly headers: readonly Value[];
  /** The argument that takes headers. */
  readonly intake?: { readonly index: number; readonly isLower?: boolean };
  readonly setsContentType?: boolean;
}

/** A client that was constructed with options, which may state headers for all that it sends. */
class Constructed {
  readonly value: Value;
  readonly #made: HeapObject;

  constructor(
    run: Run,
    private readonly making: Call,
    name: string,
    private readonly options: Value,
    private readonly givesUrl: boolean,
    methods: (client: Constructed) => Readonly<Record<string, NativeFunction>>,
  ) {
    this.#made = new HeapObject(name, making.environment.locate(making.node));
    this.value = objectValue(this.#made);
    for (const [key, value] of Object.entries(natives(methods(this))))
      setMember(run.store, this.#made, key, { value, maybeAbsent: false });
  }

  send(run: Run, { intake, headers, ...sending }: Sending): UnknownValue {
    const defaults = headersIn(run, [this.options]);
    const [given] = defaults.flatMap(alternatives);
    const headersPlace = given?.kind === "object" ? given.object.place : undefined;
    return run.recorder.request(run, {
      ...sending,
      headers: [...defaults, ...headers],
      ...(intake ? { intake: { options: sending.call.args.at(intake.index), ...intake } } : {}),
      instance: {
        site: this.making.environment.locate(this.making.node),
        givesUrl: this.givesUrl,
        ...(headersPlace ? { headersPlace } : {}),
      },
    }).response;
  }
}

const PLAIN = ["get", "del", "head", "options"] as const;
const WITH_DATA = ["post", "put", "patch"] as const;

/**
 * `new HttpClient(agent, handlers, options)`: `get(url, headers)`, `post(url, data, headers)`,
 * `request(verb, url, data, headers)`, and with `Json` behind the name the same with an object sent and read. The answer
 * has its text by `readBody()`, or what it says under `result`. With `Json` it looks for `accept` in lower case among the
 * headers of a call (@actions/http-client 4.0.1, `lib/index.js`, `_getExistingOrDefaultHeader`), and sets its own without.
 * https://github.com/actions/toolkit/tree/main/packages/http-client
 */
const httpClient: NativeFunction = (run, making) =>
  new Constructed(run, making, "HttpClient", making.args.at(2), false, (client) => {
    const methods: Record<string, NativeFunction> = {};
    const send = (
      inner: Run,
      call: Call,
      method: Value,
      from: number,
      data: Value,
      isJson: boolean,
    ): Value => {
      const index = isMissing(data) && !isJson ? from : from + 1;
      const response = client.send(inner, {
        client: "HttpClient",
        call,
        url: call.args.at(from - 1),
        method,
        headers: [
          ...[call.args.at(index)].filter((headers) => nullishness(headers) !== true),
          ...(isJson ? acceptOverwritten(inner, call.args.at(index)) : []),
        ],
        intake: { index, isLower: isJson },
        body: data,
        setsContentType: isJson,
      });
      return makePromise(inner, isJson ? typedResponse(inner, response) : textResponse(inner, response));
    };
    for (const name of PLAIN)
      methods[name] = (inner, call) => send(inner, call, verbOf(name), 1, UNDEFINED, false);
    for (const name of WITH_DATA) {
      methods[name] = (inner, call) => send(inner, call, verbOf(name), 1, call.args.at(1), false);
      methods[`${name}Json`] = (inner, call) => send(inner, call, verbOf(name), 1, call.args.at(1), true);
    }
    methods["request"] = (inner, call) => send(inner, call, call.args.at(0), 2, call.args.at(2), false);
    methods["getJson"] = (inner, call) => {
      const response = client.send(inner, {
        client: "HttpClient",
        call,
        url: call.args.at(0),
        method: computedText("GET"),
        headers: [
          ...[call.args.at(1)].filter((headers) => nullishness(headers) !== true),
          ...acceptOverwritten(inner, call.args.at(1)),
        ],
        intake: { index: 1, isLower: true },
      });
      return makePromise(inner, typedResponse(inner, response));
    };
    return methods;
  }).value;

const JSON_TYPE = "application/json";

/** Methods of `typed-rest-client` that send a body, with their HTTP methods. */
const RESOURCES = { create: "POST", update: "PATCH", replace: "PUT" } as const;

/**
 * `new RestClient(agent, base, handlers, options)`: `get(resource, options)`, `create(resource, body, options)` …, with
 * `acceptHeader` and `additionalHeaders` among the options. https://github.com/microsoft/typed-rest-client
 */
const restClient: NativeFunction = (run, making) => {
  const base = making.args.at(1);
  const givesUrl = nullishness(base) !== true;
  return new Constructed(run, making, "RestClient", making.args.at(3), givesUrl, (client) => {
    const send = (inner: Run, call: Call, method: string, body: Value, index: number): Value => {
      const options = call.args.at(index);
      const accept = optionOf(inner, options, "acceptHeader");
      const response = client.send(inner, {
        client: "RestClient",
        call,
        url: resourceUrl(inner, base, call.args.at(0), call),
        method: computedText(method),
        headers: [
          ...headersIn(inner, [options], "additionalHeaders"),
          // It has the last word, whatever the other headers say.
          makeObject(inner, { Accept: nullishness(accept) === true ? computedText(JSON_TYPE) : accept }),
        ],
        body,
        setsContentType: true,
      });
      return makePromise(inner, typedResponse(inner, response));
    };
    const methods: Record<string, NativeFunction> = {
      get: (inner, call) => send(inner, call, "GET", UNDEFINED, 1),
      del: (inner, call) => send(inner, call, "DELETE", UNDEFINED, 1),
      options: (inner, call) => send(inner, call, "OPTIONS", UNDEFINED, 1),
    };
    for (const [name, verb] of Object.entries(RESOURCES))
      methods[name] = (inner, call) => send(inner, call, verb, call.args.at(1), 2);
    return methods;
  }).value;
};

/** The base is a folder that the resource is looked up in, as links are: `/x` begins at the host. */
function resourceUrl(run: Run, base: Value, resource: Value, call: Call): Value {
  if (nullishness(base) === true) return resource;
  const [first] = resource.kind === "text" ? resource.text.parts : [];
  const isRelative = first?.kind === "segment" && !first.text.startsWith("/");
  if (isRelative) return combineUrls(run, base, resource);
  return callBack(run, urlConstructor(), [resource, concat(run, [base, computedText("/")])], call);
}

function verbOf(method: string): Value {
  return computedText(method === "del" ? "DELETE" : method.toUpperCase());
}

/** `{ statusCode, result, headers }` */
function typedResponse(run: Run, response: UnknownValue): Value {
  const other = (name: string): Value => unknown({ reason: "computed", name });
  return makeObject(run, {
    result: response,
    statusCode: other("statusCode"),
    headers: other("headers"),
  });
}

/** `{ message, readBody() }` */
function textResponse(run: Run, response: UnknownValue): Value {
  return makeObject(run, {
    message: memberOfUnknown(response, "message"),
    ...natives({ readBody: () => response, readBodyBuffer: () => response }),
  });
}

const library = (name: string, members: Readonly<Record<string, Value>>): Value =>
  nativeObject(name, members, unknown({ reason: "import", name, specifier: name }));

export const actionsHttpClient: Client = {
  name: "@actions/http-client",
  modules: {
    "@actions/http-client": () =>
      library("@actions/http-client", { HttpClient: nativeValue("HttpClient", httpClient) }),
    "typed-rest-client/HttpClient": () =>
      library("typed-rest-client/HttpClient", { HttpClient: nativeValue("HttpClient", httpClient) }),
    "typed-rest-client/RestClient": () =>
      library("typed-rest-client/RestClient", { RestClient: nativeValue("RestClient", restClient) }),
    "typed-rest-client": () =>
      library("typed-rest-client", {
        HttpClient: nativeValue("HttpClient", httpClient),
        RestClient: nativeValue("RestClient", restClient),
      }),
  },
};
