import type { FrontendEntry } from "../frontend.js";
import { isPhp } from "./names.js";

/** PHP. The grammar is loaded with the first candidate; where it cannot be, files are searched as plain text. */
export const phpFrontend: FrontendEntry = {
  name: "php",
  reading: "syntax",
  languageOf: (path) => (isPhp(path) ? "php" : undefined),
  load: async () => {
    const [{ loadLowered }, { phpLanguage }] = await Promise.all([
      import("../lowered/load.js"),
      import("./language.js"),
    ]);
    return loadLowered("php", phpLanguage);
  },
  loadEditor: async () => {
    const [{ loadLoweredEditor }, { PHP_WRITING }, { phpLanguage }] = await Promise.all([
      import("../lowered/editing/load.js"),
      import("./editing/writing.js"),
      import("./language.js"),
    ]);
    return loadLoweredEditor("php", PHP_WRITING, phpLanguage);
  },
};
