import {
  Parser,
  isPair,
  isScalar,
  parseAllDocuments,
  visit,
  type Document,
  type Node,
  type Scalar,
} from "yaml";
import type { Span } from "../../../core/span.js";
import { unfitForYaml } from "../../../core/yaml-limits.js";

/** A piece of a YAML text that is not white space: `comment`, `scalar`, `block-scalar`, `anchor`, `flow-map-start`. */
export interface YamlToken extends Span {
  readonly type: string;
  readonly source: string;
}

/** A scalar and all that it is inside of, outermost first. */
export interface PlacedScalar {
  readonly scalar: Scalar;
  readonly isKey: boolean;
  readonly around: readonly Node[];
  readonly document: Document;
}

/** Parses the documents of a YAML text. Returns the message of the parser if one does not parse. */
export function yamlDocuments(text: string): readonly Document[] | string {
  const unfit = unfitForYaml(text);
  if (unfit) return `the file ${unfit.message}`;
  const parsed = parseAllDocuments(text, { uniqueKeys: false, logLevel: "silent" });
  const documents = Array.isArray(parsed) ? parsed : [];
  const [error] = documents.flatMap(({ errors }) => errors);
  return error ? error.message.split("\n", 1)[0]! : documents;
}

/** Returns the tokens of a YAML text in order. */
export function yamlTokens(text: string): YamlToken[] {
  const tokens: YamlToken[] = [];
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) collect(one);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    const { type, offset, source } = value as Partial<YamlToken> & { readonly offset?: number };
    if (type !== undefined && offset !== undefined && source !== undefined && !BLANK.has(type))
      tokens.push({ type, source, start: offset, end: offset + source.length });
    for (const inner of Object.values(value)) collect(inner);
  };
  for (const token of new Parser().parse(text)) collect(token);
  return tokens.sort((a, b) => a.start - b.start);
}

const BLANK = new Set(["space", "newline", "byte-order-mark"]);

/** Finds the scalar that contains a span. */
export function scalarAt(documents: readonly Document[], { start, end }: Span): PlacedScalar | undefined {
  let found: PlacedScalar | undefined;
  for (const document of documents) {
    visit(document, {
      Scalar: (key, scalar, path) => {
        const [from, to] = scalar.range ?? [0, 0];
        if (start < from || to < end) return undefined;
        const around = path.filter((one) => !isPair(one)) as Node[];
        found = { scalar, isKey: key === "key", around, document };
        return visit.BREAK;
      },
    });
  }
  return found;
}

/**
 * Finds an alias of an anchor in the document, and says if it is in a merge key (`<<`). Undefined if there is none.
 */
export function aliasOf(document: Document, anchor: string): "alias" | "merge" | undefined {
  let found: "alias" | "merge" | undefined;
  visit(document, {
    Alias: (_key, { source }, path) => {
      if (source !== anchor) return undefined;
      const isMerge = path.some((one) => isPair(one) && isScalar(one.key) && one.key.value === "<<");
      found = isMerge ? "merge" : "alias";
      return visit.BREAK;
    },
  });
  return found;
}
