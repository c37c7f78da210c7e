import type { FrontendEntry } from "../frontend.js";
import { isPowerShell } from "./names.js";

/** PowerShell. The grammar is loaded with the first candidate; where it cannot be, files are searched as plain text. */
export const powershellFrontend: FrontendEntry = {
  name: "powershell",
  reading: "syntax",
  languageOf: (path) => (isPowerShell(path) ? "powershell" : undefined),
  load: async () => {
    const [{ loadLowered }, { powershellLanguage }] = await Promise.all([
      import("../lowered/load.js"),
      import("./language.js"),
    ]);
    return loadLowered("powershell", powershellLanguage);
  },
  loadEditor: async () => {
    const [{ loadLoweredEditor }, { POWERSHELL_WRITING }, { powershellLanguage }] = await Promise.all([
      import("../lowered/editing/load.js"),
      import("./editing/writing.js"),
      import("./language.js"),
    ]);
    return loadLoweredEditor("powershell", POWERSHELL_WRITING, powershellLanguage);
  },
};
