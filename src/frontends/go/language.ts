import type { LoweredLanguage } from "../lowered/language.js";
import { decodedByUnknown } from "./library/encoding.js";
import { attribute, goModule } from "./library/index.js";
import { goGlobal } from "./library/language.js";
import { serviceClient } from "./library/service-clients.js";
import { lowerGo, specifiersOfGo } from "./lower.js";
import { resolveGo } from "./modules.js";
import { operate } from "./operators.js";

const isModelled = (path: string): boolean => goModule(path) !== undefined;

/** Go as the evaluator runs it. */
export const GO: LoweredLanguage = {
  name: "go",
  isOwn: (path) => path.endsWith(".go"),
  lower: (source, interest) =>
    lowerGo(source, interest, (path) => isModelled(path) || interest.isLibrary(path)),
  specifiersIn: (source) => specifiersOfGo(source, isModelled),
  resolve: resolveGo,
  moduleMaker: goModule,
  globalMaker: goGlobal,
  libraryMaker: serviceClient,
  methodNative: "go:method",
  semantics: { hasZeroValues: true, attribute, operate, resultOfUnknown: decodedByUnknown },
};
