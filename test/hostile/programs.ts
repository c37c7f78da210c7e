/**
 * Hostile programs: small, and without an end or of enormous size when they are unfolded, joined or copied. Each
 * contains one plain call of the unversioned API, which has to be found.
 */
export interface HostileProgram {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
}

const API = "https://cloud.mongodb.com/api/atlas/v1.0";
/** The call that every program holds. */
export const PLAIN_CALL = `fetch("${API}/orgs");\n`;

const repeat = (times: number, line: (index: number) => string): string =>
  Array.from({ length: times }, (_, index) => line(index)).join("");
/** `a(a(a(x)))` of `nest(3, "a(", "x", ")")`. */
const nest = (depth: number, open: string, core: string, close: string): string =>
  `${open}\n`.repeat(depth) + core + `\n${close}`.repeat(depth);
const send = (body: string): string =>
  `fetch("${API}/groups/1/clusters", { method: "POST", body: JSON.stringify(${body}) });\n`;
const get = (path: string): string => `fetch("${API}/groups/" + ${path});\n`;
const AXIOS = `import axios from "axios";\n`;

type Code = Readonly<Record<string, string>>;
const programs = (language: string, code: Code): HostileProgram[] =>
  Object.entries(code).map(([name, text]) => ({
    name,
    files: { [`main.${language}`]: text + PLAIN_CALL },
  }));

/** Values that double with each line. */
const DOUBLING: Code = {
  "objects that share parts, as JSON": `let o = { a: 1 };\n${"o = { l: o, r: o };\n".repeat(30)}${send("o")}`,
  "objects that share parts, as a body": `${AXIOS}let o = { a: 1 };\n${"o = { l: o, r: o };\n".repeat(30)}axios.post("${API}/groups", o);\n`,
  "lists that share parts": `let o = [1];\n${"o = [o, o, o, o];\n".repeat(11)}${send("o")}`,
  "objects that share parts in lists": `let o = { a: 1 };\n${"o = { l: o, r: o, m: [o, o, o] };\n".repeat(60)}${send("o")}`,
  "one wide object many times": `const o = { ${repeat(500, (i) => `k${i}: ${i},\n`)} };\nconst l = [${"o,\n".repeat(500)}];\nconst m = [${"l,\n".repeat(2000)}];\n${send("m")}`,
  "objects that share parts, parsed": `let o = { a: 1 };\n${"o = { l: o, r: o };\n".repeat(30)}const p = JSON.parse(JSON.stringify(o));\n${send("p")}`,
  "objects that share parts, cloned": `let o = { a: 1 };\n${"o = { l: o, r: o };\n".repeat(30)}const p = structuredClone(o);\n${send("p")}`,
  "objects that share parts, cloned by lodash": `import _ from "lodash";\nlet o = { a: 1 };\n${"o = { l: o, r: o };\n".repeat(30)}${send("_.cloneDeep(o)")}${send("_.merge({}, o, o)")}`,
  "spread lists": `let a = [1];\n${"a = [...a, ...a];\n".repeat(40)}${send("a")}`,
  "concatenated lists": `let a = [1];\n${"a = a.concat(a);\n".repeat(40)}${send("a")}`,
  strings: `let s = "ab";\n${"s += s;\n".repeat(60)}${get("s")}`,
  "strings with holes": `let s = process.env.A;\n${'s = s + "/" + s;\n'.repeat(60)}${get("s")}`,
  templates: `let s = "ab";\n${"s = `${s}/${s}`;\n".repeat(60)}${get("s")}`,
  "joined strings": `let s = "ab";\n${'s = [s, s, s].join("/");\n'.repeat(60)}${get("s")}`,
  "replaced strings": `let s = "a";\n${'s = s.replaceAll("a", "aa");\n'.repeat(60)}${get("s")}`,
  "repeated strings": `let s = "a";\n${"s = s.repeat(50);\n".repeat(60)}${get("s")}`,
  "encoded strings": `let s = "a b";\n${"s = encodeURIComponent(s + s);\n".repeat(60)}${get("s")}`,
  "names that a search can take apart": `${[
    `${API}/groups/${":grou".repeat(26)}/x`,
    `/prometheus/v1.0/groups/${":grou".repeat(26)}/x`,
    `https://${":grou".repeat(26)}!/prometheus/v1.0/groups/x/discovery`,
    `${":grou".repeat(26)}!.mongodb.net`,
    `mongodb+srv://${":grou<a>{a}".repeat(12)}`,
  ]
    .map((text) => `log("${text}");\n`)
    .join("")}`,
  closures: `const f0 = () => "a";\n${repeat(30, (i) => `const f${i + 1} = () => f${i}() + f${i}();\n`)}${get("f30()")}`,
  "closures of closures": `let f = (x) => x;\n${"{ const g = f; f = (x) => g(g(x)); }\n".repeat(40)}${get('f("a")')}`,
  "church numerals": `const two = (f) => (x) => f(f(x));\n${get('two(two)(two)(two)(two)((s) => s + "a")("b")')}`,
  "self-application": `const w = (x) => x(x);\nw(w);\nconst y = (f) => ((x) => f((v) => x(x)(v)))((x) => f((v) => x(x)(v)));\n${get("y((g) => (n) => g(g(n)))(1)")}`,
  members: `let o = { a: 1 };\n${'o = { ...o, ...Object.fromEntries(Object.entries(o).map(([k, v]) => [k + "x", v])) };\n'.repeat(20)}${send("o")}`,
  "alternatives of strings": `let s = "";\n${'if (process.env.A) s += "a"; else s += "b";\n'.repeat(60)}${get("s")}`,
  "alternatives of objects": `let o = {};\n${"o = process.env.A ? { a: o } : { b: o, c: o };\n".repeat(60)}${send("o")}`,
  promises: `let p = Promise.resolve(1);\n${"p = Promise.all([p, p]).then((l) => l);\n".repeat(30)}p.then((x) => ${send("x").trim().slice(0, -1)});\n`,
  generators: `function* g0() { yield "a"; }\n${repeat(30, (i) => `function* g${i + 1}() { yield* g${i}(); yield* g${i}(); }\n`)}for (const x of g30()) ${get("x")}`,
  classes: `class C0 { m() { return "a"; } }\n${repeat(30, (i) => `class C${i + 1} extends C${i} { m() { return super.m() + super.m(); } }\n`)}${get("new C30().m()")}`,
  getters: `let o = { get a() { return "a"; } };\n${"{ const p = o; o = { get a() { return p.a + p.a; } }; }\n".repeat(40)}${get("o.a")}`,
  toJSON: `let o = { a: 1 };\n${"{ const p = o; o = { toJSON: () => ({ l: p, r: p }) }; }\n".repeat(30)}${send("o")}`,
  "tagged templates": `let t = (s, ...v) => v.join("");\n${"{ const u = t; t = (s, ...v) => u`${v}${v}` + u`${v}`; }\n".repeat(30)}${get('t`${"a"}`')}`,
  "bound functions": `let f = (x) => x + x;\n${"{ const g = f; f = ((h, x) => h(h(x))).bind(null, g); }\n".repeat(30)}${get('f("a")')}`,
};

/** Huge values in a few characters, and code that does not end. */
const ENDLESS: Code = {
  "huge built-ins": `const l = [Array(1e9).fill(0), Array.from({ length: 1e9 }), "x".repeat(2 ** 29), "x".padStart(2 ** 29), "x".padEnd(1e9, "yz"), new Array(4294967295)];\nconst o = [];\no[4294967294] = 1;\no.length = 1e9;\n${send("[l, o]")}${get("l.join()")}`,
  "numbers of a thousand digits": `let n = 2n;\n${"n = n * n;\n".repeat(40)}let m = 10n ** 100000000n;\n${get("n")}${get("m")}${get("1e308.toFixed(100)")}${get("(1n << 1000000000n)")}`,
  "loops without end": `let s = "";\nwhile (true) { s += "a"; if (process.env.A) break; }\nfor (;;) { s += "b"; if (process.env.B) break; }\nfor (let i = 0; i < 1e9; i++) s += i;\ndo { s += "c"; } while (process.env.C);\n${get("s")}`,
  "loops in loops": `const l = [${repeat(60, (i) => `${i},`)}];\nlet s = [];\n${repeat(8, (i) => `for (const a${i} of l) `)} s.push(a0 + a7);\n${get("s")}`,
  "callbacks in callbacks": `const l = [${repeat(60, (i) => `${i},`)}];\n${send(`l.map((a) => l.map((b) => l.map((c) => l.map((d) => l.map((e) => [a, b, c, d, e])))))`)}`,
  "requests in loops in loops": `const l = [${repeat(60, (i) => `"k${i}",`)}];\nconst o = { ${repeat(300, (i) => `k${i}: ${i},\n`)} };\nfor (const a of l) for (const b of l) fetch("${API}/groups/" + a + b, { method: "POST", body: JSON.stringify({ a, b, o }) });\n`,
  "requests from many callers": `const send = (p, o) => fetch("${API}/groups/" + p, { method: "POST", body: JSON.stringify(o) });\nconst o = { ${repeat(300, (i) => `k${i}: ${i},\n`)} };\n${repeat(800, (i) => `send("a${i}", { ...o, x${i}: 1 });\n`)}`,
  recursion: `const a = (n) => (n > 0 ? a(n - 1) + a(n - 2) : "x");\nconst e = (n) => (n ? o(n - 1) : "e"), o = (n) => (n ? e(n - 1) : "o");\nconst ack = (m, n) => (m === 0 ? n + 1 : n === 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)));\n${get("a(1000)")}${get("e(1e9)")}${get("ack(9, 9)")}`,
  "functions that all call each other": `${repeat(60, (i) => `function f${i}(x) { if (x) return [${repeat(60, (j) => `f${j}(x),\n`)}]; ${get("x")} }\n`)}f0(process.env.A);\n`,
  "methods that all call each other": `class C { ${repeat(60, (i) => `m${i}(x) { this.x${i} = x; if (x) { ${repeat(60, (j) => `this.m${j}(x);\n`)} } return this.x${i}; }\n`)} }\n${get("new C().m0(process.env.A)")}`,
  "classes that extend and make each other": `${repeat(500, (i) => `class C${i} extends C${(i + 1) % 500} { u() { return super.u() + this.b(); } b() { return new C${(i * 7) % 500}().u(); } }\n`)}${get("new C0().u()")}`,
  "many functions that nobody calls": `let s = {};\n${repeat(1500, (i) => `export function f${i}(x) { s.k${i} = x; s.all = s; return fetch("${API}/groups/" + s.k${i}); }\n`)}`,
  "getters without end": `const o = { get a() { return { get a() { return o.a; }, get b() { return o; } }; } };\n${get("o.a.a.a.a.b.a")}${send("o")}`,
  "proxies of proxies": `let p = {};\n${"p = new Proxy(p, { get: (t, k, r) => [t[k], r[k]], ownKeys: (t) => [...Object.keys(t), ...Object.keys(t)] });\n".repeat(60)}${send("p")}${get("p.a")}`,
  "iterators without end": `const it = { [Symbol.iterator]() { return { next: () => ({ value: "a", done: false }) }; } };\nconst own = { *[Symbol.iterator]() { yield* own; yield 1; yield* own; } };\nfunction* g() { let i = 0; while (true) yield i++; }\nfor (const x of it) ${get("x")}for (const x of g()) { if (x > 1e9) break; ${get("x")} }\n${send("[...g(), ...it, ...own]")}const [a, b, ...c] = g();\n${get("c")}`,
  "texts of themselves": `const o = { toString() { return o + "" + o; }, valueOf() { return o * o; }, toJSON() { return [o, o]; } };\n${get("o")}${send("o")}${get("`${o}${o}`")}`,
  "thenables of themselves": `const t = { then(f) { f(t); f(t); return t; } };\nasync function f() { ${get("await t")} await f(); await Promise.all([f(), f()]); }\nf();\n`,
  "promises that never rest": `let p = Promise.resolve("a");\n${"p = p.then((x) => p.then((y) => x + y)).catch(() => p).finally(() => p);\n".repeat(80)}p.then((x) => ${get("x").trim().slice(0, -1)});\n`,
  "late code everywhere": `const s = {};\n${repeat(120, (i) => `async function f${i}() { await 0; s.k${i} = { ...s }; f${(i + 1) % 120}(); setTimeout(() => f${(i * 7) % 120}(), 1); }\n`)}${repeat(120, (i) => `f${i}();\n`)}${send("s")}`,
  "emitters that emit": `import { EventEmitter } from "node:events";\nconst e = new EventEmitter();\n${repeat(60, (i) => `e.on("a", (x) => { e.emit("a", x + "${i}"); e.emit("b", x); });\ne.on("b", (x) => { e.emit("a", x); ${get("x")} });\n`)}e.emit("a", "b");\n`,
  "hooks that send": `${AXIOS}const c = axios.create({ baseURL: "${API}" });\n${"c.interceptors.request.use(async (q) => { await c.get('/a'); q.headers = { ...q.headers, a: (await c.get('/b')).data }; return q; });\n".repeat(30)}c.get("/groups");\n`,
  "cyclic objects": `const a = { n: "a" }, b = { a }, l = [a, b];\na.b = b; a.l = l; b.self = b; l.push(l); a.m = new Map([[a, b], [b, l]]);\n${send("a")}${send("{ ...a, ...b, l }")}${get("l")}${get("a")}`,
  "recursive schemas": `import { z } from "zod";\nconst a = z.lazy(() => z.object({ ${repeat(20, (i) => `k${i}: z.union([a, b, z.array(a)]), `)} }));\nconst b = z.lazy(() => a.merge(z.object({ b, c: z.record(b) })).partial().passthrough());\nfetch("${API}/groups").then((r) => r.json()).then((x) => ${send("[a.parse(x), b.parse(x)]").trim().slice(0, -1)});\n`,
  "code in texts": `eval('eval("while (true) {}")');\nconst f = new Function("a", "return " + "a + ".repeat(1e5) + "a");\n${get("f(1)")}`,
  "patterns that go back": `const a = "${"a".repeat(40)}!";\nconst r = /^(a+)+$/;\n${["a.replace(r, '')", "a.match(r)", "a.split(/(a+)+$/)", "r.test(a)", "r.exec(a)", "a.search(/(a|a)*$/)", "[...a.matchAll(/(a*)*$/g)]", "a.replaceAll(/(?:a?){40}a{40}$/g, (x) => x + x)", 'new RegExp("^(a+)+$").test(a)', "a.replace(/(a|aa)+$/, 'b')"].map(get).join("")}`,
  "patterns that are long": `const a = "${"abababa\\\n".repeat(5000)}";\n${["a.replace(/a/g, 'aa')", "a.split('')", "[...a].reverse().join('')", "a.split('a').map((x) => a).join(a)", "Array.from(a, (c) => a)", "a.match(/./g)"].map(get).join("")}`,
};

/** One kind of syntax in itself. */
const NESTED: readonly (readonly [
  name: string,
  language: string,
  open: string,
  core: string,
  close: string,
])[] = [
  ["brackets", "js", "(", "1", ")"],
  ["lists", "js", "[", "1", "]"],
  ["objects", "js", "({ a: ", "1", "})"],
  ["calls", "js", "f(", "1", ")"],
  ["calls of functions", "js", "(() => ", "1", ")()"],
  ["arrow functions", "js", "() => ", "1", ""],
  ["conditions", "js", "a ? b : ", "1", ""],
  ["templates", "js", "`${", "1", "}`"],
  ["negations", "js", "!", "a", ""],
  ["sums", "js", "1 + ", "a", ""],
  ["alternatives", "js", "a || ", "b", ""],
  ["members", "js", "", "a", ".b"],
  ["computed members", "js", "a[", "0", "]"],
  ["chained calls", "js", "", "a", ".b(1)"],
  ["optional chains", "js", "", "a", "?.b"],
  ["spreads", "js", "[...", "a", "]"],
  ["new", "js", "new (", "A", ")()"],
  ["assignments", "js", "a = ", "1", ""],
  ["classes", "js", "(class { x = ", "1", "; })"],
  ["async functions", "js", "(async () => await ", "1", ")()"],
  ["blocks", "js", "{", "f(1);", "}"],
  ["ifs", "js", "if (a) {", "f(1);", "}"],
  ["else", "js", "if (a) f(1); else ", "f(2);", ""],
  ["loops", "js", "for (const x of a) {", "f(x);", "}"],
  ["while", "js", "while (a) {", "a = f(a);", "}"],
  ["functions", "js", "function g() {", "f(1);", "}"],
  ["try", "js", "try {", "a = f(1);", "} catch { a = 2; }"],
  ["finally", "js", "try {", "a = f(1);", "} finally { a = f(a); }"],
  ["switch", "js", "switch (a) { case 1: ", "f(1);", "}"],
  ["labels", "js", "x: {", "f(1);", "}"],
  ["patterns", "js", "var { a: ", "x", " } = f;\nvar { a: "],
  ["elements", "jsx", "<a>", "{f(1)}", "</a>"],
  ["elements in code", "jsx", "<a b={", "1", "} />"],
  ["types", "ts", "A<", "B", ">"],
  ["type arguments behind commas", "ts", "A<B, ", "C", ">"],
  ["conditional types", "ts", "A extends B ? C : ", "D", ""],
  ["assertions", "ts", "(", "a", " as B)"],
];

/** Depths: one that is followed, one that is parsed, and ones that are too deep for a parser. */
export const DEPTHS = [60, 400, 1900, 20_000];

function nested(): HostileProgram[] {
  const inType = new Set(["types", "type arguments behind commas", "conditional types"]);
  return NESTED.map(([name, language, open, core, close]) => ({
    name: `nested ${name}`,
    files: Object.fromEntries(
      DEPTHS.map((depth) => {
        const code =
          name === "patterns"
            ? `var ${nest(depth, "{ a: ", "x", " }")} = f()`
            : nest(depth, open, core, close);
        const text = inType.has(name) ? `type T = ${code};` : /[;}]$/.test(code) ? code : `f(${code});`;
        return [
          `deep${depth}.${language}`,
          `const f = (x) => fetch("${API}/groups/" + x);\nlet a = process.env.A;\n${text}\n${PLAIN_CALL}`,
        ];
      }),
    ),
  }));
}

/** Much of one thing, side by side. */
const WIDE: Code = {
  "ten thousand ifs": `let s = "a", t = {};\n${repeat(10_000, (i) => `if (process.env.A${i}) { s = "b${i}"; t.k${i} = s; }\n`)}${get("s")}${send("t")}`,
  "a thousand ifs around calls": `const f = (a) => { if (process.env.B) t = { ...t, [a]: a }; return t; };\nlet t = {};\n${repeat(1000, (i) => `if (process.env.A${i}) t = f("k${i}");\n`)}${send("t")}`,
  "variables and ifs": `${repeat(400, (i) => `let v${i} = "a";\n`)}${repeat(400, (i) => `if (process.env.A) { ${repeat(40, (j) => `v${(i * 7 + j) % 400} = "${i}";`)} }\n`)}${get("[v0, v1, v2]")}`,
  "objects and ifs": `const o = { ${repeat(900, (i) => `k${i}: ${i},\n`)} };\nconst l = [${"{ ...o },".repeat(50)}];\n${repeat(400, (i) => `if (process.env.A) for (const x of l) x.k${i} = "${i}";\n`)}${send("l")}`,
  "early ends": `function f(a) { ${repeat(2000, (i) => `if (a.x${i}) { t.k${i} = a; return t; }\n`)} return t; }\nconst t = {};\n${send("f(process.env)")}`,
  "a huge switch": `function f(a) { let r = "", o = {}; switch (a) { ${repeat(3000, (i) => `case "${i}": r += "${i}"; o.k${i} = r;${i % 2 ? " break;" : ""}\n`)} } return r; }\n${get("f(process.env.A)")}`,
  "writes in try": `let o = {};\ntry { ${repeat(3000, (i) => `o.k${i} = f("${i}"); o = { ...o };\n`)} } catch (e) { o.e = e; } finally { o.f = 1; }\nfunction f(x) { return { x, o }; }\n${send("o")}`,
  "try in try": `let o = {};\n${repeat(25, (i) => `try { o.a${i} = { ...o };\n`)}${repeat(25, (i) => `} catch (e) { o.b${i} = { ...o }; } finally { o.c${i} = { ...o }; }\n`)}${send("o")}`,
  "a long list": `const l = [${repeat(50_000, (i) => `${i},\n`)}];\n${send("l")}${get("l.map((x) => x + 1).filter((x) => x).join('/')")}for (const x of l) ${get("x")}`,
  "a long list of objects": `const l = [${repeat(8000, (i) => `{ a: ${i}, b: [${i}] },\n`)}];\n${send("l")}`,
  "a large object": `const o = { ${repeat(20_000, (i) => `k${i}: "${i}",\n`)} };\n${send("o")}${send("{ ...o, ...o }")}for (const k in o) ${get("o[k]")}`,
  "a large table of functions": `const o = { ${repeat(1500, (i) => `k${i}: (x) => o.k${(i * 7 + 1) % 1500}({ x, o }),\n`)} };\n${get("o[process.env.A](1)")}${send("o")}`,
  "a long prototype chain": `let o = { a: 1 };\n${"o = Object.create(o);\n".repeat(3000)}${get("o.a")}${get("o.b")}for (const k in o) ${get("k")}${send("o")}`,
  "a long chain of classes": `class C0 { constructor() { this.a = 1; } }\n${repeat(400, (i) => `class C${i + 1} extends C${i} { constructor(...a) { super(...a); this.k${i} = a; } m() { return super.m?.(); } }\n`)}${send("new C400(1, 2)")}${get("new C400().m()")}`,
  "a long chain of clones": `let o = { a: 1 };\n${repeat(1500, (i) => `o = Object.assign({}, o, { k${i}: o });\n`)}${send("o")}`,
  "a long sum": `const s = ${repeat(3000, (i) => `"a" + process.env.A${i} +\n`)}"b";\n${get("s")}`,
  "a long template": `const s = \`${repeat(5000, (i) => `\${process.env.A${i}\n}/`)}\`;\n${get("s")}`,
  "long strings": `const s = "${"x".repeat(400)}${"xxxxxxx\\\n".repeat(100_000)}";\n${["s", "s + s", "s.split('x').join('y')", "s.slice(1).toUpperCase().trim()", "[...s]", "encodeURIComponent(s)", "s.replaceAll('x', 'xy')", "Buffer.from(s).toString('base64')"].map(get).join("")}`,
  "JSON in a string": `const o = JSON.parse(\`${nest(1500, "[", "1", "]")}\`);\nconst p = JSON.parse('[${repeat(30_000, (i) => `{"a":${i}},\\\n`)}1]');\n${send("o")}${send("p")}${send("{ p, q: JSON.parse(JSON.stringify(p)) }")}`,
  "maps and sets": `const m = new Map(), s = new Set();\n${repeat(2000, (i) => `m.set("k${i}", m); m.set({ a: ${i} }, s); s.add([m, ${i}]);\n`)}${send("[...m, ...s]")}for (const [k, v] of m) ${get("k")}`,
  "headers and queries": `const h = new Headers(), q = new URLSearchParams(), u = new URL("${API}/groups");\n${repeat(1500, (i) => `h.append("a${i}", "b"); q.append("a", "${i}"); u.searchParams.append("a${i}", q); u.pathname += "/${i}";\n`)}fetch(u, { headers: h });\n${get("q")}`,
  "many literals of clusters":
    repeat(
      400,
      (i) =>
        `export const c${i} = { providerSettings: { instanceSizeName: "M10", providerName: "AWS" }, mongoURI: "a${i}", autoScaling: { diskGBEnabled: true } };\n`,
    ) +
    `fetch("${API}/groups/1/clusters").then((r) => r.json()).then((l) => [${repeat(400, (i) => `l.results[${i}].mongoURI, l.results[${i}].providerSettings,`)}]);\n`,
  "many comments": `${repeat(5000, (i) => `/* v2ready-disable-line no-such-rule-${i} */ // v2ready-disable-next-line\n`)}`,
  "many arguments": `const f = (...a) => f2(...a, ...a);\nconst f2 = (${repeat(500, (i) => `a${i} = [${i}],\n`)} ...r) => [...r, ${repeat(500, (i) => `a${i},\n`)}];\n${send(`f(${repeat(3000, (i) => `${i},\n`)})`)}`,
  "patterns with defaults": `function f({ ${repeat(800, (i) => `k${i} = { a: ${i}, b: { c: [${i}] } },\n`)} ...r } = {}) { return { ${repeat(800, (i) => `k${i},\n`)} r }; }\n${send("f()")}${send("f(f(process.env))")}`,
};

/** Types for the compiler. */
const TYPES: Code = {
  "types that double": `type D<T> = [T, T];\n${repeat(30, (i) => `type T${i} = ${i === 0 ? "string" : `D<T${i - 1}>`};\n`)}interface Cluster { mongoURI: string; providerSettings: T29 }\nasync function f(): Promise<Cluster> { const r = await fetch("${API}/groups/1/clusters/a"); return (await r.json()) as Cluster; }\nf().then((c) => console.log(c.mongoURI, c.providerSettings[0][1]));\n`,
  "types that recurse": `type R<T extends unknown[]> = T["length"] extends 999 ? T : R<[...T, 1]>;\ntype P<S extends string> = S extends \`\${infer A}\${infer B}\` ? A | P<B> : never;\ntype K = P<"${"ab".repeat(400)}">;\ntype C = { [X in K]: R<[]> } & { mongoURI: string };\nconst f = async () => { const c: C = await (await fetch("${API}/groups/1/clusters/a")).json(); return c.mongoURI; };\nf();\n`,
  "unions of unions": `type A = ${repeat(25, (i) => `"${i}" | `)} "z";\ntype B = \`\${A}\${A}\${A}\${A}\`;\ntype C = { mongoURI: B; providerSettings: { [K in B]: B } };\nconst f = async (): Promise<C> => (await fetch("${API}/groups/1/clusters/a")).json();\nf().then((c) => c.mongoURI);\n`,
};

const MODULE = (imports: string, rest: string): string => `${imports}\n${rest}`;

/** Code in several files. */
const FILES: readonly HostileProgram[] = [
  {
    name: "a circle of 500 files",
    files: Object.fromEntries(
      Array.from({ length: 500 }, (_, i) => [
        `f${i}.js`,
        MODULE(
          `import { v as w, f as g } from "./f${(i + 1) % 500}.js";`,
          `export const v = w;\nexport const f = (x) => g(x + "${i}");\n${i % 50 === 0 ? PLAIN_CALL + get(`f(w)`) : ""}`,
        ),
      ]),
    ),
  },
  {
    name: "files that export each other",
    files: Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `f${i}.js`,
        `${repeat(40, (j) => (i === j ? "" : `export * from "./f${j}.js";\n`))}import * as all from "./f${(i + 1) % 40}.js";\nexport const v${i} = all;\n${get(`all.v${(i + 3) % 40}`)}${send("all")}${get("all.missing")}${PLAIN_CALL}`,
      ]),
    ),
  },
  {
    name: "files that double each other",
    files: Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `f${i}.js`,
        i === 0
          ? `export const v = { a: 1 };\nexport const f = (x) => fetch("${API}/groups/" + x);\n`
          : `import { v as w, f as g } from "./f${i - 1}.js";\nexport const v = { l: w, r: w };\nexport const f = (x) => [g(x + "a"), g(x + "b")];\n${i === 39 ? `f("c");\n${send("v")}` : ""}${PLAIN_CALL}`,
      ]),
    ),
  },
  {
    name: "aliases of aliases in YAML",
    files: {
      "main.js": `import bomb from "./bomb.yaml";\nimport { parse } from "yaml";\nimport { readFileSync } from "node:fs";\n${send("bomb")}${send('parse(readFileSync("./bomb.yaml", "utf8"))')}${PLAIN_CALL}`,
      "bomb.yaml": `a0: &a0 [x, x]\n${repeat(30, (i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}, *a${i}]\n`)}providerSettings: *a30\nurl: ${API}/groups/1/clusters\n`,
      "merge.yaml": `b0: &b0 {x: 1}\n${repeat(60, (i) => `b${i + 1}: &b${i + 1} {<<: [*b${i}, *b${i}], y${i}: *b${i}}\n`)}url: ${API}/groups\n`,
    },
  },
  {
    name: "deep and wide JSON",
    files: {
      "main.js": `import deep from "./deep.json";\nimport wide from "./wide.json";\n${send("{ deep, wide }")}${PLAIN_CALL}`,
      "deep.json": nest(1500, '{"providerSettings":', `"${API}"`, "}"),
      "wide.json": `{"mongoURI":"${API}","clusters":[${repeat(3000, (i) => `{"name":"${i}","providerSettings":{"providerName":"AWS"}},`)}1]}`,
    },
  },
  {
    name: "a deep component",
    files: {
      "main.vue": `<template>${nest(150, '<div v-for="x in list" :key="x" @click="get(x)">', "{{ list }}", "</div>")}</template>\n<script setup>\nconst list = await (await fetch("${API}/groups")).json();\nconst get = (x) => fetch("${API}/groups/" + x);\n${PLAIN_CALL}</script>\n`,
      "main.svelte": `<script>\nlet list = [];\nconst get = (x) => fetch("${API}/groups/" + x).then((r) => (list = r));\n${PLAIN_CALL}</script>\n${nest(150, "{#each list as x}<button on:click={() => get(x)}>", "{list}", "</button>{/each}")}\n`,
    },
  },
];

export const DOUBLING_PROGRAMS: readonly HostileProgram[] = programs("js", DOUBLING);

export const OTHER_PROGRAMS: readonly HostileProgram[] = [
  ...programs("js", ENDLESS),
  ...programs("js", WIDE),
  ...programs("ts", TYPES),
  ...nested(),
  ...FILES,
];
