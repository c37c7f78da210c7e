import type { FrontendEntry } from "../frontend.js";

/** Python. The grammar is loaded with the first candidate; where it cannot be, files are searched as plain text. */
export const pythonFrontend: FrontendEntry = {
  name: "python",
  reading: "syntax",
  languageOf: (path) => (/\.pyw?$/i.test(path) ? "python" : undefined),
  load: async () => {
    const [{ loadLowered }, { pythonLanguage }] = await Promise.all([
      import("../lowered/load.js"),
      import("./language.js"),
    ]);
    return loadLowered("python", pythonLanguage);
  },
  loadEditor: async () => {
    const [{ loadLoweredEditor }, { PYTHON_WRITING }, { pythonLanguage }] = await Promise.all([
      import("../lowered/editing/load.js"),
      import("./editing/writing.js"),
      import("./language.js"),
    ]);
    return loadLoweredEditor("python", PYTHON_WRITING, pythonLanguage);
  },
};
