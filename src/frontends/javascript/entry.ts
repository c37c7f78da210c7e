import type { FrontendEntry } from "../frontend.js";
import { COMPONENT_ENDINGS, componentLanguage } from "./component-language.js";
import { SCRIPT_ENDINGS, grammarFor } from "./grammar.js";

/** The endings of all files that this frontend parses, without the dot. */
export const CODE_ENDINGS: readonly string[] = [...SCRIPT_ENDINGS, ...COMPONENT_ENDINGS];

/** JavaScript and TypeScript, the scripts of component files included. The parser is loaded with the first candidate. */
export const javascriptFrontend: FrontendEntry = {
  name: "javascript",
  reading: "syntax",
  languageOf: (path) => grammarFor(path)?.language ?? componentLanguage(path),
  load: async () => {
    const [
      { analyzeJavaScript },
      { JavaScriptProgram },
      { specifiersIn },
      { javascriptChangeBeside },
      { javascriptCommentPlace },
    ] = await Promise.all([
      import("./frontend.js"),
      import("./program.js"),
      import("./specifiers.js"),
      import("./editing/compare-trees.js"),
      import("./editing/comment-place.js"),
    ]);
    return {
      analyze: analyzeJavaScript,
      begin: (interest, host, limits) => new JavaScriptProgram(interest, host, limits),
      specifiersIn,
      changeBeside: javascriptChangeBeside,
      commentPlace: javascriptCommentPlace,
    };
  },
  loadEditor: async () => {
    const { openEditor } = await import("./editing/editor.js");
    return (source) => openEditor(source);
  },
};
