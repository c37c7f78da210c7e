import type { FrontendEntry } from "../frontend.js";
import { plainFrontend } from "../plain/frontend.js";
import { plainLanguage } from "../plain/languages.js";

/** Languages of files that often have code of another language in them. */
const HOSTS = new Set([
  ...["yaml", "terraform", "hcl", "dockerfile", "groovy"],
  ...["markdown", "asciidoc", "restructuredtext", "html", "notebook"],
]);

/** Checks whether only the first line of a file can show its language, because its name has no extension. */
function mayBeScript(path: string): boolean {
  return plainLanguage(path).language === "text" && !path.slice(path.lastIndexOf("/") + 1).includes(".");
}

/** The plain reading of files that may have shell in them, with what that shell sends. */
export const embeddingFrontend: FrontendEntry = {
  ...plainFrontend,
  languageOf: (path) => {
    const { language } = plainLanguage(path);
    return HOSTS.has(language) || mayBeScript(path) ? language : undefined;
  },
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
      prepare: (source) =>
        loadFrontends(sessionsIn(source).flatMap(({ language }) => language.forms.map(({ entry }) => entry))),
      changeBeside: async (...change) => (await import("./compare.js")).embeddedChangeBeside(...change),
    };
  },
  loadEditor: async () => (await import("./editor.js")).loadEmbeddedEditor(),
};
