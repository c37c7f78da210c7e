import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";
import { fixFiles } from "../support/fix-files.js";

const CALL = `Invoke-RestMethod -Uri "https://cloud.mongodb.com/api/atlas/v2/groups/$env:GROUP/alerts"`;

function steps(text: string): string {
  return `jobs:\n  a:\n    steps:\n${text}`;
}

async function foundIn(path: string, text: string): Promise<readonly string[]> {
  const { source, findings } = await analyze(path, text);
  return findings
    .filter(({ confidence }) => confidence !== "low")
    .map(({ ruleId, place }) => `${ruleId} ${source.position(place.start).line}`);
}

describe("scripts of PowerShell in YAML", () => {
  it.each([
    [
      "a step of GitHub",
      ".github/workflows/a.yml",
      steps(`      - shell: pwsh\n        run: |\n          ${CALL}\n`),
      6,
    ],
    [
      "a step of a job with PowerShell",
      ".github/workflows/a.yml",
      `jobs:\n  a:\n    defaults: { run: { shell: powershell } }\n    steps:\n      - run: ${CALL}\n`,
      5,
    ],
    [
      "a step on Windows",
      ".github/workflows/a.yml",
      `jobs:\n  a:\n    runs-on: windows-latest\n    steps:\n      - run: ${CALL}\n`,
      5,
    ],
    ["a step of Azure", "azure-pipelines.yml", `steps:\n  - pwsh: |\n      ${CALL}\n`, 3],
    [
      "a task of Azure",
      "azure-pipelines.yml",
      `steps:\n  - task: PowerShell@2\n    inputs:\n      targetType: inline\n      script: |\n        ${CALL}\n`,
      6,
    ],
    [
      "a script with templates",
      ".github/workflows/a.yml",
      steps(
        `      - shell: pwsh\n        run: |\n          $h = @{ Authorization = "Bearer \${{ secrets.TOKEN }}" }\n          Invoke-RestMethod -Headers $h -Uri "https://cloud.mongodb.com/api/atlas/v2/groups/1/alerts"\n`,
      ),
      6,
    ],
  ])("are read: %s", async (_, path, text, line) => {
    expect(await foundIn(path, text)).toEqual([`require-version-media-type ${line}`]);
  });

  it.each([
    [
      "bash on Windows",
      `jobs:\n  a:\n    runs-on: windows-latest\n    steps:\n      - shell: bash\n        run: ${CALL}\n`,
    ],
    ["another shell", steps(`      - run: ${CALL}\n`)],
  ])("are not those of %s", async (_, text) => {
    expect(await foundIn(".github/workflows/a.yml", text)).toEqual([]);
  });

  it("keep what a shell sends beside them, and are not read as a shell", async () => {
    const curl = `curl --digest -u "$A:$B" "https://cloud.mongodb.com/api/atlas/v2/groups/1/alerts"`;
    const text = steps(
      `      - shell: bash\n        run: ${curl}\n      - shell: pwsh\n        run: ${curl.replace("curl", "curl.exe")}\n`,
    );
    expect(await foundIn(".github/workflows/a.yml", text)).toEqual([
      "require-version-media-type 5",
      "require-version-media-type 7",
    ]);
  });

  it("move to the versioned API", async () => {
    const text = steps(
      `      - shell: pwsh\n        run: |\n          ${CALL.replace("v2", "v1.0")}\n          Write-Host "done"\n`,
    );
    const { files, remaining } = await fixFiles({ ".github/workflows/a.yml": text }, ["safe", "unsafe"]);
    expect(remaining).toEqual([]);
    expect(files[".github/workflows/a.yml"]).toBe(
      text.replace(
        CALL.replace("v2", "v1.0"),
        `${CALL} -Headers @{ Accept = "application/vnd.atlas.2023-02-01+json" }`,
      ),
    );
  });
});
