import type { SourceText } from "../../core/source-text.js";
import type { Editors, SourceEditor } from "../../frontends/editor.js";
import { frontendFor } from "../../frontends/registry.js";

/** The editors of the texts of a run. Each text is parsed when it is first asked for. */
export async function openEditors(sources: ReadonlyMap<string, SourceText>): Promise<Editors> {
  const entries = new Set([...sources.keys()].map(frontendFor));
  const openers = new Map(
    await Promise.all([...entries].map(async (entry) => [entry, await entry.loadEditor?.()] as const)),
  );
  const editors = new Map<string, SourceEditor | undefined>();
  return (path) => {
    if (editors.has(path)) return editors.get(path);
    const source = sources.get(path);
    const editor = source && openers.get(frontendFor(path))?.(source);
    editors.set(path, editor);
    return editor;
  };
}
