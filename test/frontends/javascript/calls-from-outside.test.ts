import { describe, expect, it } from "vitest";
import { CatalogInterest } from "../../../src/catalog/interest.js";
import { loadCatalog } from "../../../src/catalog/load.js";
import { SourceText } from "../../../src/core/source-text.js";
import { JavaScriptProgram } from "../../../src/frontends/javascript/program.js";
import { DEFAULT_LIMITS } from "../../../src/frontends/limits.js";
import { requestsOf } from "../../support/requests.js";

const interest = CatalogInterest.of(loadCatalog());
const FUNCTIONS = 20;

/** The steps that a file takes: the least number of `--limit steps` with which all of its values are followed. */
function stepsOf(code: string): number {
  let [low, high] = [1, 100_000];
  while (low < high) {
    const steps = (low + high) >> 1;
    const program = new JavaScriptProgram(interest, undefined, {
      ...DEFAULT_LIMITS,
      steps,
      relevance: false,
    });
    program.add(new SourceText("src/file.mjs", code), true);
    program.evaluate();
    const isEnough = program.facts().every(({ facts }) => facts.problems.length === 0);
    [low, high] = isEnough ? [low, steps] : [steps + 1, high];
  }
  return low;
}

const functions = (body: string): string =>
  Array.from(
    { length: FUNCTIONS },
    (_, index) =>
      `export async function get${index}(id) { ${body}; return await fetch("http://a/" + id); }\n`,
  ).join("");

describe("functions without a known caller", () => {
  it("are run once where they leave nothing behind", () => {
    const local = stepsOf(functions("const seen = {}; seen.id = id"));
    const shared = stepsOf(`const seen = {};\n${functions("seen.id = id")}`);
    expect(local).toBeGreaterThan(FUNCTIONS);
    expect(local / shared).toBeLessThan(0.7);
  });

  it("are run again only where they look at something that another one has changed", () => {
    const [local, looking] = [
      functions("const own = {}; own.id = id"),
      functions("const own = {}; own.id = seen"),
    ];
    const leaving = "let seen;\nexport function see(id) { seen = id; }\n";
    const [without, unconcerned] = [stepsOf(local), stepsOf(leaving + local)];
    expect(unconcerned / without).toBeLessThan(1.1);
    // Those that come behind find what it leaves at once.
    expect(stepsOf(leaving + looking) / without).toBeLessThan(1.1);
    expect(stepsOf(looking + leaving) / without).toBeGreaterThan(1.8);
  });

  it("find what came about in the second round, too", () => {
    const requests = requestsOf(`let base, from;
      export function first() { base = from; }
      export function second() { from = "http://a"; }
      export function third() { return fetch(base + "/b"); }
    `);
    expect(requests.join()).toContain("http://a/b");
  });

  it.each([
    [
      "a variable",
      `let token = "x"; export const get = () => fetch("http://a/" + token);
      export function login() { token = "y"; }`,
    ],
    [
      "an object",
      `const state = { token: "x" }; export const get = () => fetch("http://a/" + state.token);
      export function login() { state.token = "y"; }`,
    ],
    [
      "a list",
      `const list = ["x"]; export const get = () => list.map((one) => fetch("http://a/" + one));
      export function login() { list.push("y"); }`,
    ],
    [
      "a callback",
      `let token = "x"; export const get = () => fetch("http://a/" + token);
      export function login(job) { job.then(() => { token = "y"; }); }`,
    ],
    [
      "a branch",
      `let token = "x"; export const get = () => fetch("http://a/" + token);
      export function login(yes) { if (yes) { token = "y"; } }`,
    ],
    [
      "the default of an object's member",
      `const state = { token: "x" }; export const get = () => fetch("http://a/" + state.token);
      export function login() { Object.assign(state, { token: "y" }); }`,
    ],
  ])("are run again to find what a later one has left in %s", (_, code) => {
    expect(requestsOf(code).join()).toContain("http://a/y");
  });

  it("are run again with an instance that a later one has made", () => {
    const requests = requestsOf(`
      function Client() {}
      Client.prototype.get = function () { return fetch(this.base + "/b"); };
      export const start = () => { const client = new Client(); client.base = "http://a"; return client; };
    `);
    expect(requests.join()).toContain("http://a/b");
  });
});
