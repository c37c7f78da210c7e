import type { FrontendEntry } from "../frontend.js";

/** Kotlin. The grammar is loaded with the first candidate; where it cannot be, files are searched as plain text. */
export const kotlinFrontend: FrontendEntry = {
  name: "kotlin",
  reading: "syntax",
  languageOf: (path) => (/\.kts?$/i.test(path) ? "kotlin" : undefined),
  load: async () => {
    const [{ loadLowered }, { kotlinLanguage }] = await Promise.all([
      import("../lowered/load.js"),
      import("./language.js"),
    ]);
    return loadLowered("kotlin", kotlinLanguage);
  },
  loadEditor: async () => {
    const [{ loadLoweredEditor }, { KOTLIN_WRITING }, { kotlinLanguage }] = await Promise.all([
      import("../lowered/editing/load.js"),
      import("./editing/writing.js"),
      import("./language.js"),
    ]);
    return loadLoweredEditor("kotlin", KOTLIN_WRITING, kotlinLanguage);
  },
};
