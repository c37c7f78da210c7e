import { fixerOf } from "../core/fixer.js";
import { groupBy } from "../core/group-by.js";
import type { ReportedFinding, ReportedReason } from "../core/report.js";
import { callSite, type RequestGroup } from "../core/reported-request.js";
import { oneLine } from "../core/visible.js";
import { count } from "./counts.js";
import { LISTS_ALL, most, placeText, type Context } from "./finding-lines.js";
import { reasonPlacesText } from "./reason-text.js";
import { wordsOf, wrap } from "./wrap.js";

const NO_FIX = "this kind of change has no automatic fix; the help says what to do";
const REASON_LABELS = { unsafe: "not proven", person: "why" } as const;

/** Different reasons of an entry that are shown; the others are counted. */
const REASONS_SHOWN = 3;

type Labelled = keyof typeof REASON_LABELS;

/** Reasons with the same text and places that several entries have: each is shown once, with the number of calls. */
export class RepeatedReasons {
  /** The calls of each reason, by entry. */
  readonly #calls = new Map<string, readonly string[][]>();
  readonly #shown = new Set<string>();

  constructor(groups: readonly RequestGroup[]) {
    for (const group of groups) for (const fixer of ["unsafe", "person"] as const) this.#add(group, fixer);
  }

  #add({ findings, requests }: RequestGroup, fixer: Labelled): void {
    const own = findings.filter((one) => one.severity !== "info" && fixerOf(one) === fixer);
    const stated = own.flatMap((finding) => finding.reasons.map((reason) => ({ finding, reason })));
    for (const same of groupBy(stated, ({ reason }) => reason.text).values()) {
      const key = keyOf(
        fixer,
        same.map(({ reason }) => reason),
      );
      if (key === undefined) continue;
      const about = new Set(same.flatMap(({ finding }) => finding.requests));
      const calls = requests.filter(({ id }) => about.has(id)).map(callSite);
      this.#calls.set(key, [...(this.#calls.get(key) ?? []), calls]);
    }
  }

  /** Returns whether an entry before has shown a reason, and the number of calls of the entries that do not show it. */
  next(
    fixer: Labelled,
    same: readonly ReportedReason[],
  ): { readonly isShown: boolean; readonly more: number } {
    const key = keyOf(fixer, same);
    if (key === undefined) return { isShown: false, more: 0 };
    const isShown = this.#shown.has(key);
    this.#shown.add(key);
    const [, ...others] = this.#calls.get(key) ?? [];
    return { isShown, more: new Set(others.flat()).size };
  }
}

/** Reasons without a place are about the call of their entry, whatever they say. */
function keyOf(fixer: Labelled, same: readonly ReportedReason[]): string | undefined {
  const places = [...new Set(same.flatMap(({ place }) => (place ? [placeText(place)] : [])))];
  return places.length === 0 ? undefined : JSON.stringify([fixer, same[0]!.text, places.sort()]);
}

/** Writes each reason of an entry once, with the places that no heading names. */
export function reasonLines(
  findings: readonly ReportedFinding[],
  fixer: Labelled,
  { named, repeated }: { readonly named: ReadonlySet<string>; readonly repeated: RepeatedReasons },
  context: Context,
): string[] {
  const { wrapAt, style } = context;
  const own = findings.filter((one) => fixerOf(one) === fixer);
  const all: readonly ReportedReason[] = own.flatMap(({ reasons }) => reasons);
  const stated: readonly ReportedReason[] =
    all.length > 0 || own.length === 0 || fixer !== "person" ? all : [{ text: NO_FIX }];
  const byText = [...groupBy(stated, ({ text }) => text)];
  const shown = byText.slice(0, most(REASONS_SHOWN, context)).flatMap(([text, same]) => {
    const { isShown, more } = repeated.next(fixer, same);
    if (isShown) return [];
    const places = same.flatMap(({ place }) => (place ? [placeText(place)] : []));
    const others = more > 0 ? `; the same holds for ${count(more, "call")} below` : "";
    return `${REASON_LABELS[fixer]}: ${oneLine(text)}${reasonPlacesText(places, named, context)}${others}`;
  });
  const left = byText.length - Math.min(byText.length, most(REASONS_SHOWN, context));
  const rest = left > 0 ? [`and ${count(left, "other reason")} ${LISTS_ALL}`] : [];
  return [...shown, ...rest].flatMap((line) =>
    wrap(wordsOf(line), { lead: `    ${style.faint("=")} `, columns: 6, width: wrapAt }),
  );
}
