import type { Maker } from "./maker.js";
import { HOST } from "./words.js";

type Layout = (
  body: readonly string[],
  imports: readonly string[],
) => { readonly files: Readonly<Record<string, string>>; readonly main: string };

const CONFIG = `{ base: "${HOST}", path(p) { return "/p/" + p; } }`;
const SHARED = `export const BASE = "${HOST}"; export const SHARED = "s/h"; export const defaults = { accept: "shared", "x-a": SHARED };
export function shout(p) { return p.toUpperCase() + SHARED; }`;

/** How the program is spread over files, and what the second one exports; its exports are variables of the first. */
export function moduleLayout(make: Maker): Layout {
  return make.pick([alone, alone, named, defaults, reexported, liveBinding, commonJs])(make);
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
