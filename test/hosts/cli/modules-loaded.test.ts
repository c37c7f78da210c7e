import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { builtPackages, packageOf } from "../../support/built-packages.js";
import { check, v2ready } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";
import { CLEAN, ERROR } from "./sources.js";

const PARSERS = [
  "oxc-parser",
  "@typescript-eslint/scope-manager",
  "ts-morph",
  "typescript",
  "jsonc-parser",
  "htmlparser2",
  "js-tokens",
];

/** Writes the address of every module that the process loads to the file that `LOADED` names. */
const cwd = sharedTree({
  "hooks.mjs": `
    import { appendFileSync } from "node:fs";
    let file;
    export function initialize(data) { file = data; }
    export async function load(url, context, next) {
      appendFileSync(file, url + "\\n");
      return next(url, context);
    }`,
  "record.mjs": `
    import { appendFileSync } from "node:fs";
    import { Module, register } from "node:module";
    const file = process.env.LOADED;
    const load = Module._load;
    Module._load = (request, ...rest) => { appendFileSync(file, "node_modules/" + request + "/\\n"); return load(request, ...rest); };
    register("./hooks.mjs", import.meta.url, { data: file });`,
  "tree/clean.js": CLEAN,
  "tree/clean.ts": CLEAN,
  "tree/clean.json": "{}",
  "one/error.js": ERROR,
  "guess/tsconfig.json": "{}",
  "guess/call.ts": `${ERROR}
export const open = (group: { id: string }) => ({ groupId: group.id, numShards: 2 });
`,
  "typed/tsconfig.json": "{}",
  "typed/call.ts": `${ERROR}
interface Cluster { name: string; numShards: number; replicationFactor: number; providerSettings: object }
export const sizeOf = (clusters: Cluster[]) => clusters.map((one) => one.numShards);
`,
  "plain/error.pl": "curl https://cloud.mongodb.com/api/atlas/v1.0/groups\n",
});

async function parsersOf(name: string, run: typeof check, args: readonly string[]): Promise<string[]> {
  const file = join(cwd, `${name}.txt`);
  const { stderr, status } = await run(args, {
    cwd,
    env: { LOADED: file },
    node: ["--import", join(cwd, "record.mjs")],
  });
  expect({ stderr, known: status === 0 || status === 1 }).toEqual({ stderr: "", known: true });
  const loaded = readFileSync(file, "utf8").split("\n");
  const packages = loaded.flatMap((url) => [...packageOf(url), ...packagesBuiltInto(url)]);
  // Proof that the recorder works in this run.
  expect(packages).toContain("commander");
  return PARSERS.filter((parser) => packages.includes(parser));
}

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const built = builtPackages();

function packagesBuiltInto(url: string): readonly string[] {
  return url.startsWith("file:") ? (built.get(relative(ROOT, fileURLToPath(url))) ?? []) : [];
}

describe.concurrent("parsers are loaded when a file asks for them, so not by", () => {
  it.each([
    { name: "check-clean", run: check, args: ["tree"] },
    { name: "check-plain", run: check, args: ["plain"] },
    { name: "rules", run: v2ready, args: ["rules"] },
    { name: "explain", run: v2ready, args: ["explain", "no-removed-property"] },
    {
      name: "connection-string",
      run: v2ready,
      args: ["connection-string", "mongodb+srv://a.ab123.mongodb.net"],
    },
    { name: "version", run: v2ready, args: ["--version"] },
  ])("$args", async ({ name, run, args }) => {
    expect(await parsersOf(name, run, args)).toEqual([]);
  });

  it("and a JavaScript file asks for its own", async () => {
    expect(await parsersOf("one", check, ["one"])).toEqual(
      expect.arrayContaining(["oxc-parser", "@typescript-eslint/scope-manager"]) as unknown,
    );
    expect(await parsersOf("one-again", check, ["one"])).not.toContain("ts-morph");
  });

  it("and the compiler is asked about a guess only if a type that was read may say more", async () => {
    expect(await parsersOf("guess", check, ["guess"])).not.toContain("ts-morph");
    expect(await parsersOf("typed", check, ["typed"])).toContain("ts-morph");
  });
});
