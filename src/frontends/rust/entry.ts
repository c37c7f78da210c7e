import type { FrontendEntry } from "../frontend.js";

/** Rust. The grammar is loaded with the first candidate; where it cannot be, files are searched as plain text. */
export const rustFrontend: FrontendEntry = {
  name: "rust",
  reading: "syntax",
  languageOf: (path) => (/\.rs$/i.test(path) ? "rust" : undefined),
  load: async () => {
    const [{ loadLowered }, { rustLanguage }] = await Promise.all([
      import("../lowered/load.js"),
      import("./language.js"),
    ]);
    return loadLowered("rust", rustLanguage);
  },
};
