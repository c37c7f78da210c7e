import { withoutAwait, type Form, type Maker } from "./maker.js";

export const FUNCTIONS: readonly Form[] = [
  withoutAwait((make) => {
    const p = make.fresh();
    return `(${p}) => ${make.result([p])}`;
  }),
  (make) => make.variable("function")?.name ?? "(p) => p",
  withoutAwait((make) => {
    const p = make.fresh();
    return `function (${p}) ${make.functionBody([p])}`;
  }),
  withoutAwait((make) => {
    const p = make.fresh();
    return `(${p}) => ${make.functionBody([p])}`;
  }),
  withoutAwait((make) => {
    const [outer, p] = [make.fresh(), make.fresh()];
    return `((${outer}) => (${p}) => ${make.result([outer, p])})(${make.string()})`;
  }),
  // A counter that a closure keeps to itself.
  withoutAwait((make) => {
    const [count, p] = [make.fresh(), make.fresh()];
    return `(() => { let ${count} = 0; return (${p}) => { ${count}++; return ${make.result([p])} + ${count}; }; })()`;
  }),
  withoutAwait((make) => {
    const [memory, p] = [make.fresh(), make.fresh()];
    return `((${memory}) => (${p}) => (${memory} += ${p}))(${make.string()})`;
  }),
];

/** `function f(p) { … }`, under a name that all later code can use. */
const declaration: Form = (make) => {
  const [name, p] = [make.fresh(), make.fresh()];
  const text = `function ${name}(${p}${make.pick(["", ' = "d"'])}) ${make.functionBody([p])}`;
  make.declare(name, "function");
  return text;
};

/** A function that is called before the text of it. */
const hoisted: Form = (make) => {
  const [name, p, result] = [make.fresh(), make.fresh(), make.fresh()];
  const text = `const ${result} = ${name}(${make.string()}); function ${name}(${p}) ${make.functionBody([p])}`;
  make.declare(name, "function");
  make.declare(result, "string");
  return text;
};

const constant: Form = (make) => {
  const value = make.expression("function");
  return `const ${make.declare(make.fresh(), "function")} = ${value};`;
};

const asynchronous: Form = (make) => {
  const [name, p] = [make.fresh(), make.fresh()];
  const body = make.functionBody([p], { mayAwait: true });
  const text = make.pick([
    `async function ${name}(${p}) ${body}`,
    `const ${name} = async (${p}) => ${body};`,
  ]);
  make.declare(name, "async");
  return text;
};

/** A value that is waited for later, if at all. */
const promise: Form = (make) => {
  const p = make.fresh();
  const value = make.pick([
    () => `Promise.resolve(${make.string()})`,
    () => `Promise.resolve(${make.string()}).then((${p}) => ${make.result([p])})`,
    () => `Promise.resolve(${make.string()}).then((${p}) => ${make.functionBody([p])})`,
    () => `new Promise((done) => { setTimeout(() => { done(${make.result([])}); }, 0); })`,
    () => `(async () => { await null; return ${make.result([])}; })()`,
  ])();
  return `const ${make.declare(make.fresh(), "promise")} = ${value};`;
};

const generator: Form = (make) => {
  const [name, p] = [make.fresh(), make.fresh()];
  const body = make.inside(
    () => {
      make.declare(p, "string", true);
      const yields = Array.from({ length: 1 + make.below(2) }, () =>
        make.pick([
          () => `yield ${make.string()};`,
          () => `if (${make.expression("condition")}) yield ${make.string()};`,
          () => `yield* ${make.either("list")};`,
          () => `for (const e of ${make.either("list")}) yield e + ${p};`,
          () => `${make.statement()} yield ${p};`,
        ])(),
      );
      return `{ ${yields.join(" ")} }`;
    },
    { mayAwait: false, mayReturn: false, isInLoop: false, labels: [] },
  );
  make.declare(name, "generator");
  return `function* ${name}(${p}) ${body}`;
};

const classBody: Form = withoutAwait((make) => {
  const p = make.fresh();
  const above = make.variable("class")?.name;
  const up = above ? `super(${p});` : "";
  const body = make.pick([
    () => `value = ${make.result([])}; constructor(${p}) { ${up} this.value += ${p}; }`,
    () => `constructor(${p} = "d") { ${up} this.value = ${make.result([p])}; }`,
    () => (above ? "" : `constructor(value) { this.value = value; }`),
    () => `#own = ${make.result([])}; constructor(${p}) { ${up} this.value = ${p} + this.#own; }`,
  ])();
  const read = make.pick([
    () => `read() { return this.value; }`,
    () => `read() { return this.value + ${make.result([])}; }`,
    () =>
      above
        ? `read() { return super.read() + ${make.result([])}; }`
        : `read() { return \`<\${this.value}>\`; }`,
    () => (above ? "" : `read() { return this.value.slice(1); }`),
  ])();
  const rest = above
    ? make.pick(["", `get upper() { return super.upper + "u"; }`, `static make(p) { return new this(p); }`])
    : BASE_MEMBERS;
  return `${above ? `extends ${above} ` : ""}{ ${body} ${read} ${rest} }`;
});

const BASE_MEMBERS = `get upper() { return this.value.toUpperCase(); } set upper(p) { this.value = p; } twice() { return this.read() + this.read(); } static make(p) { return new this(p); }`;

const declaredClass: Form = (make) => {
  const name = make.fresh();
  const body = classBody(make);
  make.declare(name, "class");
  return `class ${name} ${body}`;
};

const instance = (make: Maker): string => {
  const known = make.variable("class")?.name;
  const prelude = known ? "" : declaredClass(make);
  const name = known ?? make.variable("class")!.name;
  const value = make.pick([`new ${name}(${make.string()})`, `${name}.make(${make.string()})`]);
  return `${prelude} const ${make.declare(make.fresh(), "instance")} = ${value};`;
};

const changedInstance: Form = (make) => {
  const name = make.variable("instance")?.name;
  if (!name) return instance(make);
  return make.pick([
    () => `${name}.value = ${make.string()};`,
    () => `${name}.value += ${make.string()};`,
    () => `${name}.upper = ${make.string()};`,
    () => `Object.assign(${name}, { value: ${make.string()} });`,
    () => `if (${make.expression("condition")}) ${name}.value = ${make.string()};`,
  ])();
};

export const FUNCTION_STATEMENTS: readonly Form[] = [
  constant,
  declaration,
  hoisted,
  asynchronous,
  promise,
  generator,
  declaredClass,
  instance,
  changedInstance,
];
