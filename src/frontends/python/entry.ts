import type { FrontendEntry } from "../frontend.js";
import { plainFrontend } from "../plain/frontend.js";

/** Python. The grammar is loaded with the first candidate; where it cannot be, files are searched as plain text. */
export const pythonFrontend: FrontendEntry = {
  name: "python",
  reading: "syntax",
  languageOf: (path) => (/\.pyw?$/i.test(path) ? "python" : undefined),
  load: async () => {
    const [{ loadParser }, { loweredFrontend }, { pythonLanguage }, plain] = await Promise.all([
      import("../tree-sitter/grammars.js"),
      import("../lowered/frontend.js"),
      import("./language.js"),
      plainFrontend.load(),
    ]);
    const { commentPlace, changeBeside } = plain;
    return {
      ...loweredFrontend(pythonLanguage(await loadParser("python"))),
      ...(commentPlace ? { commentPlace } : {}),
      ...(changeBeside ? { changeBeside } : {}),
    };
  },
};
