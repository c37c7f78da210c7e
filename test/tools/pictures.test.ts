import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

it("the pictures show what the command and ESLint say today; after a change run npm run pictures", () => {
  const { stderr, status } = spawnSync(process.execPath, ["tools/pictures.mjs", "--check"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
});
