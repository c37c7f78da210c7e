import type { Program } from "@oxc-project/types";
import { analyze } from "@typescript-eslint/scope-manager";
import { parseSync } from "oxc-parser";
import type { SourceText } from "../../core/source-text.js";
import type { ModuleHost } from "../module-host.js";
import type { Parsed } from "../../analysis/evaluation/grammar.js";
import { Names } from "../../analysis/evaluation/module-record.js";
import { tooDeep } from "../../analysis/depth-guard.js";
import { errsTooMuch } from "./error-guard.js";
import type { Dialect, ScriptGrammar } from "./grammar.js";
import type { ComponentMarkup } from "./markup/component-markup.js";

/** Larger files are read as text only: a bundle of that size is not what people maintain by hand. */
const MAX_LENGTH = 2_000_000;

/**
 * Parses a source text and finds out what its names mean. Never throws: what cannot be parsed is a result.
 *
 * @param text without a byte-order mark, offsets in UTF-16 code units
 * @param markup around the scripts that the text has, of a component; it becomes a part of the tree
 */
export function parse(path: string, text: string, grammar: ScriptGrammar, markup?: ComponentMarkup): Parsed {
  const unfit = unfitToParse(text, grammar);
  if (unfit) return unfit;
  const jsx = mayHoldMarkup(grammar);
  let failure: Parsed | undefined;
  for (const dialect of grammar.dialects) {
    if (errsTooMuch(text, jsx, (broken) => countErrors(path, broken, dialect))) {
      failure ??= {
        ok: false,
        kind: "syntax",
        message: "too many errors in one line, searched as plain text",
      };
      continue;
    }
    const parsed = parseAs(path, text, dialect, markup);
    if (parsed.ok) return parsed;
    failure ??= parsed;
  }
  return failure!;
}

/** Returns the problem of a text that must not be parsed. Undefined if it may be. */
export function unfitToParse(text: string, grammar: ScriptGrammar): Parsed | undefined {
  if (text.length > MAX_LENGTH) {
    return {
      ok: false,
      kind: "too-large",
      message: `larger than ${MAX_LENGTH / 1e6} million characters, searched as plain text`,
    };
  }
  const deep = tooDeep(text, mayHoldMarkup(grammar));
  return deep === undefined
    ? undefined
    : { ok: false, kind: "too-deep", message: `${deep}, searched as plain text` };
}

function mayHoldMarkup({ dialects }: ScriptGrammar): boolean {
  return dialects.some(({ lang }) => lang.endsWith("x"));
}

/** Returns the tree of a source. If trees are kept with their texts, each text is parsed only once. */
export function treeOf(
  source: SourceText,
  grammar: ScriptGrammar,
  kept: ModuleHost["kept"],
  markup?: ComponentMarkup,
): Parsed {
  const ofSource = kept?.get(source);
  const known = ofSource?.get(grammar) as Parsed | undefined;
  if (known) return known;
  const parsed = parse(source.path, source.text, grammar, markup);
  if (ofSource) ofSource.set(grammar, parsed);
  else kept?.set(source, new Map([[grammar, parsed]]));
  return parsed;
}

function countErrors(path: string, text: string, dialect: Dialect): number {
  try {
    return parseSync(path, text, { ...dialect, astType: "ts" }).errors.length;
  } catch {
    return 0;
  }
}

function parseAs(path: string, text: string, dialect: Dialect, markup?: ComponentMarkup): Parsed {
  try {
    const result = parseSync(path, text, { ...dialect, astType: "ts", range: true, preserveParens: false });
    const { program, errors, comments } = result;
    // Errors that leave a tree are about rules of the language beyond its grammar; values can be followed all the same.
    if (errors.length > 0 && program.body.length === 0) {
      const [first] = errors;
      const offset = first!.labels[0]?.start;
      return {
        ok: false,
        kind: "syntax",
        message: first!.message,
        ...(offset === undefined ? {} : { offset }),
      };
    }
    markup?.addTo(program);
    return { ok: true, program, comments, names: namesIn(program, dialect, markup), errors: errors.length };
  } catch (error) {
    if (error instanceof RangeError)
      return { ok: false, kind: "too-deep", message: "has too many nested levels, searched as plain text" };
    return { ok: false, kind: "syntax", message: error instanceof Error ? error.message : String(error) };
  }
}

function namesIn(program: Program, { lang, sourceType }: Dialect, markup?: ComponentMarkup): Names {
  // Declarations have no values, so nothing looks a name up in them.
  if (lang === "dts") return new Names([]);
  const options = { sourceType: sourceType === "module" ? "module" : "script", lib: [] as never[] } as const;
  const analyzed = analyze(program as never, { ...options });
  markup?.link(analyzed);
  return new Names(analyzed.scopes);
}
