import { withoutAwait, type Form, type Maker } from "./maker.js";
import { ENVIRONMENT, KEYS, WORDS, quoted } from "./words.js";

const literal: Form = (make) => quoted(make.pick(WORDS));

/** Makes a string. It is usually a variable, so that values are passed on. */
const variable: Form = (make) => make.variable("string")?.name ?? literal(make);

const key = (make: Maker): string => quoted(make.pick(KEYS));

/** A member of a record may not be there, and then something else stands for it. */
const member: Form = (make) => {
  const record = make.either("record");
  const name = quoted(make.pick(KEYS));
  const access = make.pick([`[${name}]`, `?.[${name}]`, ".accept"]);
  return make.pick([
    () => `(${record}${access} ?? ${make.string()})`,
    () => `(${record}${access} || ${make.string()})`,
    () => `\`\${${record}${access}}\``,
    () => `String(${record}${access})`,
  ])();
};

const element: Form = (make) => {
  const list = make.either("list");
  return make.pick([
    () => `(${list}[${make.below(3)}] ?? ${literal(make)})`,
    () => `(${list}.at(-1) ?? ${literal(make)})`,
    () => `(${list}.at(${make.below(3)}) || ${literal(make)})`,
    () => `${list}.join(${quoted(make.pick(["-", "", "/"]))})`,
    () => `String(${list})`,
    () => `String(${list}.indexOf(${make.string()}))`,
    () => `(${list}.find((e) => ${make.result(["e"], "condition")}) ?? "none")`,
    () => `(${list}.findLast((e) => ${make.result(["e"], "condition")}) ?? "none")`,
    () => `${list}.reduce((a, e) => ${make.result(["a", "e"])}, ${make.string()})`,
    () => `${list}.reduceRight((a, e) => a + e, ${make.string()})`,
    () => `\`\${${list}.length}\``,
  ])();
};

const PATTERNS = ["\\/+$", "a", "^\\/", "[a-c]", "^\\/+", "b$", "(a)(b)?"] as const;

const method: Form = (make) => {
  const text = `(${make.string()})`;
  const small = make.below(4);
  return make.pick([
    () => `${text}.trim()`,
    () => `${text}.toUpperCase()`,
    () => `${text}.toLowerCase()`,
    () => `${text}.slice(${small})`,
    () => `${text}.slice(-${small + 1})`,
    () => `${text}.slice(${small}, ${small + make.below(3)})`,
    () => `${text}.substring(${small}, ${make.below(4)})`,
    () => `${text}.replace(${quoted(make.pick(WORDS))}, ${make.string()})`,
    () => `${text}.replaceAll(${quoted(make.pick(["a", "b", "/"]))}, ${make.string()})`,
    () =>
      `${text}.replace(/${make.pick(PATTERNS)}/${make.pick(["", "g"])}, ${make.pick(['""', '"z"', '"$1-"', "(m) => m + m"])})`,
    () => `(${text}.split("/")[${small}] ?? "none")`,
    () =>
      `${text}.split(${quoted(make.pick(["/", "a", "", "-"]))}).join(${quoted(make.pick(["_", "", "/"]))})`,
    () => `${text}.concat(${make.string()}, ${make.string()})`,
    () => `${text}.padStart(${small + 2}, ${quoted(make.pick(["0", "xy"]))})`,
    () => `${text}.padEnd(${small + 2}, "0")`,
    () => `${text}.repeat(${small})`,
    () => `(${text}.at(${make.pick([0, -1, 1])}) ?? "none")`,
    () => `${text}.charAt(${small})`,
    () => `(${text}[${small}] ?? "none")`,
    () => `String(${text}.charCodeAt(0))`,
    () => `String(${text}.indexOf(${literal(make)}))`,
    () => `String(${text}.lastIndexOf("a"))`,
    () => `\`\${${text}.length}\``,
    () => `(${text}.match(/[a-z]+/)?.[0] ?? "none")`,
    () => `[...${text}].reverse().join("")`,
  ])();
};

const call: Form = (make) => {
  const called = make.variable("function")?.name ?? make.expression("function");
  return make.pick([
    () => `(${called})(${make.string()})`,
    () => `(${called})?.(${make.string()})`,
    () => `(${called})(...[${make.string()}])`,
    () => `(${called}).call(null, ${make.string()})`,
    () => `(${called}).apply(undefined, [${make.string()}])`,
    () => `(${called}).bind(null, ${make.string()})()`,
  ])();
};

/** A function that is called where it is written. */
const called: Form = withoutAwait((make) => {
  const [a, b, c] = [make.fresh(), make.fresh(), make.fresh()];
  const body = () => make.result([a, b]);
  return make.pick([
    () => `((${a}, ${b} = ${make.string()}) => ${body()})(${make.string()})`,
    () => `((${a}) => (${b}) => ${body()})(${make.string()})(${make.string()})`,
    () => `(({ ${a}, k: ${b} = ${make.string()} }) => ${body()})({ ${a}: ${make.string()} })`,
    () => `(([${a}, ${b} = ${make.string()}]) => ${body()})([${make.string()}])`,
    () =>
      `((${a}, ...${c}) => { const ${b} = ${c}.join("+"); return ${body()}; })(${make.string()}, ...${make.either("list")})`,
    () =>
      `(function () { const ${a} = arguments[0]; const ${b} = String(arguments.length); return ${body()}; })(${make.string()}, "z")`,
    () =>
      `(function ${c}(${a}, n = 2) { return n === 0 ? ${a} : ${c}(${make.result([a])}, n - 1); })(${make.string()})`,
  ])();
});

const chosen: Form = (make) => {
  const condition = make.expression("condition");
  return make.pick([
    () => `(${condition} ? ${make.string()} : ${make.string()})`,
    () => `(${make.string()} || ${make.string()})`,
    () => `(${make.string()} && ${make.string()})`,
    () => `((${condition} && ${make.string()}) || ${make.string()})`,
    () => `((${condition} ? undefined : ${make.string()}) ?? ${make.string()})`,
    () => `((${condition} || null)?.toString() ?? ${make.string()})`,
    () => `({ true: ${make.string()}, false: ${make.string()} })[String(Boolean(${condition}))]`,
    () => `(${make.string()}, ${make.string()})`,
    () => `(void ${make.string()} ?? ${make.string()})`,
    () => `(process.env.${make.pick(ENVIRONMENT)} ?? ${make.string()})`,
    () => `(process.env.${make.pick(ENVIRONMENT)} || ${make.string()})`,
  ])();
};

const converted: Form = (make) =>
  make.pick([
    () => `String(${make.expression("number")})`,
    () => `\`\${${make.expression("number")}}\``,
    () => `(${make.expression("number")} + ${make.string()})`,
    () => `(${make.expression("number")}).toFixed(1)`,
    () => `(${make.expression("number")}).toString(16)`,
    () => `encodeURIComponent(${make.string()})`,
    () =>
      `typeof ${make.pick([make.string(), make.expression("number"), "null", "undefined", "process.env.MODE"])}`,
    () => `JSON.parse(JSON.stringify(${make.string()}))`,
    () => `JSON.parse(JSON.stringify({ k: ${make.string()} })).k`,
    () => `String(JSON.stringify(${make.either("record")}).length)`,
    () => `String((${make.expression("condition")}) === true)`,
    () => `String(null ?? ${make.string()})`,
    () => `structuredClone({ k: [${make.string()}] }).k[0]`,
    () => `Object.freeze({ k: ${make.string()} }).k`,
    () => `String.raw\`\${${make.string()}}-r\``,
    () => `((s, ...v) => s.join("|") + v.join("&"))\`x\${${make.string()}}y\``,
    () => `decodeURIComponent(encodeURIComponent(${make.string()}))`,
  ])();

const fromClass: Form = withoutAwait((make) => {
  const instance = make.variable("instance")?.name;
  if (instance) {
    return make.pick([`${instance}.value`, `${instance}.read()`, `${instance}.upper`, `${instance}.twice()`]);
  }
  const c = make.fresh();
  return make.pick([
    () => `new (class { #k = ${make.string()}; get k() { return this.#k + ${make.string()}; } })().k`,
    () => `new (class { constructor(${c}) { this.k = ${make.result([c])}; } })(${make.string()}).k`,
    () => `(class { static k = ${make.string()}; static get ${c}() { return this.k + "s"; } }).${c}`,
    () => `({ k: ${make.string()}, get ${c}() { return this.k + ${make.string()}; } }).${c}`,
    () => `({ k: ${make.string()}, ${c}(p) { return this.k + p; } }).${c}(${make.string()})`,
  ])();
});

const fromCollection: Form = (make) =>
  make.pick([
    () => `(${make.either("map")}.get(${key(make)}) ?? ${make.string()})`,
    () => `String(${make.either("map")}.size)`,
    () => `String(${make.either("set")}.has(${make.string()}))`,
    () => `[...${make.either("set")}].join("+")`,
    () => `String(${make.either("set")}.size)`,
    () => `(${make.either("headers")}.get(${key(make)}) ?? ${make.string()})`,
    () => `[...${make.either("map")}.keys()].join("+")`,
    () => `[...${make.either("map")}].map(([k, v]) => k + "=" + v).join("&")`,
    () => `Object.keys(${make.either("record")}).join("+")`,
    () => `Object.entries(${make.either("record")}).map(([k, v]) => \`\${k}=\${v}\`).join("&")`,
    () => `Object.values(${make.either("record")}).join("+")`,
    () => `${make.either("url")}.pathname`,
    () => `${make.either("url")}.${make.pick(["href", "host", "search", "origin"])}`,
    () => `${make.either("query")}.toString()`,
    () => `(${make.either("query")}.get("a") ?? "none")`,
    () => `String(${make.either("url")})`,
  ])();

const waited: Form = (make) => {
  if (!make.place.mayAwait) return variable(make);
  const name = make.fresh();
  return make.pick([
    () => `(await ${make.string()})`,
    () => `(await Promise.resolve(${make.string()}))`,
    () => `(await (async () => ${make.string()})())`,
    () => `(await Promise.resolve(${make.string()}).then((${name}) => ${make.result([name])}))`,
    () => `(await Promise.all([${make.string()}, Promise.resolve(${make.string()})])).join("+")`,
    () =>
      `(await Promise.reject(new Error(${make.string()})).catch((${name}) => ${make.result([])} + ${name}.message))`,
    () => `(await new Promise((done) => done(${make.result([])})))`,
    () => `(await new Promise((done) => setTimeout(() => done(${make.result([])}), 0)))`,
    () => `(await Promise.race([Promise.resolve(${make.string()})]))`,
    () => `(await ${make.variable("promise")?.name ?? make.string()})`,
    () =>
      `(await (${make.variable("async")?.name ?? `async (${name}) => ${make.result([name])}`})(${make.string()}))`,
    () => `(await Promise.resolve(${make.string()}).finally(() => undefined))`,
    () => `(await Promise.allSettled([${make.string()}]))[0].value`,
    () =>
      `(await Promise.all(${make.either("list")}.map(async (${name}) => ${make.result([name])}))).join("+")`,
  ])();
};

const assigned: Form = (make) => {
  const target = make.variable("string", true);
  if (!target) return variable(make);
  return `(${target.name} ${make.pick(["=", "+=", "||="])} ${make.string()})`;
};

const generated: Form = (make) => {
  const generator = make.variable("generator")?.name;
  return generator ? `[...${generator}(${make.string()})].join("~")` : literal(make);
};

export const STRINGS: readonly Form[] = [
  literal,
  variable,
  variable,
  variable,
  (make) => `\`\${${make.string()}}/\${${make.string()}}\``,
  (make) => `(${make.string()} + ${make.string()})`,
  (make) => `[${make.string()}, ${make.string()}].join("/")`,
  member,
  element,
  method,
  call,
  called,
  chosen,
  converted,
  fromClass,
  fromCollection,
  waited,
  assigned,
  generated,
];
