import { isScalar, visit, type Document } from "yaml";
import { addAll } from "../../core/add-all.js";
import { groupBy } from "../../core/group-by.js";
import type { SourceText } from "../../core/source-text.js";
import type { Span } from "../../core/span.js";
import type { Block } from "./blocks.js";
import { sendsRequests } from "./commands.js";
import { hereDocuments, unescaped } from "./infrastructure.js";
import { languageNamed } from "./languages.js";
import { joined, partsOf, pieceAt, within, type Piece } from "./piece.js";
import { pieceOfScalar } from "./yaml-data.js";

const INTERPRETER = /\b(python3?|node|ruby|php)\b/;
const STARTS = /\b(?:python3?|node|ruby|php)\b[^\n]{0,200}(?:<<|[ \t]-(?:[cerp]|pe|-eval|-print)[ \t])/;
/** The code is the argument of an option. */
const ARGUMENT =
  /\b(python3?|node|ruby|php)[ \t]+(?:-\w+[ \t]+)*-(?:[cerp]|pe|-eval|-print)[ \t]+(?:'([^']*)'|"((?:[^"\\]|\\[\s\S])*)")/g;

/** Code by its first words, in a text that nothing else names the language of. */
const BY_LOOKS: readonly (readonly [name: string, looks: RegExp])[] = [
  ["python", /^(?:from \w[\w.]* import |import \w[\w., ]*$)/m],
  ["javascript", /^(?:(?:const|let|var) [\w{[][^\n]*=|import [\w{*][^\n]* from ["'])/m],
];

const known = new WeakMap<Pick<SourceText, "text">, readonly Block[]>();

/** Returns the programs in a shell script. Each text is searched once. */
export function programsOf(source: Pick<SourceText, "text">): readonly Block[] {
  let found = known.get(source);
  if (!found) known.set(source, (found = programsIn(pieceAt(source.text, 0, source.text.length))));
  return found;
}

/** Returns the programs that commands of a shell start with their code in a here-document or an argument. */
export function programsIn(commands: Piece): Block[] {
  const { text } = commands;
  if (!STARTS.test(text)) return [];
  const blocks: Block[] = [];
  const add = (interpreter: string | undefined, piece: Piece): void => {
    const language = interpreter && languageNamed(interpreter);
    // The text is edited as a part of the commands.
    if (language) blocks.push({ language: { ...language, isMade: true }, piece });
  };
  const asWritten = (from: number, to: number): Piece => partsOf(commands, [{ start: from, end: to }]);
  for (const [start, end] of hereDocuments(text)) {
    const opening = text.slice(text.lastIndexOf("\n", start - 2) + 1, start);
    const isPlain = /<<[-~]?[ \t]*["'\\]/.test(opening);
    add(
      INTERPRETER.exec(opening)?.[1],
      isPlain ? asWritten(start, end) : withValues(commands, { start, end }, asWritten),
    );
  }
  for (const { index, 0: whole, 1: interpreter, 2: plain, 3: escaped } of text.matchAll(ARGUMENT)) {
    const end = index + whole.length - 1;
    const start = end - (plain ?? escaped ?? "").length;
    const inQuotes = (from: number, to: number): Piece => within(commands, unescaped(text, from, to - from));
    add(
      interpreter,
      plain === undefined ? withValues(commands, { start, end }, inQuotes) : asWritten(start, end),
    );
  }
  return blocks;
}

/** A variable that the shell puts into a text. */
const VARIABLE = /(?<!\\)\$(?:\{(\w+)\}|(\w+))/g;
/** Variables in the values of variables are followed so far. */
const MAX_DEPTH = 3;
/** A program has so many values of variables. */
const MAX_VALUES = 100;

/**
 * Returns a part of commands with the values of variables that the shell puts into it: for each the last text before
 * it that the script gives the variable. Variables without one do not change.
 *
 * @param read makes the text between them
 */
function withValues(commands: Piece, { start, end }: Span, read: (from: number, to: number) => Piece): Piece {
  const assigned = assignmentsIn(commands);
  let left = MAX_VALUES;
  const fill = (from: number, to: number, before: number, depth: number, asText: typeof read): Piece => {
    const parts: Piece[] = [];
    let at = from;
    for (const { index, 0: whole, 1: inBraces, 2: bare } of commands.text
      .slice(from, to)
      .matchAll(VARIABLE)) {
      const value = assigned.get(inBraces ?? bare!)?.findLast((one) => one.end <= before);
      if (!value || depth === 0 || left-- <= 0) continue;
      const { isPlain, start: begin, end: behind } = value;
      parts.push(asText(at, from + index));
      parts.push(isPlain ? asText(begin, behind) : fill(begin, behind, begin, depth - 1, asText));
      at = from + index + whole.length;
    }
    return at === from ? asText(from, to) : joined([...parts, asText(at, to)], "");
  };
  return fill(start, end, start, MAX_DEPTH, read);
}

/** The value of a variable of the shell; `isPlain` if the shell puts nothing into it. */
interface Assigned extends Span {
  readonly isPlain: boolean;
}

const ASSIGNMENT =
  /^[ \t]*(?:(?:export|local|readonly|declare)[ \t]+(?:-\w+[ \t]+)*)?([A-Za-z_]\w*)=(?:'([^'\n]*)'|"([^"\\`\n]*)"|([^\s"'`\\;&|()<>]+))[ \t]*(?:[;#].*)?\r?$/gm;

const assignments = new WeakMap<Piece, ReadonlyMap<string, readonly Assigned[]>>();

function assignmentsIn(commands: Piece): ReadonlyMap<string, readonly Assigned[]> {
  let found = assignments.get(commands);
  if (found) return found;
  const all = [...commands.text.matchAll(ASSIGNMENT)].flatMap(
    ({ index, 0: whole, 1: name, 2: plain, 3: filled, 4: bare }) => {
      const value = plain ?? filled ?? bare ?? "";
      const start = index + whole.indexOf("=") + (bare === undefined ? 2 : 1);
      return value.includes("$(")
        ? []
        : [{ name: name!, start, end: start + value.length, isPlain: plain !== undefined }];
    },
  );
  assignments.set(commands, (found = groupBy(all, ({ name }) => name)));
  return found;
}

/** Returns whether a YAML file may have programs in its texts. */
export function mayHoldPrograms(source: string): boolean {
  return STARTS.test(source) || /^[ \t]+(?:from|import|const|let|var) /m.test(source);
}

/** Returns the programs in texts of YAML: steps of workflows, functions of templates, files of a pod. */
export function programsInYaml(source: string, documents: readonly Document.Parsed[]): Block[] {
  const blocks: Block[] = [];
  for (const document of documents)
    visit(document, {
      Scalar: (key, scalar) => {
        const { value } = scalar;
        if (key === "key" || typeof value !== "string" || !isScalar(scalar)) return;
        const isProgram = value.includes("\n") && !sendsRequests(value);
        const name = isProgram ? BY_LOOKS.find(([, looks]) => looks.test(value))?.[0] : undefined;
        const isStarted = STARTS.test(value);
        const piece = name || isStarted ? pieceOfScalar(scalar, source) : undefined;
        if (!piece) return;
        const language = isStarted ? undefined : languageNamed(name!);
        addAll(blocks, language ? [{ language: { ...language, isMade: true }, piece }] : programsIn(piece));
      },
    });
  return blocks;
}
