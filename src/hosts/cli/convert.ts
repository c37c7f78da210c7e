import { convertClusterJson, type TextConversion } from "../../convert/json.js";
import { convertClusterYaml } from "../../convert/yaml.js";
import { InputError, UsageError } from "../../core/errors.js";
import { SourceText } from "../../core/source-text.js";
import type { Catalog } from "../../catalog/catalog.js";
import {
  CONVERTER_TARGET,
  type ConvertOptions,
  type Decision,
  type Purpose,
} from "../../fix/cluster/conversion.js";
import { applyEdits } from "../../fix/text-edits.js";
import { visibleLines } from "../../core/visible.js";
import { readSource } from "../../workspace/read.js";
import { writeOutput } from "../../workspace/write-output.js";
import { wrapLongLines } from "./help.js";
import { columnsOf } from "./printing.js";
import { EXIT, type World } from "./run.js";
import { readStandardInput } from "../../runs/standard-input.js";
import { targetOf } from "../../hosting/question.js";
import { catalogFor } from "../../hosting/vocabularies.js";

export interface ConvertFlags {
  readonly from?: string;
  readonly to?: string;
  /** The same as `to`, by the name of the option of other commands. */
  readonly target?: string;
  readonly method?: string;
  readonly vocabulary?: readonly string[];
  readonly output?: string;
}

const PURPOSES: ReadonlyMap<string, Purpose> = new Map(
  Object.entries<Purpose>({ POST: "create", PATCH: "modify" }),
);

/**
 * Runs `v2ready convert [FILE|-]`: prints the converted payload on standard output, and every decision on standard
 * error.
 */
export async function convert(given: string, flags: ConvertFlags, world: World): Promise<number> {
  const purpose = purposeOf(flags.method);
  const catalog = catalogFor(flags.vocabulary, world.cwd);
  const { vocabularies } = catalog;
  const versions = versionsOf(flags, catalog);
  const name = given === "-" ? "standard input" : given;
  const source = new SourceText(name, await read(given, world));
  const isYaml = /\.ya?ml$/i.test(given);
  const convertText = isYaml ? convertClusterYaml : convertClusterJson;
  const converted = convertText(source.text, { vocabularies, purpose, ...versions });
  const takes = `convert takes a payload in ${isYaml ? "YAML" : "JSON"}.`;
  if (!converted.ok && "message" in converted) {
    const line = converted.offset === undefined ? "" : `, line ${source.position(converted.offset).line}`;
    throw new InputError(`${name} ${converted.message}${line}`, takes);
  }
  if (converted.ok && !(isYaml ? /:/ : /[[{]/).test(source.text))
    throw new InputError(`${name} holds no ${isYaml ? "map" : "JSON object"}`, takes);
  world.stderr.write(wrapLongLines(visibleLines(reportOf(name, converted)), columnsOf(world) ?? Infinity));
  if (!converted.ok) return EXIT.findings;
  const text =
    "text" in converted
      ? converted.text
      : applyEdits(
          source.text,
          converted.edits.map((edit) => ({ path: name, ...edit })),
        );
  const whole = `${source.hasByteOrderMark ? "\uFEFF" : ""}${text}`;
  if (flags.output === undefined) world.stdout.write(whole);
  else writeOutput(flags.output, whole, world.cwd);
  return EXIT.clean;
}

/**
 * Returns the versions to convert between.
 *
 * @throws {UsageError} one of them is not a version, or there is no conversion between them
 */
function versionsOf(
  { from, to, target: alike }: ConvertFlags,
  catalog: Catalog,
): Pick<ConvertOptions, "from" | "to"> {
  if (to !== undefined && alike !== undefined && to !== alike)
    throw new UsageError("--to and --target state two versions", "State one of them: --to DATE.");
  const given = to ?? alike;
  const target =
    given === undefined ? CONVERTER_TARGET : targetOf(given, catalog, to === undefined ? "--target" : "--to");
  if (target < CONVERTER_TARGET)
    throw new UsageError(
      `${to === undefined ? "--target" : "--to"} ${target} is not what convert writes`,
      `It writes ${CONVERTER_TARGET} and later versions.`,
    );
  if (from === undefined) return { to: target };
  const forms = catalog.vocabularies.flatMap(({ administration }) => administration.unversioned);
  const start = forms.find(({ version }) => version === from)?.shape ?? targetOf(from, catalog, "--from");
  if (start > target) throw new UsageError(`--from ${from} is later than --to ${target}`);
  return { from: start, to: target };
}

function purposeOf(method: string | undefined): Purpose {
  if (method === undefined) return "unknown";
  const purpose = PURPOSES.get(method.toUpperCase());
  if (!purpose) throw new UsageError(`--method ${method} sends no cluster`, "It is POST or PATCH.");
  return purpose;
}

async function read(given: string, world: World): Promise<string> {
  if (given === "-") {
    const { text, problems } = await readStandardInput("standard input", world.stdin);
    if (problems[0]) throw new InputError(`standard input ${problems[0].message}`);
    return text;
  }
  const file = readSource(world.cwd, given);
  if (!file.ok && file.reason === "vanished") throw new InputError(`there is no file ${given}`);
  if (!file.ok) throw new InputError(`${given} ${file.problem.message}`);
  if (file.problems[0]) throw new InputError(`${given} ${file.problems[0].message}`);
  return file.raw;
}

type Reported =
  | Pick<Extract<TextConversion, { ok: true }>, "ok" | "decisions" | "doubts">
  | Extract<TextConversion, { ok: false }>;

/** One line for each decision; what a person must decide; what is left to doubt. */
function reportOf(name: string, converted: Reported): string {
  const lines = converted.ok
    ? converted.decisions.length === 0
      ? [`${name}: nothing to convert`]
      : [...converted.decisions.map(describe), ...converted.doubts.map((doubt) => `check    ${doubt}`)]
    : [
        `${name} is not converted, because a person must decide:`,
        ...converted.blockers.map((one) => `- ${one}`),
      ];
  return `${lines.join("\n")}\n`;
}

function describe({ action, path, to, reason }: Decision): string {
  const target = to === undefined ? "" : ` -> ${to}`;
  return `${action.padEnd(8)} ${path}${target}: ${reason}`;
}
