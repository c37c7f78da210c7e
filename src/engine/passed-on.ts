import type { Vocabulary } from "../catalog/catalog.js";
import { withoutListName } from "../catalog/matchers/resources.js";
import type { Location } from "../core/span.js";
import { unknownPart, type Tree } from "../facts/tree.js";
import type { HoleReason } from "../facts/text.js";
import type { ApiRequest } from "./api-request.js";
import { changingEndpoints } from "./resource-calls.js";
import type { FileContext } from "./rule.js";

/** A response that goes on to others, or a body that comes from others, as a whole. */
export interface PassedOn {
  readonly kind: "answer" | "body";
  /** The place where it goes on, and those of the calls that lead to its request. */
  readonly places: readonly Location[];
  readonly vocabularies: readonly Vocabulary[];
  /** The name of the code that gets it. */
  readonly to: string;
  readonly requests: readonly ApiRequest[];
  /** True where JSON text is made of it, which may then be printed only. */
  readonly isText: boolean;
}

/**
 * Returns what a file passes on: responses with a resource of the service, and bodies that it gets from its callers.
 *
 * @param servers the files of programs that answer requests
 */
export function passedOnIn(context: FileContext, servers: ReadonlySet<string>): PassedOn[] {
  return [...answersIn(context, servers), ...bodiesIn(context)];
}

/** Reasons for which a body is not known, and cannot be what a caller sends. */
const OWN: ReadonlySet<HoleReason> = new Set(["response", "environment", "file", "limit"]);

/** Returns the requests of a file whose body comes from something unknown: `body: JSON.stringify(req.body)`. */
function bodiesIn({ requests, catalog }: FileContext): PassedOn[] {
  return requests.flatMap((request): PassedOn[] => {
    const { body, site, callers } = request.fact;
    if (!body || !isOfCaller(body)) return [];
    const vocabularies = catalog.vocabularies.filter((one) => changingEndpoints(request, one).length > 0);
    return vocabularies.length > 0
      ? [
          {
            kind: "body",
            places: [site, ...callers],
            vocabularies,
            isText: false,
            to: "",
            requests: [request],
          },
        ]
      : [];
  });
}

function isOfCaller(body: Tree): boolean {
  if (body.kind === "choice") return body.of.some(isOfCaller);
  const holes = body.kind === "object" ? body.open : [unknownPart(body)];
  return holes.some((one) => one !== undefined && !OWN.has(one.reason));
}

/** Returns the places of a file where a whole resource in a response goes on, or a list with it. */
function answersIn({ facts, catalog, requestsOf }: FileContext, servers: ReadonlySet<string>): PassedOn[] {
  if (facts.escapes.length === 0) return [];
  const answersByPrinting = ANSWERING_BY_PRINTING.has(facts.language) && servers.has(facts.path);
  return facts.escapes.flatMap((escape): PassedOn[] => {
    const { what } = escape;
    if (what.kind !== "response" || what.isListed === true || escape.use === "sends") return [];
    if (PRINTS.test(escape.to) && !answersByPrinting) return [];
    const requests = requestsOf(what.requests);
    const vocabularies = catalog.vocabularies.filter((vocabulary) =>
      requests.some((one) => {
        const endpoints = changingEndpoints(one, vocabulary);
        return endpoints.length > 0 && withoutListName(endpoints, vocabulary, what.path).every(isStep);
      }),
    );
    // A function gives its result at its place as a whole; the request in it is in the branch for a path.
    const places = [
      escape.place,
      ...requests.flatMap(({ fact }) =>
        escape.use === "calls" ? [fact.site, ...fact.callers] : fact.callers,
      ),
    ];
    const isText = escape.use === "makes-text";
    return vocabularies.length > 0
      ? [{ kind: "answer", places, vocabularies, isText, to: escape.to, requests }]
      : [];
  });
}

/** Languages in which a server prints what it answers. */
const ANSWERING_BY_PRINTING: ReadonlySet<string> = new Set(["php"]);

/** Functions that show a value to people and send nothing. */
const PRINTS = /(?:^|\.)(?:console|log(?:ger|ging)?|print\w*)(?:\.|$)/i;

/** Returns whether a step is that to an element of a list, or the call of a method. */
function isStep(step: string): boolean {
  return step === "[]" || step.endsWith("()");
}

/**
 * Functions that fill a template: of Flask, Django, FastAPI, Express, Koa and Fastify, Sinatra, Laravel, ASP.NET and
 * Spring.
 */
const RENDERS =
  /(?:^|[.:])(?:render_template(?:_string)?|render_to_string|TemplateResponse|ModelAndView|addAttribute)$|\bshortcuts\.render$|(?:^|\.)(?:res|response|reply|ctx|h)\.(?:render|view)$|^(?:view|erb|haml|slim)$|Controller\w*\.View$/;

/**
 * Returns the first place of a file where a template gets a whole response of the unversioned API. Templates are
 * not read.
 */
export function templateFilledIn(context: FileContext): Location | undefined {
  const isOld = ({ administration }: ApiRequest): boolean =>
    administration.some(({ match }) => match.form === "unversioned");
  return answersIn(context, new Set()).find(({ to, requests }) => RENDERS.test(to) && requests.some(isOld))
    ?.places[0];
}
