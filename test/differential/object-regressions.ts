/** Programs about what objects do by themselves that were once answered wrongly; see `regressions.ts`. */
export const OBJECT_CASES: readonly (readonly [name: string, code: string])[] = [
  [
    "a write to a member that has a getter alone",
    `const o = { get k() { return "a"; } }; Reflect.set(o, "k", "b"); const url = o.k;`,
  ],
  [
    "a write to a member whose class has a getter alone",
    `class A { get k() { return "a"; } } const o = new A(); try { o.k = "b"; } catch {} const url = o.k;`,
  ],
  [
    "a write to a member that the class below has a getter for and the class above both",
    `class A { #v = "a"; get k() { return this.#v; } set k(v) { this.#v = v; } } class B extends A { get k() { return "c"; } } const o = new B(); Reflect.set(o, "k", "b"); const url = o.k;`,
  ],
  [
    "a write to one of two objects of which one has a getter",
    `const o = process.env.MODE ? { get k() { return "a"; } } : { k: "c" }; Reflect.set(o, "k", "b"); const url = o.k;`,
  ],
  [
    "a getter that is defined perhaps",
    `const o = {}; if (process.env.MODE) Object.defineProperty(o, "k", { get: () => "z" }); Reflect.set(o, "k", "b"); const url = String(o.k);`,
  ],
  [
    "a getter in a literal behind which members under unknown keys are spread",
    `const o = { get k() { return "a"; }, ...Object.fromEntries(Object.entries({ k: "b" }).filter(([e]) => e !== process.env.MODE)) }; const url = o.k;`,
  ],
  [
    "a getter in a literal behind which a member with a computed key stands",
    `const keys = ["j", "k"].filter((e) => e !== process.env.MODE); const o = { get k() { return "a"; }, [keys[1]]: "b" }; const url = o.k;`,
  ],
  [
    "a member that is fixed further up",
    `const o = Object.create(Object.freeze({ k: "a" })); Reflect.set(o, "k", "b"); const url = o.k;`,
  ],
  [
    "a sealed object",
    `const o = Object.seal({ k: "a" }); Reflect.set(o, "k", "b"); Reflect.set(o, "j", "c"); Reflect.deleteProperty(o, "k"); const url = o.k + String(o.j);`,
  ],
  [
    "an object that nothing can be added to",
    `const o = Object.preventExtensions({ k: "a" }); Reflect.set(o, "j", "c"); Reflect.deleteProperty(o, "k"); const url = String(o.k) + String(o.j);`,
  ],
  [
    "what Reflect says of its success",
    `const o = Object.freeze({ k: "a" }); const url = [Reflect.set(o, "k", "b"), Reflect.deleteProperty(o, "k"), Reflect.set({}, "k", 1)].join();`,
  ],
  [
    "what a descriptor does not say of a member that is there",
    `const o = { k: "a" }; Object.defineProperty(o, "k", { writable: false }); Reflect.set(o, "k", "c"); const url = o.k;`,
  ],
  [
    "a member that is hidden later",
    `const o = { k: "a" }; Object.defineProperty(o, "k", { enumerable: false }); o.k = "b"; const url = Object.keys(o).join() + o.k;`,
  ],
  [
    "a getter that is exchanged beside its setter",
    `const o = { get k() { return "a"; }, set k(v) { this.z = v; } }; Object.defineProperty(o, "k", { get: () => "y" }); o.k = "q"; const url = o.k + o.z;`,
  ],
  [
    "a list that is frozen",
    `const list = Object.freeze(["a"]); try { list.push("b"); } catch {} const url = list.join("/");`,
  ],
  [
    "an iterator of the program that is spread",
    `let v = "a"; const o = { *[Symbol.iterator]() { yield (v = "b"); } }; const list = [...o]; const url = v + list.join();`,
  ],
  [
    "an iterator of the program that is taken apart",
    `let v = "a"; const o = { *[Symbol.iterator]() { yield (v = "b"); } }; const [x] = o; const url = v + x;`,
  ],
  [
    "a class with an iterator",
    `let v = "a"; class C { *[Symbol.iterator]() { yield (v = "b"); yield "c"; } } const url = [...new C()].join() + v;`,
  ],
  [
    "an iterator made by hand whose elements are arguments",
    `let v = "a"; const o = { [Symbol.iterator]() { return { next: () => ({ done: (v += "b").length > 3, value: "x" }) }; } }; const f = (...r) => r.join(); const url = f(...o) + v;`,
  ],
  [
    "iterators that make a map, headers, a query and an object",
    `let v = "a"; const pairs = { *[Symbol.iterator]() { v += "b"; yield ["x-a", v]; } }; const url = new Map(pairs).get("x-a") + new URLSearchParams(pairs) + Object.fromEntries(pairs)["x-a"] + new Headers(pairs).get("x-a") + v;`,
  ],
  [
    "a generator that nobody has asked yet",
    `let v = "a"; function* g() { v = "b"; yield v; } const it = g(); const url = v + String(it.next === undefined);`,
  ],
  [
    "a generator that reads what changes before it is asked",
    `let v = "a"; function* g() { yield v; } const it = g(); v = "b"; const url = [...it].join();`,
  ],
  [
    "a generator that is asked for its first element",
    `let v = "a"; function* g() { yield "a"; v = "z"; yield "b"; } const [first] = g(); const url = first + v;`,
  ],
  [
    "a generator that writes between the rounds of a loop",
    `let v = "a"; function* g() { yield 1; v = "b"; yield 2; v = "c"; } let url = ""; for (const x of g()) url += v; url += v;`,
  ],
  [
    "a generator that reads what the loop writes",
    `let v = "a"; function* g() { const saved = v; yield "x"; yield saved; yield v; } let url = ""; for (const x of g()) { url += x; v = "b"; }`,
  ],
  [
    "a generator that is gone through twice",
    `function* g() { yield "a"; } const it = g(); const one = [...it]; const two = [...it]; const url = one.length + "" + two.length;`,
  ],
  [
    "what a generator is",
    `const url = String(Array.isArray((function* () {})())) + typeof (function* () {})().next;`,
  ],
  [
    "an iterator of a map that grows",
    `const m = new Map([["a", 1]]); const it = m.values(); m.set("b", 2); const url = [...it].join();`,
  ],
  [
    "an iterator of a list that was asked",
    `const it = ["a", "b", "c"].values(); it.next(); const url = [...it].join();`,
  ],
  [
    "a loop that waits for each element and that nobody waits for",
    `let url = "a"; (async () => { for await (const x of ["1"]) url = "b"; })(); url = "c"; await null; await null; await null;`,
  ],
  [
    "a map that is taken apart as a list",
    `const [[k]] = new Map([["a", 1]]); const [x] = new Set(["b"]); const url = k + x;`,
  ],
  [
    "private members that are copied",
    `class A { #k = "a"; j = "b"; } const headers = { ...new A() }; const url = Object.keys(new A()).join();`,
  ],
  [
    "static members that are counted",
    `class A { static s = "a"; static { this.t = this.s + "b"; } } const url = A.t + Object.keys(A).join();`,
  ],
  [
    "an object that becomes a number",
    `const o = { valueOf() { return 3; } }; const url = String(o * 2) + (o + 1);`,
  ],
  [
    "an object that writes when it becomes a text",
    `let v = "a"; const list = [String({ toString() { return (v += "a"); } })]; const url = v;`,
  ],
  [
    "a class that says how it becomes JSON",
    `class A { toJSON() { return { z: 1 }; } } const body = JSON.stringify(new A());`,
  ],
  [
    "options with getters",
    `const options = { get method() { return "POST"; }, get headers() { return { accept: "a" }; } }; await fetch("http://api.test/", options);`,
  ],
  [
    "setters and Object.assign",
    `let x = "a"; const o = { set k(v) { x += v; } }; Object.assign(o, { k: "z" }); const url = x;`,
  ],
  [
    "a constructor that returns another object",
    `class A { constructor() { return { k: "z" }; } } const url = new A().k;`,
  ],
  [
    "a key with an effect in a compound assignment",
    `let i = 0; const l = ["a", "b"]; l[i++] += i; const url = l.join() + i;`,
  ],
  ["a proxy without traps", `const t = { k: "a" }; const p = new Proxy(t, {}); p.k = "b"; const url = t.k;`],
  [
    "a proxy with a trap that writes",
    `const t = { k: "a" }; const p = new Proxy(t, { set(o, key, v) { o[key] = v + "!"; return true; } }); p.k = "b"; const url = t.k;`,
  ],
  [
    "an iterator that stops in the middle of what it writes",
    `let all = "s"; function* g() { all += "1"; yield "a"; all += "2"; yield "b"; all += "3"; } for (const x of g()) { all += x; if (x === "a") continue; break; } const url = all;`,
  ],
  [
    "a generator in a generator",
    `let all = ""; function* inner() { all += "1"; yield "a"; all += "2"; } function* outer() { yield* inner(); all += "3"; yield "b"; } for (const x of outer()) all += x; const url = all;`,
  ],
  [
    "a generator whose end does something",
    `let v = "a"; function* g() { try { yield "a"; yield "b"; } finally { v = "c"; } } let url = ""; for (const x of g()) { url += x; break; } url += v;`,
  ],
  [
    "a function that makes a list of what is iterated",
    `let all = ""; function* g() { yield 1; all += "g"; yield 2; } const url = Array.from(g(), (x) => x + (all += "f")).join() + all;`,
  ],
  [
    "NaN in a list",
    `const url = [[NaN].includes(NaN), [NaN].indexOf(NaN), new Set([NaN, NaN]).size].join();`,
  ],
  [
    "a map with a number and its text as keys",
    `const m = new Map([[1, "n"], ["1", "s"]]); const url = m.get(1) + m.get("1") + m.size + [...m.keys()].map((k) => typeof k).join();`,
  ],
  [
    "promises that are settled in both ways",
    `const url = (await Promise.allSettled([Promise.resolve("a"), Promise.reject(new Error("b"))])).map((r) => r.status + (r.value ?? r.reason.message)).join();`,
  ],
  [
    "JSON that is changed while it is read",
    `const url = JSON.parse('{"a":{"c":"d"}}', (k, v) => (k === "c" ? v + "!" : v)).a.c;`,
  ],
  ["an object that can be waited for", `const url = await { then(f) { f("a"); } };`],
  [
    "axios and headers with a prototype",
    `import axios from "axios"; await axios.get("http://api.test/", { headers: Object.assign(Object.create({ "x-a": "up" }), { accept: "a" }) });`,
  ],
  [
    "urllib and headers with a prototype",
    `import { request } from "urllib"; await request("http://api.test/", { headers: Object.assign(Object.create({ "x-a": "up" }), { accept: "a" }) });`,
  ],
  [
    "an instance of axios and headers with a prototype",
    `import axios from "axios"; await axios.create({ headers: Object.assign(Object.create({ "x-a": "up" }), { accept: "a" }) }).get("http://api.test/");`,
  ],
];
