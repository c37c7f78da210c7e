import { groupBy } from "../../core/group-by.js";
import type { Span } from "../../core/span.js";
import { SourceText } from "../../core/source-text.js";
import type { FileFacts } from "../../facts/file-facts.js";
import type { Problem } from "../../core/problem.js";
import type { Frontend } from "../frontend.js";
import type { Interest } from "../interest.js";
import { DEFAULT_LIMITS, type Limits } from "../limits.js";
import type { ModuleHost } from "../module-host.js";
import { TOO_DEEP } from "../lowered/program.js";
import { analyzeJson } from "../json/frontend.js";
import { readPlain } from "../plain/frontend.js";
import { sendsRequests } from "./commands.js";
import { errorInYaml, sessionsIn, unfitForBlocks, type Block, type Session } from "./blocks.js";
import { attributeReadsIn, dependenciesIn } from "./dependencies.js";
import { fedBy } from "./fed-programs.js";
import { hasScripts } from "./hosts.js";
import { formed, type BlockLanguage, type Form } from "./languages.js";
import { loadedFrontend } from "./loaded.js";
import { isManifest } from "./manifests.js";
import { holdsName, mayHoldFacts, merged, withExamples } from "./merged-facts.js";
import { scriptsOf } from "./pages.js";
import { notebookParts } from "./notebook.js";
import { joined, madePiece, type Piece } from "./piece.js";
import { factsInFile } from "./place-facts.js";

/** Reads a file as plain text, and adds the facts of the code in it. */
export const analyzeWithBlocks: Frontend["analyze"] = (source, interest, _limits, host) => {
  const facts = factsWithBlocks(source, interest, host);
  if (!isManifest(source.path)) return facts;
  const attributeReads = attributeReadsIn(source);
  return {
    ...facts,
    dependencies: dependenciesIn(source),
    ...(attributeReads.length > 0 ? { attributeReads } : {}),
  };
};

function factsWithBlocks(source: SourceText, interest: Interest, host?: ModuleHost): FileFacts {
  const notebook = source.path.endsWith(".ipynb") ? notebookParts(source.text) : undefined;
  const read = withBlanks(source, notebook?.outputs ?? []);
  const plain = readAround(read, interest);
  const unfit = unfitForBlocks(source);
  if (unfit) {
    const message = `${unfit.message}, searched as plain text`;
    return withProblems(plain, source, [{ path: source.path, kind: unfit.kind, message }]);
  }
  try {
    const reader = new BlockReader(source, interest, host);
    const facts = withFedPrograms(source, reader.readAll(sessionsIn(source)));
    const all = { ...merged(plain, facts), ...reader.mentionsOutside(read.text) };
    const programs = notebook?.code ?? (all.language === "html" ? scriptsOf(source.text) : undefined);
    const shown = programs ? withExamples(all, programs) : all;
    return withProblems(shown, source, [...brokenYaml(source), ...reader.problems]);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return withProblems(plain, source, [{ path: source.path, ...TOO_DEEP }]);
  }
}

/** Returns facts of blocks, of which some are commands that start the programs in others. */
function withFedPrograms(source: SourceText, blocks: readonly FileFacts[]): FileFacts[] {
  const escapes = blocks.flatMap((one) => one.escapes);
  return blocks.flatMap((one) => (one.language === "shell" ? [one] : fedBy(source, { escapes }, [one])));
}

/** Returns the facts of blocks of code, each of which is a program of its own. */
export function factsOfBlocks(
  source: SourceText,
  blocks: readonly Block[],
  interest: Interest,
  host?: ModuleHost,
): FileFacts[] {
  const reader = new BlockReader(source, interest, host);
  return reader.readAll(blocks.map(({ language, piece }) => ({ language, pieces: [piece] })));
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
  // A problem of one block is usually a problem of others as well, so the first one of each kind is reported.
  const first = [...groupBy(problems, ({ kind }) => kind).values()].map(([one]) => ({ ...one!, path }));
  return { ...facts, problems: [...facts.problems, ...first] };
}

/** Blocks as one file in their language. */
interface Program {
  readonly language: BlockLanguage;
  readonly form: Form;
  readonly pieces: readonly Piece[];
}

/** So many blocks are read together. Each has a share of the limits, so the work of all of them grows with the number. */
const TOGETHER = 20;

/** All code in a file together may take so many steps. */
const MOST_STEPS = DEFAULT_LIMITS.steps;
const TOO_MUCH: Omit<Problem, "path"> = {
  kind: "limit",
  limit: "steps",
  message: `following the values of the code in it takes more than ${MOST_STEPS} steps; the other values are unknown`,
};

interface Read extends Program {
  readonly facts: FileFacts;
  /** True if all of it parses. */
  readonly isWhole: boolean;
}

/** Names what sends the requests of a block. */
function sentBy(client: string | undefined, facts: FileFacts): FileFacts {
  if (client === undefined) return facts;
  return { ...facts, requests: facts.requests.map((request) => ({ ...request, client })) };
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
  /** The facts of blocks that were read together with others. */
  readonly #ahead = new Map<Piece, FileFacts | Problem>();
  #made = 0;
  #placed = 0;
  #steps = 0;

  constructor(
    private readonly source: SourceText,
    private readonly interest: Interest,
    private readonly host: ModuleHost | undefined,
  ) {}

  readAll(sessions: readonly Session[]): FileFacts[] {
    const asked = sessions.filter(({ language, pieces }) =>
      pieces.some(({ text }) => this.#isOfInterest(text, language)),
    );
    const single = asked.filter(({ language, pieces }) => language.forms.length === 1 && pieces.length === 1);
    for (const some of groupBy(single, ({ language }) => language.forms[0]!.entry).values())
      for (let at = 0; at < some.length; at += TOGETHER) this.#readAhead(some.slice(at, at + TOGETHER));
    return asked.flatMap((session) => this.#read(session));
  }

  /** Reads blocks together as far as they parse, so that a broken one does not hide the others. */
  #read({ language, pieces }: Session): FileFacts[] {
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

  /** Checks whether the rest of the file mentions the API as well. Its text may have blanks for what nobody reads. */
  mentionsOutside(text: string): Pick<FileFacts, "mentionsApi"> {
    if (this.#parsed.length === 0) return {};
    const outside = withoutSpans(text, this.#parsed);
    return { mentionsApi: this.interest.mentionsApi(outside, this.interest.scanText(outside)) };
  }

  #isOfInterest(text: string, { name }: BlockLanguage): boolean {
    if (name !== "shell") return mayHoldFacts(text, this.interest);
    // Other commands than those that send requests get payloads as well.
    return sendsRequests(text) || holdsName(text, this.interest);
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

  /** Reads blocks that do not continue each other in one go. What each of them needs is then made once. */
  #readAhead(sessions: readonly Session[]): void {
    const frontend = loadedFrontend(sessions[0]!.language.forms[0]!.entry);
    if (!frontend || "refused" in frontend || !frontend.analyzeAll || this.#stepsLeft <= 0) return;
    const sources = sessions.map(({ language, pieces }) => {
      const form = language.forms[0]!;
      return this.#sourceOf(pieceOfProgram({ language, form, pieces }), form);
    });
    const all = frontend.analyzeAll(sources, this.interest, this.#limits, this.host);
    for (const [index, { pieces }] of sessions.entries()) this.#ahead.set(pieces[0]!, all[index]!);
    for (const facts of all) this.#count(facts);
  }

  get #stepsLeft(): number {
    return MOST_STEPS - this.#steps;
  }

  get #limits(): Limits {
    return { ...DEFAULT_LIMITS, steps: this.#stepsLeft / 4, total: this.#stepsLeft };
  }

  /** Each block is a file with a name of its own. */
  #sourceOf({ text }: Piece, { ending }: Form): SourceText {
    return new SourceText(`${this.source.path}#${this.#made++}${ending}`, text);
  }

  #count(facts: FileFacts | Problem): void {
    if (!("requests" in facts)) return;
    this.#steps += facts.steps ?? 0;
    const isCutShort = facts.problems.some(({ kind, limit }) => kind === "limit" && limit !== "parts");
    if (isCutShort) this.#report(TOO_MUCH);
  }

  #tried(program: Program): Read | undefined {
    const { entry } = program.form;
    const frontend = loadedFrontend(entry);
    if (!frontend) return undefined;
    if ("refused" in frontend) {
      this.#report({ kind: "internal", message: `${frontend.refused}; searched as plain text` });
      return undefined;
    }
    const { path } = this.source;
    const piece = pieceOfProgram(program);
    let facts = this.#ahead.get(program.pieces[0]!);
    if (!facts) {
      if (this.#stepsLeft <= 0) {
        this.#report(TOO_MUCH);
        return undefined;
      }
      const own = this.#sourceOf(piece, program.form);
      facts = frontend.analyze(own, this.interest, this.#limits, this.host);
      this.#count(facts);
    }
    if (!("requests" in facts)) {
      this.#report({ kind: facts.kind, message: `the ${program.language.name} in it: ${facts.message}` });
      return undefined;
    }
    const isWhole = facts.problems.every(({ kind }) => kind !== "syntax");
    if (isWhole && (program.language.name === "shell" || !program.language.isMade))
      for (const { start, length } of piece.stretches) this.#parsed.push({ start, end: start + length });
    const placed = factsInFile(facts, piece, path, `${path}#${this.#placed++}`);
    return { ...program, facts: sentBy(program.language.client, placed), isWhole };
  }

  /** Reports a problem. A syntax error in an example is not reported, because examples often leave out parts. */
  #report(problem: Omit<Problem, "path">): void {
    if (problem.kind !== "syntax") this.problems.push({ path: this.source.path, ...problem });
  }
}

/** Returns a file with spaces instead of some parts, so that all other places stay the same. */
function withBlanks(source: SourceText, spans: readonly Span[]): SourceText {
  if (spans.length === 0) return source;
  const { path, text } = source;
  let left = "";
  let at = 0;
  for (const { start, end } of spans) {
    left += text.slice(at, start) + text.slice(start, end).replace(/[^\n\r]/g, " ");
    at = end;
  }
  return new SourceText(path, left + text.slice(at));
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
