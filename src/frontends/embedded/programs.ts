import { isScalar, visit, type Document } from "yaml";
import { addAll } from "../../core/add-all.js";
import type { SourceText } from "../../core/source-text.js";
import type { Block } from "./blocks.js";
import { sendsRequests } from "./commands.js";
import { hereDocuments, unescaped } from "./infrastructure.js";
import { languageNamed } from "./languages.js";
import { partsOf, pieceAt, within, type Piece } from "./piece.js";
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
  for (const [start, end] of hereDocuments(text)) {
    const opening = text.slice(text.lastIndexOf("\n", start - 2) + 1, start);
    add(INTERPRETER.exec(opening)?.[1], partsOf(commands, [{ start, end }]));
  }
  for (const { index, 0: whole, 1: interpreter, 2: plain, 3: escaped } of text.matchAll(ARGUMENT)) {
    const end = index + whole.length - 1;
    const length = (plain ?? escaped ?? "").length;
    const code = unescaped(text, end - length, length);
    add(
      interpreter,
      plain === undefined ? within(commands, code) : partsOf(commands, [{ start: end - length, end }]),
    );
  }
  return blocks;
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
