import type { Form } from "./maker.js";
import { ENVIRONMENT, KEYS, WORDS, quoted } from "./words.js";

const word: Form = (make) => quoted(make.pick(WORDS));

export const NUMBERS: readonly Form[] = [
  (make) => String(make.below(4)),
  (make) => make.variable("number")?.name ?? "7",
  (make) => `(${make.expression("number")} + ${make.expression("number")})`,
  (make) => `(${make.expression("number")} * 2)`,
  (make) => `(${make.expression("number")} - 1)`,
  (make) => `(${make.expression("number")} % 2)`,
  (make) => `Number(${quoted(make.pick(["12", "3.5", "x", ""]))})`,
  (make) => `parseInt(${quoted(make.pick(["12px", "7"]))}, 10)`,
  (make) => `Math.max(${make.expression("number")}, 2)`,
  (make) => `(${make.string()}).length`,
  (make) => `+${quoted(make.pick(["4", "1e3"]))}`,
  (make) => `(${make.expression("condition")} ? ${make.expression("number")} : 5)`,
];

/** Known ones, and those that the environment decides. */
export const CONDITIONS: readonly Form[] = [
  (make) => make.pick(["true", "false"]),
  (make) => `process.env.${make.pick(ENVIRONMENT)}`,
  (make) => `process.env.${make.pick(ENVIRONMENT)} === ${quoted(make.pick(["on", "1"]))}`,
  () => "process.argv.length > 2",
  (make) => make.variable("flag")?.name ?? "true",
  (make) => `!(${make.expression("condition")})`,
  (make) => `${make.string()} === ${make.string()}`,
  (make) => `${make.string()} !== ${word(make)}`,
  (make) => `(${make.string()}).startsWith(${word(make)})`,
  (make) => `(${make.string()}).${make.pick(["endsWith", "includes"])}(${word(make)})`,
  (make) => `((${make.expression("condition")}) && ${make.expression("condition")})`,
  (make) => `((${make.expression("condition")}) || ${make.expression("condition")})`,
  (make) =>
    `${make.expression("number")} ${make.pick(["<", ">=", "===", "!=", "=="])} ${make.expression("number")}`,
  (make) => `(${quoted(make.pick(KEYS))} in ${make.either("record")})`,
  (make) => `${make.either("list")}.includes(${make.string()})`,
  (make) =>
    `${make.either("list")}.${make.pick(["some", "every"])}((e) => ${make.result(["e"], "condition")})`,
  (make) => `${make.either("list")}.length > ${make.below(3)}`,
  (make) => `Object.hasOwn(${make.either("record")}, ${quoted(make.pick(KEYS))})`,
  (make) => `${make.either("map")}.has(${quoted(make.pick(KEYS))})`,
  (make) => `Array.isArray(${make.either(make.pick(["list", "record", "set"] as const))})`,
  (make) => `(${make.either("map")} instanceof ${make.pick(["Map", "Set", "Object"])})`,
  (make) =>
    `typeof (${make.either(make.pick(["list", "function", "string"] as const))}) === ${quoted(make.pick(["object", "function", "string"]))}`,
  (make) => `/${make.pick(["a", "^b", "\\d"])}/.test(${make.string()})`,
  (make) => `delete ({ k: ${make.string()} }).k`,
  (make) => `${make.string()} ${make.pick(["<", ">"])} ${word(make)}`,
];
