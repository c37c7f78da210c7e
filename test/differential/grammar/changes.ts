import type { Form, Maker, Type } from "./maker.js";
import { variableOf } from "./statements.js";
import { KEYS, quoted } from "./words.js";

const changedRecord: Form = (make) => {
  const record = make.variable("record")?.name;
  if (!record) return variableOf("record")(make);
  const key = quoted(make.pick(KEYS));
  return make.pick([
    () => `${record}[${key}] = ${make.string()};`,
    () => `${record}.accept = ${make.string()};`,
    () => `delete ${record}[${key}];`,
    () => `Object.assign(${record}, ${make.expression("record")});`,
    () => `if (${make.expression("condition")}) ${record}[${key}] = ${make.string()};`,
    () => `if (${make.expression("condition")}) delete ${record}[${key}];`,
    () => `${record}[${key}] ??= ${make.string()};`,
    () => `${record}[${key}] += ${make.string()};`,
    () => `${record}[(${make.string()}).includes("a") ? "x-a" : "accept"] = ${make.string()};`,
    () => `delete ${record}[${make.expression("condition")} ? "x-a" : "accept"];`,
    () =>
      `Object.defineProperty(${record}, "x-a", { value: ${make.string()}, enumerable: true, configurable: true, writable: true });`,
    () => `Reflect.set(${record}, ${key}, ${make.string()});`,
    () => `Reflect.deleteProperty(${record}, ${key});`,
    () => `for (const k of Object.keys(${record})) { ${record}[k] = ${record}[k] + ${make.string()}; }`,
    () => `for (const k in ${record}) delete ${record}[k];`,
    () => `(${make.expression("condition")} ? ${record} : {})[${key}] = ${make.string()};`,
  ])();
};

const changedList: Form = (make) => {
  const list = make.variable("list")?.name;
  if (!list) return variableOf("list")(make);
  return make.pick([
    () => `${list}.push(${make.string()});`,
    () => `${list}.push(...${make.either("list")});`,
    () => `${list}.unshift(${make.string()});`,
    () => `${list}.${make.pick(["pop", "shift", "reverse", "sort"])}();`,
    () => `${list}[${make.below(3)}] = ${make.string()};`,
    () => `${list}.length = ${make.below(2)};`,
    () => `${list}.splice(${make.below(2)}, 1, ${make.string()});`,
    () => `${list}.fill(${make.string()});`,
    () => `if (${make.expression("condition")}) ${list}.push(${make.string()});`,
    () => `if (${make.expression("condition")}) ${list}.pop();`,
    () => `Array.prototype.push.apply(${list}, [${make.string()}]);`,
    () => `${list}.copyWithin(0, 1);`,
  ])();
};

const changedCollection: Form = (make) => {
  const key = quoted(make.pick(KEYS));
  return make.pick([
    () => `${known(make, "map")}.set(${key}, ${make.string()});`,
    () => `${known(make, "map")}.delete(${key});`,
    () => `${known(make, "set")}.add(${make.string()});`,
    () => `${known(make, "set")}.delete(${make.string()});`,
    () => `${known(make, "headers")}.set(${key}, ${make.string()});`,
    () => `${known(make, "headers")}.append(${key}, ${make.string()});`,
    () => `${known(make, "headers")}.delete(${key});`,
    () => `if (${make.expression("condition")}) ${known(make, "headers")}.delete(${key});`,
    () => `if (${make.expression("condition")}) ${known(make, "map")}.set(${key}, ${make.string()});`,
    () => `${known(make, "map")}.clear();`,
    () => `${known(make, "url")}.searchParams.${make.pick(["set", "append"])}("a", ${make.string()});`,
    () => `${known(make, "url")}.pathname = ${make.string()};`,
    () => `${known(make, "url")}.search = ${make.string()};`,
    () => `${known(make, "query")}.set("b", ${make.string()});`,
    () => `${known(make, "map")}.forEach((e, k) => ${make.callback(["e", "k"])});`,
  ])();
};

/** A variable of the type; where there is none, an expression in its place, which nobody sees changed. */
function known(make: Maker, type: Type): string {
  return make.variable(type)?.name ?? `(${make.expression(type)})`;
}

export const CHANGES: readonly Form[] = [changedRecord, changedRecord, changedList, changedCollection];
