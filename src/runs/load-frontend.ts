import type { Frontend, FrontendEntry } from "../frontends/frontend.js";
import { frontendFor } from "../frontends/registry.js";

const loading = new Map<FrontendEntry, Promise<Frontend>>();

/** The frontend of a file with its parser loaded, and the language of the file. */
export async function loadFrontend(
  path: string,
): Promise<{ readonly frontend: Frontend; readonly language: string | undefined }> {
  const entry = frontendFor(path);
  let frontend = loading.get(entry);
  if (!frontend) loading.set(entry, (frontend = entry.load()));
  return { frontend: await frontend, language: entry.languageOf(path) };
}
