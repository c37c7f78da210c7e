import type { Frontend, FrontendEntry } from "../frontend.js";

/** The frontends of blocks that were seen, or why one cannot be loaded. A grammar is loaded with the first block. */
const loaded = new Map<FrontendEntry, Frontend | { readonly refused: string }>();

export async function loadFrontends(entries: Iterable<FrontendEntry>): Promise<void> {
  for (const entry of new Set(entries)) {
    if (loaded.has(entry)) continue;
    const frontend = await entry.load().catch((error: unknown) => ({
      refused: error instanceof Error ? error.message : String(error),
    }));
    loaded.set(entry, frontend);
  }
}

export function loadedFrontend(entry: FrontendEntry): Frontend | { readonly refused: string } | undefined {
  return loaded.get(entry);
}

/** Returns the entries of all frontends that were loaded. */
export function loadedEntries(): FrontendEntry[] {
  return [...loaded].flatMap(([entry, frontend]) => ("refused" in frontend ? [] : [entry]));
}
