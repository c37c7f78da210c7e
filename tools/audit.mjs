// npm run audit -- PATH: builds the command where it is missing or older than its sources, then runs it in the
// folder that npm was called from. What the build has to say goes to standard error, so that machine formats stay pure.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const command = join(root, "dist/cli.js");

function newest(folder) {
  let time = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    time = Math.max(time, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return time;
}

const sources = ["src", "rules"].map((folder) => newest(join(root, folder)));
if (!existsSync(command) || statSync(command).mtimeMs < Math.max(...sources)) {
  const build = spawnSync(process.execPath, [join(root, "tools/build.mjs"), "--bundle-only"], {
    stdio: ["ignore", 2, 2],
  });
  if (build.status !== 0) process.exit(2);
}
const { status } = spawnSync(process.execPath, [command, ...process.argv.slice(2)], {
  cwd: process.env.INIT_CWD ?? process.cwd(),
  stdio: "inherit",
});
process.exit(status ?? 2);
