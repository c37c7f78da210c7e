import { describe, expect, it } from "vitest";
import { TEST_DAY } from "../../support/analyze.js";
import { v2ready } from "../../support/command.js";
import { repository } from "../../support/repository.js";
import type { Tree } from "../../workspace/support/tree.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v2";
const DATED = "Accept: application/vnd.atlas.2023-02-01+json";
const PYTHON = `import os, requests
from requests.auth import HTTPDigestAuth
print(requests.get(os.environ["ATLAS"] + "/groups", auth=HTTPDigestAuth("a", "b")).json())
`;

async function check(tree: Tree, ...paths: string[]): Promise<string[]> {
  const args = ["check", "--no-cache", "--format", "concise", "--as-of", TEST_DAY, ...paths];
  const { stdout } = await v2ready(args, { cwd: repository(tree) });
  return stdout.split("\n").flatMap((line) => /^(\S+?:\d+):\d+: error .*406/.exec(line)?.[1] ?? []);
}

describe("programs that get a base path from a variable of the environment", () => {
  it.each<[string, Tree]>([
    ["script", { "run.sh": `export ATLAS=${BASE}\npython3 app.py\ncurl -H "${DATED}" "$ATLAS/orgs"\n` }],
    ["makefile", { Makefile: `ATLAS ?= ${BASE}\nexport ATLAS\na:\n\tcurl -H "${DATED}" $(ATLAS)/orgs\n` }],
    ["workflow", { ".github/workflows/a.yml": `env:\n  ATLAS: ${BASE}\non: push\n` }],
    ["compose file", { "compose.yml": `services:\n  a:\n    environment:\n      - ATLAS=${BASE}\n` }],
    ["image", { Dockerfile: `FROM python\nENV ATLAS=${BASE}\n` }],
    ["environment file", { ".env": `ATLAS=${BASE}\n` }],
  ])("are checked beside the %s that sets it", async (_, giver) => {
    const tree = { ...giver, "app.py": PYTHON };
    expect(await check(tree, ".")).toEqual(["app.py:3"]);
    expect(await check(tree, "app.py")).toEqual(["app.py:3"]);
  });

  it.each<[string, Tree]>([
    ["Ruby", { "a.rb": `require "httparty"\nHTTParty.get("#{ENV.fetch("ATLAS")}/groups")\n` }],
    [
      "Go",
      {
        "a.go": `package main\nimport ("net/http"; "os")\nvar r, _ = http.Get(os.Getenv("ATLAS") + "/groups")\n`,
      },
    ],
    ["JavaScript", { "a.js": `\nfetch(process.env.ATLAS + "/groups");\n` }],
    ["PowerShell", { "a.ps1": `\nInvoke-RestMethod "$env:ATLAS/groups"\n` }],
    ["code in a script", { "a.sh": `\npython3 - <<'P'\n${PYTHON}P\n` }],
  ])("are checked in %s", async (_, reader) => {
    const found = await check({ ".env": `ATLAS=${BASE}\n`, ...reader }, ".");
    expect(found).toHaveLength(1);
  });

  it("are other requests below other folders", async () => {
    expect(await check({ "deploy/.env": `ATLAS=${BASE}\n`, "shop/app.py": PYTHON }, ".")).toEqual([]);
  });

  it("are right with a dated header", async () => {
    const right = PYTHON.replace(", auth", `, headers={"Accept": "${DATED.slice(8)}"}, auth`);
    expect(await check({ ".env": `ATLAS=${BASE}\n`, "app.py": right }, ".")).toEqual([]);
  });

  it("are checked in commands of compose, where two dollar signs are one", async () => {
    const command = `sh -c 'curl -sf --digest -u "$$A:$$B" "$$ATLAS/groups"'`;
    const service = `    image: curlimages/curl\n    environment:\n      ATLAS: ${BASE}\n    command: ${command}\n`;
    expect(await check({ "compose.yml": `services:\n  cron:\n${service}` }, ".")).toEqual(["compose.yml:6"]);
    const right = service.replace("--digest", `-H "${DATED}" --digest`);
    expect(await check({ "compose.yml": `services:\n  cron:\n${right}` }, ".")).toEqual([]);
  });
});
