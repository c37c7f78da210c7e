// Bundles a few lines of TypeScript that import from the project's sources, and imports the result: how the tools get
// at metadata without a build.
import { build } from "esbuild";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Returns the exports of the code; its imports are relative to a folder two levels below the root.
 *
 * @param parent the folder that it is bundled into; in `dist`, a part of the package, names like `#schema-validator` lead
 * to what is built
 */
export async function load(code, parent = "node_modules") {
  const folder = mkdtempSync(join(root, parent, ".v2ready-tool-"));
  const entry = join(folder, "entry.ts");
  const outfile = join(folder, "entry.mjs");
  try {
    writeFileSync(entry, code);
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      packages: "external",
      // node_modules may be a link, as in a second work tree; what is meant are the sources beside the link.
      preserveSymlinks: true,
      logLevel: "error",
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
