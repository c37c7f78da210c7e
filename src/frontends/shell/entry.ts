import type { FrontendEntry } from "../frontend.js";

const ENDINGS = /\.(?:sh|bash|zsh|ksh|bats)$/i;

/** Shell scripts. The grammar and everything else is loaded when the first one is looked at. */
export const shellFrontend: FrontendEntry = {
  name: "shell",
  reading: "syntax",
  languageOf: (path) => (ENDINGS.test(path) ? "shell" : undefined),
  load: async () => {
    const [{ loadParser }, { loweredFrontend }, { shellLanguage }, { plainCommentPlace }] = await Promise.all(
      [
        import("../tree-sitter/grammars.js"),
        import("../lowered/frontend.js"),
        import("./shell.js"),
        import("../plain/comment-place.js"),
      ],
    );
    return { ...loweredFrontend(shellLanguage(await loadParser("bash"))), commentPlace: plainCommentPlace };
  },
};
