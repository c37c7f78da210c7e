import { describe, expect, it } from "vitest";
import { requestsOf } from "../../support/requests.js";

/** Returns the URLs of `fetch(url)`, for code that makes `url`. */
function urlOf(code: string): string[] {
  return requestsOf(`${code}\nfetch(url);`).map((request) => request.replace(/^GET /, ""));
}

describe("values", () => {
  const cases: readonly (readonly [name: string, code: string, ...urls: string[]])[] = [
    ["a literal", `const url = "http://a/b";`, "http://a/b"],
    ["a constant", `const base = "http://a"; const url = base + "/b";`, "http://a/b"],
    [
      "a chain of concatenations",
      `const url = "http://a" + "/" + "b" + "/" + 3 + "/" + true;`,
      "http://a/b/3/true",
    ],
    ["sums before a string", `const url = 1 + 2 + "x" + 1 + 2;`, "3x12"],
    ["a template", "const id = 7; const url = `http://a/${id}/${'x'}`;", "http://a/7/x"],
    ["an escaped template", "const url = `http://a/\\u0062`;", "http://a/b"],
    ["String.raw", "const url = String.raw`http://a/\\b`;", "http://a/\\b"],
    [
      "a tagged template of its own",
      "const t = (s, ...v) => s[0] + v[0] + s[1]; const url = t`http://${'a'}/b`;",
      "http://a/b",
    ],
    ["concat and join", `const url = "http://".concat("a", "/", ["b", "c"].join("/"));`, "http://a/b/c"],
    ["a list joined with its default", `const url = "http://a/" + ["b", null, "c"];`, "http://a/b,,c"],
    [
      "environment with a default",
      `const url = process.env.BASE ?? "http://a";`,
      "{process.env.BASE}|http://a",
    ],
    [
      "environment with ||",
      "const url = `${process.env.BASE || 'http://a'}/b`;",
      "{process.env.BASE}/b|http://a/b",
    ],
    [
      "a ternary that is decided",
      `const prod = true; const url = prod ? "http://a" : "http://b";`,
      "http://a",
    ],
    ["a ternary that is not", `const url = process.env.PROD ? "http://a" : "http://b";`, "http://a|http://b"],
    [
      "an if that is not",
      `let url = "http://a"; if (process.argv.length > 2) url = "http://b";`,
      "http://b|http://a",
    ],
    [
      "both branches",
      `let url; if (globalThis.x) { url = "http://a"; } else { url = "http://b"; }`,
      "http://a|http://b",
    ],
    ["a reassignment", `let url = "http://a"; url = "http://b";`, "http://b"],
    ["+=", `let url = "http://a"; url += "/b"; url += "/c";`, "http://a/b/c"],
    ["??= and ||=", `let url; url ??= "http://a"; url ||= "http://b";`, "http://a"],
    [
      "object members",
      `const config = { api: { base: "http://a" } }; const url = config.api.base + "/b";`,
      "http://a/b",
    ],
    [
      "computed members",
      `const hosts = { eu: "http://a", us: "http://b" }; const key = "us"; const url = hosts[key];`,
      "http://b",
    ],
    [
      "a member under an unknown key",
      `const hosts = { eu: "http://a", us: "http://b" }; const url = hosts[process.env.REGION];`,
      "http://a|http://b",
    ],
    [
      "spread, later wins",
      `const a = { base: "http://a" }; const url = { ...a, base: "http://b" }.base;`,
      "http://b",
    ],
    [
      "spread over",
      `const a = { base: "http://a" }; const url = { base: "http://b", ...a }.base;`,
      "http://a",
    ],
    [
      "spread of something unknown over it",
      `const url = { base: "http://b", ...globalThis.config }.base;`,
      "http://b|{globalThis.config.base}",
    ],
    ["Object.assign", `const url = Object.assign({ base: "x" }, { base: "http://a" }).base;`, "http://a"],
    ["destructuring", `const { api: { base: url } } = { api: { base: "http://a" } };`, "http://a"],
    ["destructuring with a default", `const { base: url = "http://a" } = {};`, "http://a"],
    ["destructuring of a list", `const [, url] = ["x", "http://a"];`, "http://a"],
    [
      "rest of an object",
      `const { a, ...rest } = { a: 1, base: "http://a" }; const url = rest.base;`,
      "http://a",
    ],
    ["swap", `let a = "x", url = "y"; [a, url] = [url, "http://a"];`, "http://a"],
    ["a function", `function base(path) { return "http://a" + path; } const url = base("/b");`, "http://a/b"],
    [
      "an arrow with a default",
      "const make = (p, host = 'a') => `http://${host}${p}`; const url = make('/b');",
      "http://a/b",
    ],
    [
      "rest parameters",
      `const make = (...parts) => parts.join("/"); const url = make("http://a", "b");`,
      "http://a/b",
    ],
    [
      "spread arguments",
      `const make = (a, b) => a + b; const url = make(...["http://a", "/b"]);`,
      "http://a/b",
    ],
    [
      "a closure",
      `const at = (base) => (path) => base + path; const url = at("http://a")("/b");`,
      "http://a/b",
    ],
    [
      "early return",
      `function f(x) { if (x) return "http://a"; return "http://b"; } const url = f(false);`,
      "http://b",
    ],
    [
      "early return that is not decided",
      `function f(x) { if (x) return "http://a"; return "http://b"; } const url = f(globalThis.y);`,
      "http://a|http://b",
    ],
    [
      "switch",
      `function f(x) { switch (x) { case 1: return "http://a"; default: return "http://b"; } } const url = f(1);`,
      "http://a",
    ],
    [
      "switch that is not decided",
      `let url; switch (process.env.X) { case "a": url = "http://a"; break; case "b": url = "http://b"; break; default: url = "http://c"; }`,
      "http://a|http://b|http://c",
    ],
    [
      "falling through",
      `let url = ""; switch (1) { case 1: url += "http://"; case 2: url += "a"; break; case 3: url += "b"; }`,
      "http://a",
    ],
    [
      "a loop over a known list",
      `let url = "http://a"; for (const part of ["b", "c"]) url += "/" + part;`,
      "http://a/b/c",
    ],
    ["a counted loop", `let url = "http://a"; for (let i = 0; i < 3; i++) url += "/" + i;`, "http://a/0/1/2"],
    [
      "break and continue",
      `let url = "http://a"; for (const p of ["b", "x", "c", "d"]) { if (p === "x") continue; if (p === "d") break; url += "/" + p; }`,
      "http://a/b/c",
    ],
    [
      "labels",
      `let url = "http://a"; outer: for (const a of ["1", "2"]) { for (const b of ["x", "y"]) { if (b === "y") continue outer; url += a + b; } }`,
      "http://a1x2x",
    ],
    [
      "forEach, map, reduce",
      `const url = ["b", "c"].map((p) => "/" + p).reduce((a, b) => a + b, "http://a");`,
      "http://a/b/c",
    ],
    [
      "filter and find",
      `const url = ["x", "http://a"].filter((p) => p.startsWith("http")).find((p) => p.length > 3);`,
      "http://a",
    ],
    [
      "Object.entries",
      `let url = "http://a?"; for (const [k, v] of Object.entries({ a: 1, b: 2 })) url += k + "=" + v + "&";`,
      "http://a?a=1&b=2&",
    ],
    [
      "a class field",
      `class C { base = "http://a"; url() { return this.base + "/b"; } } const url = new C().url();`,
      "http://a/b",
    ],
    [
      "a constructor parameter",
      `class C { constructor(base) { this.base = base; } url(p) { return this.base + p; } } const url = new C("http://a").url("/b");`,
      "http://a/b",
    ],
    [
      "a parameter property",
      `class C { constructor(private readonly base = "http://a") {} get url() { return this.base; } } const url = new C().url;`,
      "http://a",
    ],
    [
      "inheritance",
      `class A { host() { return "a"; } url() { return "http://" + this.host(); } } class B extends A { host() { return "b"; } } const url = new B().url();`,
      "http://b",
    ],
    [
      "super",
      `class A { constructor(b) { this.b = b; } } class B extends A { constructor() { super("http://a"); } url() { return this.b; } } const url = new B().url();`,
      "http://a",
    ],
    [
      "super methods",
      `class A { url() { return "http://a"; } } class B extends A { url() { return super.url() + "/b"; } } const url = new B().url();`,
      "http://a/b",
    ],
    [
      "statics",
      `class C { static BASE = "http://a"; static url(p) { return C.BASE + p; } } const url = C.url("/b");`,
      "http://a/b",
    ],
    [
      "private fields",
      `class C { #base = "http://a"; url() { return this.#base; } } const url = new C().url();`,
      "http://a",
    ],
    [
      "accessors",
      `const o = { host: "a", get url() { return "http://" + this.host; }, set h(v) { this.host = v; } }; o.h = "b"; const url = o.url;`,
      "http://b",
    ],
    [
      "function prototypes",
      `function C(b) { this.b = b; } C.prototype.url = function () { return this.b; }; const url = new C("http://a").url();`,
      "http://a",
    ],
    [
      "bind, call, apply",
      `function f(p) { return this.b + p; } const url = f.bind({ b: "http://a" })("/b") + f.call({ b: "" }, "/c") + f.apply({ b: "" }, ["/d"]);`,
      "http://a/b/c/d",
    ],
    ["enums", `enum Host { A = "http://a", B = "http://b" } const url = Host.B;`, "http://b"],
    ["namespaces", `namespace N { export const base = "http://a"; } const url = N.base;`, "http://a"],
    [
      "as const and casts",
      `const c = { base: "http://a" } as const; const url = <string>(c.base as unknown) satisfies string;`,
      "http://a",
    ],
    ["new URL", `const url = new URL("/b?x=1", "http://a/c/d");`, "http://a/b?x=1"],
    ["new URL, relative", `const url = new URL("b", "http://a/c/d").toString();`, "http://a/c/b"],
    [
      "new URL with a hole",
      "const url = new URL(`/groups/${process.env.ID}`, 'http://a').href;",
      "http://a/groups/{process.env.ID}",
    ],
    [
      "URL with parameters",
      `const url = new URL("http://a/b"); url.searchParams.set("x", "1");`,
      "http://a/b?x=1",
    ],
    [
      "path.posix.join",
      `import path from "path"; const url = "http://a" + path.posix.join("/b/", "/c");`,
      "http://a/b/c",
    ],
    ["replace", `const url = "http://a/{id}/b".replace("{id}", "7");`, "http://a/7/b"],
    ["a stripped slash", `const url = "http://a/".replace(/\\/+$/, "") + "/b";`, "http://a/b"],
    ["slices", `const url = "http://a/b/c".slice(0, -2) + "x".substring(0, 1);`, "http://a/bx"],
    ["split", `const [host] = "a/b".split("/"); const url = "http://" + host;`, "http://a"],
    [
      "encodeURIComponent",
      "const url = `http://a/${encodeURIComponent('b c')}/${encodeURIComponent(process.env.X)}`;",
      "http://a/b%20c/{process.env.X}",
    ],
    ["String(…) and toString", `const url = "http://a/" + String(1) + (2).toString();`, "http://a/12"],
    [
      "a Map",
      `const m = new Map([["a", "http://a"]]); m.set("b", "http://b"); const url = m.get("b");`,
      "http://b",
    ],
    [
      "a Map under a key that is not known",
      `const m = new Map([["a", "http://a"]]); m.set("b", "http://b"); const url = m.get(process.env.X) ?? "http://c";`,
      "http://a|http://b|http://c",
    ],
    [
      "a Map that was set under a key that is not known",
      `const m = new Map([["a", "http://a"]]); m.set(process.env.X, "http://b"); const url = m.get("a");`,
      "http://a|http://b",
    ],
    [
      "a cache that forgets",
      `import NodeCache from "node-cache"; const m = new NodeCache(); m.set("a", "http://a"); const url = m.get("a") ?? "http://b";`,
      "http://a|{cached}|http://b",
    ],
    ["JSON.parse of a literal", `const url = JSON.parse('{"base":"http://a"}').base;`, "http://a"],
    ["JSON there and back", `const url = JSON.parse(JSON.stringify({ base: "http://a" })).base;`, "http://a"],
    ["a promise", `const url = await Promise.resolve("http://a");`, "http://a"],
    ["async functions", `const f = async () => "http://a"; const url = await f();`, "http://a"],
    ["then", `const url = await Promise.resolve("http://a").then((b) => b + "/b");`, "http://a/b"],
    ["Promise.all", `const [, url] = await Promise.all([1, Promise.resolve("http://a")]);`, "http://a"],
    ["new Promise", `const url = await new Promise((resolve) => resolve("http://a"));`, "http://a"],
    [
      "try",
      `let url = "http://a"; try { url = "http://b"; JSON.parse(x); url = "http://c"; } catch { url += "/e"; }`,
      "http://c|http://b/e|http://c/e|http://a/e",
    ],
    [
      "try with an object that the handler cannot see unfinished",
      `let o; try { o = { base: "http://a", path: "/b" }; JSON.parse(x); } catch {} const url = o.base + o.path;`,
      "http://a/b",
    ],
    [
      "try with an instance that the handler cannot see unfinished",
      `class A { base = "http://a"; constructor(path) { this.path = path; } } let o; try { o = new A("/b"); JSON.parse(x); } catch {} const url = o.base + o.path;`,
      "http://a/b",
    ],
    ["finally", `let url = "http://a"; try { url += "/b"; } finally { url += "/c"; }`, "http://a/b/c"],
    ["shadowing", `const base = "http://a"; { const base = "http://b"; } const url = base;`, "http://a"],
    ["hoisting", `const url = make(); function make() { return "http://a"; }`, "http://a"],
    ["var in a block", `if (true) { var url = "http://a"; }`, "http://a"],
    ["arguments", `function f() { return arguments[0]; } const url = f("http://a");`, "http://a"],
    ["comma and void", `const url = (0, "http://a"); void 0;`, "http://a"],
    ["optional chaining", `const c = { a: { b: "http://a" } }; const url = c?.a?.["b"];`, "http://a"],
    [
      "delete",
      `const o = { base: "http://b" }; delete o.base; const url = o.base ?? "http://a";`,
      "http://a",
    ],
    [
      "a list that is filled",
      `const parts = []; parts.push("http://a"); parts.push("b"); const url = parts.join("/");`,
      "http://a/b",
    ],
    ["recursion", `function f(n) { return n === 0 ? "http://a" : f(n - 1); } const url = f(1);`, "http://a"],
    [
      "a value that grows in an unknown loop",
      `let url = "http://a"; while (Math.random() > 0.5) url += "/b";`,
      "http://a/b/b/b|http://a/b/b|http://a/b|{a value that changes in a loop}/b|http://a|{a value that changes in a loop}",
    ],
  ];

  for (const [name, code, ...urls] of cases) {
    it(name, () => {
      expect(urlOf(code)).toEqual(urls);
    });
  }
});
