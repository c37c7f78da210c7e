// Counts the results of vitest. A test that does not run proves nothing, so it counts as failed. The exception is a test
// whose title ends with "(needs PROGRAM)" on a machine without that program: it is named, and it is not counted.
import { spawnSync } from "node:child_process";

/** Takes the text between "(needs " and ")" at the end of a title. */
function neededProgram(title) {
  const start = title.lastIndexOf("(needs ");
  return start >= 0 && title.endsWith(")") ? title.slice(start + "(needs ".length, -1) : undefined;
}

const isThere = (program) => spawnSync(program, ["--version"], { stdio: "ignore" }).error?.code !== "ENOENT";

/**
 * @param results what the JSON reporter of vitest wrote
 * @param has tells whether a program is on the machine
 * @returns {{ passed: number, failed: number, notRun: string[] }} numbers of tests, and what did not run and why
 */
export function countResults({ testResults }, has = isThere) {
  const count = { passed: 0, failed: 0, notRun: [] };
  for (const { assertionResults } of testResults)
    for (const { fullName, status } of assertionResults) {
      const program = neededProgram(fullName);
      if (status === "passed") count.passed++;
      else if (status !== "failed" && program !== undefined && !has(program))
        count.notRun.push(`${program} is not installed: ${fullName}`);
      else count.failed++;
    }
  return count;
}
