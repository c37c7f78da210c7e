import type { FrontendEntry } from "../frontend.js";
import { isRuby } from "./names.js";

/** Ruby. The grammar is loaded with the first candidate; where it cannot be, files are searched as plain text. */
export const rubyFrontend: FrontendEntry = {
  name: "ruby",
  reading: "syntax",
  languageOf: (path) => (isRuby(path) ? "ruby" : undefined),
  load: async () => {
    const [{ loadLowered }, { rubyLanguage }] = await Promise.all([
      import("../lowered/load.js"),
      import("./language.js"),
    ]);
    return loadLowered("ruby", rubyLanguage);
  },
  loadEditor: async () => {
    const [{ loadLoweredEditor }, { RUBY_WRITING }, { rubyLanguage }] = await Promise.all([
      import("../lowered/editing/load.js"),
      import("./editing/writing.js"),
      import("./language.js"),
    ]);
    return loadLoweredEditor("ruby", RUBY_WRITING, rubyLanguage);
  },
};
