import type { Interest } from "../interest.js";

/** Checks whether a YAML text is an OpenAPI document of the versioned API, by the lines with its paths and servers. */
export function describesVersionedApi(text: string, interest: Interest): boolean {
  if (!/^["']?(?:openapi|swagger)["']?\s*:/m.test(text)) return false;
  const lines = text.matchAll(
    /^(?:\s+["']?(\/[^\s"':]*)["']?\s*:|[\s{-]*["']?(?:url|basePath)["']?\s*:\s*(\S+))/gm,
  );
  return interest.isVersioned([...lines].map(([, path, url]) => path ?? url ?? "").join("\n"));
}
