import type { FrontendEntry } from "../frontend.js";

/** Java. The grammar is loaded with the first candidate; where it cannot be, files are searched as plain text. */
export const javaFrontend: FrontendEntry = {
  name: "java",
  reading: "syntax",
  languageOf: (path) => (/\.java$/i.test(path) ? "java" : undefined),
  load: async () => {
    const [{ loadLowered }, { javaLanguage }] = await Promise.all([
      import("../lowered/load.js"),
      import("./language.js"),
    ]);
    return loadLowered("java", javaLanguage);
  },
  loadEditor: async () => {
    const [{ loadLoweredEditor }, { JAVA_WRITING }, { javaLanguage }] = await Promise.all([
      import("../lowered/editing/load.js"),
      import("./editing/writing.js"),
      import("./language.js"),
    ]);
    return loadLoweredEditor("java", JAVA_WRITING, javaLanguage);
  },
};
