// npm run parity -- FOLDER…: lints each folder in each FOLDER with the plugin and audits it without types, and prints
// where the two differ. A folder with repositories of other people is a good one.
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { load } from "./load.mjs";

const folders = process.argv.slice(2).flatMap((name) => {
  const folder = resolve(name);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name));
});
const { compareFolder } = await load('export { compareFolder } from "../../test/support/parity.js";');
let shared = 0;
let different = 0;
for (const folder of folders) {
  try {
    const found = await compareFolder(folder);
    shared += found.shared;
    different += found.differences.length;
    console.log(
      `${folder}: ${found.shared} findings of both, ${found.differences.length} differences, ${found.unparsed.length} files that ESLint does not parse`,
    );
    for (const line of found.differences) console.log(`  ${line}`);
  } catch (error) {
    different++;
    console.log(`${folder}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
console.log(`${folders.length} folders, ${shared} findings of both, ${different} differences`);
process.exitCode = different === 0 ? 0 : 1;
