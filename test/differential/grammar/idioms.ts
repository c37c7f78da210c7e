import { withoutAwait, type Form } from "./maker.js";
import { KEYS, quoted } from "./words.js";

/** Ways to a string that people write and that need a function, a class or an object of their own. */
const expressions: Form = withoutAwait((make) => {
  const [a, b, c] = [make.fresh(), make.fresh(), make.fresh()];
  const condition = () => make.expression("condition");
  return make.pick([
    () =>
      `(({ ${a} = ${make.string()}, k: { ${b} = "n" } = {}, ...${c} } = {}) => ${make.result([a, b])} + Object.keys(${c}).join())(${make.pick(["", `{ ${a}: ${make.string()} }`, `{ k: { ${b}: ${make.string()} }, z: 1 }`])})`,
    () => `((${a}, ${b} = ${a} + "d", [${c} = ${b}] = []) => ${make.result([a, b, c])})(${make.string()})`,
    () => `({ m(${a}) { return ${make.result([a])}; } })?.m?.(${make.string()})`,
    () => `(${condition()} ? { m: () => ${make.result([])} } : undefined)?.m() + "o"`,
    () => `String((${condition()} ? { k: { l: ${make.string()} } } : null)?.k.l)`,
    () => `(() => { try { return ${make.result([])}; } finally { void ${make.result([])}; } })()`,
    () =>
      `(() => { for (const ${a} of ${make.either("list")}) { try { if (${make.result([a], "condition")}) return ${make.result([a])}; } finally { if (${make.result([a], "condition")}) continue; } } return "end"; })()`,
    () =>
      `(() => { try { throw { code: ${make.result([])} }; } catch ({ code: ${a} }) { return ${make.result([a])}; } })()`,
    () =>
      `((${a}) => { try { if (${make.result([a], "condition")}) throw new RangeError(${a}); return "fine"; } catch (${b}) { return ${b} instanceof RangeError ? ${b}.message : "other"; } })(${make.string()})`,
    () =>
      `[1, 2].map((${a}) => () => ${make.result([])} + ${a}).map((${b}) => ${b}()).join(${quoted(make.pick(["", "/"]))})`,
    () =>
      `(() => { const ${a} = []; for (${make.pick(["let", "var"])} i = 0; i < 3; i++) ${a}.push(() => i); return ${a}.map((f) => f()).join(); })()`,
    () => `((s, ...v) => s.raw.join("-") + v.map((e) => e + e).join(""))\`p\${${make.string()}}q\${"r"}\``,
    () => `((${a}) => (s, v) => ${a} + s[0] + v)(${make.string()})\`t\${${make.string()}}\``,
    () =>
      `new (class extends (class { #p; constructor(p) { this.#p = p; } get p() { return this.#p; } m() { return this.n() + this.p; } n() { return "base"; } }) { n() { return super.n() + ${make.result([])}; } get p() { return super.p + "o"; } })(${make.string()}).m()`,
    () =>
      `(class A { static #n = 0; static k = ${make.string()}; static { this.k += "s"; } static next() { return this.k + ++A.#n; } }).next()`,
    () => `String({ toString() { return ${make.result([])}; } })${make.pick(["", ' + ""', '.concat("x")'])}`,
    () => `\`\${{ k: ${make.string()}, toString() { return this.k; } }}\``,
    () => `new Proxy({ k: ${make.string()} }, { get: (${a}, ${b}) => ${a}[${b}] + "p" }).k`,
    () => `Reflect.apply((${a}) => ${make.result([a])}, undefined, [${make.string()}])`,
    () => `Reflect.get(${make.either("record")}, ${quoted(make.pick(KEYS))}) + "g"`,
    () => `Reflect.ownKeys(${make.either("record")}).join("+")`,
    () =>
      `(function () { return [...arguments].reverse().join(this.k); }).call({ k: "-" }, ${make.string()}, "z")`,
    () =>
      `((${a}) => { switch (true) { case ${make.result([a], "condition")}: return "one"; case ${a} === "a": return ${make.result([a])}; default: return "d"; } })(${make.string()})`,
    () =>
      `String(JSON.stringify({ b: ${make.string()}, a: [1] }, ${make.pick(["null", '["b"]'])}, ${make.pick(["0", "1"])}).length)`,
    () => `Object.entries(${make.either("record")}).sort(([k], [l]) => (k < l ? -1 : 1)).flat().join()`,
    () =>
      `((${a}) => { ${a}.k ??= ${make.result([])}; ${a}.l ||= "l"; ${a}.k &&= ${a}.k + "t"; return ${a}.k + ${a}.l; })({ l: ${make.string()} })`,
    () => `(() => { const ${a} = Symbol("s"); return { [${a}]: ${make.result([])}, k: "k" }[${a}]; })()`,
  ])();
});

/** A generator that is asked step by step. */
const stepped: Form = (make) => {
  const [g, p, first] = [make.fresh(), make.fresh(), make.fresh()];
  const body = make.inside(() => `yield ${make.string()}; const back = yield "two"; return back;`, {
    mayAwait: false,
  });
  const text = make.pick([
    () => `const ${g} = (function* () { ${body} })(); let ${first} = ${g}.next().value; ${g}.next();`,
    () => `const ${g} = (function* () { ${body} })(); let [${first}] = ${g};`,
    () =>
      `let ${first} = ""; for (const ${p} of (function* () { ${body} })()) { if (${p} === "two") break; ${first} += ${p}; }`,
    () =>
      `let ${first} = ""; for (const ${p} of { *[Symbol.iterator]() { yield ${make.inside(() => make.string(), { mayAwait: false })}; yield "i"; } }) ${first} += ${p};`,
  ])();
  make.declare(first, "string", true);
  return text;
};

const waitingLoop: Form = (make) => {
  if (!make.place.mayAwait) return stepped(make);
  const [e, all] = [make.fresh(), make.fresh()];
  const source = make.pick([
    () => `[Promise.resolve(${make.string()}), "x"]`,
    () => `(async function* () { yield ${make.result([])}; yield "y"; })()`,
    () => make.either("list"),
  ])();
  const body = make.block(1, { isInLoop: true }, [e]);
  const text = `let ${all} = ""; for await (const ${e} of ${source}) { ${all} += ${e}; ${body} }`;
  make.declare(all, "string", true);
  return text;
};

const nested: Form = (make) => {
  const [outer, a, b, all] = [make.fresh(), make.fresh(), make.fresh(), make.fresh()];
  const way = make.pick([`continue ${outer};`, `break ${outer};`, "continue;", "break;"]);
  const condition = make.result([a, b], "condition");
  const text = `let ${all} = ""; ${outer}: for (const ${a} of ${make.either("list")}) { for (const ${b} of ["p", "q"]) { if (${condition}) ${way} ${all} += ${a} + ${b}; } ${all} += "."; }`;
  make.declare(all, "string", true);
  return text;
};

/** A list or an object that changes during its iteration. */
const changedInside: Form = (make) => {
  const [list, e, all] = [make.fresh(), make.fresh(), make.fresh()];
  const change = make.pick([
    `${list}.pop();`,
    `${list}.shift();`,
    `if (${list}.length < 4) ${list}.push("w");`,
    `${list}[1] = "v";`,
    `${list}.length = 1;`,
    `${list}.reverse();`,
  ]);
  const going = make.pick([
    () => `for (const ${e} of ${list}) { ${all} += ${e}; ${change} }`,
    () => `${list}.forEach((${e}) => { ${all} += ${e}; ${change} });`,
    () => `${all} = ${list}.map((${e}) => { ${change} return ${e}; }).join();`,
    () => `${all} = ${list}.filter((${e}) => { ${change} return ${e} !== "b"; }).join();`,
    () => `${all} = ${list}.reduce((${e}, f) => { ${change} return ${e} + f; }, "");`,
    () => `${all} = String(${list}.some((${e}) => { ${change} return ${e} === "b"; })) + ${list};`,
  ])();
  const text = `let ${all} = ""; const ${list} = ["a", ${make.string()}, "b"]; ${going}`;
  make.declare(all, "string", true);
  make.declare(list, "list");
  return text;
};

/** A function that leaves by an exception, and the code around it that goes on. */
const thrown: Form = (make) => {
  const [f, p, all, error] = [make.fresh(), make.fresh(), make.fresh(), make.fresh()];
  const body = `if (${make.result([p], "condition")}) throw new Error(${make.result([p])}); ${all} += "n"; return ${make.result([p])};`;
  const text = `let ${all} = "s"; function ${f}(${p}) { ${body} } try { ${all} += ${f}(${make.string()}); ${all} += ${f}(${make.string()}); } catch (${error}) { ${all} += ${error}.message; } finally { ${all} += "f"; }`;
  make.declare(all, "string", true);
  return text;
};

export const IDIOM_STRINGS: readonly Form[] = [expressions];
export const IDIOM_STATEMENTS: readonly Form[] = [stepped, waitingLoop, nested, changedInside, thrown];
