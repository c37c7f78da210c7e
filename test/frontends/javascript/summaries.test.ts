import { describe, expect, it } from "vitest";
import { factsOf, requestsOf } from "../../support/requests.js";

/** Steps enough for summaries to be made; what they are is of no interest. */
const WORK = "let n = 0; n = n + 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8;";

describe("calls that find what others found before", () => {
  it("are not run again, or functions that call one another twice would reach the limit of steps", () => {
    const functions = Array.from(
      { length: 30 },
      (_, index) => `function f${index}(x) { for (const y of x) f${index + 1}(y); return f${index + 1}(x); }`,
    );
    const code = `export function start(x) { f0(x); fetch("http://a/end"); }\n${functions.join("\n")}\nfunction f30(x) { return x.a; }`;
    expect(requestsOf(code)).toEqual(["GET http://a/end"]);
  });

  it("are not run again where they run late, or callbacks that start one another would reach the limit of steps", () => {
    const functions = Array.from(
      { length: 10 },
      (_, index) =>
        `function f${index}(x) { for (const y of [1, 2, 3]) Promise.resolve(y).then(() => f${index + 1}(x)); }`,
    );
    const code = `export function start(x) { f0(x); fetch("http://a/end"); }\n${functions.join("\n")}\nfunction f10(x) { ${WORK} return x; }`;
    expect(requestsOf(code)).toEqual(["GET http://a/end"]);
  });

  const cases: readonly (readonly [name: string, code: string, ...urls: string[]])[] = [
    [
      "give objects of their own",
      `function make() { ${WORK} return { path: "x" }; }
       export function start() {
         const all = [];
         for (let i = 0; i < 3; i++) { const one = make(); one.path += i; all.push(one); }
         fetch("http://a/" + all.map((one) => one.path).join("/"));
       }`,
      "http://a/x0/x1/x2",
    ],
    [
      "give functions with variables of their own",
      `function counter() { ${WORK} let count = 0; return () => ++count; }
       export function start() {
         const seen = [];
         for (let i = 0; i < 3; i++) { const next = counter(); if (i === 1) next(); seen.push(next()); }
         fetch("http://a/" + seen.join("/"));
       }`,
      "http://a/1/2/1",
    ],
    [
      "find what changed in between",
      `function read(state) { ${WORK} return state.now; }
       export function start() {
         const [seen, state] = [[], { now: "a" }];
         for (const next of ["b", "c", "c", "c", "b"]) { state.now = next; seen.push(read(state)); }
         fetch("http://a/" + seen.join("/"));
       }`,
      "http://a/b/c/c/c/b",
    ],
    [
      "change what they are given, not what others were given",
      `function mark(one) { ${WORK} one.mark = "m" + one.id; }
       export function start() {
         const all = [];
         for (const id of [1, 1, 1, 2]) { const one = { id }; mark(one); all.push(one); }
         all[1].mark = "other";
         fetch("http://a/" + all.map((one) => one.mark).join("/"));
       }`,
      "http://a/m1/other/m1/m2",
    ],
    [
      "tell two things from one thing twice",
      `function same(a, b) { ${WORK} a.v = 1; b.v = 2; return a.v; }
       export function start() {
         const seen = [];
         const one = {};
         for (const other of [{}, {}, one]) seen.push(same(one, other));
         fetch("http://a/" + seen.join("/"));
       }`,
      "http://a/1/1/2",
    ],
    [
      "are seen by who catches what they throw",
      `const state = { url: "http://a/start" };
       function move() { ${WORK} state.url = "http://a/half"; unknown(); state.url = "http://a/end"; }
       export function start() {
         for (let i = 0; i < 3; i++) {
           state.url = "http://a/start";
           try { move(); } catch { fetch(state.url + i); return; }
         }
       }`,
      "http://a/end0|http://a/half0|http://a/start0",
      "http://a/end1|http://a/half1|http://a/start1",
      "http://a/end2|http://a/half2|http://a/start2",
    ],
    [
      "find what calls inside of them would find",
      `function leaf(state) { ${WORK} return state.now; }
       function twice(state) { let all = ""; for (const _ of [1, 2]) all += leaf(state); return all; }
       const [seen, state] = [[], { now: "a" }];
       const step = (one) => seen.push(twice(one));
       step(state); step(state); step(state);
       state.now = "b";
       step(state); step({ now: "a" }); step({ now: "c" });
       fetch("http://a/" + seen.join("/"));`,
      "http://a/aa/aa/aa/bb/aa/cc",
    ],
    [
      "leave behind what calls inside of them leave",
      `function count(state) { ${WORK} state.n = state.n + 1; return state.n; }
       function twice(state) { ${WORK} count(state); return count(state); }
       const [seen, state] = [[], { n: 0 }];
       const step = (one) => seen.push(twice(one) + "=" + one.n);
       for (const _ of [1, 2, 3]) step({ n: 0 });
       step(state); step(state); step({ n: 0 });
       fetch("http://a/" + seen.join("/"));`,
      "http://a/2=2/2=2/2=2/2=2/4=4/2=2",
    ],
    [
      "find what instances hold",
      `class Client {
         constructor(group) { ${WORK} this.group = group; }
         url() { ${WORK} return this.group; }
       }
       const seen = [];
       const step = (client) => seen.push(client.url());
       for (const group of ["x", "x", "x", "y"]) step(new Client(group));
       const client = new Client("x");
       client.group = "z";
       step(client);
       fetch("http://a/" + seen.join("/"));`,
      "http://a/x/x/x/y/z",
    ],
    [
      "find what was kept in a map since",
      `const kept = new Map();
       function read(id) { ${WORK} return kept.get(id) ?? "none"; }
       const seen = [];
       const step = () => seen.push(read("a"));
       step(); step(); step();
       kept.set("a", "some");
       step();
       fetch("http://a/" + seen.join("/"));`,
      "http://a/none/none/none/some",
    ],
    [
      "find what an object inherits by then",
      `const [one, other] = [{ name: () => "one" }, { name: () => "other" }];
       const [seen, object] = [[], Object.create(one)];
       function nameOf(it) { ${WORK} return it.name(); }
       const step = () => seen.push(nameOf(object));
       step(); step(); step();
       Object.setPrototypeOf(object, other);
       step();
       fetch("http://a/" + seen.join("/"));`,
      "http://a/one/one/one/other",
    ],
    [
      "find listeners and hooks that came since",
      `const hooks = [];
       function notify(url) { ${WORK} for (const hook of hooks) hook(url); }
       const step = (url) => notify(url);
       step("http://a"); step("http://a"); step("http://a");
       hooks.push((url) => fetch(url + "/hooked"));
       step("http://a");`,
      "http://a/hooked",
    ],
    [
      "find late what their callers change behind them",
      `function pathOf(state) { ${WORK} return state.path; }
       function go(state) { return Promise.resolve().then(() => fetch("http://a/" + pathOf(state))); }
       export function first() { for (let i = 0; i < 4; i++) go({ path: "x" }); }
       export function second() {
         for (let i = 0; i < 4; i++) { const state = { path: "x" }; go(state); state.path = "y"; }
       }`,
      "http://a/x|http://a/{a value that changes later}",
      "http://a/x|http://a/{a value that changes later}",
    ],
    [
      "send what they send each time",
      `const state = { base: "" };
       function send(path) { ${WORK} if (state.base) fetch(state.base + path); }
       const step = () => send("/x");
       step(); step(); step();
       state.base = "http://a";
       step();`,
      "http://a/x",
    ],
  ];

  it("make functions that are called once more, in the state that others have left", () => {
    const code = `const state = {};
      function use(box) { ${WORK} return { show: () => box.cluster.srvAddress }; }
      export function show() { for (const id of [1, 2, 3]) use({ id, cluster: state.cluster }); }
      export async function load() { state.cluster = await (await fetch("http://a/clusters/a")).json(); }`;
    expect(factsOf(code).fields.map(({ owner }) => owner.kind)).toEqual(["response"]);
  });

  it.each(cases)("%s", (_, code, ...urls) => {
    const found = requestsOf(code).map((request) => request.replace(/^GET /, "").split("|").sort().join("|"));
    expect(found).toEqual(urls);
  });
});
