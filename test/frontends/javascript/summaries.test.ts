import { describe, expect, it } from "vitest";
import { requestsOf } from "../../support/requests.js";

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
         for (const next of ["b", "c", "c"]) { state.now = next; seen.push(read(state)); }
         fetch("http://a/" + seen.join("/"));
       }`,
      "http://a/b/c/c",
    ],
    [
      "change what they are given, not what others were given",
      `function mark(one) { ${WORK} one.mark = "m" + one.id; }
       export function start() {
         const all = [];
         for (const id of [1, 1, 2]) { const one = { id }; mark(one); all.push(one); }
         all[0].mark = "other";
         fetch("http://a/" + all.map((one) => one.mark).join("/"));
       }`,
      "http://a/other/m1/m2",
    ],
    [
      "tell two things from one thing twice",
      `function same(a, b) { ${WORK} a.v = 1; b.v = 2; return a.v; }
       export function start() {
         const seen = [];
         const one = {};
         for (const other of [{}, one]) seen.push(same(one, other));
         fetch("http://a/" + seen.join("/"));
       }`,
      "http://a/1/2",
    ],
    [
      "are seen by who catches what they throw",
      `const state = { url: "http://a/start" };
       function move() { ${WORK} state.url = "http://a/half"; unknown(); state.url = "http://a/end"; }
       export function start() {
         for (let i = 0; i < 2; i++) {
           state.url = "http://a/start";
           try { move(); } catch { fetch(state.url + i); return; }
         }
       }`,
      "http://a/end0|http://a/half0|http://a/start0",
      "http://a/end1|http://a/half1|http://a/start1",
    ],
  ];

  it.each(cases)("%s", (_, code, ...urls) => {
    const found = requestsOf(code).map((request) => request.replace(/^GET /, "").split("|").sort().join("|"));
    expect(found).toEqual(urls);
  });
});
