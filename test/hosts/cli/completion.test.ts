import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedTree } from "../../support/tree.js";
import { RULES } from "../../../rules/index.js";
import { SHELLS } from "../../../src/hosts/cli/completion.js";
import { v2ready } from "../../support/command.js";

const scripts = new Map<string, string>();

beforeAll(async () => {
  for (const shell of SHELLS) {
    const { stdout, stderr, status } = await v2ready(["completion", shell]);
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    scripts.set(shell, stdout);
  }
});

/** Returns what bash offers for some command lines, by its own function. The last word is the one to complete. */
function offeredByBash(lines: readonly (readonly string[])[]): string[][] {
  const program = [
    scripts.get("bash")!,
    ...lines.map((words) => {
      const list = words.map((word) => `'${word}'`).join(" ");
      return `COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _v2ready; echo "\${COMPREPLY[*]}"`;
    }),
  ].join("\n");
  const { stdout, stderr, status } = spawnSync("bash", ["--norc", "--noprofile"], {
    input: program,
    encoding: "utf8",
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout
    .split("\n")
    .slice(0, lines.length)
    .map((line) => line.split(" ").filter((word) => word !== ""));
}

describe("completion in bash", () => {
  const RULE_IDS = RULES.map(({ meta }) => meta.id);

  it("offers what the script says, in the function that bash calls", () => {
    const cases: readonly (readonly [words: readonly string[], offered: readonly string[]])[] = [
      [
        ["v2ready", ""],
        [
          "check",
          "fix",
          "why",
          "explain",
          "rules",
          "connection-string",
          "convert",
          "calendar",
          "catalog",
          "serve",
          "completion",
          "help",
        ],
      ],
      [
        ["v2ready", "con"],
        ["connection-string", "convert"],
      ],
      [["v2ready", "--form"], ["--format"]],
      [
        ["v2ready", "--format", ""],
        ["text", "concise", "json", "sarif", "github"],
      ],
      [["v2ready", "check", "-f", "s"], ["sarif"]],
      [["v2ready", "check", "--format", "=", "j"], ["json"]],
      [
        ["v2ready", "check", "--format", "="],
        ["text", "concise", "json", "sarif", "github"],
      ],
      [
        ["v2ready", "fix", "--format", ""],
        ["text", "concise", "json"],
      ],
      [["v2ready", "fix", "--inter"], ["--interactive"]],
      [["v2ready", "check", "--inter"], []],
      [
        ["v2ready", "check", "--target", "2024-0"],
        ["2024-05-30", "2024-08-05"],
      ],
      [["v2ready", "check", "--only", "no-r"], RULE_IDS.filter((id) => id.startsWith("no-r"))],
      [
        ["v2ready", "check", "src", "--color", "a"],
        ["auto", "always"],
      ],
      [["v2ready", "check", "--limit", "st"], ["steps="]],
      [
        ["v2ready", "explain", "valid-d"],
        ["valid-directive", "valid-discovery-request"],
      ],
      [["v2ready", "why", "--verb"], ["--verbose"]],
      [
        ["v2ready", "rules", "--format", ""],
        ["text", "json"],
      ],
      [
        ["v2ready", "convert", "--method", "P"],
        ["POST", "PATCH"],
      ],
      [["v2ready", "completion", ""], [...SHELLS]],
      [["v2ready", "help", "ser"], ["serve"]],
      // Files are left to bash.
      [["v2ready", "check", "src/"], []],
      [["v2ready", "check", "--output", "re"], []],
    ];
    const offered = offeredByBash(cases.map(([words]) => words));
    expect(cases.map(([words], index) => [words, offered[index]])).toEqual(cases);
  });

  it("offers every option of every command that the help shows", async () => {
    const names = ["check", "fix", "why", "explain", "rules", "connection-string", "convert", "serve"];
    const offered = offeredByBash(names.map((name) => ["v2ready", name, "-"]));
    for (const [index, name] of names.entries()) {
      const { stdout } = await v2ready([name, "--help"]);
      const shown = [...stdout.matchAll(/^ {2}(?:(-\w), )?(--[\w-]+)/gm)].flatMap(([, short, long]) =>
        short === undefined ? [long] : [short, long],
      );
      expect({ name, options: offered[index]!.toSorted() }).toEqual({ name, options: shown.toSorted() });
    }
  });
});

it("is a script that each installed shell can read", () => {
  const folder = sharedTree({});
  const checks = { bash: ["-n"], zsh: ["-n"], fish: ["--no-execute"] };
  const installed = SHELLS.filter((shell) => spawnSync(shell, ["--version"]).status === 0);
  expect(installed).toContain("bash");
  for (const shell of installed) {
    const file = join(folder, `completion.${shell}`);
    writeFileSync(file, scripts.get(shell)!);
    const { stderr, status } = spawnSync(shell, [...checks[shell], file], { encoding: "utf8" });
    expect({ shell, stderr, status }).toEqual({ shell, stderr: "", status: 0 });
  }
});

it("knows bash, zsh and fish", async () => {
  const { stderr, status } = await v2ready(["completion", "csh"]);
  expect(status).toBe(2);
  expect(stderr).toContain("Allowed choices are bash, zsh, fish");
});
