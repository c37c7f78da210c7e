import { insideOneOf } from "../../core/span.js";
import type { SourceText } from "../../core/source-text.js";
import type { FileFacts } from "../../facts/file-facts.js";
import type { StringKind } from "../../facts/string.js";
import type { Problem } from "../../core/problem.js";
import type { Interest } from "../interest.js";
import type { FrontendEntry } from "../frontend.js";
import { describesCustomResource } from "./custom-resource.js";
import { plainCommentPlace } from "./comment-place.js";
import { commentsIn } from "./comments.js";
import { plainLanguage } from "./languages.js";
import { describesVersionedApi } from "./openapi.js";
import { responseHeads } from "./response-heads.js";
import { docstrings, pythonStrings } from "./python-strings.js";
import { writtenString } from "./scan.js";
import { writtenRequests } from "./written-requests.js";

/** The reading for every text that has no frontend of its own, so that no language is invisible. */
export const plainFrontend: FrontendEntry = {
  name: "plain",
  reading: "text",
  languageOf: (path) => plainLanguage(path).language,
  load: () =>
    Promise.resolve({
      analyze: (source: SourceText, interest: Interest) => readPlain(source, interest),
      changeBeside: async (...change) => (await import("./editing/compare.js")).plainChangeBeside(...change),
      commentPlace: async (source, offset) =>
        plainLanguage(source.path).language === "yaml"
          ? (await import("./editing/yaml-comment-place.js")).yamlCommentPlace(source, offset)
          : plainCommentPlace(source, offset),
    }),
  loadEditor: async () => (await import("./editing/editor.js")).openEditor,
};

/** Kinds of strings that are about the shape of a payload and not about the target of a request. */
const ABOUT_SHAPES: ReadonlySet<StringKind> = new Set(["name", "held-name", "plain-accept"]);

/**
 * Finds the strings of interest in a text that is not parsed. It finds requests in a few languages.
 *
 * @param problem why the frontend of the file could not read it, if there is one
 */
export function readPlain(
  source: SourceText,
  interest: Interest,
  language?: string,
  problem?: Problem,
): FileFacts {
  const { path, text } = source;
  const longStrings = plainLanguage(path).language === "python" ? pythonStrings(text) : [];
  const comments = commentsIn(source, longStrings);
  const inComment = insideOneOf([...comments.map(({ span }) => span), ...docstrings(text, longStrings)]);
  const inAnswer = insideOneOf(responseHeads(source));
  const matches = interest.scanText(text);
  const known = language ?? plainLanguage(path).language;
  const isOfVersions = known === "yaml" && describesVersionedApi(text, interest);
  const isOfOthers = isOfVersions || (known === "yaml" && describesCustomResource(text));
  const requests = problem ? [] : writtenRequests(source, known, interest);
  const strings = matches
    .filter(({ what }) => !isOfOthers || !ABOUT_SHAPES.has(what))
    // The requests say what they accept.
    .filter(({ what }) => what !== "plain-accept" || requests.length === 0)
    .map((match) =>
      writtenString(source, match, inAnswer(match) ? "answer" : inComment(match) ? "comment" : "text"),
    );
  return {
    path,
    language: known,
    reading: "text",
    mentionsApi: !isOfVersions && (requests.length > 0 || interest.mentionsApi(text, matches)),
    ...(interest.describesCluster(text) ? { describesCluster: true } : {}),
    ...(requests.length > 0 ? { hasWordedRequests: true } : {}),
    requests,
    fields: [],
    strings,
    comparisons: [],
    escapes: [],
    comments,
    problems: problem ? [problem] : [],
  };
}
