import type { FrontendEntry } from "../frontend.js";

/** C#. The grammar is loaded with the first candidate; where it cannot be, files are searched as plain text. */
export const csharpFrontend: FrontendEntry = {
  name: "csharp",
  reading: "syntax",
  languageOf: (path) => (/\.csx?$/i.test(path) ? "csharp" : undefined),
  load: async () => {
    const [{ loadLowered }, { csharpLanguage }] = await Promise.all([
      import("../lowered/load.js"),
      import("./language.js"),
    ]);
    return loadLowered("c-sharp", csharpLanguage);
  },
  loadEditor: async () => {
    const [{ loadLoweredEditor }, { CSHARP_WRITING }, { csharpLanguage }] = await Promise.all([
      import("../lowered/editing/load.js"),
      import("./editing/writing.js"),
      import("./language.js"),
    ]);
    return loadLoweredEditor("c-sharp", CSHARP_WRITING, csharpLanguage);
  },
};
