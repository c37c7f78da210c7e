import { Option, type Command } from "commander";
import { DEFAULT_LIMITS } from "../../frontends/limits.js";

/** Collects the values of a repeatable option. */
export const collect = (value: string, before: readonly string[] | undefined): string[] => [
  ...(before ?? []),
  value,
];

/** Adds the options for the files and the questions of a run: the same for all commands that look for findings. */
export function withScope(command: Command, stdin: string): Command {
  withFiles(command, "files and folders (default: the working directory); - for standard input")
    .option("--stdin", stdin)
    .option("--stdin-filename <path>", "the name to check standard input under (default: stdin.js)");
  return withQuestion(command);
}

/** Adds the files of a run: the same for all commands that analyse a repository. */
export function withFiles(command: Command, paths: string): Command {
  return command
    .argument("[paths...]", paths)
    .optionsGroup("Input:")
    .option("--ignore-pattern <pattern>", "leave files out, in the syntax of .gitignore; repeatable", collect)
    .option("--no-ignore", "also read ignored, generated, minified and binary files, and node_modules");
}

/** Adds the day that files are checked for. */
export function withDay(command: Command): Command {
  return command.option("--as-of <date>", "the day to check for, yyyy-mm-dd (default: today)");
}

/** Adds the names that are looked for. */
export function withVocabularies(command: Command): Command {
  return command.option(
    "--vocabulary <name|file>",
    "service, atlas, or a JSON file of your own; repeatable (default: service and atlas)",
    collect,
  );
}

/** Adds how far values are followed. */
export function withLimits(command: Command): Command {
  return command
    .option(
      "--limit <name=number>",
      `how far values are followed: ${Object.keys(DEFAULT_LIMITS).join(", ")}; repeatable`,
      collect,
    )
    .option("--no-types", "do not use TypeScript to decide about properties");
}

/** Adds what files are checked against, and what is shown: the same for all commands that look for findings. */
export function withQuestion(command: Command): Command {
  command
    .optionsGroup("Target and rules:")
    .option(
      "--target <date>",
      "the resource version to migrate to, or newest; repeatable as RESOURCE=DATE (default: 2023-02-01)",
      collect,
    );
  withDay(command)
    .option(
      "--expiry-warning <days>",
      "a version that ends within this number of days is a warning (default: 90)",
    )
    .option(
      "--expiry-error <days>",
      "a version that ends within this number of days is an error (default: 30)",
    );
  withVocabularies(command)
    .option("--only <rule>", "run this rule only; repeatable, or several with commas", collect)
    .option("--skip <rule>", "do not run this rule; repeatable, or several with commas", collect);
  return withLimits(command)
    .optionsGroup("Findings to show:")
    .option(
      "--min-confidence <level>",
      "high, medium or low: show findings with at least this confidence (default: medium)",
    );
}

/** Adds the options for printing text for people, which all commands share. */
export function withPrinting(command: Command): Command {
  return command
    .addOption(
      new Option("--color <when>", "colour the output").choices(["auto", "always", "never"]).default("auto"),
    )
    .option("--no-color", "the same as --color never")
    .addOption(
      new Option("--hyperlinks <when>", "link rules to their pages and places to their files")
        .choices(["auto", "always", "never"])
        .default("auto"),
    );
}

export function withColor(command: Command): Command {
  return withPrinting(command).option("--no-progress", "no progress line, even on a terminal");
}
