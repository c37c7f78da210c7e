import { UsageError } from "../../core/errors.js";
import type { Vocabulary } from "../../catalog/catalog.js";
import { classify } from "../../catalog/connection-strings/classify.js";
import {
  describeAdvice,
  describeClassification,
  describeDefects,
  maskConnectionString,
} from "../../catalog/connection-strings/describe.js";
import { defects } from "../../catalog/connection-strings/malformed.js";
import { parseConnectionString } from "../../catalog/connection-strings/parse.js";
import {
  adviseProviderChange,
  type ProviderChange,
  type Tier,
} from "../../catalog/connection-strings/provider-change.js";
import { unknownName } from "../../runs/options.js";
import { createStyle, type Style } from "../../report/style.js";
import { wrapLongLines } from "./help.js";
import { renderOptions, type PrintFlags } from "./printing.js";
import { EXIT, type World } from "./run.js";
import { readStandardInput } from "../../runs/standard-input.js";
import { catalogFor } from "../../hosting/vocabularies.js";

interface Flags extends PrintFlags {
  readonly to?: string;
  readonly from?: string;
  readonly created?: string;
  readonly tier?: string;
  readonly vocabulary?: readonly string[];
}

const PROVIDERS = ["AWS", "AZURE", "GCP"] as const;
const TIERS: readonly Tier[] = ["free", "shared", "flex", "dedicated"];

/**
 * Runs `v2ready connection-string STRING`: prints the kind of the string, the reasons for it, its faults, and what a
 * provider change means.
 */
export async function connectionString(given: string, flags: Flags, world: World): Promise<number> {
  const text = (given === "-" ? (await readStandardInput("", world.stdin)).text : given).trim();
  const catalog = catalogFor(flags.vocabulary, world.cwd);
  const vocabulary = catalog.vocabularies.find((one) => isOf(text, one)) ?? catalog.vocabularies[0]!;
  const { connectionStrings } = vocabulary;
  const words = { ...connectionStrings, data: connectionStrings };
  const parsed = parseConnectionString(text, connectionStrings.schemes);
  const found = classify(text, words);
  const wrong = parsed.ok ? defects(parsed, found) : [];
  const lines = [
    maskConnectionString(text, connectionStrings.schemes),
    ...describeClassification(found, words),
    ...describeDefects(wrong),
  ];
  if (
    flags.to !== undefined ||
    flags.from !== undefined ||
    flags.created !== undefined ||
    flags.tier !== undefined
  ) {
    const change: ProviderChange = {
      to: oneOf("provider", flags.to, PROVIDERS),
      from: oneOf("provider", flags.from, PROVIDERS),
      created: flags.created,
      tier: oneOf("tier", flags.tier, TIERS),
    };
    lines.push("", ...describeAdvice(adviseProviderChange(found, change, connectionStrings.dates)));
  }
  const options = renderOptions(flags, world);
  const wrapped = wrapLongLines(lines.join("\n"), options.width ?? Infinity).split("\n");
  const style = createStyle(options);
  world.stdout.write(wrapped.map((line, index) => `${styled(line, index, style)}\n`).join(""));
  if (!parsed.ok) {
    const schemes = catalog.vocabularies.flatMap((one) => one.connectionStrings.schemes);
    throw new UsageError(
      `this is not a connection string: ${parsed.reason}`,
      `One starts with ${schemes.map((scheme) => `${scheme}:// or ${scheme}+srv://`).join(", or ")}.`,
    );
  }
  return wrong.length > 0 ? EXIT.findings : EXIT.clean;
}

/** Marks the string itself, and the label at the start of a line: `Kind: …`. */
function styled(line: string, index: number, { strong }: Style): string {
  return index === 0 ? strong(line) : line.replace(/^[A-Z][A-Za-z ]*:/, strong);
}

function isOf(text: string, { connectionStrings }: Vocabulary): boolean {
  return connectionStrings.schemes.some(
    (scheme) => text.startsWith(`${scheme}:`) || text.startsWith(`${scheme}+srv:`),
  );
}

function oneOf<Name extends string>(
  kind: string,
  value: string | undefined,
  names: readonly Name[],
): Name | undefined {
  if (value === undefined) return undefined;
  const found = names.find((name) => name.toLowerCase() === value.toLowerCase());
  if (!found) throw unknownName(kind, value, names);
  return found;
}
