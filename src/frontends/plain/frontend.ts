import { insideOneOf, type Span } from "../../core/span.js";
import type { SourceText } from "../../core/source-text.js";
import type { CommentFact, FileFacts } from "../../facts/file-facts.js";
import type { StringKind } from "../../facts/string.js";
import type { Problem } from "../../core/problem.js";
import type { Interest } from "../interest.js";
import type { FrontendEntry } from "../frontend.js";
import { describesCustomResource } from "./custom-resource.js";
import { plainCommentPlace } from "./comment-place.js";
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

/**
 * Finds comments without a parser: line comments that have their line to themselves, and block comments that open at
 * the start of a line. A mark inside a string or after code does not count.
 */
function commentsIn(source: SourceText, strings: readonly Span[]): CommentFact[] {
  const { lineComments, blockComment } = plainLanguage(source.path);
  const marks = [...lineComments, ...(blockComment ? [blockComment[0]] : [])];
  if (!marks.some((mark) => source.text.includes(mark))) return [];
  const isInString = insideOneOf(strings);
  const comments: CommentFact[] = [];
  for (let number = 1; number <= source.lineCount; number++) {
    const line = source.line(number);
    const indent = line.length - line.trimStart().length;
    const start = source.lineStart(number) + indent;
    const trimmed = line.trimStart();
    if (isInString({ start, end: start + 1 })) continue;
    const mark = lineComments.find((one) => trimmed.startsWith(one));
    if (mark) {
      comments.push({ text: trimmed.slice(mark.length), span: { start, end: start + trimmed.length } });
    } else if (blockComment && trimmed.startsWith(blockComment[0])) {
      const close = source.text.indexOf(blockComment[1], start + blockComment[0].length);
      const end = close < 0 ? source.text.length : close + blockComment[1].length;
      comments.push({
        text: source.text.slice(start + blockComment[0].length, close < 0 ? end : close),
        span: { start, end },
      });
      number = Math.max(number, source.position(end).line);
    }
  }
  return comments;
}
