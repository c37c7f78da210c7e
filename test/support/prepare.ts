import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { removeTree } from "./test-folder.js";

/**
 * Builds the package before all tests, if it is stale, because some tests run it as users do. Gives the tests a folder
 * for their trees and for the state of the command, and removes it in the end.
 */
export default function prepare(): () => void {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  execFileSync(process.execPath, ["tools/build.mjs", "--bundle-only", "--if-stale"], { cwd: root });
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "v2ready-tests-")));
  // Some tests run the command as another user.
  chmodSync(folder, 0o755);
  process.env["V2READY_TEST_FOLDER"] = folder;
  process.env["XDG_STATE_HOME"] = join(folder, "state");
  return () => removeTree(folder);
}
