import { touch, type Location, type Span } from "../../core/span.js";
import { SourceText } from "../../core/source-text.js";
import type { FileFacts } from "../../facts/file-facts.js";
import type { StringKind } from "../../facts/string.js";
import type { Problem } from "../../core/problem.js";
import type { Frontend } from "../frontend.js";
import type { Interest } from "../interest.js";
import { TOO_DEEP } from "../lowered/program.js";
import { analyzeJson } from "../json/frontend.js";
import { readPlain } from "../plain/frontend.js";
import { sendsRequests } from "./commands.js";
import { errorInYaml, sessionsIn, unfitForBlocks, type Block, type Session } from "./blocks.js";
import { dependenciesIn } from "./dependencies.js";
import { hasScripts } from "./hosts.js";
import { formed, type BlockLanguage, type Form } from "./languages.js";
import { loadedFrontend } from "./loaded.js";
import { isManifest } from "./manifests.js";
import { joined, madePiece, type Piece } from "./piece.js";
import { factsInFile } from "./place-facts.js";

/** Reads a file as plain text, and adds the facts of the code in it. */
export const analyzeWithBlocks: Frontend["analyze"] = (source, interest) => {
  const facts = factsWithBlocks(source, interest);
  return isManifest(source.path) ? { ...facts, dependencies: dependenciesIn(source) } : facts;
};

function factsWithBlocks(source: SourceText, interest: Interest): FileFacts {
  const plain = readAround(source, interest);
  const unfit = unfitForBlocks(source);
  if (unfit) {
    const message = `${unfit.message}, searched as plain text`;
    return withProblems(plain, source, [{ path: source.path, kind: unfit.kind, message }]);
  }
  try {
    const reader = new BlockReader(source, interest);
    const facts = sessionsIn(source).flatMap((session) => reader.read(session));
    const all = { ...merged(plain, facts), ...reader.mentionsOutside() };
    return withProblems(all, source, [...brokenYaml(source), ...reader.problems]);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return withProblems(plain, source, [{ path: source.path, ...TOO_DEEP }]);
  }
}

/** Returns the facts of blocks of code, each of which is a program of its own. */
export function factsOfBlocks(source: SourceText, blocks: readonly Block[], interest: Interest): FileFacts[] {
  const reader = new BlockReader(source, interest);
  return blocks.flatMap(({ language, piece }) => reader.read({ language, pieces: [piece] }));
}

/** The reading of the file without the code in it. */
function readAround(source: SourceText, interest: Interest): FileFacts {
  const facts = hasScripts(source.path) ? analyzeJson(source, interest) : undefined;
  return facts && "requests" in facts ? facts : readPlain(source, interest);
}

function brokenYaml(source: SourceText): Problem[] {
  const error = errorInYaml(source);
  if (error === undefined) return [];
  const { line } = source.position(error);
  const message = "does not parse as YAML, so some of its commands may not be read";
  return [{ path: source.path, kind: "syntax", message, line }];
}

function withProblems(facts: FileFacts, { path }: SourceText, problems: readonly Problem[]): FileFacts {
  // A problem of one block is usually a problem of others as well, so it is reported once.
  return {
    ...facts,
    problems: [...facts.problems, ...problems.slice(0, 1).map((one) => ({ ...one, path }))],
  };
}

/** Blocks as one file in their language. */
interface Program {
  readonly language: BlockLanguage;
  readonly form: Form;
  readonly pieces: readonly Piece[];
}

interface Read extends Program {
  readonly facts: FileFacts;
  /** True if all of it parses. */
  readonly isWhole: boolean;
}

function pieceOfProgram({ language, form, pieces }: Program): Piece {
  const whole = joined(pieces.map((piece) => formed(language, form, piece)));
  return joined([madePiece(language.before(whole.text)), whole, madePiece("\n")], "");
}

/** Reads the blocks of one file. */
class BlockReader {
  readonly problems: Problem[] = [];
  /** The parts of the file that are in blocks that parse. */
  readonly #parsed: Span[] = [];
  #count = 0;

  constructor(
    private readonly source: SourceText,
    private readonly interest: Interest,
  ) {}

  /** Reads blocks together as far as they parse, so that a broken one does not hide the others. */
  read({ language, pieces }: Session): FileFacts[] {
    if (!pieces.some(({ text }) => this.#isOfInterest(text, language))) return [];
    const [form] = language.forms;
    if (language.forms.length === 1) {
      const all = this.#tried({ language, form: form!, pieces });
      if (all?.isWhole || pieces.length === 1) return all ? [all.facts] : [];
    }
    const each = pieces.flatMap((piece) => this.#best(language, piece) ?? []);
    const whole = each.filter(({ isWhole }) => isWhole);
    const together = whole.length > 1 ? this.#together(language, whole) : undefined;
    const apart = together ? each.filter(({ isWhole }) => !isWhole) : each;
    return [...(together ? [together] : []), ...apart].map(({ facts }) => facts);
  }

  /** Checks whether the rest of the file mentions the API as well. */
  mentionsOutside(): Pick<FileFacts, "mentionsApi"> {
    if (this.#parsed.length === 0) return {};
    const outside = withoutSpans(this.source.text, this.#parsed);
    return { mentionsApi: this.interest.mentionsApi(outside, this.interest.scanText(outside)) };
  }

  #isOfInterest(text: string, { name }: BlockLanguage): boolean {
    // Other commands than those that send requests get payloads as well.
    const isNamed = (): boolean => [...this.interest.names].some((one) => text.includes(one));
    if (name === "shell") return sendsRequests(text) || isNamed();
    if (this.interest.mayBeOfRequest(text) || this.interest.scanText(text).length > 0) return true;
    return isNamed();
  }

  #best(language: BlockLanguage, piece: Piece): Read | undefined {
    const tries = [];
    for (const form of language.forms) {
      const read = this.#tried({ language, form, pieces: [piece] });
      if (read?.isWhole) return read;
      if (read) tries.push(read);
    }
    return tries[0];
  }

  #together(language: BlockLanguage, all: readonly Read[]): Read | undefined {
    const [{ form }] = all as [Read];
    const pieces = all.map((one) => formed(one.language, one.form, one.pieces[0]!));
    const read = this.#tried({ language, form: { ...form, around: ["", ""] }, pieces });
    return read?.isWhole ? read : undefined;
  }

  #tried(program: Program): Read | undefined {
    const { entry, ending } = program.form;
    const frontend = loadedFrontend(entry);
    if (!frontend) return undefined;
    if ("refused" in frontend) {
      this.#report({ kind: "internal", message: `${frontend.refused}; searched as plain text` });
      return undefined;
    }
    const { path } = this.source;
    const piece = pieceOfProgram(program);
    const facts = frontend.analyze(new SourceText(`${path}#${ending}`, piece.text), this.interest);
    if (!("requests" in facts)) {
      this.#report({ kind: facts.kind, message: `the ${program.language.name} in it: ${facts.message}` });
      return undefined;
    }
    const isWhole = facts.problems.every(({ kind }) => kind !== "syntax");
    if (isWhole && (program.language.name === "shell" || !program.language.isMade))
      for (const { start, length } of piece.stretches) this.#parsed.push({ start, end: start + length });
    return { ...program, facts: factsInFile(facts, piece, path, `${path}#${this.#count++}`), isWhole };
  }

  /** Reports a problem. A syntax error in an example is not reported, because examples often leave out parts. */
  #report(problem: Pick<Problem, "kind" | "message">): void {
    if (problem.kind !== "syntax") this.problems.push({ path: this.source.path, ...problem });
  }
}

/** The text with white space instead of some parts, which may overlap. */
function withoutSpans(text: string, spans: readonly Span[]): string {
  let left = "";
  let at = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (end <= at) continue;
    left += `${text.slice(at, Math.max(at, start))} `;
    at = end;
  }
  return left + text.slice(at);
}

/** Strings that are names of properties. */
const NAMES: ReadonlySet<StringKind> = new Set(["name", "held-name"]);

/** Adds the requests of blocks, and the facts that belong to them, to the facts of the plain text. */
export function merged(plain: FileFacts, blocks: readonly FileFacts[]): FileFacts {
  if (blocks.length === 0) return plain;
  const all = <Key extends "fields" | "strings" | "requests" | "comparisons" | "escapes">(key: Key) =>
    blocks.flatMap((facts): readonly FileFacts[Key][number][] => facts[key]);
  const known = new Set(plain.strings.map(({ what, place }) => `${what}:${place.start}`));
  const fields = all("fields");
  const isField = (place: Location): boolean => fields.some((field) => touch(field.place, place));
  return {
    ...plain,
    requests: [...plain.requests, ...all("requests")],
    fields: [...plain.fields, ...fields],
    strings: [
      ...plain.strings.filter(({ what, place }) => !NAMES.has(what) || !isField(place)),
      ...all("strings").filter(
        ({ what, place, parts }) => parts.length > 0 && !known.has(`${what}:${place.start}`),
      ),
    ],
    comparisons: [...plain.comparisons, ...all("comparisons")],
    escapes: [...plain.escapes, ...all("escapes")],
  };
}
