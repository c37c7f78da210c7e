import type { FrontendEntry } from "./frontend.js";
import { csharpFrontend } from "./csharp/entry.js";
import { embeddingFrontend, scriptsFrontend } from "./embedded/entry.js";
import { shellScriptsFrontend } from "./embedded/shell-scripts.js";
import { goFrontend } from "./go/entry.js";
import { javaFrontend } from "./java/entry.js";
import { kotlinFrontend } from "./kotlin/entry.js";
import { javascriptFrontend } from "./javascript/entry.js";
import { collectionsFrontend } from "./embedded/collections.js";
import { plainFrontend } from "./plain/frontend.js";
import { pythonFrontend } from "./python/entry.js";
import { phpFrontend } from "./php/entry.js";
import { powershellFrontend } from "./powershell/entry.js";
import { rubyFrontend } from "./ruby/entry.js";
import { rustFrontend } from "./rust/entry.js";

/** Every frontend, first match first. The plain reading takes what is left. */
export const FRONTENDS: readonly FrontendEntry[] = [
  javascriptFrontend,
  scriptsFrontend,
  collectionsFrontend,
  goFrontend,
  pythonFrontend,
  phpFrontend,
  powershellFrontend,
  rubyFrontend,
  shellScriptsFrontend,
  javaFrontend,
  kotlinFrontend,
  csharpFrontend,
  rustFrontend,
  embeddingFrontend,
  plainFrontend,
];

export function frontendFor(path: string): FrontendEntry {
  return FRONTENDS.find((entry) => entry.languageOf(path) !== undefined) ?? plainFrontend;
}
