import { createInterface } from "node:readline/promises";
import { UsageError } from "../../core/errors.js";
import { maskSecrets } from "../../engine/secrets.js";
import type { Choice } from "../../fix/run-fixes.js";
import type { Unit } from "../../fix/unit.js";
import { edited, textIn, type State, type Verifier } from "../../fix/verify.js";
import { patchOf } from "../../report/patch.js";
import { visible } from "../../report/visible.js";

/** Asks a question and gives what was answered; nothing where the input is over. */
type Ask = (question: string) => Promise<string | undefined>;

const QUESTION = "Apply it? [y]es, [n]o, [a]ll, [q]uit: ";

/** Shows one unit after the other and asks about it; `all` takes the rest unseen, `quit` leaves the rest alone. */
export async function chooseUnits(
  units: readonly Unit[],
  preview: (unit: Unit) => string,
  ask: Ask,
): Promise<Choice> {
  const taken: Unit[] = [];
  for (const [index, unit] of units.entries()) {
    const shown = `${preview(unit)}(${index + 1}/${units.length}) ${QUESTION}`;
    switch (await answerTo(shown, ask)) {
      case "y":
        taken.push(unit);
        break;
      case "a":
        return { taken: [...taken, ...units.slice(index)], isLast: false };
      case "q":
        return { taken, isLast: true };
    }
  }
  return { taken, isLast: false };
}

/** Asks again until it is one of the four. */
async function answerTo(shown: string, ask: Ask): Promise<string> {
  for (let question = shown; ; question = QUESTION) {
    const answer = await ask(question);
    if (answer === undefined) return "q";
    const [letter = ""] = answer.trim().toLowerCase();
    if ("ynaq".includes(letter) && letter !== "") return letter;
  }
}

/** What a unit does, with its changes as a patch; secrets are masked. */
export function previewOf(unit: Unit, { texts }: State, verifier: Verifier): string {
  const made = edited(unit.edits, texts, verifier);
  const patches = [...new Set(unit.edits.map(({ path }) => path))].map((path) =>
    patchOf(path, textIn(path, texts, verifier)?.text ?? "", made.get(path)?.text ?? ""),
  );
  const lines = patches
    .join("")
    .split("\n")
    .map((line) => visible(maskSecrets(line)));
  const reasons = unit.reasons.length === 0 ? "" : `: ${unit.reasons.join("; ")}`;
  return `\n${visible(unit.title)} (${unit.applicability}${visible(reasons)})\n${lines.join("\n")}`;
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
  // Nothing is written before the last question, so whoever breaks off leaves every file as it was.
  lines.once("SIGINT", () => {
    process.exit(INTERRUPTED);
  });
  return {
    ask: (question) => Promise.race([lines.question(question), ended]),
    close: () => {
      lines.close();
      // Where the input ended in the middle of a chunk, it is read on, and the process would wait for more.
      stdin.unref();
    },
  };
}

/** The exit status of a command that Ctrl-C has ended. */
const INTERRUPTED = 130;
