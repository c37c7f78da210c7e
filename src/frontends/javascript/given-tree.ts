import type { Program } from "@oxc-project/types";
import type { ScopeManager } from "@typescript-eslint/scope-manager";
import type { Comment } from "oxc-parser";
import type { SourceText } from "../../core/source-text.js";
import type { ModuleHost } from "../module-host.js";
import { Names } from "../../analysis/evaluation/module-record.js";
import { grammarFor } from "./grammar.js";
import type { Parsed } from "../../analysis/evaluation/grammar.js";
import { unfitToParse } from "./parse.js";

/**
 * The result of another tool's parser: an ESTree tree with `start` and `end` in each node, in UTF-16 code units, and
 * its scopes. ESLint's own parser gives both.
 */
export interface GivenTree {
  readonly program: object;
  /** Those of eslint-scope are made as those of `@typescript-eslint/scope-manager`, which come from it. */
  readonly scopes: readonly object[];
  readonly comments: readonly GivenComment[];
}

interface GivenComment {
  readonly type: string;
  readonly value: string;
  readonly range?: readonly [number, number] | undefined;
}

/**
 * Has a tree used for a text, so that the text is not parsed a second time. What our own parser would not be given is not
 * taken, nor is TypeScript, whose trees differ from parser to parser.
 */
export function keepTree(
  source: SourceText,
  { program, scopes, comments }: GivenTree,
  kept: NonNullable<ModuleHost["kept"]>,
): void {
  const grammar = grammarFor(source.path);
  if (grammar?.language !== "javascript" || unfitToParse(source.text, grammar)) return;
  let ofSource = kept.get(source);
  if (!ofSource) kept.set(source, (ofSource = new Map()));
  if (ofSource.has(grammar)) return;
  const parsed: Parsed = {
    ok: true,
    program: program as Program,
    comments: comments.flatMap(commentOf),
    names: new Names(scopes as ScopeManager["scopes"]),
    errors: 0,
  };
  ofSource.set(grammar, parsed);
}

/** The line `#!…` that a script may begin with is a comment to ESLint only. */
function commentOf({ type, value, range }: GivenComment): Comment[] {
  if ((type !== "Line" && type !== "Block") || !range) return [];
  return [{ type, value, start: range[0], end: range[1] }];
}
