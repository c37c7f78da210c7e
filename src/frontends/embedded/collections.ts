import type { Frontend, FrontendEntry } from "../frontend.js";
import { javascriptFrontend } from "../javascript/entry.js";
import { jsonFrontend } from "../json/entry.js";

/** JSON, with the scripts in collections of requests. */
export const collectionsFrontend: FrontendEntry = {
  ...jsonFrontend,
  load: async () => {
    const [json, { withCollectionScripts }, { loadFrontends }] = await Promise.all([
      jsonFrontend.load(),
      import("./collection-scripts.js"),
      import("./loaded.js"),
    ]);
    return {
      ...json,
      prepare: ({ text }) => loadFrontends(mayHoldScripts(text) ? [javascriptFrontend] : []),
      analyze: (source, interest, ...more) => {
        const facts = json.analyze(source, interest, ...more);
        const isRead = "requests" in facts && mayHoldScripts(source.text);
        return isRead ? withCollectionScripts(source, facts, interest) : facts;
      },
    } satisfies Frontend;
  },
};

function mayHoldScripts(text: string): boolean {
  return text.includes('"exec"') && text.includes('"listen"');
}
