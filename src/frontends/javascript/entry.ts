import type { FrontendEntry } from "../frontend.js";
import { grammarFor } from "./grammar.js";

/** JavaScript and TypeScript. The parser is loaded with the first candidate. */
export const javascriptFrontend: FrontendEntry = {
  name: "javascript",
  reading: "syntax",
  languageOf: (path) => grammarFor(path)?.language,
  load: async () => {
    const { analyzeJavaScript } = await import("./frontend.js");
    return { analyze: (source, interest) => analyzeJavaScript(source, grammarFor(source.path)!, interest) };
  },
};
