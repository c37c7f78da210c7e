import type { SourceText } from "../../core/source-text.js";
import type { FileFacts } from "../../facts/file-facts.js";
import type { Frontend, FrontendEntry, ProgramAnalysis } from "../frontend.js";
import type { Interest } from "../interest.js";
import { shellFrontend } from "../shell/entry.js";

/** Shell scripts, with the programs in other languages whose code is in them. */
export const shellScriptsFrontend: FrontendEntry = {
  ...shellFrontend,
  load: async () => {
    const [shell, { factsOfBlocks }, { merged }, { fedBy }, { loadFrontends }, { programsOf }] =
      await Promise.all([
        shellFrontend.load(),
        import("./frontend.js"),
        import("./merged-facts.js"),
        import("./fed-programs.js"),
        import("./loaded.js"),
        import("./programs.js"),
      ]);
    const withPrograms = (source: SourceText, facts: FileFacts, interest: Interest): FileFacts => {
      const blocks = programsOf(source);
      return blocks.length === 0
        ? facts
        : merged(facts, fedBy(source, facts, factsOfBlocks(source, blocks, interest)));
    };
    return {
      ...shell,
      prepare: (source) =>
        loadFrontends(programsOf(source).flatMap(({ language }) => language.forms.map(({ entry }) => entry))),
      analyze: (source, interest) => {
        const facts = shell.analyze(source, interest);
        return "requests" in facts ? withPrograms(source, facts, interest) : facts;
      },
      begin: (interest, ...more) =>
        withFacts(shell.begin!(interest, ...more), (source, facts) => withPrograms(source, facts, interest)),
    } satisfies Frontend;
  },
};

/** Returns an analysis that changes the facts of each file. */
function withFacts(
  analysis: ProgramAnalysis,
  change: (source: SourceText, facts: FileFacts) => FileFacts,
): ProgramAnalysis {
  return {
    add: (...given) => analysis.add(...given),
    expectsFollowed: (path) => analysis.expectsFollowed(path),
    follow: (path) => analysis.follow(path),
    sharedNames: (path) => analysis.sharedNames(path),
    missingTypes: () => analysis.missingTypes(),
    isRelevant: (path) => analysis.isRelevant(path),
    share: (path) => analysis.share(path),
    shareAll: (path) => analysis.shareAll(path),
    sharedTest: () => analysis.sharedTest(),
    relevantOutside: (paths) => analysis.relevantOutside(paths),
    addData: (...given) => analysis.addData(...given),
    isConcerned: (path) => analysis.isConcerned(path),
    remove: (path) => analysis.remove(path),
    evaluate: () => analysis.evaluate(),
    facts: () => analysis.facts().map(({ source, facts }) => ({ source, facts: change(source, facts) })),
  };
}
