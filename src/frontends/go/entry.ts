import type { FrontendEntry } from "../frontend.js";

/** Go. The grammar is loaded with the first candidate. */
export const goFrontend: FrontendEntry = {
  name: "go",
  reading: "syntax",
  languageOf: (path) => (path.endsWith(".go") ? "go" : undefined),
  load: async () => {
    const [{ loadParser }, { useParser }, { GO }, { loweredFrontend }, { plainCommentPlace }] =
      await Promise.all([
        import("../tree-sitter/grammars.js"),
        import("./syntax.js"),
        import("./language.js"),
        import("../lowered/frontend.js"),
        import("../plain/comment-place.js"),
      ]);
    useParser(await loadParser("go"));
    return {
      ...loweredFrontend(GO),
      changeBeside: async (...change) =>
        (await import("../plain/editing/compare.js")).plainChangeBeside(...change),
      commentPlace: plainCommentPlace,
    };
  },
};
