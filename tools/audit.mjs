// npm run audit -- PATH: builds the command where it is missing or older than its sources, then runs it in the
// folder that npm was called from. Without a path it asks for one: the folder that npm was called from is mostly this one.
// What the build has to say goes to standard error, so that machine formats stay pure.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isStale } from "./stale.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

if (isStale()) {
  const build = spawnSync(process.execPath, [join(root, "tools/build.mjs"), "--bundle-only"], {
    stdio: ["ignore", 2, 2],
  });
  if (build.status !== 0) process.exit(2);
}
const { status } = spawnSync(process.execPath, [join(root, "dist/cli.js"), ...process.argv.slice(2)], {
  cwd: process.env.INIT_CWD ?? process.cwd(),
  stdio: "inherit",
  env: { ...process.env, V2READY_CALLED_AS: "npm run audit --" },
});
process.exit(status ?? 2);
