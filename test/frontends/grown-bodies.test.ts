import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const URL = "https://cloud.mongodb.com/api/atlas/v2/groups/g/clusters";
const TYPE = "application/vnd.atlas.2023-02-01+json";

const typescript = (before: string, body: string) => `${before}
await fetch("${URL}", {
  method: "POST",
  headers: { Accept: "${TYPE}", "Content-Type": "application/json" },
  body: JSON.stringify(${body}),
});
`;

const powershell = (code: string) => `${code}
$headers = @{ Accept = '${TYPE}' }
Invoke-RestMethod -Method Post -Uri '${URL}' -Headers $headers -ContentType 'application/json' -Body ($o | ConvertTo-Json)
`;

/** Returns the messages about the body, each with its line. */
async function messagesIn(path: string, text: string): Promise<readonly string[]> {
  const { source, findings } = await analyze(path, text);
  return findings.map(({ message, place }) => `${source.position(place.start).line} ${message}`);
}

const rejected = (line: number) =>
  expect.stringMatching(`^${line} numShards is rejected in cluster requests`) as string;

describe("a body that grows member by member", () => {
  it.each([
    ["", `Object.fromEntries([["name", "n"], ["numShards", 1]])`, 5],
    [`const m = new Map();\nm.set("numShards", 1);`, `Object.fromEntries(m)`, 2],
    [`const m = new Map([["name", "n"]]);\nm.set("numShards", 1);`, `Object.fromEntries(m.entries())`, 2],
  ])("is known in TypeScript: %s %s", async (before, body, line) => {
    expect(await messagesIn("a.ts", typescript(before, body))).toEqual([rejected(line)]);
  });

  it.each([
    `$o = [pscustomobject]@{ name = 'n' }\n$o | Add-Member -NotePropertyName numShards -NotePropertyValue 1`,
    `$o = [pscustomobject]@{ name = 'n' }\n$o | Add-Member -MemberType NoteProperty -Name numShards -Value 1 -Force`,
    `$o = New-Object PSObject\n$o | Add-Member NoteProperty numShards 1`,
    `$o = New-Object -TypeName PSObject -Property @{ name = 'n' }\nAdd-Member -InputObject $o -NotePropertyMembers @{ numShards = 1 }`,
    `$o = New-Object PSCustomObject\n$o | Add-Member numShards 1`,
    `\n$o = New-Object PSObject -Property @{ numShards = 1 }`,
    `$p = [pscustomobject]@{ name = 'n' }\n$o = $p | Add-Member -NotePropertyName numShards -NotePropertyValue 1 -PassThru`,
  ])("is known in PowerShell: %s", async (code) => {
    expect(await messagesIn("a.ps1", powershell(code))).toEqual([rejected(2)]);
  });
});
