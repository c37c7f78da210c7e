import type { Edit, Finding } from "../core/finding.js";
import { addToGroup, groupBy } from "../core/group-by.js";
import type { SourceText } from "../core/source-text.js";
import { distinct, type FileAnalysis } from "../engine/analyze-file.js";
import { EditedText } from "./edited-text.js";
import { OverlapError, orderEdits } from "./text-edits.js";
import type { Unit } from "./unit.js";

/** The result of an analysis of the whole run. */
export interface Analysed {
  readonly analyses: readonly FileAnalysis[];
  /** All of it, also what only a look at the repository as a whole can tell. */
  readonly findings: readonly Finding[];
}

/** Texts that differ from those on disk, by path. */
export type Texts = ReadonlyMap<string, SourceText>;

/** The functions that verification needs from its host. */
export interface Verifier {
  /** Analyses the run again, with these texts instead of the files on disk. */
  analyze(texts: Texts): Promise<Analysed>;
  /** See `Frontend.changeBeside`. */
  changeBeside(before: SourceText, after: SourceText, edits: readonly Edit[]): Promise<string | undefined>;
  /** The text of a file as it is on disk. */
  read(path: string): SourceText | undefined;
  /** A message of the compiler that there was not before, of files with types; absent where it is not asked. */
  newTypeError?(before: Texts, after: Texts): string | undefined;
  /**
   * Returns whether a finding only tells that the version that was asked for is old itself, or that a base path has no
   * known request. So does one about a declared property that only means something else.
   */
  isNotice(finding: Finding, texts: Texts): boolean;
}

/** Texts with the analysis of them. */
export interface State extends Analysed {
  readonly texts: Texts;
}

type Attempt =
  | { readonly ok: true; readonly state: State }
  /** `blamed`: units that are surely the reason; empty where it may be any. */
  | { readonly ok: false; readonly reason: string; readonly blamed: readonly Unit[] };

/** Returns the text of a file in a state. */
export function textIn(path: string, texts: Texts, verifier: Verifier): SourceText | undefined {
  return texts.get(path) ?? verifier.read(path);
}

/**
 * Returns the texts after the edits.
 *
 * @throws {OverlapError} two edits change the same characters
 */
export function edited(edits: readonly Edit[], texts: Texts, verifier: Verifier): Map<string, SourceText> {
  const made = new Map(texts);
  for (const [path, own] of byPath(edits)) {
    const source = textIn(path, texts, verifier);
    if (!source) throw new Error(`${path} was not read`);
    made.set(path, new EditedText(source, own));
  }
  return made;
}

function byPath(edits: readonly Edit[]): Map<string, Edit[]> {
  return groupBy(orderEdits(edits), ({ path }) => path);
}

/**
 * Checks that edits change nothing else in their files. Returns the reason if they do. Undefined if all files are
 * correct.
 */
export async function structuralFault(
  edits: readonly Edit[],
  texts: Texts,
  verifier: Verifier,
): Promise<string | undefined> {
  let made: Texts;
  try {
    made = edited(edits, texts, verifier);
  } catch (error) {
    if (error instanceof OverlapError) return error.message;
    throw error;
  }
  for (const [path, own] of byPath(edits)) {
    const before = textIn(path, texts, verifier)!;
    const outside = own.find(({ start, end }) => start < 0 || end < start || end > before.text.length);
    if (outside) return `${path}: an edit is outside the file`;
    const change = await verifier.changeBeside(before, made.get(path)!, own);
    if (change !== undefined) return `${path}: ${change}`;
  }
  return undefined;
}

/** Applies the edits of some units together and analyses the result: the fixed findings must be gone, and nothing may be new. */
export async function attempt(units: readonly Unit[], from: State, verifier: Verifier): Promise<Attempt> {
  const edits = orderEdits(units.flatMap((unit) => unit.edits));
  const fault = await structuralFault(edits, from.texts, verifier);
  if (fault !== undefined) return { ok: false, reason: fault, blamed: [] };
  const texts = edited(edits, from.texts, verifier);
  const analysed = await verifier.analyze(texts);
  const after = analysed.findings.filter((finding) => !verifier.isNotice(finding, texts));
  const { appeared, remaining } = compareFindings(from.findings, after, byPath(edits));
  const unfixed = units.filter(({ findings }) => findings.some((one) => remaining.has(identityOf(one))));
  if (unfixed.length > 0) {
    const [first] = unfixed[0]!.findings.filter((one) => remaining.has(identityOf(one)));
    const reason = `a second analysis still finds the problem: ${brief(first!, from.texts, verifier)}`;
    return { ok: false, reason, blamed: unfixed };
  }
  const [news] = appeared;
  if (news) {
    const suspects = units.filter((unit) => unit.edits.some(({ path }) => path === news.place.path));
    const isKnown = from.findings.some((one) => isAlike(one, news));
    const what = isKnown ? "a problem for a person stays:" : "a second analysis finds a new problem:";
    const reason = `${what} ${brief(news, texts, verifier)}`;
    return { ok: false, reason, blamed: suspects.length === 1 ? suspects : [] };
  }
  // Types follow what is read and stated, and may take a header or a base path as it is only.
  const error = verifier.newTypeError?.(from.texts, texts);
  if (error !== undefined) {
    const reason = `the code would no longer compile: ${error}`;
    return { ok: false, reason, blamed: units.length === 1 ? units : [] };
  }
  return { ok: true, state: { ...analysed, texts } };
}

/** Returns whether two findings are of the same property, which the new request is judged by in other words. */
function isAlike(one: Finding, other: Finding): boolean {
  const isOfProperty = one.property !== undefined && one.property === other.property;
  return isOfProperty && one.ruleId === other.ruleId && one.place.path === other.place.path;
}

/** `src/a.js:3, srvAddress is not in cluster responses (no-removed-property)` */
function brief({ ruleId, message, place }: Finding, texts: Texts, verifier: Verifier): string {
  const line = textIn(place.path, texts, verifier)?.position(place.start).line ?? 1;
  return `${place.path}:${line}, ${message.replace(/\.$/, "")} (${ruleId})`;
}

/** Returns a key that distinguishes two findings of one text. */
export function identityOf({ ruleId, messageId, property = "", place }: Finding): string {
  return [ruleId, messageId, property, place.path, place.start].join("\n");
}

/** Compares the findings of two analyses; places of the first one are moved with the edits. */
function compareFindings(
  before: readonly Finding[],
  after: readonly Finding[],
  edits: ReadonlyMap<string, readonly Edit[]>,
): { readonly appeared: readonly Finding[]; readonly remaining: ReadonlySet<string> } {
  const open = new Map<string, { finding: Finding; from: number; to: number }[]>();
  for (const finding of distinct(before)) {
    const key = kindOf(finding);
    const range = movedRange(finding.place.start, edits.get(finding.place.path) ?? []);
    addToGroup(open, key, { finding, ...range });
  }
  const remaining = new Set<string>();
  const appeared = distinct(after).filter((finding) => {
    const { start } = finding.place;
    const candidates = open.get(kindOf(finding)) ?? [];
    const at = candidates.findIndex(({ from, to }) => from <= start && start <= to);
    if (at < 0) return true;
    remaining.add(identityOf(candidates[at]!.finding));
    candidates.splice(at, 1);
    return false;
  });
  return { appeared, remaining };
}

function kindOf({ ruleId, messageId, property = "", place }: Finding): string {
  return [ruleId, messageId, property, place.path].join("\n");
}

/** Returns the range in which an offset may be after edits: the whole new text if its own text was replaced. */
function movedRange(offset: number, edits: readonly Edit[]): { from: number; to: number } {
  let shift = 0;
  for (const { start, end, text } of edits) {
    if (start > offset) break;
    if (offset < end || offset === start) return { from: start + shift, to: start + shift + text.length };
    shift += text.length - (end - start);
  }
  return { from: offset + shift, to: offset + shift };
}
