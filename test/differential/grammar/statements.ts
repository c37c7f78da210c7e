import type { Form, Maker, Type } from "./maker.js";
import { KEYS, quoted } from "./words.js";

const stringVariable: Form = (make) => {
  const value = make.string();
  const keyword = make.pick(["const", "let", "let", "var"]);
  return `${keyword} ${make.declare(make.fresh(), "string", keyword !== "const")} = ${value};`;
};

export const variableOf =
  (type: Type): Form =>
  (make) => {
    const value = make.expression(type);
    return `const ${make.declare(make.fresh(), type)} = ${value};`;
  };

const flag: Form = (make) => {
  const value = make.expression("condition");
  return `const ${make.declare(make.fresh(), "flag")} = Boolean(${value});`;
};

const assignment: Form = (make) => {
  const target = make.variable("string", true);
  if (!target) return stringVariable(make);
  const operator = make.pick(["=", "+=", "||=", "&&=", "??="]);
  return `${target.name} ${operator} ${make.string()};`;
};

/** The name of an outer variable stands for another one in a block. */
const shadowed: Form = (make) => {
  const outer = make.variable("string");
  if (!outer) return stringVariable(make);
  return make.inside(() => {
    const value = make.string();
    if (value.includes(outer.name)) return `{ ${assignment(make)} }`;
    make.declare(outer.name, "string", true);
    return `{ let ${outer.name} = ${value}; ${make.statements(2).join(" ")} }`;
  });
};

const destructured: Form = (make) => {
  const [a, b] = [make.fresh(), make.fresh()];
  const text = make.pick([
    () => `let { accept: ${a} = ${make.string()}, ["x-a"]: ${b} = "none" } = ${make.either("record")};`,
    () => `let [${a} = "none", ${b} = ${make.string()}] = ${make.either("list")};`,
    () => `let { k: { ${a} }, l: [${b}] } = { k: { ${a}: ${make.string()} }, l: [${make.string()}] };`,
    () => `let [, ${a} = "none", ...r${b}] = ${make.either("list")}; let ${b} = r${b}.join("+");`,
    () => `let ${a}, ${b}; ({ ${a}, ${b} = ${make.string()} } = { ${a}: ${make.string()} });`,
    () => `let ${a} = ${make.string()}, ${b} = ${make.string()}; [${a}, ${b}] = [${b}, ${a}];`,
  ])();
  make.declare(a, "string", true);
  make.declare(b, "string", true);
  return text;
};

const branching: Form = (make) => {
  const condition = make.expression("condition");
  const end = () => make.pick(["break;", ""]);
  return make.pick([
    () => `if (${condition}) ${make.block()}`,
    () => `if (${condition}) ${make.block()} else ${make.block()}`,
    () =>
      `if (${condition}) ${make.block()} else if (${make.expression("condition")}) ${make.block()} else ${make.block()}`,
    () => `(${condition}) && (${make.string()});`,
    () =>
      `switch (${make.string()}) { case ${make.string()}: ${make.block()} ${end()} case "b": ${make.block()} ${end()} default: ${make.block()} }`,
    () =>
      `switch (process.env.${make.pick(["MODE", "REGION"])}) { default: ${make.block()} break; case "eu": ${make.block()} ${end()} case "on": ${make.block()} }`,
  ])();
};

const looping: Form = (make) => {
  const [e, i] = [make.fresh(), make.fresh()];
  const loop = (names: readonly string[], labels = make.place.labels) =>
    make.block(labels === make.place.labels ? 2 : 3, { isInLoop: true, labels }, names);
  const counting = () =>
    make.inside(() => {
      make.declare(i, "number");
      return loop([]);
    });
  return make.pick([
    () => `for (const ${e} of ${make.either("list")}) ${loop([e])}`,
    () => `for (let ${i} = 0; ${i} < ${make.below(3)}; ${i}++) ${counting()}`,
    () => `for (const ${e} in ${make.either("record")}) ${loop([e])}`,
    () => `for (const [${e}, ${i}] of Object.entries(${make.either("record")})) ${loop([e, i])}`,
    () => `let ${i} = 0; while (${i}++ < ${make.below(3)}) ${counting()}`,
    () => `let ${i} = 0; do ${counting()} while (${i}++ < 1);`,
    () => `${make.either("list")}.forEach((${e}) => ${make.callback([e])});`,
    () => `for (const [${e}, ${i}] of ${make.either("map")}) ${loop([e, i])}`,
    () => `${e}: for (const ${i} of ${make.either("list")}) ${loop([i], [...make.place.labels, e])}`,
    () => `${e}: ${make.block(3, { labels: [...make.place.labels, e] })}`,
    () => `for (const ${e} of [${make.string()}, ${make.expression("condition")} ? "y" : "n"]) ${loop([e])}`,
    () =>
      `let ${i} = 0; while (${make.expression("condition")}) { if (${i}++ > 1) break; ${make.statement()} }`,
  ])();
};

const leaving: Form = (make) => {
  const { isInLoop, mayReturn, labels } = make.place;
  const ways: string[] = [];
  if (isInLoop) ways.push("break;", "continue;");
  if (mayReturn) ways.push(`return ${make.string()};`);
  if (labels.length > 0) ways.push(`break ${make.pick(labels)};`);
  if (ways.length === 0) return assignment(make);
  return `if (${make.expression("condition")}) ${make.pick(ways)}`;
};

const trying: Form = (make) =>
  make.pick([
    () => `try ${make.block()} catch ${make.block()}`,
    () => `try ${make.block()} finally ${make.block(1)}`,
    () => `try ${thrower(make)} catch (error) ${make.block()} finally ${make.block(1)}`,
    () => `try ${thrower(make)} catch ${make.block()}`,
    () => {
      const caught = make.fresh();
      return `try ${thrower(make)} catch ({ message: ${caught} }) ${make.block(2, {}, [caught])}`;
    },
  ])();

/** A block that throws, perhaps, in the middle or in a function that it calls. */
const thrower: Form = (make) =>
  make.inside(() =>
    make.pick([
      () =>
        `{ ${make.statement()} if (${make.expression("condition")}) throw new Error(${make.string()}); ${make.statement()} }`,
      () => `{ ${make.statement()} null.x; ${make.statement()} }`,
      () => `{ ${make.statement()} (() => { throw new Error("t"); })(); ${make.statement()} }`,
      () => `{ ((p) => { if (p) throw new Error(p); })(${make.string()}); ${make.statement()} }`,
      () => `{ JSON.parse(${make.string()}); ${make.statement()} }`,
    ])(),
  );

/** Something that runs later changes a variable or what it holds. */
const later: Form = (make) => {
  const change = laterChange(make);
  if (change === undefined) return stringVariable(make);
  const waiting = make.place.mayAwait;
  return make.pick([
    () => `Promise.resolve().then(() => { ${change} });`,
    () => `setTimeout(() => { ${change} }, 0);`,
    () => `queueMicrotask(() => { ${change} });`,
    () => `(async () => { await null; ${change} })();`,
    () => `(async () => { ${change} await null; })();`,
    () => (waiting ? `await (async () => { await null; ${change} })();` : change),
    () => (waiting ? `await null;` : change),
    () => (waiting ? `await new Promise((done) => setTimeout(done, 1));` : change),
  ])();
};

const laterChange = (make: Maker): string | undefined => {
  const type = make.pick(["string", "string", "record", "record", "list", "map", "set", "headers"] as const);
  const name = make.variable(type, type === "string")?.name;
  if (name === undefined) return undefined;
  const key = quoted(make.pick(KEYS));
  const changes: Readonly<Record<typeof type, readonly string[]>> = {
    string: ["=", "=", "+="].map((operator) => `${name} ${operator} ${make.result([])};`),
    record: [
      `${name}[${key}] = ${make.result([])};`,
      `${name}[${key}] += ${make.result([])};`,
      `delete ${name}[${key}];`,
      `Object.assign(${name}, { ${key}: ${make.result([])} });`,
    ],
    list: [
      `${name}.push("l");`,
      `${name}[0] = "l";`,
      `${name}.pop();`,
      `${name}.length = 1;`,
      `${name}.reverse();`,
    ],
    map: [`${name}.set(${key}, "l");`, `${name}.delete(${key});`, `${name}.clear();`],
    set: [`${name}.add("l");`, `${name}.delete("a");`],
    headers: [`${name}.set(${key}, "l");`, `${name}.append(${key}, "l");`, `${name}.delete(${key});`],
  };
  return make.pick(changes[type]);
};

const effect = (make: Maker): string => {
  const called = make.variable("function")?.name;
  return called ? `${called}(${make.string()});` : "void 0;";
};

export const STATEMENTS: readonly Form[] = [
  stringVariable,
  stringVariable,
  assignment,
  variableOf("record"),
  variableOf("list"),
  variableOf("number"),
  flag,
  variableOf("map"),
  variableOf("set"),
  variableOf("headers"),
  variableOf("url"),
  variableOf("query"),
  destructured,
  branching,
  branching,
  looping,
  looping,
  leaving,
  trying,
  shadowed,
  later,
  effect,
];
