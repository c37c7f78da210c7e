import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Builds the package before all tests, if it is stale, because some tests run it as users do. */
export default function buildOnce(): void {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  execFileSync(process.execPath, ["tools/build.mjs", "--bundle-only", "--if-stale"], { cwd: root });
}
