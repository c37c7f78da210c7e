import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { SourceText } from "../../src/core/source-text.js";
import { plainFacts } from "../../src/facts/plain-facts.js";
import type { FileFacts } from "../../src/facts/file-facts.js";
import { DEFAULT_LIMITS } from "../../src/frontends/limits.js";
import type { ModuleHost } from "../../src/frontends/module-host.js";
import { frontendFor } from "../../src/frontends/registry.js";
import { KeptEvaluation, type Keeping } from "../../src/runs/kept-evaluation.js";
import { v2ready } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

const interest = new CatalogInterest(loadCatalog());
const frontend = await frontendFor("a.js").load();

const FILES = {
  "base.js": 'export const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";\n',
  "call.js": 'import { BASE } from "./base.js";\nexport const all = () => fetch(`${BASE}/groups`);\n',
};

/** A folder of files in memory. */
function hostOf(files: Readonly<Record<string, string>>): ModuleHost {
  return {
    resolve: (specifier) => {
      const path = specifier.replace("./", "");
      return path in files ? path : undefined;
    },
    read: (path) => (files[path] === undefined ? undefined : new SourceText(path, files[path])),
  };
}

/** Makes a store in memory. */
function memory() {
  const all = new Map<string, unknown>();
  return {
    all,
    read: (key: string) => all.get(key),
    write: (key: string, data: unknown) => void all.set(key, structuredClone(data)),
  };
}

/** Evaluates `call.js`, and says whether that was necessary. */
function evaluate(
  store: ReturnType<typeof memory>,
  keeping: Keeping,
  files: Readonly<Record<string, string>> = FILES,
  { key = "build", minSteps = 1 } = {},
) {
  const spy = vi.fn();
  const kept = new KeptEvaluation(
    (host) => {
      const program = frontend.begin!(interest, host);
      const own = program.evaluate.bind(program);
      program.evaluate = () => (spy(), own());
      return program;
    },
    hostOf(files),
    store,
    keeping,
    key,
    minSteps,
  );
  kept.add(new SourceText("call.js", files["call.js"]!));
  kept.share("call.js");
  kept.evaluate();
  return { facts: kept.facts(), wasEvaluated: spy.mock.calls.length > 0 };
}

it("an evaluation is used again, with the same facts, while nothing has changed", () => {
  const store = memory();
  const first = evaluate(store, "write");
  const second = evaluate(store, "read");
  expect([first.wasEvaluated, second.wasEvaluated]).toEqual([true, false]);
  expect(second.facts.map(({ facts }) => facts)).toEqual(plainFacts(first.facts.map(({ facts }) => facts)));
  expect(second.facts.map(({ source }) => source.text)).toEqual(first.facts.map(({ source }) => source.text));
  expect(second.facts.flatMap(({ facts }) => facts.requests)).toHaveLength(1);
});

it.each<[string, Parameters<typeof evaluate>[2], Parameters<typeof evaluate>[3]]>([
  ["a file that is asked about", { ...FILES, "call.js": `${FILES["call.js"]}fetch("/x");\n` }, {}],
  ["an imported file", { ...FILES, "base.js": FILES["base.js"].replace("v1.0", "v2") }, {}],
  ["an imported file that is gone", { "call.js": FILES["call.js"] }, {}],
  ["the build", FILES, { key: "another build" }],
])("it is not used after a change of %s", (_what, files, options) => {
  const store = memory();
  evaluate(store, "write");
  const after = evaluate(store, "read", files, options);
  expect(after.wasEvaluated).toBe(true);
  expect(after.facts.map(({ facts }) => facts)).toEqual(
    evaluate(memory(), "write", files, options).facts.map(({ facts }) => facts),
  );
});

it("it is not used after a file appears that an import did not find before", () => {
  const store = memory();
  evaluate(store, "write", { "call.js": FILES["call.js"] });
  expect(evaluate(store, "read").wasEvaluated).toBe(true);
});

const GO = `package main

import "net/http"

type Options struct{ Group struct{ ID string } }

func list(options *Options) {
	http.Get("https://cloud.mongodb.com/api/atlas/v1.0/groups/" + options.Group.ID + "/clusters")
}
`;

it("an evaluation of Go is kept as well, where names of types have functions", async () => {
  const go = await frontendFor("a.go").load();
  const store = memory();
  const kept = new KeptEvaluation(
    (host) => go.begin!(interest, host, DEFAULT_LIMITS),
    hostOf({ "a.go": GO }),
    store,
    "write",
    "build",
    1,
  );
  kept.add(new SourceText("a.go", GO));
  kept.share("a.go");
  kept.evaluate();
  const [stored] = [...store.all.values()] as { readonly facts: readonly FileFacts[] }[];
  expect(stored?.facts.flatMap(({ requests }) => requests)).toHaveLength(1);
  expect(stored?.facts).toEqual(plainFacts(kept.facts().map(({ facts }) => facts)));
});

it("check evaluates again, and a quick evaluation is not kept", () => {
  const store = memory();
  evaluate(store, "write", FILES, { minSteps: 1_000_000 });
  expect(store.all.size).toBe(0);
  evaluate(store, "write");
  expect(evaluate(store, "write").wasEvaluated).toBe(true);
});

const SLOW = `${FILES["call.js"]}
export const paths = [];
${Array.from(
  { length: 8 },
  () => `for (const a of [${Array.from({ length: 60 }, (_, index) => index).join()}])
  for (const b of [${Array.from({ length: 60 }, (_, index) => index).join()}])
    for (const c of [1, 2, 3, 4, 5]) paths.push((BASE + "/groups/" + a + "/clusters/" + b + c).trim());
`,
).join("")}`;

it("why says the same with the kept evaluation of check, without it, and with a broken one; --no-cache keeps none", async () => {
  const cwd = sharedTree({
    ".git/HEAD": "",
    ...FILES,
    "call.js": SLOW,
    "weak.js": "export const size = (cluster) => cluster.diskSizeGB;\n",
    "notes.md": "See /api/atlas/v1.0.\n",
  });
  const home = sharedTree({});
  const keptFiles = (): string[] =>
    readdirSync(home, { recursive: true, encoding: "utf8" }).filter((path) => path.includes("evaluation-"));
  const why = async (place: string, env = { XDG_STATE_HOME: home }) => {
    const { stdout, status } = await v2ready(["why", place], { cwd, env, asProcess: true });
    return { stdout, status };
  };
  for (const args of [["check"], ["why", "call.js:2"]])
    await v2ready([...args, "--no-cache"], { cwd, env: { XDG_STATE_HOME: home }, asProcess: true });
  expect(readdirSync(home)).toEqual([]);
  const before = new Map<string, unknown>();
  for (const place of ["call.js:2", "weak.js:1"])
    before.set(place, await why(place, { XDG_STATE_HOME: sharedTree({}) }));
  await v2ready(["check"], { cwd, env: { XDG_STATE_HOME: home }, asProcess: true });
  expect(keptFiles()).toHaveLength(1);
  for (const [place, answer] of before) expect(await why(place)).toEqual(answer);
  writeFileSync(join(home, keptFiles()[0]!), "broken");
  expect(await why("call.js:2")).toEqual(before.get("call.js:2"));
});
