import process from "node:process";
import fc from "fast-check";
import { programOf, seeds, type Seed } from "./program.js";
import { Runner } from "./run.js";
import { listing, tryOut } from "./trial.js";

const BATCH = 500;
/** Wrong answers are looked into one by one; more than this at once say nothing new. */
const MOST_SHRUNK = Number(process.env["V2READY_SHRUNK"] ?? 12);

const MOST_NAMES = 40;

interface Order {
  readonly programs: number;
  /** The seed of the first batch. The others count on from it. */
  readonly seed: number;
  readonly notify: (line: string) => void;
}

/** Tries many programs and reports every wrong answer with the smallest program that still gives it. */
export async function many({ programs, seed, notify }: Order): Promise<number> {
  const runner = new Runner();
  const total = { programs: 0, silent: 0, sent: 0, decided: 0, wrong: 0 };
  const open = new Map<string, number>();
  const share = () => `${((100 * total.decided) / Math.max(1, total.sent)).toFixed(1)} %`;
  try {
    for (let batch = 0; batch * BATCH < programs; batch++) {
      const numRuns = Math.min(BATCH, programs - batch * BATCH);
      for (const one of fc.sample(seeds, { seed: seed + batch, numRuns })) {
        const trial = await tryOut(programOf(one), runner);
        total.programs++;
        total.sent += trial.sent;
        total.decided += trial.decided;
        for (const name of trial.open) open.set(name, (open.get(name) ?? 0) + 1);
        if (trial.sent === 0) total.silent++;
        if (trial.wrong.length === 0) continue;
        total.wrong++;
        if (total.wrong <= MOST_SHRUNK) notify(await shrunk(one, runner));
      }
      notify(
        `seed ${seed + batch}: ${total.programs} programs, ${total.silent} sent nothing, ${total.sent} requests, ` +
          `${share()} decided, ${total.wrong} wrong`,
      );
    }
    const names = [...open].sort(([, a], [, b]) => b - a).slice(0, MOST_NAMES);
    notify(`left open most often: ${names.map(([name, count]) => `${name} (${count})`).join(", ")}`);
  } finally {
    runner.close();
  }
  return total.wrong;
}

/** Returns the smallest program that fast-check finds with a wrong analysis, and the error. */
export async function shrunk(wrong: Seed, runner: Runner): Promise<string> {
  const property = fc.asyncProperty(seeds, async (seed) => {
    const trial = await tryOut(programOf(seed), runner);
    return trial.wrong.length === 0;
  });
  const details = await fc.check(property, { examples: [[wrong]], numRuns: 1 });
  const smallest = details.counterexample?.[0] ?? wrong;
  const { wrong: reasons } = await tryOut(programOf(smallest), runner);
  return [`WRONG: ${reasons.join("\n       ")}`, listing(programOf(smallest)), ""].join("\n");
}
