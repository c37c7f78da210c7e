import type { CalendarDate } from "../core/calendar-date.js";
import type { Catalog, Vocabulary } from "../catalog/catalog.js";
import type { FileFacts } from "../facts/file-facts.js";
import { readRequest, type ApiRequest } from "./api-request.js";
import { classOfFile } from "./file-class.js";
import type { FileContext } from "./rule.js";

/** What every rule of a run is asked about. */
export interface Question {
  readonly catalog: Catalog;
  readonly target: CalendarDate;
  readonly asOf: CalendarDate;
}

export function fileContext(facts: FileFacts, question: Question): FileContext {
  const { vocabularies } = question.catalog;
  const requests = facts.requests.map((request) => readRequest(request, vocabularies));
  const byId = new Map<string, ApiRequest>(requests.map((request) => [request.fact.id, request]));
  return {
    ...question,
    facts,
    fileClass: classOfFile(facts.path),
    requests,
    requestsOf: (ids) => ids.flatMap((id) => byId.get(id) ?? []),
    vocabulary: (name) => vocabularyNamed(vocabularies, name),
  };
}

function vocabularyNamed(vocabularies: readonly Vocabulary[], name: string): Vocabulary {
  return vocabularies.find((vocabulary) => vocabulary.name === name) ?? vocabularies[0]!;
}
