import { holesOf } from "../facts/text.js";
import type { Vocabulary } from "../catalog/catalog.js";
import type { FileFacts } from "../facts/file-facts.js";
import type { ApiRequest } from "./api-request.js";
import type { FileContext } from "./rule.js";

/** The least points of a word that names the service, and not only one of its resources. */
const NAMING = 2;

/**
 * Returns whether a program says that it uses the service: it sends a request to it, has strings of it, or names it
 * around a request. Other services have the same paths: `/groups/{id}/clusters`.
 */
export function speaksOfService(request: ApiRequest, context: FileContext): boolean {
  const { facts, catalog, programRequests } = context;
  if (context.namesService() || facts.fields.length > 0) return true;
  if (programRequests.some(isOfService)) return true;
  const words = catalog.vocabularies.flatMap(namesIn);
  const texts = [
    facts.path,
    request.fact.client,
    ...request.readings.flatMap(({ text }) => holesOf(text).map(({ name }) => name)),
    ...facts.comments.map(({ text }) => text),
  ].map((text) => text.toLowerCase());
  return words.some((word) => texts.some((text) => text.includes(word)));
}

/** Returns whether a file has a string that only the service has: a base path, a media type, a host name. */
export function hasServiceString({ strings, libraryImports = [] }: FileFacts): boolean {
  return libraryImports.length > 0 || strings.some(({ what }) => what !== "name" && what !== "held-name");
}

function isOfService({ administration, discovery, likely, accept, contentType }: ApiRequest): boolean {
  return (
    administration.length + discovery.length + likely.length > 0 ||
    [...accept.values, ...contentType.values].some((value) => "vocabulary" in value)
  );
}

function namesIn({ recognition, hints }: Vocabulary): string[] {
  const words = recognition.flatMap((one) => one.words.filter(({ points }) => points >= NAMING));
  return [...words.map(({ word }) => word), ...hints.map((hint) => hint.toLowerCase())];
}
