import { createRequire } from "node:module";
import type * as Editing from "./editing.js";
import type * as Engine from "./engine.js";
import type * as Modules from "./modules.js";
import type * as Parsers from "./parsers.js";
import type * as Yaml from "./yaml.js";

/**
 * The parts of the plugin that are loaded on first use. ESLint's rules cannot wait for an import, so they are required;
 * Node.js does that with ES modules from 20.19 on. The names are those under `imports` in package.json.
 */
const require = createRequire(import.meta.url);

/** Loads the analysis, which is needed with the first file that may use the API. */
export function engine(): typeof Engine {
  return require("#eslint-engine") as typeof Engine;
}

/** Loads the resolver, with the first file that may be connected with another one. */
export function modules(): typeof Modules {
  return require("#eslint-modules") as typeof Modules;
}

/** Loads the frontends with their parsers, with the first candidate. */
export function parsers(): typeof Parsers {
  return require("#eslint-parsers") as typeof Parsers;
}

/** Loads the parser of YAML, with the first candidate in it. */
export function yaml(): typeof Yaml {
  return require("#eslint-yaml") as typeof Yaml;
}

/** Loads the code that plans fixes, with the first finding. */
export function editing(): typeof Editing {
  return require("#eslint-editing") as typeof Editing;
}
