import { createInterface } from "node:readline/promises";
import { UsageError } from "../../core/errors.js";
import { maskLines } from "../../engine/secrets.js";
import type { Choice } from "../../fix/run-fixes.js";
import type { Unit } from "../../fix/unit.js";
import { edited, identityOf, textIn } from "../../fix/verify.js";
import { count } from "../../report/counts.js";
import type { RenderOptions } from "../../report/index.js";
import { offerText } from "../../report/offer-text.js";
import { patchOf } from "../../report/patch.js";
import { visiblePath } from "../../core/visible.js";
import type { Offer } from "../../runs/fix-paths.js";

/** Asks a question and returns the answer. Undefined if the input has ended. */
type Ask = (question: string) => Promise<string | undefined>;

const QUESTION = "Apply this fix? [y]es, [n]o, [a]ll, skip [f]ile, [q]uit, [?] help: ";

/** The answers about fixes so far, in all rounds and projects of a run. */
export class Chooser {
  #takesAll = false;
  #isOver = false;

  constructor(
    private readonly ask: Ask,
    private readonly options: RenderOptions,
  ) {}

  /** Shows one fix after the other and asks about it. What comes in a later round was made possible by an earlier one. */
  async choose(offer: Offer): Promise<Choice> {
    if (this.#isOver) return { taken: [], unasked: offer.units, isLast: true };
    const { units, skippedFiles } = offer;
    const isWanted = (unit: Unit): boolean => !filesOf(unit).some((path) => skippedFiles.has(path));
    const open = units.filter(isWanted);
    if (this.#takesAll) return { taken: open, isLast: false };
    const taken: Unit[] = [];
    let heading = offer.round > 1 && open.length > 0 ? headingOf(offer.round, open.length) : "";
    for (const [index, unit] of open.entries()) {
      if (!isWanted(unit)) continue;
      const files = filesOf(unit);
      const shown = heading + this.#textOf(unit, offer, index + 1, open.length);
      heading = "";
      switch (await this.#answerTo(shown, files)) {
        case "y":
          taken.push(unit);
          break;
        case "a":
          this.#takesAll = true;
          return { taken: [...taken, ...open.slice(index).filter(isWanted)], isLast: false };
        case "f":
          for (const path of files) skippedFiles.add(path);
          break;
        case "q":
          this.#isOver = true;
          return { taken, unasked: open.slice(index).filter(isWanted), isLast: true };
      }
    }
    return { taken, isLast: false };
  }

  /** Asks again until it is one of the answers. */
  async #answerTo(shown: string, files: readonly string[]): Promise<string> {
    for (let question = `${shown}${QUESTION}`; ;) {
      const answer = await this.ask(question);
      if (answer === undefined) return "q";
      const [letter = ""] = answer.trim().toLowerCase();
      if (letter !== "" && "ynafq".includes(letter)) return letter;
      question = `${helpFor(files)}${QUESTION}`;
    }
  }

  #textOf(unit: Unit, { report, state, verifier }: Offer, number: number, total: number): string {
    const wanted = new Set(unit.findings.map(identityOf));
    const made = edited(unit.edits, state.texts, verifier);
    const patches = filesOf(unit).map((path) =>
      patchOf(path, textIn(path, state.texts, verifier)?.text ?? "", made.get(path)?.text ?? ""),
    );
    const doubts = unit.reasons.map((reason) => {
      const place = unit.reasonPlaces?.get(reason);
      const position = place && textIn(place.path, state.texts, verifier)?.position(place.start);
      return position ? `${reason} (${visiblePath(place.path)}:${position.line}:${position.column})` : reason;
    });
    const { title } = unit;
    const findings = report.findings.filter((finding) => wanted.has(identityOf(finding)));
    const patch = maskLines(patches.join(""));
    return offerText({ title, number, total, doubts, findings, patch }, report, this.options);
  }
}

function filesOf({ edits }: Unit): readonly string[] {
  return [...new Set(edits.map(({ path }) => path))];
}

function headingOf(round: number, number: number): string {
  const name = round === 2 ? "Second round" : `Round ${round}`;
  return `\n${name}: ${number} more. The fixes that you accepted make ${number === 1 ? "it" : "them"} possible.\n`;
}

function helpFor(files: readonly string[]): string {
  const [first = "", ...others] = files;
  const names = `${visiblePath(first)}${others.length === 0 ? "" : ` and ${count(others.length, "more file")}`}`;
  return `
  y  apply this fix
  n  do not apply it
  a  apply it and all that follow
  f  do not apply it, and skip all others that change ${names}
  q  apply what you accepted so far, and stop
  ?  show this help
Nothing is written before the last answer. Ctrl-C stops without a change.
`;
}

/**
 * Asks on the terminal.
 *
 * @throws {UsageError} there is none
 */
export function terminalAsk(stderr: NodeJS.WriteStream): { ask: Ask; close: () => void } {
  const { stdin } = process;
  if (!stdin.isTTY || !stderr.isTTY)
    throw new UsageError("--interactive needs a terminal", "Leave it out, or look at --diff first.");
  const lines = createInterface({ input: stdin, output: stderr });
  const ended = new Promise<undefined>((done) => {
    lines.once("close", () => {
      done(undefined);
    });
  });
  // Files are written only after the last question, so a user who stops leaves every file as it was.
  lines.once("SIGINT", () => {
    process.exit(INTERRUPTED);
  });
  return {
    ask: (question) => Promise.race([lines.question(question), ended]),
    close: () => {
      lines.close();
      // If the input ends in the middle of a chunk, the process continues to read, and would wait for more.
      stdin.unref();
    },
  };
}

/** The exit status of a command that Ctrl-C has ended. */
const INTERRUPTED = 130;
