import type { ObjectExpression } from "@oxc-project/types";
import { addToGroup } from "../../core/group-by.js";
import { encloses, keyOf, type Location } from "../../core/span.js";
import type { RequestFact } from "../../facts/request.js";
import { flatten, writtenIn } from "../../facts/text.js";
import { Arguments } from "../evaluation/callable.js";
import { toText } from "../evaluation/coerce.js";
import type { Environment } from "../evaluation/environment.js";
import type { HeapObject } from "../evaluation/heap.js";
import { findSlot, peek } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  nullishness,
  objectValue,
  opaque,
  type Value,
} from "../evaluation/value.js";
import { credentialsOf, methodOf, optionOf, requestUrl } from "../clients/client.js";
import { RecordedRequest } from "./recorded-request.js";

/** Keys of the URL of a request, or of a part of it. */
const URL_KEYS = ["url", "uri", "path", "baseURL"];

/** Keys that an object with a URL has at least one of; a request of App Services states the parts of its URL. */
const PLACE_KEYS = ["host", ...URL_KEYS];

/** Keys that say of an object with a URL that it is a request. */
const REQUEST_KEYS = [
  "headers",
  "method",
  "digestAuth",
  "auth",
  "username",
  "body",
  "data",
  "json",
  "scheme",
];

/**
 * Returns objects in the form of a request that the file does not send: a function returns them to its caller, or they
 * are exported. The header has to be added to them, wherever they are sent.
 */
export function requestTemplates(run: Run, sent: readonly RequestFact[]): RequestFact[] {
  // A request that a test double expects is not one that code sends.
  const isUsed = ({ understood, setting }: RequestFact): boolean => understood || setting === "mock";
  const used = new Set(sent.filter(isUsed).flatMap(urlPlaces));
  const templates: RequestFact[] = [];
  for (const [node, made] of run.recorder.objects) {
    for (const { object, environment } of made) {
      const template = templateOf(run, node, object, environment, templates.length);
      if (!template || urlPlaces(template).some((place) => used.has(place))) continue;
      if (templates.some((other) => other.site.start === template.site.start)) continue;
      templates.push(template);
    }
  }
  return templates;
}

/**
 * Returns requests whose headers and URL are in one object that is sent elsewhere. The header belongs in that object,
 * whatever client sends it.
 */
export function atTemplates({ recorder }: Run, requests: readonly RequestFact[]): RequestFact[] {
  const sites = new Map<string, Location[]>();
  for (const [node, [made]] of recorder.objects) {
    if (!made) continue;
    const site = made.environment.locate(node);
    addToGroup(sites, site.path, site);
  }
  return requests.map((request) => {
    const { headers } = request;
    const { place, atSite } = headers;
    if (!place || atSite) return request;
    const urls = writtenIn(request.urls);
    const isTemplate = (site: Location): boolean =>
      encloses(site, place) && urls.some((url) => encloses(site, url));
    return sites.get(place.path)?.some(isTemplate)
      ? { ...request, headers: { ...headers, atSite: true } }
      : request;
  });
}

/** Returns the places of the known parts of a request's URL, for comparisons. */
function urlPlaces({ urls }: RequestFact): string[] {
  return writtenIn(urls).map(keyOf);
}

function templateOf(
  run: Run,
  node: ObjectExpression,
  object: HeapObject,
  environment: Environment,
  index: number,
): RequestFact | undefined {
  if (!mayHaveUrl(run, object)) return undefined;
  const options = objectValue(object);
  const url = urlOf(run, options);
  // `{ method, url, handler }` is a route of a server.
  if (nullishness(peek(run, options, "handler")) !== true) return undefined;
  if (!url || !REQUEST_KEYS.some((key) => nullishness(peek(run, options, key)) !== true)) return undefined;
  const credentials = credentialsOf(run, options);
  const recorded = new RecordedRequest(
    run,
    {
      client: "template",
      call: { this: UNDEFINED, args: new Arguments([]), node, environment, isNew: false },
      url,
      method:
        nullishness(optionOf(run, options, "method")) === true
          ? opaque("computed", "method")
          : methodOf(run, options),
      headers: [optionOf(run, options, "headers")],
      body: optionOf(run, options, "body", "data", "json"),
      ...(credentials ? { credentials } : {}),
    },
    index,
    run.recorder.setting,
  );
  const fact = recorded.toFact(run.recorder.prefix);
  return { ...fact, id: `template-${index}`, form: "template", callers: [] };
}

/** Most objects have no such key, and nothing unknown has been merged into them. */
function mayHaveUrl(run: Run, object: HeapObject): boolean {
  const { open, rest } = run.store.read(object);
  return open.length > 0 || rest.length > 0 || PLACE_KEYS.some((key) => findSlot(run, object, key));
}

function urlOf(run: Run, options: Value): Value | undefined {
  const hosted = requestUrl(run, options);
  const candidates = [hosted, ...URL_KEYS.map((key) => peek(run, options, key))];
  return candidates.find((value) =>
    alternatives(value).some(
      (single) => single.kind === "text" && run.interest.mayHold(flatten(toText(run, single))),
    ),
  );
}
