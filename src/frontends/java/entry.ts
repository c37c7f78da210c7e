import type { FrontendEntry } from "../frontend.js";
import { plainFrontend } from "../plain/frontend.js";

/** Java. The grammar is loaded with the first candidate; where it cannot be, files are searched as plain text. */
export const javaFrontend: FrontendEntry = {
  name: "java",
  reading: "syntax",
  languageOf: (path) => (/\.java$/i.test(path) ? "java" : undefined),
  load: async () => {
    const [{ loadParser }, { loweredFrontend }, { javaLanguage }, plain] = await Promise.all([
      import("../tree-sitter/grammars.js"),
      import("../lowered/frontend.js"),
      import("./language.js"),
      plainFrontend.load(),
    ]);
    const { commentPlace, changeBeside } = plain;
    return {
      ...loweredFrontend(javaLanguage(await loadParser("java"))),
      ...(commentPlace ? { commentPlace } : {}),
      ...(changeBeside ? { changeBeside } : {}),
    };
  },
};
