import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { COMMAND, check, inPairs, report, v2ready } from "../support/command.js";
import { copyOfFixtures, sharedTree } from "../support/tree.js";
import { GUIDE, ROOT, blocksOf, textOf, type Block } from "./pages.js";

const OLD = 'export const list = () => fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups");\n';
const { name, version, scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly name: string;
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
};

/** A file of the API in docs/other-apis.md. */
const harbor = (file: string): string => readFileSync(join(ROOT, "fixtures/openapi/harbor", file), "utf8");

const blocks = GUIDE.flatMap(blocksOf);
const inShell = blocks.filter(({ language }) => language === "sh");

/** The blocks of a page in a language. */
const on = (page: string, language: string): string[] =>
  blocksOf(page).flatMap((block) => (block.language === language ? [block.text] : []));

/** The commands of a block, without comments. */
const commandsIn = ({ text }: Block): string[] =>
  text
    .split("\n")
    .map((line) => line.replace(/\s+#.*$/, "").trim())
    .filter((line) => line !== "");

/**
 * The folders in which shell blocks run, by the word after `sh`. No word is a project that has v2ready installed.
 * `checkout` is the folder of v2ready, and `beside` is a project beside it. The code of the pages runs in a separate
 * folder, because `fix` changes the installed one.
 */
const cwd = sharedTree({
  "installed/package.json": '{ "private": true, "type": "module" }',
  "installed/src/clusters.js": readFileSync(join(ROOT, "fixtures/readme/src/clusters.js"), "utf8"),
  "installed/cluster.json": '{ "name": "orders", "providerBackupEnabled": true }\n',
  ...Object.fromEntries(
    ["v1.json", "v2.json", "versions.yaml"].map((name) => [`installed/harbor/${name}`, harbor(name)]),
  ),
  "installed/harbor/decided.json": harbor("overlay.json"),
  "installed/src/berths.js": harbor("src/berths.js"),
  "installed/gateway.json": on("docs/vocabularies.md", "json")[0]!,
  "v2ready/package.json": JSON.stringify({ name, version, type: "module", bin: { v2ready: "cli.js" } }),
  "v2ready/cli.js": `#!/usr/bin/env node\nawait import(${JSON.stringify(pathToFileURL(COMMAND).href)});\n`,
  "beside/package.json": '{ "private": true }',
  "beside/list.js": OLD,
  "code/package.json": '{ "private": true, "type": "module" }',
  "code/packages/server/src/list.js": OLD,
});
const env = {
  PATH: process.env["PATH"],
  HOME: process.env["HOME"],
  npm_config_cache: join(cwd, "cache"),
  npm_config_offline: "true",
  npm_config_update_notifier: "false",
};

/** Runs the command of the package as npx does, but without npm, whose start takes longer than most commands. */
const WITHOUT_NPM = 'npx() { "./node_modules/.bin/$1" "${@:2}"; }; ';

function shell(command: string, folder: string): { status: number | null; stdout: string; stderr: string } {
  return spawnSync("bash", ["-c", command], { cwd: join(cwd, folder), env, encoding: "utf8" });
}

describe("the commands of the pages", () => {
  beforeAll(() => {
    mkdirSync(join(cwd, "installed/node_modules/.bin"), { recursive: true });
    symlinkSync(COMMAND, join(cwd, "installed/node_modules/.bin/v2ready"));
  });

  it("all run in a folder that is known", () => {
    expect(inShell.filter(({ info }) => !["", "checkout", "beside"].includes(info))).toEqual([]);
  });

  const installed = inShell.filter(({ info }) => info === "").flatMap(commandsIn);
  const serving = installed.filter((command) => command.startsWith("npx v2ready serve"));

  it.each(installed.filter((command) => !serving.includes(command)))("%s", (command) => {
    const { status, stdout, stderr } = shell(WITHOUT_NPM + command, "installed");
    expect({ command, status: status === 0 || status === 1, stdout, stderr }).toEqual({
      command,
      status: true,
      stdout: expect.any(String) as string,
      stderr: expect.not.stringMatching(/^error/m) as string,
    });
  });

  it.each(serving)("%s", async (command) => {
    const args = [COMMAND, ...command.split(" ").slice(2)];
    const child = spawn(process.execPath, args, { env, cwd: join(cwd, "installed") });
    const [line] = await new Promise<string[]>((done, failed) => {
      child.stdout.setEncoding("utf8").once("data", (text: string) => {
        done(text.split("\n"));
      });
      child.on("error", failed);
      child.on("close", (status) => {
        failed(new Error(`it ended with ${String(status)}`));
      });
    }).finally(() => child.kill());
    expect(line).toContain("8080");
  });

  it("pack v2ready, and install and run it in a project beside it", () => {
    const readme = inShell.filter(({ page }) => page === "README.md");
    const [pack] = readme.filter(({ info, text }) => info === "checkout" && text.includes("npm pack"));
    expect(shell(pack!.text.replace("npm ci &&", ""), "v2ready")).toMatchObject({ status: 0 });
    for (const { text } of inShell.filter(({ info }) => info === "beside")) {
      const { status, stdout, stderr } = shell(text, "beside");
      if (text.includes("install")) expect({ status, stderr }).toMatchObject({ status: 0 });
      else
        expect({ status, stdout, stderr }).toMatchObject({ status: 1, stdout: /no-unversioned-base-path/ });
    }
    expect(shell("npx v2ready", "beside").status).toBe(1);
  });

  it("use only scripts of package.json in the folder of v2ready", () => {
    const commands = inShell.filter(({ info }) => info === "checkout").flatMap(commandsIn);
    const used = commands.flatMap((command) => [...command.matchAll(/npm (?:run (?:-s )?)?([a-z:-]+)/g)]);
    const names = new Set(used.map(([, script]) => script!));
    expect([...names].filter((script) => !["ci", "pack"].includes(script) && !(script in scripts))).toEqual(
      [],
    );
    expect(names).toContain("audit");
  });
});

describe("the code of the pages", () => {
  beforeAll(() => {
    mkdirSync(join(cwd, "code/node_modules"), { recursive: true });
    symlinkSync(ROOT, join(cwd, "code/node_modules/v2ready"));
    symlinkSync(join(ROOT, "node_modules/eslint"), join(cwd, "code/node_modules/eslint"));
  });

  it("uses the library as it is", () => {
    const [code] = on("docs/library.md", "js");
    const { stdout, stderr } = shell(
      `node --input-type=module -e '${code!}; console.log(findings.length > 0, files.length > 0, converted.ok)'`,
      "code",
    );
    expect({ stdout, stderr }).toEqual({ stdout: "true true true\n", stderr: "" });
  });

  it("configures ESLint, alike in the README and on the page", () => {
    const [config] = on("docs/eslint.md", "js");
    expect(on("README.md", "js")).toEqual([config]);
    const { stdout, stderr } = shell(
      `node --input-type=module -e '
        ${config!.replace("export default", "const config =")}
        const { ESLint } = await import("eslint");
        const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: config });
        const [{ messages }] = await eslint.lintFiles(["packages"]);
        console.log(messages.some(({ ruleId }) => ruleId === "v2ready/no-unversioned-base-path"))'`,
      "code",
    );
    expect({ stdout, stderr }).toEqual({ stdout: "true\n", stderr: "" });
  });
});

describe("the pages", () => {
  it("show what the command prints; after a change copy the new output", async () => {
    const { stdout, status } = await check([], { cwd: copyOfFixtures("readme") });
    expect(on("docs/report.md", "text")).toContain(stdout);
    expect(status).toBe(1);
  });

  it("name every option of each command, and none that there is not", async () => {
    const optionsIn = (text: string): string[] =>
      [...new Set(text.match(/--[a-z][a-z-]+/g))].filter((option) => option !== "--help").sort();
    const tableOf = (page: string): string =>
      textOf(page)
        .split("\n")
        .filter((line) => line.startsWith("| `"))
        .map((line) => line.split(" | ")[0])
        .join("\n");
    const commands = [
      ["check", "docs/command.md"],
      ["convert", "docs/converting.md"],
      ["serve", "docs/serve.md"],
    ] as const;
    await inPairs(commands, async ([command, page]) => {
      const { stdout } = await v2ready([command, "--help"]);
      expect(optionsIn(tableOf(page))).toEqual(optionsIn(stdout.replace(/A comment[^]*/, "")));
    });
    const { stdout } = await v2ready(["fix", "--help"]);
    const unknown = optionsIn(tableOf("docs/fixing.md")).filter((option) => !stdout.includes(option));
    expect(unknown).toEqual([]);
  });

  it("have a vocabulary that makes the command find what it did not know", async () => {
    const tree = sharedTree({
      "gateway.json": on("docs/vocabularies.md", "json")[0]!,
      "list.js": 'fetch("https://db.example.com/internal/db-admin/v1.0/groups/1/clusters");\n',
    });
    const [use] = on("docs/vocabularies.md", "sh");
    const found = await report(use!.trim().split(" ").slice(2), { cwd: tree });
    expect(found.findings.map(({ ruleId }) => ruleId)).toContain("no-unversioned-base-path");
    expect((await report([], { cwd: tree })).findings).toEqual([]);
  });

  it("suppress a finding as they say", async () => {
    const [code] = on("docs/suppressing.md", "js");
    const tree = sharedTree({ "silenced.js": code!, "loud.js": code!.replace(/^.*\n/, "") });
    const { findings } = await report([], { cwd: tree });
    expect(findings.map(({ path }) => path)).toEqual(["loud.js"]);
  });

  it("name the limits and their values as the command has them", async () => {
    const { stdout } = await v2ready(["check", "--help"]);
    const named = [...textOf("docs/limits.md").matchAll(/^\| `(\w+)` /gm)].map(([, limit]) => limit!);
    const [, listed] = /followed: ([^;]*);/.exec(stdout.replace(/\s+/g, " "))!;
    expect(named.sort()).toEqual(listed!.split(", ").sort());
  });
});
