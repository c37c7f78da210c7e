import { expect, it } from "vitest";
import { countResults } from "../../tools/test-results.mjs";

const results = (...tests: readonly [fullName: string, status: string][]) => ({
  testResults: [{ assertionResults: tests.map(([fullName, status]) => ({ fullName, status })) }],
});

it("a test that does not run counts as failed", () => {
  const count = countResults(results(["a", "passed"], ["b", "failed"], ["c", "skipped"], ["d", "todo"]));
  expect(count).toEqual({ passed: 1, failed: 3, notRun: [] });
});

it("a test of a program that is not installed is named", () => {
  const count = countResults(results(["values (needs php)", "skipped"]), () => false);
  expect(count).toEqual({ passed: 0, failed: 0, notRun: ["php is not installed: values (needs php)"] });
});

it("a test of a program that is installed has to run", () => {
  const count = countResults(results(["values (needs php)", "skipped"]), () => true);
  expect(count).toEqual({ passed: 0, failed: 1, notRun: [] });
});

it("programs are looked for on this machine", () => {
  const count = countResults(
    results(["a (needs node)", "skipped"], ["b (needs no-such-program)", "skipped"]),
  );
  expect(count).toEqual({
    passed: 0,
    failed: 1,
    notRun: ["no-such-program is not installed: b (needs no-such-program)"],
  });
});
