import { greatestOf } from "../../core/add-all.js";
import {
  APPLICABILITIES,
  type Applicability,
  type Edit,
  type Finding,
  type Fix,
} from "../../core/finding.js";
import { contains, type Span } from "../../core/span.js";
import { addToGroup } from "../../core/group-by.js";
import { isImportableData } from "../../engine/importable-data.js";
import { isTypeDoubt } from "../../fix/moves/type-doubts.js";
import { wantsTypes } from "../../fix/moves/without-types.js";
import { orderEdits, OverlapError } from "../../fix/text-edits.js";
import { namedFirst, pathFrom } from "./messages.js";

/** A change that an editor may make for a finding: edits of the same file only. */
interface Offer {
  readonly applicability: Exclude<Applicability, "display-only">;
  /** A text that says what it does, and why it is not safe: `move a request to /api/atlas/v2 (unsafe: …)`. */
  readonly description: string;
  readonly edits: readonly Edit[];
}

/** The changes that can be made for a finding where it is shown, and those that have to be made elsewhere. */
interface Offers {
  /** Applied by `--fix`; at most one. */
  readonly fix?: Offer;
  /** Shown as choices. */
  readonly suggestions: readonly Offer[];
  /** The reason why there is no suggestion, with the command that fixes it. It ends the message. */
  readonly elsewhere?: string;
}

const NONE: Offers = { suggestions: [] };
/** Files that are named in a message; the others are counted. */
const FILES_NAMED = 2;

/**
 * Returns the changes to offer for a finding. Fixes of one unit are applied together or not at all, so each finding of
 * a unit offers all of its edits; if they change other files, none is offered.
 *
 * @param all the findings of all files that belong together
 * @param from the root that paths are relative to, as a person gives it to the command; empty where the command runs in it
 * @param linted the part of the file that is linted: edits of the rest of it are not offered either
 */
export function offersFor(finding: Finding, all: readonly Finding[], from = "", linted?: Span): Offers {
  if (finding.fixes.length === 0) return NONE;
  const { path } = finding.place;
  const offers: Offer[] = [];
  let elsewhere: string | undefined;
  for (const one of finding.fixes) {
    const whole = wholeFix(one, all);
    if (!whole) continue;
    if (whole.applicability === "display-only" || whole.edits.length === 0) {
      if (whole.reasons.length > 0 && whole.reasons.every(wantsTypes))
        elsewhere ??= `the fix needs types: ${commandIn(from)}`;
      continue;
    }
    const outside = whole.edits.filter((edit) => edit.path !== path || (linted && !contains(linted, edit)));
    const others = [...new Set(outside.map((edit) => edit.path))];
    if (others.length > 0) elsewhere ??= commandFor(others, whole.applicability, from, path);
    else offers.push(offerOf(mindingReaders(whole, path)));
  }
  const fix = offers.find(({ applicability }) => applicability === "safe");
  const suggestions = offers.filter((offer) => offer !== fix);
  return {
    ...(fix ? { fix } : {}),
    suggestions,
    ...(elsewhere !== undefined && offers.length === 0 ? { elsewhere } : {}),
  };
}

/** A fix with all parts of its unit. */
interface Whole extends Pick<Fix, "applicability" | "edits"> {
  readonly reasons: readonly string[];
}

type Described = Whole & Pick<Fix, "description">;

/** Before the command changes data it searches all files and languages for readers; an editor does not. */
function mindingReaders(whole: Described, path: string): Described {
  if (whole.applicability !== "safe" || !isImportableData(path)) return whole;
  return {
    ...whole,
    applicability: "unsafe",
    reasons: [`the plugin does not search for other readers of ${path}`],
  };
}

/** Editors show the description in one line of a menu: of several reasons it has one, and the number of the others. */
function offerOf({ applicability, description, reasons, edits }: Described): Offer {
  if (applicability === "safe") return { applicability, description, edits };
  const first = reasons.find(isTypeDoubt) ?? reasons[0];
  const others = reasons.length - 1;
  const more = others > 0 ? `; and ${String(others)} more` : "";
  const why = first === undefined ? "unsafe" : `unsafe: ${first}${more}`;
  return { applicability: "unsafe", description: `${description} (${why})`, edits };
}

/** Returns a fix with all edits of its unit. Undefined if they contradict each other. */
function wholeFix(fix: Fix, all: readonly Finding[]): Described | undefined {
  const { unit, description } = fix;
  const whole = unit === undefined ? together([fix]) : unitsIn(all).get(unit);
  return whole && { ...whole, description };
}

const units = new WeakMap<readonly Finding[], ReadonlyMap<string, Whole | undefined>>();

/** The units of all fixes. Every finding of a unit asks for all of it, so they are put together once. */
function unitsIn(all: readonly Finding[]): ReadonlyMap<string, Whole | undefined> {
  let known = units.get(all);
  if (known) return known;
  const parts = new Map<string, Fix[]>();
  for (const fix of all.flatMap(({ fixes }) => fixes)) {
    if (fix.unit !== undefined) addToGroup(parts, fix.unit, fix);
  }
  known = new Map([...parts].map(([unit, ofUnit]) => [unit, together(ofUnit)]));
  units.set(all, known);
  return known;
}

function together(parts: readonly Fix[]): Whole | undefined {
  const least = greatestOf(parts.map(({ applicability }) => APPLICABILITIES.indexOf(applicability)));
  const reasons = [...new Set(parts.flatMap((part) => part.reasons ?? []))];
  try {
    const edits = orderEdits(parts.flatMap((part) => part.edits));
    return { applicability: APPLICABILITIES[least]!, reasons, edits };
  } catch (error) {
    if (error instanceof OverlapError) return undefined;
    throw error;
  }
}

/** The whole root: the code that sends a request may be in files that are not changed. */
function commandFor(
  others: readonly string[],
  applicability: Applicability,
  from: string,
  own: string,
): string {
  const files = namedFirst(
    others.map((path) => (path === own ? `another part of ${pathFrom(from, path)}` : pathFrom(from, path))),
    FILES_NAMED,
  );
  const flag = applicability === "safe" ? "" : " --unsafe-fixes";
  return `the fix also changes ${files}: ${commandIn(from, flag)}`;
}

function commandIn(from: string, flag = ""): string {
  return `npx v2ready fix${flag}${from === "" ? "" : ` ${quoted(from)}`}`;
}

/** A path as a shell takes it. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : JSON.stringify(path);
}
