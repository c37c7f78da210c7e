// Says whether dist/ is missing, or older than its sources.
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const SOURCES = ["src", "rules", "package.json", "tools/build.mjs", "tools/grammars.mjs"];

export function isStale() {
  const command = join(root, "dist/cli.js");
  if (!existsSync(command)) return true;
  return statSync(command).mtimeMs < Math.max(...SOURCES.map((path) => newest(join(root, path))));
}

function newest(path) {
  if (!statSync(path).isDirectory()) return statSync(path).mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}
