import { isMap, isPair, isScalar, visit, type Document, type Node, type YAMLMap } from "yaml";
import type { Block } from "./blocks.js";
import { languageNamed, type BlockLanguage } from "./languages.js";
import { masked } from "./placeholders.js";
import { pieceOfScalar } from "./yaml-data.js";

/** A script of its own, with templates in it. */
const POWERSHELL: BlockLanguage = { ...languageNamed("powershell")!, isContinued: false, readable: masked };

/** Steps of Azure Pipelines whose value is a script of PowerShell. */
const KEYS = new Set(["pwsh", "powershell"]);
/** Tasks of Azure Pipelines with a script of PowerShell among their inputs. */
const TASK = /^(?:Azure)?PowerShell@/i;
const SCRIPTS = new Set(["script", "inline", "inlineScript"]);
const SHELL = /^(?:pwsh|powershell)\b/;

/** Returns whether a YAML file may have steps in PowerShell. */
export function mayHoldPowerShell(source: string): boolean {
  return /\b(?:pwsh|powershell|windows)\b/i.test(source);
}

/** Returns the scripts of PowerShell in workflows and pipelines. */
export function powershellSteps(source: string, documents: readonly Document.Parsed[]): Block[] {
  const blocks: Block[] = [];
  for (const document of documents)
    visit(document, {
      Scalar: (key, scalar, path) => {
        if (key === "key" || typeof scalar.value !== "string" || !isOfPowerShell(path as Node[])) return;
        const piece = pieceOfScalar(scalar, source);
        if (piece) blocks.push({ language: POWERSHELL, piece });
      },
    });
  return blocks;
}

/**
 * Returns whether a value is a script of PowerShell.
 *
 * @param path the nodes around it, the document first
 */
export function isOfPowerShell(path: readonly Node[]): boolean {
  const [step, pair] = [path.at(-2), path.at(-1)];
  if (!isPair(pair) || !isScalar(pair.key) || !isMap(step)) return false;
  const key = String(pair.key.value);
  if (KEYS.has(key)) return true;
  const maps = path.filter((node): node is YAMLMap => isMap(node)).toReversed();
  if (SCRIPTS.has(key)) return maps.some((map) => TASK.test(textAt(map, ["task"])));
  if (key !== "run") return false;
  // The nearest setting holds: that of the step, of the job, of the workflow.
  const shells = maps.map((map, index) =>
    textAt(map, index === 0 ? ["shell"] : ["defaults", "run", "shell"]),
  );
  const shell = shells.find((one) => one !== "");
  return shell === undefined
    ? maps.some((map) => /windows/i.test(textAt(map, ["runs-on"])))
    : SHELL.test(shell);
}

function textAt(map: YAMLMap, keys: readonly string[]): string {
  const value: unknown = map.getIn(keys);
  return typeof value === "string" ? value : "";
}
