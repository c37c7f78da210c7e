// Files that are made of others: written, or with --check only held against what is there.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const checks = process.argv.includes("--check");
const stale = [];

/** Writes a file that has another text, or takes note of it. */
export function emit(file, text) {
  if (textOf(file) === text) return;
  if (checks) stale.push(file);
  else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Ends the process if a file is not up to date, with the name of the script that updates it. */
export function failIfStale(script) {
  if (stale.length === 0) return;
  console.error(`not up to date: ${stale.join(", ")}; run npm run ${script}`);
  process.exit(1);
}

function textOf(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // A new file.
    return "";
  }
}
