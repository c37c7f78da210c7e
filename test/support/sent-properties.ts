import { analyze } from "./analyze.js";
import { fixFiles } from "./fix-files.js";

/** Returns what is said of removed properties in a file, as severities, and how its request may be moved. */
export async function outcome(path: string, text: string): Promise<[string[], string | undefined]> {
  const { findings } = await analyze(path, text);
  const { units } = await fixFiles({ [path]: text });
  const move = units.find(({ findings: all }) => all.some(({ ruleId }) => ruleId !== "no-removed-property"));
  return [
    findings.filter(({ ruleId }) => ruleId === "no-removed-property").map(({ severity }) => severity),
    move?.applicability,
  ];
}
