import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/errors.js";
import { candidatesNow, discover, discoverNow, type DiscoverOptions } from "../../src/workspace/discover.js";
import { candidatesSync, discoverSync } from "../../src/workspace/discover-sync.js";
import { DiscoverThread } from "../../src/workspace/discover-thread.js";
import { HIT, MISS, PATTERNS } from "./support/find.js";
import { fakeRipgrep } from "./support/ripgrep.js";
import { writeTree } from "./support/tree.js";

const questionOf = (cwd: string): DiscoverOptions => ({
  cwd,
  paths: ["."],
  patterns: PATTERNS,
  ignorePatterns: [],
  noIgnore: false,
});

const TREE = { "a.ts": HIT, "b.ts": MISS, "node_modules/x/i.js": HIT, "c.log": HIT, ".gitignore": "*.log\n" };

describe("without a promise", () => {
  test("ripgrep says what it says to those who wait", async () => {
    const question = questionOf(writeTree(TREE));
    expect(discoverNow(question)).toEqual(await discover({ ...question, engine: "ripgrep" }));
    expect(candidatesNow(question)).toEqual(["a.ts"]);
  });

  test("a path that is not there is an error", () => {
    const question = { ...questionOf(writeTree(TREE)), paths: ["nowhere"] };
    expect(() => discoverNow(question)).toThrow(InputError);
    expect(() => candidatesNow(question)).toThrow(InputError);
  });

  test.each([
    ["there is none", () => null],
    ["it does not start", () => "/nowhere/rg"],
    ["it is killed", () => fakeRipgrep("process.kill(process.pid);")],
    ["it complains", () => fakeRipgrep('console.error("rg: no such option"); process.exitCode = 2;')],
  ])("there is no answer of ripgrep where %s", (_, ripgrep) => {
    const question = questionOf(writeTree(TREE));
    expect(discoverNow(question, { ripgrep: ripgrep() })).toBeUndefined();
    expect(candidatesNow(question, { ripgrep: ripgrep() })).toBeUndefined();
  });

  test("the thread says the same, one question after the other", async () => {
    const thread = new DiscoverThread(
      fileURLToPath(new URL("../../dist/discover-worker.js", import.meta.url)),
    );
    for (const tree of [TREE, { "z.ts": HIT }]) {
      const question = questionOf(writeTree(tree));
      expect(thread.discover(question)).toEqual(await discover(question));
    }
  });

  test("a notification that comes late does not end the wait for the next answer", () => {
    // The second answer comes long after the last notification of the first one.
    const worker = writeTree({
      "worker.mjs": `
        import { workerData } from "node:worker_threads";
        const { port, answered } = workerData;
        let questions = 0;
        port.on("message", ({ cwd }) => {
          const answer = () => {
            port.postMessage({ discovery: { candidates: [cwd] } });
            Atomics.store(answered, 0, 1);
            Atomics.notify(answered, 0);
            setTimeout(() => Atomics.notify(answered, 0), 100);
          };
          setTimeout(answer, 300 * questions++);
        });`,
    });
    const thread = new DiscoverThread(join(worker, "worker.mjs"));
    for (const cwd of ["first", "second"]) expect(thread.discover(questionOf(cwd)).candidates).toEqual([cwd]);
  });

  test("there is an answer with ripgrep and without it", async () => {
    const question = questionOf(writeTree(TREE));
    const { candidates } = await discover(question);
    for (const environment of [{}, { ripgrep: null }]) {
      expect(candidatesSync(question, environment)).toEqual(candidates);
      expect(discoverSync(question, environment).candidates).toEqual(candidates);
    }
  });
});
