import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Trials } from "./trials.js";

/** The trials of this seed are those of every test run; `npm run fuzz` makes many more, and watches for what hangs. */
const SEED = 20_230_201;
const TRIALS = 200;

let trials: Trials;
beforeAll(() => {
  trials = new Trials(fileURLToPath(new URL("../..", import.meta.url)), SEED);
});
afterAll(() => trials.close());

it(`${TRIALS} changed files, trees, vocabularies and requests break nothing`, async () => {
  const kinds = new Set<string>();
  const wrong: string[] = [];
  for (let number = 0; number < TRIALS; number++) {
    const trial = await trials.run(number);
    kinds.add(trial.kind);
    if (trial.wrong !== undefined) wrong.push(`${number} ${trial.kind} ${trial.what}: ${trial.wrong}`);
  }
  expect(wrong).toEqual([]);
  expect(kinds.size).toBe(7);
}, 120_000);
