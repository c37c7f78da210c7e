import { expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const BASE = "https://cloud.mongodb.com/api/atlas";
const TYPE = "application/vnd.atlas.2023-02-01+json";
const MISSING = "require-version-media-type";

async function findingsIn(text: string): Promise<readonly string[]> {
  const { source, findings } = await analyze("clusters.bat", text);
  return findings.map(({ ruleId, place }) => {
    const { line } = source.position(place.start);
    return `${line} ${ruleId} ${source.text.slice(place.start, place.end)}`;
  });
}

it.each<[title: string, text: string, findings: readonly string[]]>([
  [
    "a script in quotes behind options",
    `powershell -NoProfile -ExecutionPolicy Bypass -Command "irm ${BASE}/v2/groups"`,
    [`1 ${MISSING} irm ${BASE}/v2/groups`],
  ],
  [
    "a script on lines that carets continue",
    `@echo off\r\npowershell -Command ^\r\n Invoke-RestMethod ^\r\n  -Uri ${BASE}/v2/groups\r\n`,
    [`3 ${MISSING} Invoke-RestMethod ^\r\n  -Uri ${BASE}/v2/groups`],
  ],
  [
    "quotes on the next line, and a read",
    `pwsh.exe -c ^\n "$r = irm '${BASE}/v2/groups/1/clusters/a' -Headers @{ Accept = '${TYPE}' }; $r.mongoURI"`,
    ["2 no-removed-property mongoURI"],
  ],
  [
    "quotes inside, and headers in a variable",
    `"%SystemRoot%\\System32\\powershell.exe" "& { $h = @{ Accept = \\"text/html\\" }; irm -Uri ""${BASE}/v2/groups"" -Headers $h }"`,
    [`1 ${MISSING} @{ Accept = \\"text/html\\" }`],
  ],
  [
    "variables of the file in a script",
    `set HOST=https://cloud.mongodb.com\nset "BASE=%HOST%/api/atlas/v1.0"\ncall powershell irm '%BASE%/groups/%ID%'`,
    ["2 no-unversioned-base-path /api/atlas/v1.0", `3 ${MISSING} irm '%BASE%/groups/%ID%'`],
  ],
  [
    "a command of curl in a loop",
    `for /f "delims=" %%i in ('curl -s ${BASE}/v2/groups') do set R=%%i`,
    [`1 ${MISSING} curl -s ${BASE}/v2/groups`],
  ],
  ["a script in a file", `powershell -File clusters.ps1 ${BASE}/v2/groups`, []],
  ["a remark", `rem powershell irm ${BASE}/v2/groups`, []],
])("batch files: %s", async (_, text, findings) => {
  const found = await findingsIn(text);
  expect(found.filter((one) => !one.includes(" undetermined-request "))).toEqual(findings);
});
