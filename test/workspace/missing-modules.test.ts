import { describe, expect, it } from "vitest";
import { repositoryModules } from "../../src/workspace/module-host.js";
import { sharedTree } from "../support/tree.js";

const root = sharedTree({
  ".git/HEAD": "",
  ".gitignore": "/app/src/generated/\n/app/src/local.*\n",
  "package.json": "{}",
  Makefile: "app/src/made/by-make.ts: app/schema.sql\n",
  "app/package.json": JSON.stringify({
    main: "./dist/index.js",
    scripts: { prebuild: "node tools/write-version.js > src/version.ts", other: "node src/versions/list.js" },
  }),
  "app/codegen.yml": "generates:\n  src/graphql/types.ts: {}\n",
  "app/src/main.ts": "",
  "app/src/there.ts": "",
  "app/src/declared.d.ts": "",
  "app/src/native.node": "",
  "app/src/screen.ios.tsx": "",
  "app/src/settings.example.js": "",
  "app/src/gone.test.ts": "",
  "app/src/Client.ts": "",
  "app/src/Api/users.service.ts": "",
  "app/src/folder/other.ts": "",
  "app/src/both/other.ts": "",
  "app/src/both.md": "",
  "packed/package.json": '{ "main": "lib/index.js" }',
  "typed/package.json": "{}",
  "typed/tsconfig.json": '{ "compilerOptions": { "rootDirs": ["src", "out"] } }',
  "typed/src/a.ts": "",
});
const modules = repositoryModules(root);
const missing = (specifier: string, from = "app/src/main.ts"): object | undefined =>
  modules.missing(specifier, from);

describe("a relative import that leads to no file", () => {
  it.each([
    ["./gone", "app/src/gone"],
    ["./gone.js", "app/src/gone.js"],
    ["./gone?inline", "app/src/gone"],
    ["./data/gone.json", "app/src/data/gone.json"],
    ["./folder", "app/src/folder/index"],
    ["../gone", "app/gone"],
    ["../../gone.vue", "gone.vue"],
  ])("%s is missing", (specifier, path) => {
    expect(missing(specifier)).toEqual({ path });
  });

  it.each([
    ["./client", "app/src/client", "Client.ts"],
    ["./client.js", "app/src/client.js", "Client.ts"],
    ["./api/users.service", "app/src/api/users.service", "Api/users.service.ts"],
    ["../SRC/there", "app/SRC/there", "src/there.ts"],
  ])("%s is there in another case only", (specifier, path, onDisk) => {
    expect(missing(specifier)).toEqual({ path, onDisk });
    const folder = onDisk.startsWith("src/") ? "app" : "app/src";
    expect(modules.resolve(specifier, "app/src/main.ts")).toBe(`${folder}/${onDisk}`);
  });

  it.each([
    ["is there", "./there.js"],
    ["has a declaration", "./declared"],
    ["is a native module", "./native"],
    ["is there for one platform", "./screen"],
    ["has an example to copy", "./settings.js"],
    ["is there with an ending that nobody resolves", "./both"],
    ["is a picture", "./gone.svg"],
    ["is a style sheet", "./gone.module.css"],
    ["is a package", "gone"],
    ["is a file for a loader", "./gone.graphql"],
    ["is in an ignored folder", "./generated/api"],
    ["is an ignored file", "./local"],
    ["is in the folder of the entry of its package", "../dist/index.js"],
    ["is written by a script of the package", "./version"],
    ["is written by a generator", "./graphql/types"],
    ["is written by make", "./made/by-make"],
    ["is a package that is not built", "../../packed"],
    ["is in a package folder", "../node_modules/gone/index.js"],
    ["is outside of the repository", "../../../gone"],
    ["is a placeholder", "./{{name}}"],
  ])("is not reported if it %s", (_why, specifier) => {
    expect(missing(specifier)).toBeUndefined();
  });

  it("is not reported if several folders count as one", () => {
    expect(missing("./gone", "typed/src/a.ts")).toBeUndefined();
  });
});

describe("a tsconfig that cannot be loaded", () => {
  const compilerOptions = { baseUrl: ".", paths: { "@/*": ["./src/*"], exact: ["./src/a"] } };
  it.each([
    [
      "extends a package that is not installed",
      { extends: "@tsconfig/node20/tsconfig.json", compilerOptions },
    ],
    ["extends a file that is not there", { extends: "./gone.json", compilerOptions }],
    ["refers to a project that is not there", { references: [{ path: "./gone" }], compilerOptions }],
    ["gets its paths from one that it extends", { extends: ["gone", "./base"] }],
  ])("that %s keeps no import from being followed", (_what, tsconfig) => {
    const modulesThere = repositoryModules(
      sharedTree({
        ".git/HEAD": "",
        "package.json": "{}",
        "tsconfig.json": JSON.stringify(tsconfig),
        "base.json": JSON.stringify({ compilerOptions }),
        "src/a.ts": "",
        "src/deep/b.ts": "",
      }),
    );
    const from = "src/deep/b.ts";
    const found = ["../a", "../a.js", "@/a", "exact", "@/gone", "gone"].map((one) =>
      modulesThere.resolve(one, from),
    );
    expect(found).toEqual(["src/a.ts", "src/a.ts", "src/a.ts", "src/a.ts", undefined, undefined]);
  });

  it("that is broken keeps no relative import from being followed", () => {
    const tree = { ".git/HEAD": "", "package.json": "{}", "tsconfig.json": "{ oops", "a.ts": "", "b.ts": "" };
    expect(repositoryModules(sharedTree(tree)).resolve("./a", "b.ts")).toBe("a.ts");
  });
});
