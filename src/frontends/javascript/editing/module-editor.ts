import { addAll } from "../../../core/add-all.js";
import type { Edit } from "../../../core/finding.js";
import { PlaceIndex } from "../../../core/place-index.js";
import { contains, type Location, type Span } from "../../../core/span.js";
import { onlySpans, scriptsOf } from "../component-scripts.js";
import { ComponentMarkup } from "../markup/component-markup.js";
import { grammarFor } from "../grammar.js";
import type { Parsed } from "../../../analysis/evaluation/grammar.js";
import { parse } from "../parse.js";
import { ownTypes } from "./body/stated-types.js";
import { addArgument, addChainCalls, type ChainCall } from "./calls.js";
import { headersLiteralAt, lowerHeaderName, setHeaderValue, type HeadersLiteral } from "./headers.js";
import { renameKeys } from "./literal-keys.js";
import { isHeadOptional, renameDeclarations } from "./member-declarations.js";
import {
  addHeaderPairs,
  addMembers,
  type HeaderPair,
  type MemberOptions,
  type NewMember,
} from "./object-members.js";
import { renameReads, type ReadMove, type ReadOptions } from "./reads.js";
import { isRefusal, orRefusal, refuse, type EditResult, type Refusal } from "../../editing/refusal.js";
import { spreadIntoMember } from "./spread-member.js";
import { replaceText } from "./replace-text.js";
import { SourceTree } from "./source-tree.js";
import { insertStatementTop } from "./top-statement.js";
import type { Absence, Usage } from "../../editor.js";
import { takesOfFirstAt } from "./first-element.js";
import { usageAt } from "./usage.js";
import { writeValue, type NewValue, type SourceValue } from "./written-values.js";

const OUTSIDE = "the place is outside of the scripts that parse";

/**
 * Makes the edits of one JavaScript or TypeScript file, or of the scripts of a component.
 *
 * Every method uses the text as it was when the editor was opened and changes nothing by itself. It returns edits, with
 * offsets in UTF-16 code units of the text without byte-order mark, or why there are none; it never guesses. Edits of
 * several calls may be applied together if they do not overlap. All insertions into one literal, list, chain or pattern
 * must be made in one call, because two insertions at one point would overlap.
 */
export class ModuleEditor {
  /** The parts of the file with code, in the order of the trees. Markup may have thousands. */
  #parts: PlaceIndex<CodePart> | undefined;

  private constructor(
    readonly path: string,
    private readonly text: string,
    private readonly trees: readonly ScriptTree[],
  ) {}

  /**
   * Opens a file for edits.
   *
   * @param text without a byte-order mark
   *
   * @param tree of the text, if it was parsed before
   */
  static open(path: string, text: string, tree?: Parsed): ModuleEditor | Refusal {
    const trees = orRefusal(() => treesOf(path, text, tree));
    return isRefusal(trees) ? trees : new ModuleEditor(path, text, trees);
  }

  /** Replaces characters inside of a string, a template or markup of JSX; `text` is what they are to mean. */
  replaceText(place: Location, text: string): EditResult {
    return this.#edit(place, (tree) => replaceText(tree, place, text));
  }

  /** Adds `key: value` to the object literal with this span, behind its other members and spreads. */
  addMember(object: Span, key: string, value: NewValue, options?: MemberOptions): EditResult {
    return this.addMembers(object, [{ key, value }], options);
  }

  /** Spreads the value of a member of the object literal with this span into a new object with more members. */
  spreadIntoMember(object: Span, key: string, more: Readonly<Record<string, NewValue>>): EditResult {
    return this.#edit(object, (tree) => spreadIntoMember(tree, object, key, more));
  }

  addMembers(object: Span, members: readonly NewMember[], options?: MemberOptions): EditResult {
    return this.#edit(object, (tree) => addMembers(tree, object, members, options));
  }

  /** Adds `[name, value]` to the list of pairs with this span. */
  addHeaderPair(array: Span, name: string, value: string | { readonly source: string }): EditResult {
    return this.addHeaderPairs(array, [{ name, value }]);
  }

  addHeaderPairs(array: Span, pairs: readonly HeaderPair[]): EditResult {
    return this.#edit(array, (tree) => addHeaderPairs(tree, array, pairs));
  }

  /** Returns the literal with headers at a place, directly or in `new Headers(…)`. */
  headersLiteralAt(place: Span): HeadersLiteral | Refusal {
    return orRefusal(() => headersLiteralAt(this.#treeAt(place), place));
  }

  /** Gives a header that is set at a place another value. */
  setHeader(place: Span, name: string, value: string | SourceValue, isLower = false): EditResult {
    return this.#edit(place, (tree) => [
      ...(isLower ? lowerHeaderName(tree, place) : []),
      ...setHeaderValue(tree, place, name, value),
    ]);
  }

  /**
   * Adds an argument to the call with this span, counted from 0; arguments left out before it become `undefined`.
   *
   * @param over replaces a variable that is the argument already; without it the variable stays
   */
  addArgument(
    call: Span,
    index: number,
    value: NewValue,
    over?: (name: string) => NewValue | undefined,
  ): EditResult {
    return this.#edit(call, (tree) => addArgument(tree, call, index, value, over));
  }

  /** Adds `.name(args)` behind the call with this span. */
  addChainCall(call: Span, name: string, args: string): EditResult {
    return this.addChainCalls(call, [{ name, args }]);
  }

  addChainCalls(call: Span, added: readonly ChainCall[]): EditResult {
    return this.#edit(call, (tree) => addChainCalls(tree, call, added));
  }

  /** Reads a property from elsewhere in the same object; `place` is the span of its name in an access or a pattern. */
  renameRead(place: Span, path: readonly string[], options?: ReadOptions): EditResult {
    return this.renameReads([{ place, path }], options);
  }

  renameReads(moves: readonly ReadMove[], options?: ReadOptions): EditResult {
    return this.#editAll(moves, (tree, own, markup) => {
      const old = markup?.mayBeOld === true ? own.filter(({ place }) => this.#markupAround(place)) : [];
      const others = own.filter((move) => !old.includes(move));
      return [
        ...renameReads(tree, others, options),
        ...renameReads(tree, old, { ...options, withoutChains: true }),
      ];
    });
  }

  /** Returns how the value that is read at `place` is used; `unknown` if nothing is read there. */
  usage(place: Span): Usage {
    const usage = orRefusal(() => usageAt(this.#treeAt(place), place));
    return typeof usage === "string" ? usage : "unknown";
  }

  /** Implements `SourceEditor.takesOfFirst`. */
  takesOfFirst(place: Span, except: ReadonlySet<string>): boolean {
    const found = orRefusal(() => ({ isFirst: takesOfFirstAt(this.#treeAt(place), place, except) }));
    return "isFirst" in found && found.isFirst;
  }

  /** Implements `SourceEditor.ownTypesAt`. */
  ownTypesAt(places: readonly Span[]): readonly string[] {
    const types = orRefusal(() =>
      this.trees.flatMap(({ tree }) => {
        const own = places.filter((place) => this.#treeAt(place) === tree);
        return own.length > 0 ? ownTypes(tree.program, own) : [];
      }),
    );
    return isRefusal(types) ? [] : types;
  }

  /** Declares a property of a type or class elsewhere in it; `place` is the span of its name. */
  renameMemberDeclaration(place: Span, path: readonly string[]): EditResult {
    return this.renameMemberDeclarations([{ place, path }]);
  }

  renameMemberDeclarations(moves: readonly ReadMove[]): EditResult {
    return this.#editAll(moves, renameDeclarations);
  }

  /** Implements `SourceEditor.isDeclaredOptional`. */
  isDeclaredOptional({ place, path }: ReadMove): Absence | undefined {
    const answer = orRefusal(() => ({ is: isHeadOptional(this.#treeAt(place), place, path) }));
    return "is" in answer ? answer.is : undefined;
  }

  /** Writes members of object literals elsewhere in them; each `place` is the span of a key. */
  renameKeys(moves: readonly ReadMove[]): EditResult {
    return this.#editAll(moves, renameKeys);
  }

  /**
   * Inserts a statement behind the directives and imports.
   *
   * @param near a place in the script that is to hold it, where a component has several
   */
  insertStatementTop(source: string, near?: Span): EditResult {
    return orRefusal(() => {
      const parts = this.trees.flatMap(({ tree, scripts }) => scripts.map((script) => ({ tree, script })));
      if (!near && parts.length > 1) refuse("the file has several scripts");
      const part = near ? parts.find(({ script }) => contains(script, near)) : parts[0];
      if (!part) refuse(OUTSIDE);
      return this.#checked(insertStatementTop(part!.tree, part!.script, source));
    });
  }

  /**
   * Declares a constant at the top of the script that holds all of the places, under a name that no identifier in the
   * file has.
   */
  declareText(wanted: string, value: string, places: readonly Span[]): Declared | Refusal {
    const script = this.trees
      .flatMap(({ scripts }) => scripts)
      .find((one) => places.every((place) => contains(one, place)));
    if (!script) return { refused: "the places are in several scripts" };
    const name = this.freeName(wanted);
    const edits = this.insertStatementTop(`const ${name} = ${this.write(value)}`, script);
    return isRefusal(edits) ? edits : { name, edits };
  }

  /** Writes a value on one line in the style of the file. */
  write(value: NewValue): string {
    const { style } = this.trees[0]!.tree;
    return writeValue(value, { style, quote: style.quote, indent: "", mayBreak: false, quoteKeys: false });
  }

  /** Returns the name, or one with a number that no identifier in the file has. */
  freeName(wanted: string): string {
    const taken = new Set(this.trees.flatMap(({ tree }) => [...tree.identifiers()]));
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
    return name;
  }

  #edit(place: Span, make: (tree: SourceTree) => readonly Edit[]): EditResult {
    return orRefusal(() => this.#checked(make(this.#treeAt(place))));
  }

  #editAll(
    moves: readonly ReadMove[],
    make: (tree: SourceTree, moves: readonly ReadMove[], markup?: ComponentMarkup) => readonly Edit[],
  ): EditResult {
    return orRefusal(() => {
      const edits: Edit[] = [];
      for (const { tree, markup } of this.trees) {
        const own = moves.filter(({ place }) => this.#treeAt(place) === tree);
        if (own.length > 0) addAll(edits, make(tree, own, markup));
      }
      return this.#checked(edits);
    });
  }

  #treeAt(place: Span): SourceTree {
    const { start, end } = place;
    if (!(0 <= start && start <= end && end <= this.text.length)) refuse("the place is not in the file");
    if ("path" in place && place.path !== this.path) refuse("the place is in another file");
    return this.#partsAround(place)[0]?.tree ?? refuse(OUTSIDE);
  }

  #partsAround({ start, end }: Span): CodePart[] {
    if (!this.#parts) {
      this.#parts = new PlaceIndex();
      let number = 0;
      for (const { tree, scripts, markup } of this.trees)
        for (const [spans, isMarkup] of [[scripts, false] as const, [markup?.code ?? [], true] as const])
          for (const code of spans)
            this.#parts.add({ ...code, path: "" }, { tree, code, isMarkup, number: number++ });
    }
    return this.#parts
      .touching({ start, end, path: "" })
      .filter(({ code }) => contains(code, { start, end }))
      .sort((a, b) => a.number - b.number);
  }

  #markupAround(place: Span): Span | undefined {
    return this.#partsAround(place).find(({ isMarkup }) => isMarkup)?.code;
  }

  /** Checks edits: in a component, no inserted text may end the script. */
  #checked(edits: readonly Edit[]): readonly Edit[] {
    const isComponent = this.trees.some(({ tree }) => tree.isComponent);
    if (isComponent && edits.some(({ text }) => /<\/script|^---/im.test(text)))
      refuse("the text would end the script that contains it");
    for (const edit of edits) {
      const around = isComponent ? this.#markupAround(edit) : undefined;
      if (around && endsCode(edit.text, this.text[around.start - 1]))
        refuse("the text would end the markup that contains it");
    }
    return edits;
  }
}

/** A constant that edits declare. */
interface Declared {
  readonly name: string;
  readonly edits: readonly Edit[];
}

/** A tree and the parts of the file that it was read from. */
interface ScriptTree {
  readonly tree: SourceTree;
  readonly scripts: readonly Span[];
  /** The markup, which is a part of the tree as well. */
  readonly markup?: ComponentMarkup;
}

/** A script, or code in markup. */
interface CodePart {
  readonly tree: SourceTree;
  readonly code: Span;
  readonly isMarkup: boolean;
  readonly number: number;
}

/** Returns whether a text would end the code of markup that it is put into, by what the code began with. */
function endsCode(text: string, opening: string | undefined): boolean {
  if (opening === '"' || opening === "'") return text.includes(opening);
  if (opening === "=") return /[\s"'`=<>]/.test(text);
  return /\{\{|\}\}/.test(text);
}

/** The scripts of a component are one module, as they see each other's names; where they do not parse as one, several. */
function treesOf(path: string, text: string, tree: Parsed | undefined): ScriptTree[] {
  const grammar = grammarFor(path);
  if (grammar) {
    const script = parsed(tree ?? parse(path, text, grammar));
    return [{ tree: new SourceTree(path, text, script, false), scripts: [{ start: 0, end: text.length }] }];
  }
  const scripts = scriptsOf(path, text);
  if (scripts.length === 0) return refuse("the file has no scripts");
  const typed = scripts.find((script) => script.grammar.language === "typescript") ?? scripts[0]!;
  const markup = new ComponentMarkup(path, text);
  const together = parse(path, onlySpans(text, scripts), typed.grammar, markup);
  if (together.ok) return [{ tree: new SourceTree(path, text, together, true), scripts, markup }];
  return scripts.flatMap((script) => {
    const alone = parse(path, onlySpans(text, [script]), script.grammar);
    return alone.ok ? [{ tree: new SourceTree(path, text, alone, true), scripts: [script] }] : [];
  });
}

function parsed(result: Parsed): Extract<Parsed, { ok: true }> {
  return result.ok ? result : refuse(`the file does not parse: ${result.message}`);
}
