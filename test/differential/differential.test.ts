import process from "node:process";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shrunk } from "./many.js";
import { programOf, seeds } from "./program.js";
import { REGRESSIONS } from "./regressions.js";
import { Runner } from "./run.js";
import { tryOut } from "./trial.js";
import { THOROUGH } from "../support/thorough.js";

/** The programs of this seed are the ones of every test run; `npm run differential` takes on many more. */
const SEED = Number(process.env["V2READY_SEED"] ?? 20_230_201);
const PROGRAMS = Number(process.env["V2READY_PROGRAMS"] ?? (THOROUGH ? 300 : 150));

/**
 * Limits beyond which the test proves little: the share of programs that send nothing, and of requests that are fully
 * known.
 */
const MOST_SILENT = 0.1;
const LEAST_DECIDED = 0.8;

describe("generated programs", () => {
  let runner: Runner;
  beforeAll(() => {
    runner = new Runner();
  });
  afterAll(() => runner.close());

  it.each(REGRESSIONS)("once answered wrongly: %s", async (_name, program) => {
    const trial = await tryOut(program, runner);
    expect(trial.failure).toBeUndefined();
    expect(trial.sent).toBeGreaterThan(0);
    expect(trial.wrong).toEqual([]);
  });

  it(`send what the analysis says: ${PROGRAMS} programs of seed ${SEED}`, { timeout: 600_000 }, async () => {
    const wrong: string[] = [];
    let [silent, sent, decided] = [0, 0, 0];
    for (const seed of fc.sample(seeds, { seed: SEED, numRuns: PROGRAMS })) {
      const trial = await tryOut(programOf(seed), runner);
      if (trial.sent === 0) silent++;
      sent += trial.sent;
      decided += trial.decided;
      if (trial.wrong.length > 0) wrong.push(await shrunk(seed, runner));
    }
    expect(wrong).toEqual([]);
    expect(silent).toBeLessThan(PROGRAMS * MOST_SILENT);
    expect(decided / sent).toBeGreaterThan(LEAST_DECIDED);
  });
});
