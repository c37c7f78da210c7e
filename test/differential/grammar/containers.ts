import { withoutAwait, type Form, type Maker } from "./maker.js";
import { KEYS, WORDS, quoted } from "./words.js";

const key = (make: Maker): string => make.pick(KEYS);

/** `"x-a": …, get accept() { … }, ...other` */
const member: Form = (make) => {
  const forms: readonly Form[] = [
    () => `${quoted(key(make))}: ${make.string()}`,
    () => `${quoted(key(make))}: ${make.string()}`,
    () => `accept: ${make.string()}`,
    () => `[${quoted(make.pick(["x-", "X-"]))} + ${quoted(make.pick(["a", "B", "c"]))}]: ${make.string()}`,
    () => `...${make.either("record")}`,
    () => `...(${make.expression("condition")} ? ${make.expression("record")} : {})`,
    () => `...((${make.expression("condition")}) && ${make.expression("record")})`,
    () => `...(${make.expression("condition")} ? { accept: ${make.string()} } : undefined)`,
    withoutAwait(() => `get ${quoted(key(make))}() { return ${make.string()}; }`),
  ];
  return make.pick(forms)(make);
};

const members = (make: Maker): string => Array.from({ length: make.below(4) }, () => member(make)).join(", ");

const literal: Form = (make) => `({ ${members(make)} })`;

export const RECORDS: readonly Form[] = [
  literal,
  (make) => make.variable("record")?.name ?? literal(make),
  (make) => make.variable("record")?.name ?? literal(make),
  (make) => `Object.assign({}, ${make.expression("record")}, ${make.either("record")})`,
  (make) => `Object.fromEntries([[${quoted(key(make))}, ${make.string()}], ["x-a", ${make.string()}]])`,
  (make) =>
    `Object.fromEntries(Object.entries(${make.either("record")}).map(([k, e]) => [k.toLowerCase(), ${make.result(["e"])}]))`,
  (make) =>
    `Object.fromEntries(Object.entries(${make.either("record")}).filter(([e]) => ${make.result(["e"], "condition")}))`,
  (make) => `Object.fromEntries(${make.either("map")})`,
  (make) => `structuredClone({ ...${make.either("record")} })`,
  (make) => `JSON.parse(JSON.stringify(${make.either("record")}))`,
  (make) => `Object.freeze(${make.expression("record")})`,
  (make) => `(({ accept, ...rest }) => ({ ...rest, "x-c": accept ?? "none" }))(${make.either("record")})`,
  (make) =>
    `["accept", "x-a"].reduce((all, e) => ({ ...all, [e]: ${make.result(["e"])} }), ${make.expression("record")})`,
  (make) => `(${make.expression("condition")} ? ${make.expression("record")} : ${make.either("record")})`,
  (make) => `Object.create(Object.prototype, { accept: { value: ${make.string()}, enumerable: true } })`,
  (make) => `[${make.expression("record")}, ${make.expression("record")}][${make.below(2)}]`,
  (make) => `new Map([["one", ${make.expression("record")}]]).get("one")`,
  (make) => `((r) => { r["x-a"] = ${make.result([])}; return r; })({ ...${make.either("record")} })`,
];

const elements = (make: Maker): string =>
  Array.from({ length: make.below(4) }, () =>
    make.below(5) === 4 ? `...${make.either("list")}` : make.string(),
  ).join(", ");

export const LISTS: readonly Form[] = [
  (make) => `[${elements(make)}]`,
  (make) => make.variable("list")?.name ?? `[${elements(make)}]`,
  (make) => make.variable("list")?.name ?? `[${elements(make)}]`,
  (make) => `${make.expression("list")}.map((e) => ${make.result(["e"])})`,
  (make) => `${make.expression("list")}.map((e, i) => e + i)`,
  (make) => `${make.expression("list")}.filter((e) => ${make.result(["e"], "condition")})`,
  (make) => `${make.expression("list")}.filter(Boolean)`,
  (make) => `${make.expression("list")}.concat(${make.either("list")}, ${make.string()})`,
  (make) => `${make.expression("list")}.slice(${make.pick(["", "1", "0, 1", "-1"])})`,
  (make) => `[${make.expression("list")}, [${make.string()}]].flat()`,
  (make) => `${make.expression("list")}.flatMap((e) => [e, ${make.result(["e"])}])`,
  (make) => `[...${make.either("list")}].reverse()`,
  (make) => `[...${make.either("list")}].sort()`,
  (make) => `[...${make.either("list")}].sort((a, b) => b.length - a.length)`,
  (make) => `${make.expression("list")}.toSorted()`,
  (make) => `Array.from(${make.either("list")}, (e) => ${make.result(["e"])})`,
  (make) => `Array.from({ length: ${make.below(3)} }, (_, i) => "i" + i)`,
  (make) => `Array.of(${make.string()})`,
  (make) => `Object.keys(${make.either("record")})`,
  (make) => `Object.values(${make.either("record")})`,
  (make) => `[...${make.either("set")}]`,
  (make) => `[...${make.either("map")}.values()]`,
  (make) => `(${make.string()}).split(${quoted(make.pick(["/", "", "a"]))})`,
  (make) => `new Array(${make.string()}, "t")`,
  (make) => `Array(${make.below(3)}).fill(${make.string()})`,
  (make) => `[...${make.either("list")}.entries()].map(([i, e]) => i + e)`,
  (make) => `${make.expression("list")}.with(0, ${make.string()})`,
  (make) => {
    const generator = make.variable("generator")?.name;
    return generator ? `[...${generator}(${make.string()})]` : "[]";
  },
];

export const MAPS: readonly Form[] = [
  (make) => `new Map([[${quoted(key(make))}, ${make.string()}]])`,
  (make) => `new Map(Object.entries(${make.either("record")}))`,
  (make) => `new Map().set(${quoted(key(make))}, ${make.string()})`,
  (make) => `new Map([...${make.either("map")}, ["x-a", ${make.string()}]])`,
];

export const SETS: readonly Form[] = [
  (make) => `new Set([${elements(make)}])`,
  (make) => `new Set(${make.either("list")})`,
  (make) => `new Set().add(${make.string()})`,
];

export const HEADERS: readonly Form[] = [
  (make) => `new Headers(${make.either("record")})`,
  (make) => `new Headers([[${quoted(key(make))}, ${make.string()}]])`,
  (make) => `new Headers(${make.either("map")})`,
  (make) => `new Headers(${make.either("headers")})`,
  () => `new Headers()`,
];

export const URLS: readonly Form[] = [
  (make) => `new URL(${make.string()}, "http://api.test/root/")`,
  (make) => `new URL("http://api.test/" + ${make.string()})`,
  (make) => `new URL(${quoted(make.pick(WORDS))}, ${make.either("url")})`,
];

export const QUERIES: readonly Form[] = [
  (make) => `new URLSearchParams({ a: ${make.string()}, b: "2" })`,
  (make) => `new URLSearchParams(${make.either("record")})`,
  (make) => `new URLSearchParams("a=1&b=" + ${make.string()})`,
  (make) => `new URLSearchParams([["a", ${make.string()}]])`,
];

/** Values that a body may contain. */
export const VALUES: readonly Form[] = [
  (make) => make.string(),
  (make) => make.expression("number"),
  (make) => make.pick(["null", "true", "false", "undefined"]),
  (make) => `{ ${bodyMembers(make)} }`,
  (make) => `[${Array.from({ length: make.below(3) }, () => make.expression("value")).join(", ")}]`,
  (make) => make.either("record"),
  (make) => make.either("list"),
  (make) => `(${make.expression("condition")} ? ${make.expression("value")} : ${make.expression("value")})`,
  (make) => `((${make.expression("condition")}) || ${make.string()})`,
  (make) => `((${make.expression("condition")}) ?? undefined)`,
  (make) => `(${make.expression("condition")})`,
  (make) => make.either("map"),
  (make) => make.either("url"),
];

function bodyMembers(make: Maker): string {
  return Array.from({ length: 1 + make.below(3) }, () =>
    make.pick([
      () => `${make.pick(["name", "size", "tags", "k"])}: ${make.expression("value")}`,
      () => `...((${make.expression("condition")}) && { size: ${make.expression("value")} })`,
      () => `...${make.either("record")}`,
    ])(),
  ).join(", ");
}

export const bodyObject: Form = (make) => `{ ${bodyMembers(make)} }`;
