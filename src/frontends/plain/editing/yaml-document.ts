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
import { keepingLast } from "../../../core/last-texts.js";
import { PlaceIndex } from "../../../core/place-index.js";
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
export const yamlDocuments = keepingLast((text): readonly Document[] | string => {
  const unfit = unfitForYaml(text);
  if (unfit) return `the file ${unfit.message}`;
  const parsed = parseAllDocuments(text, { uniqueKeys: false, logLevel: "silent" });
  const documents = Array.isArray(parsed) ? parsed : [];
  const [error] = documents.flatMap(({ errors }) => errors);
  return error ? error.message.split("\n", 1)[0]! : documents;
});

/** Returns the tokens of a YAML text in order. */
export const yamlTokens = keepingLast((text): readonly YamlToken[] => {
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
});

const BLANK = new Set(["space", "newline", "byte-order-mark"]);

type AliasUse = "alias" | "merge";

/** The scalars and aliases of documents, by their places and anchors. A file may have thousands that are asked for. */
export class YamlParts {
  readonly #scalars = new PlaceIndex<PlacedScalar>();
  /** The use of the first alias of each anchor in a document: whether it is in a merge key (`<<`). */
  readonly #aliases = new Map<Document, Map<string, AliasUse>>();

  constructor(documents: readonly Document[]) {
    for (const document of documents) {
      const aliases = new Map<string, AliasUse>();
      this.#aliases.set(document, aliases);
      visit(document, {
        Scalar: (key, scalar, path) => {
          const [start, end] = scalar.range ?? [0, 0];
          const around = path.filter((one) => !isPair(one)) as Node[];
          this.#scalars.add({ path: "", start, end }, { scalar, isKey: key === "key", around, document });
        },
        Alias: (_key, { source }, path) => {
          const isMerge = path.some((one) => isPair(one) && isScalar(one.key) && one.key.value === "<<");
          if (!aliases.has(source)) aliases.set(source, isMerge ? "merge" : "alias");
        },
      });
    }
  }

  /** Finds the scalar that contains a span. */
  scalarAt({ start, end }: Span): PlacedScalar | undefined {
    return this.#scalars.touching({ path: "", start, end }).find(({ scalar }) => {
      const [from, to] = scalar.range ?? [0, 0];
      return from <= start && end <= to;
    });
  }

  /** Finds an alias of an anchor in a document. Undefined if there is none. */
  aliasOf(document: Document, anchor: string): AliasUse | undefined {
    return this.#aliases.get(document)?.get(anchor);
  }
}
