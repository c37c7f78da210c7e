import type { Command, Option } from "commander";
import { CONFIDENCES } from "../../core/finding.js";
import { DEFAULT_LIMITS } from "../../frontends/limits.js";
import { catalogFor } from "../../hosting/vocabularies.js";
import { FORMAT_NAMES } from "../../report/index.js";
import { RULES } from "../../../rules/index.js";
import { bashScript } from "./completion-bash.js";
import { fishScript } from "./completion-fish.js";
import { zshScript } from "./completion-zsh.js";
import { explainedRules } from "./explain.js";
import { FIX_FORMATS } from "./options.js";

/** The words that a shell can complete after a command. */
export interface CompletedCommand {
  readonly name: string;
  readonly description: string;
  readonly options: readonly CompletedOption[];
  /** Words that it takes as its arguments; files where it takes a path. */
  readonly words: readonly string[];
  readonly takesFiles: boolean;
}

export interface CompletedOption {
  /** `-f` and `--format`. */
  readonly names: readonly string[];
  readonly description: string;
  /** `files` where a value names a file. */
  readonly value: "none" | "words" | "files" | "any";
  readonly words: readonly string[];
}

export const SHELLS = ["bash", "zsh", "fish"] as const;

export type Shell = (typeof SHELLS)[number];

const SCRIPTS: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Returns the script with which a shell completes the commands, options and values of a program. */
export function completionScript(shell: Shell, program: Command): string {
  return SCRIPTS[shell](completedCommands(program));
}

/** The first of the commands is the one that runs where none is named. */
function completedCommands(program: Command): CompletedCommand[] {
  const values = valuesOfOptions();
  const words = new Map<string, readonly string[]>([
    ["explain", explainedRules()],
    ["completion", SHELLS],
    ["help", program.commands.map((command) => command.name())],
  ]);
  const commands = program.createHelp().visibleCommands(program);
  return commands.map((command) => ({
    name: command.name(),
    description: firstSentence(command.description()),
    options: command
      .createHelp()
      .visibleOptions(command)
      .map((option) => completedOption(option, command.name(), values)),
    words: words.get(command.name()) ?? [],
    takesFiles: command.registeredArguments.some((argument) =>
      ["paths", "place", "file"].includes(argument.name()),
    ),
  }));
}

function completedOption(
  option: Option,
  command: string,
  values: ReadonlyMap<string, readonly string[]>,
): CompletedOption {
  const names = [option.short, option.long].filter((name) => name !== undefined);
  const long = option.long ?? "";
  const words = option.argChoices ?? values.get(`${command} ${long}`) ?? values.get(long) ?? [];
  const takesValue = option.required || option.optional;
  const isFile = /<(?:file|path|name\|file)>/.test(option.flags);
  return {
    names,
    description: firstSentence(option.description),
    value: !takesValue ? "none" : words.length > 0 ? "words" : isFile ? "files" : "any",
    words: takesValue ? words : [],
  };
}

/** The values of options that have a fixed list of them, by the option, or by the command and the option. */
function valuesOfOptions(): ReadonlyMap<string, readonly string[]> {
  const { vocabularies } = catalogFor(undefined, ".");
  const releases = [...new Set(vocabularies.flatMap(({ lifecycle }) => lifecycle.releases))].sort();
  const rules = RULES.map(({ meta }) => meta.id);
  return new Map<string, readonly string[]>([
    ["check --format", FORMAT_NAMES],
    ["fix --format", FIX_FORMATS],
    ["--target", releases],
    ["--only", rules],
    ["--skip", rules],
    ["serve --only", ["v1.0", "v1.5", "v2"]],
    ["--min-confidence", CONFIDENCES],
    ["--limit", Object.keys(DEFAULT_LIMITS).map((name) => `${name}=`)],
    ["connection-string --to", ["AWS", "AZURE", "GCP"]],
    ["--from", ["AWS", "AZURE", "GCP"]],
    ["--tier", ["free", "shared", "flex", "dedicated"]],
    ["--method", ["POST", "PATCH"]],
  ]);
}

function firstSentence(text: string): string {
  return text.split(/[.;] |\.$/, 1)[0]!.trim();
}
