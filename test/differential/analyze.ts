import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { SourceText } from "../../src/core/source-text.js";
import type { RequestFact } from "../../src/facts/request.js";
import { JavaScriptProgram } from "../../src/frontends/javascript/program.js";
import type { Program } from "./program.js";

const interest = CatalogInterest.of(loadCatalog());

/** Returns the requests that the analysis finds in a program. */
export function requestsIn({ files, main }: Program): readonly RequestFact[] {
  const analysis = new JavaScriptProgram(interest, {
    resolve: (specifier) => (specifier.startsWith("./") ? specifier.slice(2) : undefined),
    read: (path) => (files[path] === undefined ? undefined : new SourceText(path, files[path])),
  });
  const problem = analysis.add(new SourceText(main, files[main]!));
  if (problem) throw new Error(problem.message);
  analysis.evaluate();
  return analysis.facts().flatMap(({ facts }) => facts.requests);
}
