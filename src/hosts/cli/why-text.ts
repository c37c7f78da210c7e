import { bestFix, fixerOf } from "../../core/fixer.js";
import type { Finding } from "../../core/finding.js";
import type { Fixer } from "../../core/report.js";
import type { ReportedRequest } from "../../core/reported-request.js";
import type { SourceText } from "../../core/source-text.js";
import type { Location, Position } from "../../core/span.js";
import type { Answer, AnsweredFinding, AnsweredRequest } from "../../engine/why/answer.js";
import type { Explanation } from "../../engine/why/explanation.js";
import type { Origin } from "../../engine/why/origins.js";
import { ruleAddress } from "../../hosting/package-info.js";
import { createStyle, type Style } from "../../report/style.js";
import type { RenderOptions } from "../../report/index.js";
import { oneLine, visible, visiblePath } from "../../core/visible.js";
import { wordsOf, wrap, type Word } from "../../report/wrap.js";
import { isOnlySearched } from "../../runs/load-frontend.js";

/** Findings, places and reasons of a list that are shown without `--verbose`; the rest is counted. */
const LISTED = 10;
/** Requests that are shown without `--verbose`, in six lines each. */
export const REQUESTS_SHOWN = 3;
/** Steps of a trace that are shown without `--verbose`: the first ones and the last one. */
const STEPS_SHOWN = 4;
const LABEL_COLUMNS = 12;

const HIDDEN: Readonly<Record<NonNullable<AnsweredFinding["hidden"]>, string>> = {
  confidence: "check does not show it, because its confidence is low (--min-confidence low shows it)",
  directive: "check does not show it, because a v2ready-disable comment suppresses it",
  undetermined: "it could not be decided (check --show-undetermined lists it)",
};

const FIX: Readonly<Record<Fixer, string>> = {
  safe: "the command fix can change it",
  unsafe: "the command fix --unsafe-fixes can change it",
  person: "a person must change it",
};

/** A caution for languages that are only searched. */
const NOT_FOLLOWED =
  "This language is only searched as text. Requests in it are not followed, so v2ready cannot tell whether this code sends a request to the API.";

/** Prints what `why` says of a place, for people. */
export class WhyText {
  readonly #style: Style;
  readonly #width: number;
  /** Origins that were printed: requests of one client share them. */
  readonly #reported = new Set<string>();

  constructor(
    options: RenderOptions,
    private readonly sources: ReadonlyMap<string, SourceText>,
    /** The file of the question: places in it are shown without its name. */
    private readonly path: string,
    /** Masks secrets in a text that may come from the code. */
    private readonly mask: (text: string) => string,
    /** True if nothing is left out. */
    private readonly showsAll = false,
  ) {
    this.#style = createStyle(options);
    this.#width = Math.max(40, options.width ?? Infinity);
  }

  /** Returns the place with its line of code, masked. */
  heading(name: string, code: string): string[] {
    const lead = `${this.#style.file(this.#style.path(visible(name)), this.path)}  `;
    const words = wordsOf(visible(code));
    return wrap(words, { lead, columns: name.length + 2, hang: 2, width: this.#width });
  }

  /** Returns the answer for a file that no rule has to check. */
  noTrace(): string[] {
    const lead = `${this.#style.good("No finding here")}, because this file does not mention the API`;
    return this.#lines(
      isOnlySearched(this.path)
        ? `${lead}. ${NOT_FOLLOWED}`
        : `${lead}, and no value from it is used in a request to the API.`,
    );
  }

  answer({ findings, reasons, requests, moreRequests }: Answer): string[] {
    const shown = findings.filter(({ hidden }) => hidden === undefined);
    const hidden = findings.filter((one) => one.hidden !== undefined);
    return [
      ...this.#findings(shown),
      ...(shown.length > 0 ? [] : this.#noFinding(hidden, reasons, requests)),
      ...this.#findings(hidden),
      ...requests.flatMap((one) => this.#request(one)),
      ...(moreRequests > 0 ? this.#lines(moreOf(moreRequests, "request")) : []),
    ];
  }

  #findings(findings: readonly AnsweredFinding[]): string[] {
    const { first, more } = this.#first(findings);
    const rest = more > 0 ? this.#lines(moreOf(more, "finding")) : [];
    return [...first.flatMap((one) => this.#finding(one)), ...rest];
  }

  /** Returns the first items, and the number of those that are left out. */
  #first<Item>(items: readonly Item[]): { first: readonly Item[]; more: number } {
    const first = this.showsAll ? items : items.slice(0, LISTED);
    return { first, more: items.length - first.length };
  }

  #noFinding(
    hidden: readonly AnsweredFinding[],
    reasons: Answer["reasons"],
    requests: readonly AnsweredRequest[],
  ): string[] {
    const lead = this.#style.good("No finding here");
    if (hidden.length > 0) return ["", `${lead} that check shows:`];
    if (requests.some(({ elsewhere }) => elsewhere.length > 0))
      return this.#lines(`${lead}. What has to change for the request is at other places, see below.`);
    const { first, more } = this.#first(
      reasons.map(({ text, place }) => `${this.mask(oneLine(text))} (${this.#place(place)})`),
    );
    const [only, second] = first;
    if (only === undefined && isOnlySearched(this.path))
      return this.#lines(`${lead}, because the text search finds nothing here. ${NOT_FOLLOWED}`);
    if (only === undefined && requests.length > 0)
      return this.#lines(`${lead}. What v2ready knows of the request that this line belongs to is below.`);
    if (only === undefined)
      return this.#lines(
        `${lead}, because there is nothing here that a rule looks at: no request, no base path, no media type, no connection string and no property of the API.`,
      );
    if (second === undefined) return this.#lines(`${lead}, because ${only}.`);
    return [
      "",
      `${lead}, because:`,
      ...[...first, ...(more > 0 ? [moreOf(more, "reason")] : [])].flatMap((reason) =>
        this.#wrapped(`- ${reason}`, { indent: 2, hang: 4 }),
      ),
    ];
  }

  #lines(text: string): string[] {
    return ["", ...this.#wrapped(text, { indent: 0 })];
  }

  #finding({ finding, certainty, hidden }: AnsweredFinding): string[] {
    const { severity, confidence, message, ruleId, advice, place } = finding;
    const style = this.#style;
    const rule = visible(ruleId);
    const head: Word[] = [
      ...wordsOf(visible(this.mask(oneLine(message)))),
      { text: rule, shown: style.link(style.faint(rule), ruleAddress(ruleId)), gap: 2 },
    ];
    const where = certainty.place ? ` (${this.#place(certainty.place)})` : "";
    return [
      "",
      ...wrap(head, {
        lead: `${style.severity(severity, severity)}  `,
        columns: severity.length + 2,
        hang: 2,
        width: this.#width,
      }),
      ...this.#row("at", this.#place(place)),
      ...this.#row("confidence", `${confidence}: ${this.mask(certainty.text)}${where}`),
      ...(hidden ? this.#row("shown", HIDDEN[hidden]) : []),
      ...(advice === undefined ? [] : this.#row("help", this.mask(oneLine(advice)))),
      ...(severity === "info" || hidden === "undetermined" ? [] : this.#row("fix", this.#fixOf(finding))),
    ];
  }

  #request({ request, origins, elsewhere }: AnsweredRequest): string[] {
    const { method, path, client } = request;
    const style = this.#style;
    const title = [...(method === undefined ? [] : [method]), path].join(" ");
    return [
      "",
      ...wrap(
        [
          ...wordsOf(visible(this.mask(title))).map(({ text }) => ({ text, shown: style.strong(text) })),
          { text: oneLine(client), shown: oneLine(client), gap: 2 },
        ],
        { lead: "request  ", columns: 9, hang: 2, width: this.#width },
      ),
      ...this.#row(
        "sent",
        sentFrom(request, (place, position) => this.#position(place, position)),
      ),
      ...this.#row("version", versionOf(request)),
      ...origins.flatMap((origin) => this.#origin(origin)),
      ...this.#elsewhere(elsewhere),
    ];
  }

  #origin({ label, text, steps }: Origin): string[] {
    const texts = steps.map((step) => `${step.text}${step.place ? ` at ${this.#place(step.place)}` : ""}`);
    const leftOut = this.showsAll ? 0 : texts.length - STEPS_SHOWN;
    if (leftOut > 0)
      texts.splice(STEPS_SHOWN - 1, leftOut, `${leftOut} more ${leftOut === 1 ? "step" : "steps"}`);
    const way = texts.length === 0 ? "" : `: ${texts.join(" → ")}`;
    const line = this.mask(oneLine(`${text}${way}`));
    if (this.#reported.has(`${label} ${line}`)) return [];
    this.#reported.add(`${label} ${line}`);
    return this.#row(label, line);
  }

  #elsewhere(findings: readonly Finding[]): string[] {
    const { first, more } = this.#first(findings);
    const lines = first.map(
      ({ place, severity, ruleId }) => `${this.#place(place)} ${severity} ${visible(ruleId)}`,
    );
    return [...lines, ...(more > 0 ? [moreOf(more, "finding")] : [])].flatMap((line, index) =>
      this.#row(index === 0 ? "elsewhere" : "", line),
    );
  }

  /** Returns all facts about the place, for `--verbose`. */
  log(explanations: readonly Explanation[]): string[] {
    if (explanations.length === 0) return [];
    return [
      "",
      this.#style.strong("Log"),
      ...explanations.flatMap(({ title, place, details, verdicts }) => [
        ...this.#wrapped(`${this.mask(oneLine(title))}  ${this.#place(place)}`, { indent: 2, hang: 4 }),
        ...details.flatMap((detail) => {
          const where = detail.place ? `  ${this.#place(detail.place)}` : "";
          const indent = 2 * (detail.depth + 2);
          return this.#wrapped(`${this.mask(oneLine(detail.text))}${where}`, { indent, hang: indent + 2 });
        }),
        ...verdicts.flatMap(({ ruleId, isFinding, text }) =>
          this.#wrapped(`${isFinding ? "finding" : "no finding"}  ${ruleId}: ${this.mask(oneLine(text))}`, {
            indent: 4,
            hang: 6,
          }),
        ),
      ]),
    ];
  }

  #fixOf(finding: Finding): string {
    const { reasons: [reason] = [], reasonPlaces } = bestFix(finding) ?? {};
    if (reason === undefined) return FIX[fixerOf(finding)];
    const place = reasonPlaces?.get(reason);
    const where = place ? `, at ${this.#place(place)}` : "";
    return `${FIX[fixerOf(finding)]} (${this.mask(oneLine(reason))}${where})`;
  }

  #wrapped(text: string, { indent, hang = indent }: { indent: number; hang?: number }): string[] {
    return wrap(wordsOf(visible(text)), {
      lead: " ".repeat(indent),
      columns: indent,
      hang,
      width: this.#width,
    });
  }

  #row(label: string, text: string): string[] {
    const lead = `  ${this.#style.faint(label.padEnd(LABEL_COLUMNS))}`;
    return wrap(wordsOf(visible(text)), { lead, columns: 2 + LABEL_COLUMNS, width: this.#width });
  }

  #place({ path, start }: Location): string {
    const source = this.sources.get(path);
    return source ? this.#position(path, source.position(start)) : visiblePath(path);
  }

  #position(path: string, { line, column }: Position): string {
    return path === this.path ? `${line}:${column}` : `${visiblePath(path)}:${line}:${column}`;
  }
}

function moreOf(count: number, noun: string): string {
  return `and ${count} more ${noun}${count === 1 ? "" : "s"} (--verbose shows all)`;
}

function sentFrom(
  { call, sentAt, setUp }: ReportedRequest,
  text: (path: string, position: Position) => string,
): string {
  return [
    `at ${text(call.path, call.position)}`,
    ...(sentAt ? [`through the call at ${text(sentAt.path, sentAt.position)}`] : []),
    ...(setUp ? [`by the client that is set up at ${text(setUp.path, setUp.position)}`] : []),
  ].join(", ");
}

function versionOf({ versionNow, versionWanted }: ReportedRequest): string {
  if (versionWanted === undefined || versionWanted === versionNow) return versionNow ?? "not known";
  return `${versionNow ?? "not known"}; ${versionWanted} is needed`;
}
