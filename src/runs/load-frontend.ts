import type { Frontend, FrontendEntry } from "../frontends/frontend.js";
import { plainFrontend } from "../frontends/plain/frontend.js";
import { frontendFor } from "../frontends/registry.js";

const loading = new Map<FrontendEntry, Promise<Frontend>>();

/** Returns whether a file is in a language that has no frontend of its own, so that its text is only searched. */
export function isOnlySearched(path: string): boolean {
  return frontendFor(path).name === plainFrontend.name;
}

/** Loads the frontend of a file with its parser, and returns it with the language of the file. */
export async function loadFrontend(
  path: string,
): Promise<{ readonly frontend: Frontend; readonly language: string | undefined }> {
  const entry = frontendFor(path);
  let frontend = loading.get(entry);
  if (!frontend) loading.set(entry, (frontend = entry.load().catch(withoutParser)));
  return { frontend: await frontend, language: entry.languageOf(path) };
}

/** A parser that cannot be loaded is a problem of each file of its language, which is searched as plain text. */
async function withoutParser(error: unknown): Promise<Frontend> {
  const reason = error instanceof Error ? error.message : String(error);
  const plain = await plainFrontend.load();
  return {
    ...plain,
    analyze: ({ path }) => ({ path, kind: "internal", message: `${reason}; searched as plain text` }),
  };
}
