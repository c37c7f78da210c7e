import { Argument, Command, CommanderError, Option } from "commander";
import { InputError, UsageError, V2readyError } from "../../core/errors.js";
import { nearestName } from "../../core/nearest-name.js";
import { maskLines } from "../../engine/secrets.js";
import { FORMAT_NAMES, GROUPINGS } from "../../report/index.js";
import {
  collect,
  withColor,
  withDay,
  withFiles,
  withLimits,
  withPrinting,
  withQuestion,
  withScope,
  withVocabularies,
} from "./command-options.js";
import type { CalendarFlags } from "./calendar.js";
import type { CatalogFlags } from "./catalog.js";
import type { ConvertFlags } from "./convert.js";
import type { Shell } from "./completion.js";
import { FIX_FORMATS, type FixFlags } from "./options.js";
import {
  AFTER_CHECK_HELP,
  AFTER_COMPLETION_HELP,
  AFTER_CONVERT_HELP,
  STATUSES,
  afterCatalogHelp,
  afterHelp,
} from "./help-texts.js";
import { commandLine } from "../../report/command-line.js";
import { argsFor, programOf } from "./next-command.js";
import type { PrintFlags } from "./printing.js";
import { helpWidth, wrapHelp, wrapLongLines } from "./help.js";
import { visibleLines } from "../../core/visible.js";
import { TOOL } from "../../hosting/package-info.js";
import type { ServeFlags } from "./serve.js";
import type { Terminal } from "./terminal.js";
import type { WhyFlags } from "./why.js";
import { writeAll } from "./write-all.js";

/** Exit statuses: nothing that fails, findings that do, the job could not be done. */
export const EXIT = { clean: 0, findings: 1, trouble: 2 } as const;

export interface World extends Terminal {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly cwd: string;
  readonly now: Date;
}

/** Runs one command line. Returns the exit status; an exception is printed and gives 2. */
export async function run(args: readonly string[], world: World): Promise<number> {
  let status: number = EXIT.clean;
  const program = programFor(args, world, (code) => {
    status = code;
  });
  try {
    await program.parseAsync([...args], { from: "user" });
    return status;
  } catch (error) {
    return failure(error, world);
  }
}

function failure(error: unknown, { stderr }: World): number {
  // Commander has printed its own message, and help and version are not failures.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.clean : EXIT.trouble;
  if (error instanceof V2readyError) {
    const text = `v2ready: ${error.message}\n${error.hint === undefined ? "" : `${error.hint}\n`}`;
    stderr.write(visibleLines(maskLines(text)));
    return EXIT.trouble;
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  stderr.write(visibleLines(maskLines(`v2ready: internal error, please report it\n${detail}\n`)));
  return EXIT.trouble;
}

function programFor(args: readonly string[], world: World, done: (status: number) => void): Command {
  const typed = programOf(world);
  const program = new Command(typed)
    .description(
      "Finds what breaks when calls move from the unversioned administration API to the versioned one.",
    )
    .version(TOOL.version, "-V, --version", "show the version")
    .helpOption("-h, --help", "show this help")
    .helpCommand("help [command]", "Show the help of a command.")
    .addHelpText("after", afterHelp(typed))
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => world.stdout.write(wrapLongLines(text, helpWidth(world))),
      writeErr: (text) => world.stderr.write(text),
      outputError: (text, write) => {
        write(visibleLines(maskLines(`v2ready: ${text.replace(/^error: /, "")}`)));
      },
    });
  wrapHelp(program, helpWidth(world));
  checkCommand(program, world, done);
  fixCommand(program, args, world, done);
  whyCommand(program, world);
  withPrinting(
    program.command("explain").description("Show the page of a rule.").argument("<rule>", "the id of a rule"),
  ).action(async (rule: string, flags: PrintFlags) => {
    const { explain } = await import("./explain.js");
    await explain(rule, flags, world);
  });
  withPrinting(
    program
      .command("rules")
      .description("List the rules.")
      .addOption(new Option("--format <name>", "how to list them").choices(["text", "json"]).default("text")),
  ).action(async (flags: PrintFlags & { format: string }) => {
    const { listRules } = await import("./list-rules.js");
    listRules(flags, world);
  });
  withPrinting(
    program
      .command("connection-string")
      .description("Explain a connection string, and what a change of cloud provider does to it.")
      .argument("<string>", "the connection string, or - to read it from standard input")
      .option("--to <provider>", "the provider to move to: AWS, AZURE or GCP")
      .option("--from <provider>", "the provider that the cluster is on")
      .option("--created <date>", "the day on which the cluster was created, yyyy-mm-dd")
      .option("--tier <tier>", "free, shared, flex or dedicated")
      .option("--vocabulary <name|file>", "a vocabulary, by name or JSON file; repeatable", collect),
  ).action(async (text: string, flags: Record<string, string>) => {
    const { connectionString } = await import("./connection-string.js");
    done(await connectionString(text, flags, world));
  });
  convertCommand(program, world, done);
  calendarCommand(program, world, done);
  catalogCommand(program, world);
  program
    .command("serve")
    .description("Run a strict double of the service, with both forms of the API, on this machine only.")
    .option("--port <number>", "the port to listen on (default: a free one)")
    .option("--vocabulary <name|file>", "a vocabulary, by name or JSON file; repeatable", collect)
    .option(
      "--as-of <date>",
      "the day that decides which versions are deprecated or deleted (default: today)",
    )
    .option("--only <form>", "serve this form only, such as v1.0 or v2; repeatable", collect)
    .option("--user <key>", "the public key that clients log in with (default: public)")
    .option("--password <key>", "the private key that clients log in with (default: private)")
    .option("--data <file>", "documents of another API that the store has at the start, in JSON or YAML")
    .action(async (flags: ServeFlags) => {
      const { serve } = await import("./serve.js");
      done(await serve(flags, world));
    });
  program
    .command("completion")
    .description("Print a script that completes commands, options and their values in a shell.")
    .addArgument(new Argument("<shell>", "the shell").choices(["bash", "zsh", "fish"]))
    .addHelpText("after", AFTER_COMPLETION_HELP)
    .action(async (shell: Shell) => {
      const { completionScript } = await import("./completion.js");
      await writeAll(world.stdout, completionScript(shell, program));
    });
  return program;
}

function whyCommand(program: Command, world: World): void {
  const command = program
    .command("why")
    .description("Explain the findings at a place, or why there is none.")
    .argument("<place>", "PATH:LINE or PATH:LINE:COLUMN")
    .option("-v, --verbose", "also print everything that was seen at the place, step by step");
  withPrinting(withQuestion(command))
    .option("--no-ignore", "also read ignored, generated, minified and binary files, and node_modules")
    .option("--no-cache", "use nothing that an earlier run has kept, and keep nothing")
    .action(async (place: string, flags: WhyFlags) => {
      const { why } = await import("./why.js");
      await why(place, flags, world);
    });
}

function calendarCommand(program: Command, world: World, done: (status: number) => void): void {
  const command = program
    .command("calendar")
    .description("List which versions the calls ask for, and on which day each of them ends.");
  withFiles(command, "files and folders (default: the working directory)").optionsGroup("Versions:");
  withLimits(withVocabularies(withDay(command))).optionsGroup("Output:");
  withPrinting(command)
    .addOption(
      new Option("-f, --format <name>", "the format; ics is iCalendar (default: text)").choices([
        "text",
        "json",
        "ics",
      ]),
    )
    .option("-o, --output <file>", "write it to a file; an .ics or .json file gets that format")
    .action(async (paths: string[], flags: CalendarFlags) => {
      askForPath(paths, {}, world, ["calendar"]);
      const { calendar } = await import("./calendar.js");
      done(await calendar(paths, flags, world));
    });
}

function catalogCommand(program: Command, world: World): void {
  program
    .command("catalog")
    .description("Make a vocabulary of another API from its OpenAPI documents.")
    .option("--from <file>", "the document of the old version")
    .option("--to <file>", "the document of the new version")
    .option("--document <file>", "one document with all versions, instead of --from and --to")
    .addOption(
      new Option("--versions <where>", "what states the version in that document").choices(["media-type"]),
    )
    .option("--base-from <path>", "the base path of the old version (default: as the document has it)")
    .option("--base-to <path>", "the base path of the new version (default: as the document has it)")
    .option("--name <name>", "the name of the vocabulary (default: from the title of the document)")
    .option("--overlay <file>", "decisions of a person about what the documents do not state")
    .option("--draft <file>", "write an overlay with what is undecided")
    .requiredOption("-o, --output <file>", "the vocabulary to write")
    .addHelpText("after", afterCatalogHelp(program.name()))
    .action(async (flags: CatalogFlags) => {
      const { catalog } = await import("./catalog.js");
      catalog(flags, world);
    });
}

function convertCommand(program: Command, world: World, done: (status: number) => void): void {
  program
    .command("convert")
    .description("Convert a cluster payload in JSON or YAML to the shape that the versioned API takes.")
    .argument("[file]", "the payload; - for standard input", "-")
    .option("--from <date>", "the version whose shape the payload has (default: by its content)")
    .option("--to <date>", "the version whose shape is written (default: 2023-02-01)")
    .addOption(new Option("--target <date>", "the name that check and fix have for --to").hideHelp())
    .option("--method <name>", "POST or PATCH: the request that sends the payload (default: by its content)")
    .option("--vocabulary <name|file>", "a vocabulary, by name or JSON file; repeatable", collect)
    .option("-o, --output <file>", "write the converted payload to a file")
    .addHelpText("after", AFTER_CONVERT_HELP)
    .action(async (file: string, flags: ConvertFlags) => {
      const { convert } = await import("./convert.js");
      done(await convert(file, flags, world));
    });
}

const UNSAFE = ["--unsafe-fixes", "also apply fixes that are probably right but not proven"] as const;
const FAIL_ON_UNCHECKED = [
  "--fail-on-unchecked",
  "exit with 1 when something was not checked, or not fully (documentation does not count)",
] as const;
const SHOW_ALL = [
  "--show-all",
  "list everything in the text format, where it usually counts the rest of a long list",
] as const;
const DIRTY = [
  "--allow-dirty",
  "also change files with uncommitted changes, and files that git does not track",
] as const;

function checkCommand(program: Command, world: World, done: (status: number) => void): void {
  const command = program
    .command("check", { isDefault: true })
    .description("Check files and folders. This is what happens when no command is named.");
  withColor(
    withScope(command, "check what comes on standard input")
      .option("-q, --quiet", "show errors only")
      .option(...SHOW_ALL)
      .option("--show-undetermined", "list the requests that could not be decided")
      .optionsGroup("Fixes:")
      .option("--fix", "apply the safe fixes first, as the command fix does")
      .option(...UNSAFE)
      .option(...DIRTY)
      .optionsGroup("Output:")
      .option(
        "-f, --format <name[=file]>",
        `output format: ${FORMAT_NAMES.join(", ")}; repeatable, but only one may print to standard output (default: text)`,
        collect,
      )
      .option(
        "-o, --output <file>",
        "write the report to a file; a .sarif file gets SARIF, beside the format on standard output",
      )
      .addOption(
        new Option("--group-by <name>", "how the text format groups findings")
          .choices(GROUPINGS)
          .default("call"),
      ),
  )
    .option("-v, --verbose", "the same as --stats")
    .option("--stats", "print on standard error how long each step took, and more counts")
    .option("--no-cache", "keep nothing for the command why in the state folder of the user")
    .optionsGroup("When to fail:")
    .option("--max-warnings <number>", "exit with 1 when there are more warnings (default: no limit)")
    .option("--fail-on-undetermined", "exit with 1 when there are requests that could not be decided")
    .option(...FAIL_ON_UNCHECKED)
    .option("--baseline <file>", "accept the findings that this file lists")
    .option("--update-baseline", "write the present findings to the file of --baseline")
    .option("--exit-zero", "exit with 0 whatever is found")
    .optionsGroup("Help:")
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", AFTER_CHECK_HELP)
    .action(async (paths: string[], flags: FixFlags) => {
      askForPath(paths, flags, world, []);
      const { checkAndReport } = await import("./check-and-report.js");
      try {
        done(
          await checkAndReport(paths, flags, world, argsFor(commandNamed(program, "fix"), command, paths)),
        );
      } catch (error) {
        throw orMistypedCommand(error, program, paths);
      }
    });
}

function fixCommand(
  program: Command,
  args: readonly string[],
  world: World,
  done: (status: number) => void,
): void {
  const command = program
    .command("fix")
    .description("Apply the fixes that keep the code working, and list what is left.");
  withColor(
    withScope(command, "fix what comes on standard input, and print it")
      .option("-q, --quiet", "list only errors that are left; print nothing if there are none")
      .option(...SHOW_ALL)
      .optionsGroup("Fixes:")
      .option(...UNSAFE)
      .option("--diff", "print a patch for git apply and change nothing; exit with 1 if there is one")
      .option("--interactive", "show each fix on the terminal and ask")
      .option(
        "--hoist-media-type",
        "declare a media type as a constant if three or more places of a file need it",
      )
      .option("--markers", "write a comment where a person must decide")
      .option(...DIRTY)
      .optionsGroup("Output:")
      .option("-f, --format <name>", `output format: ${FIX_FORMATS.join(", ")} (default: text)`, collect)
      .option("--report <file>", "write what was changed and why to a file, as JSON"),
  )
    .option(...FAIL_ON_UNCHECKED)
    // Nothing is kept by this command: people who pass the options of check mean the same.
    .addOption(new Option("--no-cache", "keep nothing, as this command never does").hideHelp())
    .option("--exit-zero", "exit with 0 whatever is left")
    .optionsGroup("Help:")
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", `\n${STATUSES}`)
    .action(async (paths: string[], flags: FixFlags) => {
      askForPath(paths, flags, world, ["fix"]);
      const { fix } = await import("./fix.js");
      done(
        await fix(paths, flags, world, {
          args,
          forCheck: argsFor(commandNamed(program, "check"), command, paths),
        }),
      );
    });
}

/**
 * Asks for a path where `npm run audit` starts this program: the folder that npm is called from is mostly that of this
 * program, and not that of the user.
 *
 * @throws {UsageError} there is no path
 */
function askForPath(
  paths: readonly string[],
  { stdin }: { readonly stdin?: boolean },
  world: World,
  command: readonly string[],
): void {
  if (world.env["V2READY_CALLED_AS"] === undefined || paths.length > 0 || stdin === true) return;
  throw new UsageError("no path is given", `Write ${commandLine(programOf(world), [...command, "PATH"])}.`);
}

function commandNamed(program: Command, name: string): Command {
  return program.commands.find((one) => one.name() === name)!;
}

/** `v2ready chekc src`: the first word is not a path, and nearly a command. */
function orMistypedCommand(error: unknown, program: Command, [first = ""]: readonly string[]): unknown {
  if (!(error instanceof InputError) || !error.message.includes(`"${first}"`)) return error;
  const command = nearestName(
    first,
    program.commands.map((one) => one.name()),
  );
  return command === undefined
    ? error
    : new InputError(error.message, `Did you mean the command ${command}? ${error.hint ?? ""}`.trimEnd());
}
