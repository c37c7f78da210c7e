import type { CalendarDate } from "../core/calendar-date.js";
import { groupBy } from "../core/group-by.js";
import type { Catalog, Vocabulary } from "../catalog/catalog.js";
import type { FileFacts } from "../facts/file-facts.js";
import { readRequest, type ApiRequest } from "./api-request.js";
import { classOfFile } from "../core/file-class.js";
import { withFollowedLinks } from "./followed-links.js";
import { OwnObjects } from "./own-objects.js";
import { withoutOwnApplication } from "./own-application.js";
import { withProvenBases } from "./proven-bases.js";
import { boundedFacts } from "./bounded-facts.js";
import type { ExpiryDays } from "./expiry.js";
import type { FileContext } from "./rule.js";
import { hasServiceString } from "./service-names.js";
import { ServedPaths } from "./served-paths.js";
import type { TypeOracle } from "./type-oracle.js";

/** The input of every rule of a run. */
export interface Question {
  readonly catalog: Catalog;
  readonly target: CalendarDate;
  readonly asOf: CalendarDate;
  /** `DEFAULT_EXPIRY` where it is left out. */
  readonly expiry?: ExpiryDays;
  /** The type information of the program; absent if it is not wanted. */
  readonly types?: TypeOracle;
}

/**
 * Makes the contexts of files whose fields may be sent by requests of each other, in the order of the facts.
 *
 * @param others requests of other files that send fields of these
 * @param embeddedRequests requests of code in other files, which may use what these files hold
 */
export function fileContexts(
  found: readonly FileFacts[],
  question: Question,
  others: readonly ApiRequest[] = [],
  embeddedRequests: readonly ApiRequest[] = [],
): FileContext[] {
  const all = found.map(boundedFacts);
  const { vocabularies } = question.catalog;
  const requests = withFollowedLinks(
    withProvenBases(
      withoutOwnApplication(
        all.map((facts) => facts.requests.map((request) => readRequest(request, vocabularies))),
      ),
      all,
    ),
  );
  const programRequests = requests.flat();
  const declared = all.flatMap(({ fields }) => fields.filter(({ access }) => access === "declare"));
  const declaredFields = groupBy(declared, ({ name }) => name);
  const byId = new Map<string, ApiRequest>(
    [...programRequests, ...others].map((request) => [request.fact.id, request]),
  );
  const requestsOf: FileContext["requestsOf"] = (ids) => ids.flatMap((id) => byId.get(id) ?? []);
  let own: OwnObjects | undefined;
  const ownObjects = (): OwnObjects =>
    (own ??= new OwnObjects({ facts: all, requests: programRequests, requestsOf }));
  let served: ServedPaths | undefined;
  const servedPaths = (): ServedPaths => (served ??= new ServedPaths([{ contexts, sources: [] }]));
  let names: boolean | undefined;
  const namesService = (): boolean => (names ??= all.some(hasServiceString));
  const libraryImports = all.flatMap((facts) => facts.libraryImports ?? []);
  const contexts = all.map((facts, index): FileContext => ({
    ...question,
    facts,
    fileClass: classOfFile(facts.path),
    requests: requests[index]!,
    requestsOf,
    programRequests,
    embeddedRequests,
    declaredFields,
    ownObjects,
    servedPaths,
    libraryImports,
    namesService,
    vocabulary: (name) => vocabularyNamed(vocabularies, name),
  }));
  return contexts;
}

function vocabularyNamed(vocabularies: readonly Vocabulary[], name: string): Vocabulary {
  return vocabularies.find((vocabulary) => vocabulary.name === name) ?? vocabularies[0]!;
}
