import { withoutAwait, type Form, type Maker } from "./maker.js";
import { KEYS, quoted } from "./words.js";

const key = (make: Maker): string => quoted(make.pick(KEYS));

/** Objects with accessors, fixed members, prototypes and copies, and what is read off them. */
const accessors: Form = withoutAwait((make) => {
  const [o, p] = [make.fresh(), make.fresh()];
  const write = () =>
    make.pick([
      `Reflect.set(${o}, "k", ${make.result([p])});`,
      `try { ${o}.k = ${make.result([p])}; } catch { ${p} += "t"; }`,
      `Object.assign(${o}, { j: ${make.result([p])} });`,
      `${o}.j += ${make.result([p])};`,
      `${o}.j ??= ${make.result([p])};`,
      `Reflect.deleteProperty(${o}, "k");`,
      `if (${make.result([p], "condition")}) ${o}.j = "w";`,
      `Object.defineProperty(${o}, "k", { value: ${make.result([p])}${make.pick(["", ", enumerable: true", ", configurable: true"])} });`,
    ]);
  const made = make.pick([
    `{ get k() { return ${make.result([p])}; }, j: "j" }`,
    `{ get k() { return this.j; }, set k(v) { this.j = v + "s"; }, j: ${make.result([p])} }`,
    `Object.freeze({ k: ${make.result([p])}, j: "j" })`,
    `Object.seal({ k: ${make.result([p])}, j: "j" })`,
    `Object.preventExtensions({ k: ${make.result([p])} })`,
    `Object.create({ k: ${make.result([p])}, j: "up" })`,
    `Object.create(Object.freeze({ k: ${make.result([p])} }), { j: { value: "c", writable: true } })`,
    `new (class { k = ${make.result([p])}; get j() { return this.k; } set j(v) { this.k += v; } })()`,
    `{ __proto__: { get k() { return ${make.result([p])}; } }, j: "j" }`,
    `${make.result([p], "condition")} ? { get k() { return "g"; } } : { k: ${make.result([p])} }`,
  ]);
  const read = make.pick([
    `String(${o}.k) + ${o}.j`,
    `Object.keys(${o}).join() + ${o}.k`,
    `JSON.stringify(${o}).length + String(${o}.j)`,
    `Object.values({ ...${o} }).join()`,
    `String("k" in ${o}) + Object.hasOwn(${o}, "j")`,
  ]);
  return `((${p}) => { const ${o} = ${made}; try { ${write()} ${make.pick([write(), ""])} } catch {} return ${read} + ${p}; })(${make.string()})`;
});

/** Iterators that the program defines, and generators that change what others read. */
const iterated: Form = withoutAwait((make) => {
  const [it, all, e, g] = [make.fresh(), make.fresh(), make.fresh(), make.fresh()];
  const body = make.pick([
    `yield "y"; ${all} += "1"; yield ${make.result([])};`,
    `yield ${make.result([])}; yield ${all};`,
    `for (let i = 0; i < 2; i++) { ${make.pick(["", `${all} += i;`])} yield i + ${make.result([])}; }`,
    `try { yield "t"; yield ${make.result([])}; } finally { ${all} += "f"; }`,
    `yield* [${make.result([])}, "z"]; return "r";`,
    `if (${make.result([], "condition")}) yield "c"; yield ${make.result([])};`,
    `const saved = ${all}; yield "s"; yield saved + ${all};`,
  ]);
  const source = make.pick([
    `(function* () { ${body} })()`,
    `{ *[Symbol.iterator]() { ${body} } }`,
    `new (class { *[Symbol.iterator]() { ${body} } })()`,
    `{ [Symbol.iterator]() { let n = 0; return { next: () => ({ done: n++ > 1, value: ${all} += "n" }) }; } }`,
    `{ [Symbol.iterator]: () => [${make.result([])}, "l"].values() }`,
    `[${make.result([])}, "v"].entries()`,
    `new Map([["a", ${make.result([])}], ["b", "m"]]).${make.pick(["keys", "values", "entries"])}()`,
    `new Set([${make.result([])}, "s"]).values()`,
  ]);
  const use = make.pick([
    `for (const ${e} of ${it}) ${all} += ${e};`,
    `for (const ${e} of ${it}) { if (${make.result([], "condition")}) break; ${all} += ${e} + "."; }`,
    `${all} += [...${it}].join("~") + ${all};`,
    `const [${e}, ...${g}] = ${it}; ${all} += ${e} + ${g}.length;`,
    `const [${e}] = ${it}; ${all} += ${e};`,
    `${all} += Array.from(${it}, (x) => x + ${all}).join();`,
    `${all} += [...new Set(${it})].length;`,
    `${all} += Math.max(...[...${it}].map((x) => String(x).length));`,
    `const ${e} = ${it}[Symbol.iterator](); ${all} += ${e}.next().value; ${all} += [...${it}].length;`,
  ]);
  const between = make.pick(["", `${all} += "b";`]);
  return `(() => { let ${all} = ${make.string()}; const ${it} = ${source}; ${between} ${use} return ${all}; })()`;
});

const classes: Form = withoutAwait((make) => {
  const [a, b, p] = [make.fresh(), make.fresh(), make.fresh()];
  const s = () => make.result([]);
  return make.pick([
    () =>
      `((${a}) => new (class extends ${a} { m() { return super.m() + ${s()}; } })().m())(((${b}) => class extends ${b} { m() { return "x" + super.m(); } })(class { m() { return ${s()}; } }))`,
    () =>
      `(() => { class ${a} { constructor(v) { this.v = v; this.t = new.target === ${a} ? "A" : "B"; this.init(); } init() { this.i = "a"; } } class ${b} extends ${a} { f = "f" + this.v; init() { this.i = "b" + this.f; } } const x = new ${make.pick([a, b])}(${s()}); return x.v + x.t + x.i + x.f; })()`,
    () =>
      `(() => { class ${a} { static #n = ${s()}; static get n() { return ${a}.#n; } static set n(v) { ${a}.#n += v; } static { this.n = "s"; } } ${a}.n = ${s()}; return ${a}.n; })()`,
    () =>
      `(() => { class ${a} { #k = ${s()}; o = ${s()}; get k() { return this.#k; } set k(v) { this.#k = v + "p"; } } const ${b} = new ${a}(); ${b}.k += "q"; return ${b}.k + Object.keys(${b}) + JSON.stringify(${b}).length; })()`,
    () =>
      `(() => { function ${a}(v) { if (!new.target) return new ${a}(v); this.v = v; } ${a}.prototype.get = function () { return this.v + ${s()}; }; return ${make.pick(["new ", ""])}${a}(${s()}).get(); })()`,
    () =>
      `(() => { class ${a} { constructor(${p}) { if (${make.result([p], "condition")}) return { v: "other" }; this.v = ${p}; } } return new ${a}(${s()}).v; })()`,
    () =>
      `(() => { const ${a} = { m() { return ${s()}; } }; const ${b} = { __proto__: ${a}, m() { return super.m() + "o"; } }; return ${b}.m(); })()`,
    () =>
      `(() => { class ${a} { parts = []; add(v) { this.parts.push(v); return this; } toString() { return this.parts.join("/"); } } return \`\${new ${a}().add(${s()}).add("e")}\`; })()`,
    () =>
      `(() => { class ${a} { v = ${s()}; toJSON() { return { v: this.v }; } } return JSON.stringify(new ${a}()) + JSON.parse(JSON.stringify([new ${a}()]))[0].v; })()`,
    () =>
      `(() => { const ${a} = { valueOf() { return 4; }, toString() { return ${s()}; } }; return ${a} + 1 + "" + \`\${${a}}\` + ${a} * 2; })()`,
  ])();
});

const collected: Form = withoutAwait((make) => {
  const [m, k, l] = [make.fresh(), make.fresh(), make.fresh()];
  const s = () => make.result([]);
  return make.pick([
    () =>
      `(() => { const ${m} = new WeakMap(), ${k} = {}, ${l} = {}; ${m}.set(${k}, ${s()}).set(${l}, "l"); ${make.pick(["", `${m}.delete(${l});`])} return ${m}.get(${k}) + ${m}.has(${l}); })()`,
    () =>
      `(() => { const ${m} = new Map([[1, ${s()}], ["1", "t"]]); ${m}.set(2, "n"); return [...${m}].map(([k, v]) => typeof k + v).join() + ${m}.get(1) + ${m}.size; })()`,
    () =>
      `(() => { const ${m} = {}; for (const ${k} of ${make.either("list")}) (${m}[${k}] ??= []).push(${make.result([k])}); return Object.entries(${m}).map(([k, v]) => k + v.length).join(); })()`,
    () =>
      `${make.either("list")}.reduce((${m}, ${k}) => { ${m}[${k}] = (${m}[${k}] ?? "") + ${make.result([k])}; return ${m}; }, {})["a"] + "r"`,
    () =>
      `Object.entries(Object.fromEntries(new Map([["b", ${s()}], ["a", "2"]]))).map(([${k}, ${l}]) => ${k} + ${make.result([k, l])}).join()`,
    () =>
      `((${m}) => { ${m}.a.b.push(${s()}); return structuredClone(${m}).a.b.join() + ${m}.a.b.length; })(structuredClone({ a: { b: ["1"] } }))`,
    () =>
      `(() => { const ${m} = ["x", ${s()}]; let i = 0; ${m}[i++] += i; ${m}[i] = i++; return ${m}.join() + i; })()`,
    () =>
      `(() => { const ${m} = { k: ${s()} }; const ${k} = () => { ${m}.k += "c"; return ${m}; }; ${k}().k += "d"; ${k}().j ||= "j"; return ${m}.k + ${m}.j; })()`,
    () => `[${make.string()}, NaN].includes(NaN) + [${make.string()}].toString() + [1, 2, 3].at(-1)`,
    () =>
      `(([${m} = "d", { ${k} = ${m}, ...${l} } = {}], x = ${m} + ${k}) => ${make.result([m, k])} + x + Object.keys(${l}))([${make.pick(["undefined", s()])}, { z: 1 }])`,
  ])();
});

const waited: Form = (make) => {
  if (!make.place.mayAwait) return collected(make);
  const [a, e] = [make.fresh(), make.fresh()];
  const s = () => make.result([]);
  return make.pick([
    () =>
      `(await (async () => { let ${a} = ""; for await (const ${e} of (async function* () { yield ${s()}; await null; yield Promise.resolve("p"); })()) ${a} += ${e}; return ${a}; })())`,
    () =>
      `(await Promise.allSettled([Promise.resolve(${s()}), Promise.reject(new Error("x"))])).map((${e}) => ${e}.status + (${e}.value ?? ${e}.reason.message)).join()`,
    () =>
      `(await new Promise((${a}, ${e}) => { if (${s()} === "a") ${e}(new Error("no")); else ${a}(${s()}); }).catch((x) => x.message))`,
    () => `(await Promise.any([Promise.reject(new Error("x")), Promise.resolve(${s()})]))`,
    () =>
      `(await (async (${a}) => { try { await Promise.reject(new Error(${a})); return "n"; } catch (${e}) { return ${e}.message + ${make.result([a])}; } finally { await null; } })(${make.string()}))`,
    () =>
      `(await [${s()}, "q"].reduce(async (${a}, ${e}) => (await ${a}) + ${make.result([e])}, Promise.resolve("i")))`,
    () => `(await { then(${a}) { ${a}(${s()}); } })`,
  ])();
};

/** A record that a getter, a prototype or a class has a part in. */
export const OBJECT_RECORDS: readonly Form[] = [
  withoutAwait(
    (make) => `({ get ${key(make)}() { return ${make.result([])}; }, ...${make.either("record")} })`,
  ),
  withoutAwait(
    (make) => `({ ...new (class { #p = "p"; accept = ${make.string()}; get x() { return 1; } })() })`,
  ),
  (make) => `Object.seal({ accept: ${make.string()} })`,
  (make) => `Object.assign(Object.create({ "x-a": "up" }), { accept: ${make.string()} })`,
  (make) => `new Proxy(${make.expression("record")}, {})`,
  (make) => `Object.fromEntries(new Headers(${make.either("record")}).entries())`,
];

export const OBJECT_STRINGS: readonly Form[] = [accessors, iterated, iterated, classes, collected, waited];
