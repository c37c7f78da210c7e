import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryModules } from "../../src/workspace/module-host.js";
import { addToTree, type Tree } from "./support/tree.js";
import { sharedTree } from "../support/tree.js";

// A manifest that is a FIFO would have the resolver wait for ever, one that is a device would have it fill the memory.

const PLAIN: Tree = { ".git/HEAD": "", "src/main.ts": "", "src/other.ts": "" };
const MANIFEST = (value: object): string => JSON.stringify(value);

/** Resolves a specifier from src/main.ts, and returns the reported problems as well. */
function resolved(tree: Tree, fifo: string | undefined, specifier: string) {
  const root = sharedTree({ ...PLAIN, ...tree });
  if (fifo !== undefined) {
    execFileSync("mkdir", ["-p", join(root, fifo, "..")]);
    execFileSync("mkfifo", [join(root, fifo)]);
  }
  const told: string[] = [];
  const modules = repositoryModules(root, ({ path, message }) => told.push(`${path} ${message}`));
  return { to: modules.resolve(specifier, "src/main.ts"), told, root };
}

describe("a FIFO is not opened by the resolver", () => {
  it.each<[where: string, fifo: string, specifier: string, tree: Tree]>([
    ["beside the importing file", "src/package.json", "./other", {}],
    ["above it", "package.json", "./other", {}],
    ["in a folder that is imported", "src/n/package.json", "./n", { "src/n/index.ts": "" }],
    [
      "in the folder of its entry",
      "src/n/z/package.json",
      "./n",
      { "src/n/package.json": MANIFEST({ main: "z" }), "src/n/z/index.js": "" },
    ],
    ["in a package", "node_modules/n/package.json", "n", { "node_modules/n/index.js": "" }],
    [
      "inside of a package, where it exports from",
      "node_modules/n/z/package.json",
      "n/a",
      {
        "node_modules/n/package.json": MANIFEST({ exports: { "./*": { import: "./z/*.js" } } }),
        "node_modules/n/z/a.js": "",
      },
    ],
    [
      "where the package itself imports from",
      "src/z/package.json",
      "#z/a",
      { "package.json": MANIFEST({ imports: { "#z/*": "./src/z/*.ts" } }), "src/z/a.ts": "" },
    ],
    [
      "where the package exports to itself",
      "src/z/package.json",
      "own/a",
      { "package.json": MANIFEST({ name: "own", exports: { "./a": "./src/z/a.ts" } }), "src/z/a.ts": "" },
    ],
    [
      "where a configuration has its paths",
      "lib/package.json",
      "@lib/a",
      {
        "tsconfig.json": '{ "compilerOptions": { "paths": { "@lib/*": ["./lib/*"] } }, }',
        "lib/a.ts": "",
      },
    ],
    [
      "where an extended configuration has its base",
      "lib/package.json",
      "a",
      {
        "tsconfig.json": MANIFEST({ extends: "./conf/base" }),
        "conf/base.json": MANIFEST({ compilerOptions: { baseUrl: "../lib" } }),
        "lib/a.ts": "",
      },
    ],
    [
      "that a configuration refers to",
      "z/tsconfig.json",
      "./other",
      {
        "tsconfig.json": MANIFEST({ references: [{ path: "./z" }] }),
      },
    ],
    [
      "in a package that is extended",
      "node_modules/z/package.json",
      "./other",
      {
        "tsconfig.json": MANIFEST({ extends: "z" }),
      },
    ],
    [
      "where a link leads",
      "far/package.json",
      "./near",
      {
        "src/near.ts": { link: "../far/near.ts" },
        "far/near.ts": "",
      },
    ],
  ])("%s", (_, fifo, specifier, tree) => {
    const { to, told } = resolved(tree, fifo, specifier);
    expect([to, told]).toEqual([undefined, [`${fifo} could not be read: is a FIFO`]]);
    // With a plain file in its place the specifier leads somewhere, so the trap was on the way.
    const harmless = { ...tree, [fifo]: "{}" };
    if (!fifo.startsWith("node_modules")) expect(resolved(harmless, undefined, specifier).to).toBeDefined();
  });
});

describe("what says where specifiers lead", () => {
  it("is not read if it is too large or has too many nested levels, and is reported once", () => {
    const large = resolved({ "package.json": `{"a":"${"x".repeat(5_000_000)}"}` }, undefined, "./other");
    expect([large.to, large.told]).toEqual([
      undefined,
      ["package.json is larger than 4194304 bytes and was not read"],
    ]);
    const deep = resolved({ "package.json": '{"a":'.repeat(200_000) }, undefined, "#other");
    expect(deep.told).toEqual(["package.json nests too deeply, and was not read"]);
  });

  it("is not read where a chain of configurations never ends, and is reported once", () => {
    const chain = Array.from({ length: 300 }, (_, index) => [
      `chain/${index}.json`,
      MANIFEST({ extends: `./${index + 1}.json` }),
    ]);
    const { to, told } = resolved(
      { ...Object.fromEntries(chain), "tsconfig.json": MANIFEST({ extends: "./chain/0.json" }) },
      undefined,
      "./other",
    );
    expect([to, told]).toEqual([
      undefined,
      ["chain/199.json is behind too many other configurations, and was not read"],
    ]);
  });

  it("is read in any number of folders", () => {
    const folders = Array.from({ length: 1200 }, (_, index) => `packages/p${index}`);
    const tree = sharedTree(
      Object.fromEntries(
        folders.flatMap((folder) => [
          [`${folder}/main.ts`, ""],
          [`${folder}/other.ts`, ""],
          [`${folder}/tsconfig.json`, "{}"],
        ]),
      ),
    );
    const { resolve } = repositoryModules(tree);
    expect(folders.filter((folder) => resolve("./other", `${folder}/main.ts`) === undefined)).toEqual([]);
  });

  it("may extend what lies above the repository, as a folder of a larger one does", () => {
    const above = sharedTree({
      "base.json": MANIFEST({ compilerOptions: { paths: { "@/*": ["./inner/src/*"] } } }),
      "inner/.git/HEAD": "",
      "inner/tsconfig.json": MANIFEST({ extends: "../base.json" }),
      "inner/src/main.ts": "",
      "inner/src/other.ts": "",
    });
    expect(repositoryModules(join(above, "inner")).resolve("@/other", "src/main.ts")).toBe("src/other.ts");
  });

  it.each([
    ["an absolute pattern", ["/**"]],
    ["a pattern that leads out", ["../../../../**", "packages/../../**"]],
    ["braces that multiply", [`packages/${"{a,b}".repeat(40)}`, "{1..100000000}"]],
    ["names that every object has", ["constructor/*", "toString", "./__proto__/*"]],
    ["stars that are tried in all ways", [`${"*a".repeat(40)}b/c`, "packages/+(+(a|b)+)*(c)d"]],
  ])("has bounds: %s", (_, workspaces) => {
    const tree = {
      "package.json": MANIFEST({ workspaces: [...workspaces, "packages/*"] }),
      [`packages/${"a".repeat(200)}/package.json`]: MANIFEST({ name: "long" }),
      "packages/one/package.json": MANIFEST({ name: "one" }),
      "packages/one/src/index.ts": "",
      "packages/one/loop": { link: ".." },
      "packages/one/loop2": { link: ".." },
    };
    expect(resolved(tree, undefined, "one").to).toBe("packages/one/src/index.ts");
  });

  it("names odd files without an end of the run", () => {
    const names = ["a\0b", "x".repeat(5000), "./self"];
    for (const main of names) {
      const tree = {
        "package.json": MANIFEST({ workspaces: ["p"] }),
        "p/package.json": MANIFEST({ name: "p", main, exports: { ".": main } }),
        "p/self": { link: "self" },
      };
      expect(resolved(tree, undefined, "p").to).toBeUndefined();
    }
  });

  it("is an environment file, or settings, only inside of the repository", () => {
    const outside = sharedTree({ "secrets.env": "TOKEN=mine\n" });
    const root = sharedTree({ ...PLAIN, "package.json": MANIFEST({ dependencies: { dotenv: "1" } }) });
    addToTree(root, { ".env": { link: join(outside, "secrets.env") } });
    const told: string[] = [];
    const modules = repositoryModules(root, ({ path, message }) => told.push(`${path} ${message}`));
    expect(modules.environmentFile("src/main.ts")).toBeUndefined();
    expect(told).toEqual([".env is a link that leads out of the repository, and was not read"]);
  });
});
