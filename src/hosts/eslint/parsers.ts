import type { Frontend } from "../../frontends/frontend.js";
import { analyzeJavaScript } from "../../frontends/javascript/frontend.js";
import { keepTree } from "../../frontends/javascript/given-tree.js";
import { JavaScriptProgram } from "../../frontends/javascript/program.js";
import { specifiersIn } from "../../frontends/javascript/specifiers.js";
import { analyzeJson } from "../../frontends/json/frontend.js";
import { readPlain } from "../../frontends/plain/frontend.js";
import { yaml } from "./lazy-parts.js";
import { frontendFor } from "../../frontends/registry.js";

const FRONTENDS: ReadonlyMap<string, Frontend> = new Map(
  Object.entries<Frontend>({
    javascript: {
      analyze: analyzeJavaScript,
      begin: (interest, host, limits) => new JavaScriptProgram(interest, host, limits),
      specifiersIn,
    },
    json: { analyze: analyzeJson },
    yaml: { analyze: (source, interest) => yaml().analyzeYamlValues(source, interest) },
    plain: { analyze: (source, interest) => readPlain(source, interest) },
  }),
);

/** Returns the frontend of a file and its language, as the command does, but without a promise. */
export function frontendAt(path: string): {
  readonly frontend: Frontend;
  readonly language: string | undefined;
} {
  const entry = frontendFor(path);
  // The others are for the command: their parsers have to be waited for, and ESLint does not wait.
  const language = entry.languageOf(path);
  const name = language === "yaml" ? "yaml" : entry.name;
  return { frontend: FRONTENDS.get(name) ?? FRONTENDS.get("plain")!, language };
}

export { keepTree, readPlain };
