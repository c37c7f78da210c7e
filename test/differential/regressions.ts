import { OBJECT_CASES } from "./object-regressions.js";
import type { Program } from "./program.js";

/**
 * Programs that the analysis once answered wrongly, as fast-check shrank them, each under the name of its cause. `url`,
 * `headers` and `body` are sent by one request at the end; code that sends by itself has only `code`.
 */
const CASES: readonly (readonly [name: string, code: string])[] = [
  [
    "headers with a getter that an interceptor takes instead",
    `import axios from "axios"; const taken = { get accept() { return "a"; }, ...{} }; const api = axios.create({ headers: { "x-a": "a" } }); api.interceptors.request.use((c) => { c.headers = taken; return c; }); await api.get("http://api.test/");`,
  ],
  [
    "headers that interceptors delete, take away on some ways, and put together anew",
    `import axios from "axios"; const api = axios.create({ headers: { accept: "a", "x-a": "a", "x-b": "b" } }); api.interceptors.request.use((c) => { if (process.env.ABSENT) c.headers = { "x-c": "c" }; return c; }); api.interceptors.request.use((c) => { c.headers.delete("Accept"); delete c.headers["x-a"]; return c; }); api.interceptors.request.use((c) => ({ ...c, headers: new axios.AxiosHeaders({ ...c.headers, "x-d": "d" }) })); await api.get("http://api.test/");`,
  ],
  [
    "a member that a callback of a promise writes and the code around it deletes",
    `const o = { k: "a" }; Promise.resolve().then(() => { o.k = "b"; }); delete o.k; await null; const url = o.k;`,
  ],
  [
    "headers that an async function writes before and after others do",
    `const headers = { accept: "a" }; (async () => { await null; headers.accept = "b"; })(); await fetch("http://api.test/", { method: "POST", headers }); headers.accept = "c"; await null;`,
  ],
  [
    "a member that changes before the callback reads it",
    `const o = { k: "a" }; const p = Promise.resolve().then(() => o.k); o.k = "b"; const url = await p;`,
  ],
  [
    "an instance that changes before its method goes on",
    `class A { t = "a"; set(t) { this.t = t; } async get() { await null; return this.t; } } const a = new A(); const p = a.get(); a.set("b"); const url = await p;`,
  ],
  [
    "a list that changes late and at once",
    `const list = ["a", "b"]; Promise.resolve().then(() => { list.unshift("c"); }); list.pop(); await null; const url = list.join("/");`,
  ],
  [
    "a map that is cleared late",
    `const map = new Map([["a", 1]]); setTimeout(() => { map.clear(); }, 0); map.set("b", 1); await new Promise((done) => setTimeout(done, 5)); const url = [...map.keys()].join("/");`,
  ],
  [
    "a URL that changes late and at once",
    `const u = new URL("http://api.test/a"); Promise.resolve().then(() => { u.pathname = "b"; }); u.search = "q=1"; await null; const url = u.href.slice(16);`,
  ],
  [
    "a member that is added to late",
    `const o = { k: "a" }; (async () => { await null; o.k += "b"; })(); o.k = "c"; await null; const url = o.k;`,
  ],
  [
    "holes of a list and a callback",
    `const list = []; list[1] = "a"; const url = list.map((one, index) => index + one).join("/") + list.filter(() => true).length + list.reduce((a, b) => a + b) + list.every((one) => one === "a");`,
  ],
  ["holes of a literal", `const url = ["a", , "b"].map((one, index) => index).join("/");`],
  [
    "holes that are read",
    `const list = []; list[1] = "a"; let url = ""; for (const one of list) url += one; list.find((one) => { url += one; });`,
  ],
  [
    "a list in an order that is not known and a callback that adds up",
    `const list = ["a", "a", "a"]; Promise.resolve().then(() => { list.reverse(); }); let url = ""; list.forEach((one) => { url += one; });`,
  ],
  [
    "a chain that ends before its call",
    `const url = (process.env.MODE ? { m: () => "a" } : undefined)?.m() + String((process.env.REGION ? { k: { l: "b" } } : null)?.k.l);`,
  ],
  ["a method that may not be there", `const url = String((process.env.MODE ? { m: () => "a" } : {}).m?.());`],
  [
    "a list that is reduced and changes",
    `const list = ["a", "b", "c"]; const url = list.reduce((all, one) => { list.pop(); return all + one; }, "");`,
  ],
  [
    "what is not asked for behind the element that is found",
    `let url = ""; ["a", "b", "c"].find((one) => { url += one; return one === "b"; }); ["d", "e"].findLast((one) => { url += one; return true; });`,
  ],
  [
    "the order of accessors behind a spread",
    `const url = Object.keys({ ...{}, get a() { return 1; }, b: 1 }).join();`,
  ],
  [
    "a list that shrinks while it is gone through",
    `const list = ["a", "b", "c"]; let url = ""; for (const one of list) { url += one; list.pop(); }`,
  ],
  [
    "a list that grows while it is gone through",
    `const list = ["a", "b"]; let url = ""; for (const one of list) { url += one; if (list.length < 4) list.push("c"); }`,
  ],
  [
    "an iterator that writes",
    `let v = "b"; let all = ""; for (const one of { *[Symbol.iterator]() { yield (v = "a"); } }) all += one; const url = all + v;`,
  ],
  [
    "a map that shrinks while it is gone through",
    `const map = new Map([["a", 1], ["b", 2]]); let url = ""; for (const [key] of map) { url += key; map.delete("b"); }`,
  ],
  [
    "an object that shrinks while it is gone through",
    `const o = { a: 1, b: 2, c: 3 }; let url = ""; for (const key in o) { url += key; delete o[url.length > 1 ? "x" : "b"]; }`,
  ],
  [
    "a list that its own callback changes",
    `const list = ["a", "b", "c"]; const url = list.map((one, index, all) => { all.pop(); return one; }).join("/");`,
  ],
  [
    "a scheme that ends in something unknown",
    `import superagent from "superagent"; const u = new URL("a" + (process.env.MODE ? "b" : new URL("http://api.test/").href), "http://api.test/root/"); await superagent.get(u.href.startsWith("ahttp") ? "http://api.test/" : u.href);`,
  ],
  [
    "a getter of the class above",
    `class A { get u() { return this.n; } } class B extends A { n = "b"; get u() { return super.u + "c"; } } const url = new B().u;`,
  ],
  [
    "a static getter of the class above",
    `class A { static n = "a"; static get u() { return this.n; } } class B extends A { static n = "b"; static get u() { return super.u + "c"; } } const url = B.u;`,
  ],
  [
    "what is written through super",
    `class A { set u(p) { this.n = p; } } class B extends A { set() { super.u = "b"; super.k = "c"; } } const b = new B(); b.set(); const url = b.n + b.k + String(A.prototype.k);`,
  ],
  [
    "a prototype in a literal",
    `const o = { __proto__: { get u() { return this.n; } }, n: "a", get u() { return super.u + "b"; } }; const url = o.u + Object.keys(o);`,
  ],
  [
    "a tag that is a method",
    "const o = { k: `a`, tag(s, v) { return this.k + s.raw[0] + v; } }; const url = o.tag`b${`c`}`;",
  ],
  [
    "a callback of a promise inside of what runs late",
    `let url; await (async () => { await null; let v = "a"; Promise.resolve().then(() => { v = "b"; }); v = "c"; await null; url = v; })();`,
  ],
  [
    "headers that change when the instance has them",
    `import got from "got"; const own = { accept: "a" }; const client = got.extend({ retry: { limit: 0 }, headers: own }); delete own.accept; await client("http://api.test/");`,
  ],
  [
    "a URL that superagent takes for none",
    `import superagent from "superagent"; await superagent.get(new URL("ahttp://api.test/a")).set({});`,
  ],
  [
    "a frozen object",
    `const headers = Object.freeze({ accept: "a" }); Reflect.set(headers, "accept", "b"); Reflect.deleteProperty(headers, "accept");`,
  ],
  [
    "a member that cannot be deleted",
    `const headers = Object.create(Object.prototype, { accept: { value: "a", enumerable: true } }); Reflect.deleteProperty(headers, "accept");`,
  ],
  [
    "headers from a spread that is a text or an object",
    `const headers = { ...(process.env.MODE && { accept: "a" }) };`,
  ],
  [
    "a prefix before what looks like a whole URL",
    `import ky from "ky"; await ky.create({ retry: 0, prefixUrl: "http://api.test/root" }).get("ahttp://api.test/");`,
  ],
  [
    "a hook of got that changes the options' headers",
    `import got from "got"; const own = {}; await got.extend({ retry: { limit: 0 }, hooks: { beforeRequest: [() => { own.accept = "a"; }] } })("http://api.test/", { headers: own });`,
  ],
  [
    "a body that differs from round to round",
    `let v = "a"; for (let i = 0; i < 2; i++) { v += "b"; await fetch("http://api.test/", { method: "POST", body: v }); }`,
  ],
  [
    "the rest of a list of unknown length",
    `const [, ...rest] = Array(2).fill("a"); const url = rest.join("/");`,
  ],
  [
    "a copy of what cannot be written",
    `const headers = JSON.parse(JSON.stringify(Object.create(Object.prototype, { accept: { value: "a", enumerable: true } }))); headers.accept = "b";`,
  ],
  [
    "a hook of ky that counts",
    `import ky from "ky"; let v = "a"; await ky.extend({ retry: 0, hooks: { beforeRequest: [(r) => { r.headers.set("x-a", (v += "a")); }] } })("http://api.test/");`,
  ],
  [
    "a member of Object.create",
    `const headers = Object.create(Object.prototype, { accept: { value: "a", enumerable: true } });`,
  ],
  [
    "a hidden member",
    `const headers = {}; Object.defineProperty(headers, "accept", { value: "a" }); const url = Object.keys(headers).join();`,
  ],
  ["Reflect.set", `const headers = { accept: "a" }; Reflect.set(headers, "accept", "b");`],
  ["Reflect.deleteProperty", `const headers = { accept: "a" }; Reflect.deleteProperty(headers, "accept");`],
  [
    "a key of two that is deleted",
    `const headers = { accept: "a", "x-a": "b" }; delete headers[process.env.MODE ? "x-a" : "accept"];`,
  ],
  ["names that differ in case", `const headers = { "X-B": "a", "x-b": "b" };`],
  ["pairs with the same name", `const headers = [["x-b", "a"], ["X-B", "b"]];`],
  ["one of two objects of headers", `const headers = process.env.MODE ? { accept: "a" } : {};`],
  [
    "a header that is undefined",
    `const headers = { accept: undefined, "x-a": process.env.MODE ? "a" : undefined };`,
  ],
  ["Headers that are spread", `const headers = { ...new Headers({ accept: "a" }) };`],
  [
    "Headers that are added to, perhaps",
    `const headers = new Headers(); if (process.env.MODE) headers.set("x-a", "a"); headers.append("x-a", "b");`,
  ],
  ["a list that is spread over headers", `const headers = { ...[["accept", "a"]] };`],
  [
    "Array.from with a length",
    `const headers = { accept: "a" }; if (Array.from({ length: 0 }, () => "b").includes("b")) headers.accept = "c";`,
  ],
  [
    "a list filled and shifted in place",
    `const list = ["a", "b", "c"]; list.copyWithin(0, 1); list.fill("d", 2); const url = list.join("/");`,
  ],
  ["a list that is cut off", `const list = ["a", "b"]; list.length = 1; const url = list.join("/");`],
  [
    "Array.prototype.push.apply",
    `const list = []; Array.prototype.push.apply(list, ["a"]); const url = list.join("/");`,
  ],
  ["a set with an element twice", `const url = [...new Set(["a", "b", "a"])].join("/");`],
  ["members in the order of the language", `const url = Object.keys({ b: 1, 2: 1, a: 1, 1: 1 }).join("/");`],
  [
    "members in an order that the way decides",
    `const o = {}; if (process.env.MODE) o.b = 1; o.a = 1; o.b = 2; const url = Object.keys(o).join("/");`,
  ],
  ["the first match in an unknown part", 'const url = `${process.env.REGION ?? "a"}/a`.replace("a", "b");'],
  ["JSON of an object that changes", `const o = { k: "a" }; const body = JSON.stringify(o); o.k = "b";`],
  [
    "JSON of undefined, a map and no number",
    `const body = JSON.stringify({ a: undefined, b: new Map([["k", 1]]), c: Number("x"), get d() { return 1; } });`,
  ],
  ["JSON of a text that is known in part", "const body = JSON.stringify(`a${process.env.MODE}`);"],
  [
    "the keys of an object with a getter",
    `let v = "a"; const o = { get k() { return (v += "a"); } }; const keys = Object.keys(o).join(); const url = keys + o.k;`,
  ],
  ["JSON compared with a text", `let url = "a"; if (JSON.stringify({ k: 1 }) === '{"k":1}') url = "b";`],
  ["a callback of a promise", `let url = "a"; Promise.resolve().then(() => { url = "b"; });`],
  [
    "a callback of a promise that was waited for",
    `let url = "a"; Promise.resolve().then(() => { url = "b"; }); await null;`,
  ],
  [
    "a variable that changes before the callback",
    `let v = "a"; const p = Promise.resolve().then(() => v); v = "b"; const url = await p;`,
  ],
  ["an async function that nobody waits for", `let url = "a"; (async () => { await null; url = "b"; })();`],
  [
    "an async function that runs on later",
    `let url = "a"; (async () => { await null; url = "b"; })(); url = "c"; await null;`,
  ],
  ["finally behind a return", `let url = "a"; (() => { try { return; } finally { url = "b"; } })();`],
  [
    "finally behind a break",
    `let url = "a"; for (const one of [1]) { try { break; } finally { url += one; } }`,
  ],
  [
    "what throws before the end of a try",
    `let url = "a"; try { null.x; url = "b"; } catch { url += "c"; } finally { url += "d"; }`,
  ],
  [
    "URL parts that are written",
    `const u = new URL("http://api.test/x"); u.pathname = "/a b"; u.search = "q=1"; const url = u.href.slice(16);`,
  ],
  ["an empty query", "const url = `?${new URLSearchParams({})}`;"],
  [
    "urllib's short name for JSON",
    `import { request } from "urllib"; await request("http://api.test/", { method: "POST", contentType: "json", data: { k: 1 } });`,
  ],
  [
    "urllib with a scheme that is none of its own",
    `import { request } from "urllib"; await request(new URL("a", "base" + "http://api.test/").href);`,
  ],
  [
    "http.request with a computed URL",
    `import http from "node:http"; await new Promise((done) => http.request(new URL(process.env.ABSENT ?? "a", "http://api.test/").href, { headers: {} }, (answer) => { answer.resume(); answer.on("end", done); }).end());`,
  ],
];

/** Sends the variables with known names, and nothing else, so that nothing hides the result. */
function requestFor(code: string): string {
  const names = ["url", "headers", "body"].filter((name) => new RegExp(`(const|let) ${name}\\b`).test(code));
  if (names.length === 0) return "";
  const url = names.includes("url") ? `"http://api.test/" + url` : `"http://api.test/"`;
  const options = names.filter((name) => name !== "url");
  return `await fetch(${url}, { method: "POST", ${options.join(", ")} });`;
}

/** Programs of several files. */
const PROJECTS: readonly (readonly [name: string, files: Readonly<Record<string, string>>])[] = [
  [
    "a module that leaves something with another before it is looked at",
    {
      "main.mjs": `import { all } from "./registry.mjs"; import { own } from "./other.mjs"; all.push("m"); await fetch("http://api.test/" + all.join("/")); await fetch("http://api.test/" + own);`,
      "other.mjs": `import { all } from "./registry.mjs"; all.push("o"); export const own = "own";`,
      "registry.mjs": `export const all = [];`,
    },
  ],
  [
    "a module that leaves something with another and is not looked at",
    {
      "main.mjs": `import { all } from "./registry.mjs"; import { own } from "./other.mjs"; all.push("m"); await fetch("http://api.test/" + all.join("/"));`,
      "other.mjs": `import { all } from "./registry.mjs"; all.push("o"); export const own = "own";`,
      "registry.mjs": `export const all = [];`,
    },
  ],
  [
    "what a required module leaves with another",
    {
      "main.cjs": `const { all } = require("./registry.cjs"); const other = require("./other.cjs"); all.push("m"); module.exports = (async () => { await fetch("http://api.test/" + all.join("/")); })();`,
      "other.cjs": `const { all } = require("./registry.cjs"); all.push("o"); exports.own = "own";`,
      "registry.cjs": `exports.all = [];`,
    },
  ],
];

/** Each is run with the environment empty and with everything set. */
export const REGRESSIONS: readonly (readonly [name: string, program: Program])[] = [
  ...[...CASES, ...OBJECT_CASES].flatMap(([name, code]) =>
    [{}, { MODE: "on", REGION: "eu" }].map((environment): readonly [string, Program] => [
      `${name}, ${Object.keys(environment).length > 0 ? "with" : "without"} an environment`,
      { files: { "main.mjs": `${code}\n${requestFor(code)}` }, main: "main.mjs", environment },
    ]),
  ),
  ...PROJECTS.map(([name, files]): readonly [string, Program] => [
    name,
    { files, main: Object.keys(files)[0]!, environment: {} },
  ]),
];
