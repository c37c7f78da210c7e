import type { Maker } from "./maker.js";
import { HOST } from "./words.js";

type Layout = (
  body: readonly string[],
  imports: readonly string[],
) => { readonly files: Readonly<Record<string, string>>; readonly main: string };

const CONFIG = `{ base: "${HOST}", path(p) { return "/p/" + p; } }`;
const SHARED = `export const BASE = "${HOST}"; export const SHARED = "s/h"; export const defaults = { accept: "shared", "x-a": SHARED };
export function shout(p) { return p.toUpperCase() + SHARED; }`;

/** Distributes the program over files. The exports of the second file are variables of the first. */
export function moduleLayout(make: Maker): Layout {
  return make.pick([
    alone,
    alone,
    named,
    defaults,
    reexported,
    liveBinding,
    commonJs,
    dynamic,
    circular,
    classes,
    registry,
  ])(make);
}

/** An ES module in front of others. */
function modules(head: readonly string[], others: Readonly<Record<string, string>> = {}): Layout {
  return (body, imports) => ({
    files: { "main.mjs": [...imports, ...head, ...body].join("\n"), ...others },
    main: "main.mjs",
  });
}

const alone = (): Layout => modules([`const BASE = "${HOST}"; const config = ${CONFIG};`]);

/** Exports of the other module that the program may use. */
function declareExports(make: Maker): void {
  make.declare("SHARED", "string");
  make.declare("defaults", "record");
  make.declare("shout", "function");
}

function named(make: Maker): Layout {
  declareExports(make);
  return modules([`import { BASE, SHARED, defaults, shout, settings as config } from "./other.mjs";`], {
    "other.mjs": `${SHARED}\nconst own = ${CONFIG};\nexport { own as settings };`,
  });
}

function defaults(make: Maker): Layout {
  declareExports(make);
  return modules(
    [`import config, * as other from "./other.mjs";`, `const { BASE, SHARED, defaults, shout } = other;`],
    { "other.mjs": `${SHARED}\nexport default ${CONFIG};` },
  );
}

function reexported(make: Maker): Layout {
  declareExports(make);
  return modules([`import { BASE, SHARED, defaults, shout, config } from "./other.mjs";`], {
    "other.mjs": `export * from "./inner.mjs"; export { default as config } from "./inner.mjs";`,
    "inner.mjs": `${SHARED}\nconst config = ${CONFIG}; export { config as default };`,
  });
}

/** The other module changes what it exports. */
function liveBinding(make: Maker): Layout {
  declareExports(make);
  make.declare("live", "string");
  make.declare("change", "function");
  return modules(
    [
      `import { BASE, SHARED, defaults, shout, live, change } from "./other.mjs";`,
      `const config = ${CONFIG};`,
    ],
    {
      "other.mjs": `${SHARED}\nexport let live = "l1"; export function change(p) { live = p; return live; }`,
    },
  );
}

/** The other module is loaded on the way, and a third one for what it does alone. */
function dynamic(make: Maker): Layout {
  declareExports(make);
  return modules(
    [
      `import "./effect.mjs"; const { BASE, SHARED, defaults, shout, default: config } = await import("./other.mjs");`,
      `await import("./effect.mjs");`,
    ],
    {
      "other.mjs": `${SHARED}\nexport default { base: BASE, path: (p) => "/p/" + p };`,
      "effect.mjs": `import { defaults } from "./other.mjs"; defaults["x-a"] += "e";`,
    },
  );
}

/** Two modules that import each other. */
function circular(make: Maker): Layout {
  declareExports(make);
  make.declare("back", "function");
  return modules(
    [
      `import { back } from "./inner.mjs"; import { BASE, SHARED, defaults, shout, config } from "./other.mjs";`,
    ],
    {
      "other.mjs": `import { back } from "./inner.mjs"; ${SHARED}\nexport const config = { base: BASE, path(p) { return back("p/" + p); } }; `,
      "inner.mjs": `import { SHARED } from "./other.mjs"; let marks = "/"; export const back = (p) => (marks += "m") + p + SHARED;`,
    },
  );
}

/** Classes and their state are in another file. */
function classes(make: Maker): Layout {
  declareExports(make);
  make.declare("Base", "class");
  make.declare("shared", "instance");
  return modules(
    [
      `import * as other from "./other.mjs"; import { Base, shared } from "./inner.mjs";`,
      `const { BASE, SHARED, defaults, shout, config } = other;`,
    ],
    {
      "other.mjs": `${SHARED}\nexport { settings as config } from "./inner.mjs";`,
      "inner.mjs": `export class Base { static count = 0; constructor(value) { this.value = value + Base.count++; } read() { return this.value; } get upper() { return this.value.toUpperCase(); } set upper(p) { this.value = p; } twice() { return this.read() + this.read(); } static make(p) { return new this(p); } }
export const shared = Base.make("sh"); export const settings = { base: "${HOST}", path: (p) => "/" + shared.read() + p };`,
    },
  );
}

/** A module that others give functions to, as plugins are. */
function registry(make: Maker): Layout {
  declareExports(make);
  make.declare("run", "function");
  return modules(
    [
      `import { run, register } from "./registry.mjs"; import { BASE, SHARED, defaults, shout, config } from "./other.mjs"; register((p) => p + "r");`,
    ],
    {
      "other.mjs": `import { register } from "./registry.mjs"; ${SHARED}\nregister(shout); export const config = { base: BASE, path(p) { return "/p/" + p; } };`,
      "registry.mjs": `const all = []; export const register = (f) => { all.push(f); return all.length; }; export function run(p) { return all.reduce((v, f) => f(v), p); }`,
    },
  );
}

function commonJs(make: Maker): Layout {
  declareExports(make);
  return (body, imports) => ({
    files: {
      "main.cjs": [
        `const { BASE, SHARED, defaults, shout } = require("./other.cjs");`,
        `const { config } = require("./other.cjs");`,
        `module.exports = (async () => {`,
        ...imports.map(required),
        ...body,
        `})();`,
      ].join("\n"),
      "other.cjs": `const SHARED = "s/h"; exports.BASE = "${HOST}"; exports.SHARED = SHARED;
exports.defaults = { accept: "shared", "x-a": SHARED };
exports.shout = function (p) { return p.toUpperCase() + SHARED; };
module.exports.config = ${CONFIG};`,
    },
    main: "main.cjs",
  });
}

/** `import a from "b";` as CommonJS code writes it. */
function required(statement: string): string {
  const [, name, specifier] = /^import (.*) from (".*");$/.exec(statement)!;
  if (name!.startsWith("{")) return `const ${name!.replace(" as ", ": ")} = require(${specifier});`;
  return specifier === `"node:http"`
    ? `const ${name} = require(${specifier});`
    : `const { default: ${name} } = await import(${specifier});`;
}
