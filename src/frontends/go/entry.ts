import type { FrontendEntry } from "../frontend.js";

/** Go. The grammar is loaded with the first candidate. */
export const goFrontend: FrontendEntry = {
  name: "go",
  reading: "syntax",
  languageOf: (path) => (path.endsWith(".go") ? "go" : undefined),
  load: async () => {
    const [{ loadLowered }, { useParser }, { GO }] = await Promise.all([
      import("../lowered/load.js"),
      import("./syntax.js"),
      import("./language.js"),
    ]);
    return loadLowered("go", (parser) => {
      useParser(parser);
      return GO;
    });
  },
  loadEditor: async () => {
    const [{ loadLoweredEditor }, { GO_WRITING }, { useParser }, { GO }] = await Promise.all([
      import("../lowered/editing/load.js"),
      import("./editing/writing.js"),
      import("./syntax.js"),
      import("./language.js"),
    ]);
    return loadLoweredEditor("go", GO_WRITING, (parser) => {
      useParser(parser);
      return GO;
    });
  },
};
