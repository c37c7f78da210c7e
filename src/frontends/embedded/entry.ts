import type { FrontendEntry } from "../frontend.js";
import { plainFrontend } from "../plain/frontend.js";
import { hasScripts, hostLanguage } from "./hosts.js";

/** The plain reading of files that may have shell in them, with what that shell sends. */
export const embeddingFrontend: FrontendEntry = {
  ...plainFrontend,
  languageOf: hostLanguage,
  load: async () => {
    const [plain, { analyzeWithBlocks }, { loadFrontends }, { sessionsIn }] = await Promise.all([
      plainFrontend.load(),
      import("./frontend.js"),
      import("./loaded.js"),
      import("./blocks.js"),
    ]);
    return {
      ...plain,
      analyze: analyzeWithBlocks,
      readsFiles: true,
      prepare: (source) =>
        loadFrontends(sessionsIn(source).flatMap(({ language }) => language.forms.map(({ entry }) => entry))),
      changeBeside: async (...change) => (await import("./compare.js")).embeddedChangeBeside(...change),
    };
  },
  loadEditor: async () => (await import("./editor.js")).loadEmbeddedEditor(),
};

/** JSON with scripts in it, which is read like other JSON, with what its scripts send. */
export const scriptsFrontend: FrontendEntry = {
  ...embeddingFrontend,
  reading: "syntax",
  languageOf: (path) => (hasScripts(path) ? "json" : undefined),
};
