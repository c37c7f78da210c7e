import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Before all tests: what they run as users do is built from the sources at hand. Under `npm test` it has been. */
export default function buildOnce(): void {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  execFileSync(process.execPath, ["tools/build.mjs", "--bundle-only", "--if-stale"], { cwd: root });
}
