import { describe, expect, it } from "vitest";
import { expectAnnounced, fixtureFolders } from "../../support/announced-fixes.js";
import { v2ready } from "../../support/command.js";
import { git, repository } from "../../support/repository.js";
import { TEST_DAY } from "../../support/analyze.js";

const SOME = [
  "programs/create-cluster",
  "programs/half-of-a-program",
  "programs/kept-elsewhere",
  "programs/payload-file",
  "scripts/go-client",
  "scripts/java-connection",
  "scripts/python-create",
  "scripts/ruby-party-class",
  "scripts/shell-create",
];

describe("the fixes that check announces are those that fix makes", () => {
  it.each([...fixtureFolders("projects"), ...SOME])("in %s", (name) => expectAnnounced(name, "atlas"));

  /** The type of the last one has a property after the fix whose name means something else before. */
  it.each([...SOME.filter((_, index) => index % 3 === 0), "programs/retrying-client"])(
    "in %s with the words of the specification",
    (name) => expectAnnounced(name, "service"),
  );

  it("if a comment suppresses a finding that the same fix would change", async () => {
    const root = repository({
      "a.mjs": [
        "const BASE = 'https://cloud.mongodb.com/api/atlas/v1.0';",
        "export const a = () => fetch(BASE + '/groups');",
        "// v2ready-disable-next-line require-version-media-type -- a gateway adds it",
        "export const b = () => fetch(BASE + '/orgs');",
        "",
      ].join("\n"),
    });
    const { stdout } = await v2ready(["--as-of", TEST_DAY], { cwd: root });
    expect(stdout).toContain("2 by a person");
    expect(stdout.replace(/\s+/g, " ")).toContain(
      "why: a comment in a.mjs suppresses require-version-media-type, which this fix would change together with the others",
    );
    await v2ready(["fix", "--unsafe-fixes", "--as-of", TEST_DAY], { cwd: root });
    expect(git(root, "status", "--porcelain")).toBe("");
  });
});
