import type { FrontendEntry } from "../frontend.js";

const ENDINGS = /\.(?:sh|bash|zsh|ksh|bats)$/i;

/** Shell scripts. The grammar and everything else is loaded when the first one is looked at. */
export const shellFrontend: FrontendEntry = {
  name: "shell",
  reading: "syntax",
  languageOf: (path) => (ENDINGS.test(path) ? "shell" : undefined),
  load: async () => {
    const [{ loadLowered }, { shellLanguage }] = await Promise.all([
      import("../lowered/load.js"),
      import("./shell.js"),
    ]);
    return loadLowered("bash", shellLanguage);
  },
  loadEditor: async () => {
    const [{ loadLoweredEditor }, { SHELL_WRITING }] = await Promise.all([
      import("../lowered/editing/load.js"),
      import("./editing/writing.js"),
    ]);
    return loadLoweredEditor("bash", SHELL_WRITING);
  },
};
