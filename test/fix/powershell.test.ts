import { describe, it } from "vitest";
import { BASE, TYPE, expectFixed, type FixCase } from "../support/fix-cases.js";

const head = (version: string): string => `$base = "${BASE}/${version}"\n`;

const powershell = (what: string, before: string, after: string): FixCase => ({
  what,
  path: "a.ps1",
  before: `${head("v1.0")}${before}\n`,
  after: `${head("v2")}${after}\n`,
});

const left = (what: string, before: string, refused: RegExp): FixCase => ({
  what,
  path: "a.ps1",
  before: `${head("v1.0")}${before}\n`,
  refused,
});

describe("headers and base paths in PowerShell", () => {
  it.each([
    powershell(
      "a command without headers",
      `Invoke-RestMethod -Uri "$base/groups/1/alerts" -Credential $cred # all`,
      `Invoke-RestMethod -Uri "$base/groups/1/alerts" -Credential $cred -Headers @{ Accept = "${TYPE}" } # all`,
    ),
    powershell(
      "a command on several lines, with a pipeline behind it",
      'Invoke-WebRequest `\n    -Uri "$base/groups/1/alerts" `\n    -Method Get | Out-Null',
      'Invoke-WebRequest `\n    -Uri "$base/groups/1/alerts" `\n    -Method Get `\n    -Headers @{ Accept = "' +
        TYPE +
        '" } | Out-Null',
    ),
    powershell(
      "a command in parentheses, by its short name",
      `$all = (irm "$base/groups/1/alerts" -Cred 'a', 'b').results`,
      `$all = (irm "$base/groups/1/alerts" -Cred 'a', 'b' -Headers @{ Accept = '${TYPE}' }).results`,
    ),
    powershell(
      "splatted parameters",
      `$params = @{\n    Uri = "$base/groups/1/alerts"\n    Method = 'Get'\n}\nInvoke-RestMethod @params`,
      `$params = @{\n    Uri = "$base/groups/1/alerts"\n    Method = 'Get'\n}\nInvoke-RestMethod @params -Headers @{ Accept = "${TYPE}" }`,
    ),
    powershell(
      "a hash table of headers, on one line",
      `$headers = @{ Authorization = 'x'; 'X-A' = 'b' }\nInvoke-RestMethod "$base/groups/1/alerts" -Headers $headers`,
      `$headers = @{ Authorization = 'x'; 'X-A' = 'b'; Accept = '${TYPE}' }\nInvoke-RestMethod "$base/groups/1/alerts" -Headers $headers`,
    ),
    powershell(
      "a hash table of headers, on several lines",
      `$headers = @{\n  Authorization = "x" # mine\n  "X-A" = "b";   # other\n}\nInvoke-RestMethod "$base/groups/1/alerts" -Headers $headers`,
      `$headers = @{\n  Authorization = "x" # mine\n  "X-A" = "b";   # other\n  Accept = "${TYPE}"\n}\nInvoke-RestMethod "$base/groups/1/alerts" -Headers $headers`,
    ),
    powershell(
      "an empty hash table",
      `Invoke-RestMethod "$base/groups/1/alerts" -Headers @{}`,
      `Invoke-RestMethod "$base/groups/1/alerts" -Headers @{ Accept = "${TYPE}" }`,
    ),
    powershell(
      "another value, in each way to write one",
      [
        `Invoke-RestMethod "$base/groups/1/alerts" -Headers @{ "Accept" = "application/json" }`,
        `$a = @{}`,
        `$a["Accept"] = 'application/json'`,
        `Invoke-RestMethod "$base/groups/1/users" -Headers $a`,
        `$b = @{}`,
        `$b.Accept = "application/json"`,
        `Invoke-RestMethod "$base/groups/1/teams" -Headers $b`,
        `$c = @{}`,
        `$c.Add("Accept", "application/json")`,
        `Invoke-RestMethod "$base/groups/1/peers" -Headers $c`,
      ].join("\n"),
      [
        `Invoke-RestMethod "$base/groups/1/alerts" -Headers @{ "Accept" = "${TYPE}" }`,
        `$a = @{}`,
        `$a["Accept"] = '${TYPE}'`,
        `Invoke-RestMethod "$base/groups/1/users" -Headers $a`,
        `$b = @{}`,
        `$b.Accept = "${TYPE}"`,
        `Invoke-RestMethod "$base/groups/1/teams" -Headers $b`,
        `$c = @{}`,
        `$c.Add("Accept", "${TYPE}")`,
        `Invoke-RestMethod "$base/groups/1/peers" -Headers $c`,
      ].join("\n"),
    ),
    powershell(
      "a value that is put together",
      `Invoke-RestMethod "$base/groups/1/alerts" -Headers @{ Accept = "application" + "/json" }`,
      `Invoke-RestMethod "$base/groups/1/alerts" -Headers @{ Accept = "${TYPE}" }`,
    ),
  ])("change $what", expectFixed);

  it.each([
    left(
      "headers that another service gets, too",
      `$headers = @{ Accept = "application/json" }\nInvoke-RestMethod "https://example.com/" -Headers $headers\nInvoke-RestMethod "$base/groups/1/alerts" -Headers $headers`,
      /also sends this Accept header/,
    ),
    left(
      "a request of .NET",
      `$client = New-Object System.Net.WebClient\n$client.DownloadString("$base/groups/1/alerts")`,
      /cannot/,
    ),
  ])("leave $what", expectFixed);
});

describe("reads in PowerShell", () => {
  const get = `$c = Invoke-RestMethod "$base/groups/1/clusters/a" -Credential $cred\n`;
  const gets = `$c = Invoke-RestMethod "$base/groups/1/clusters/a" -Credential $cred -Headers @{ Accept = "${TYPE}" }\n`;

  it.each([
    powershell(
      "a property",
      `${get}Write-Host $c.srvAddress`,
      `${gets}Write-Host $c.connectionStrings.standardSrv`,
    ),
    powershell(
      "a property in a text",
      `${get}Write-Host "at $($c.srvAddress)"`,
      `${gets}Write-Host "at $($c.connectionStrings.standardSrv)"`,
    ),
    powershell(
      "elements",
      `${get}Write-Host $c["srvAddress"] $c["srvAddress"].Length`,
      `${gets}Write-Host $c["connectionStrings"]["standardSrv"] $c["connectionStrings"]["standardSrv"].Length`,
    ),
  ])("change $what", expectFixed);

  it.each([
    left("a column", `${get}$c | Select-Object name, srvAddress | Out-Host`, /cannot/),
    left("a name in a variable", `${get}$key = 'srvAddress'\nWrite-Host $c.$key`, /cannot/),
  ])("leave $what", expectFixed);
});

describe("bodies in PowerShell", () => {
  const body = (text: string): string =>
    `Invoke-RestMethod "$base/groups/1/clusters/a" -Method Patch -ContentType 'application/json' -Body ${text}`;
  const moved = (text: string): string => `${body(text)} -Headers @{ Accept = '${TYPE}' }`;

  it.each([
    powershell(
      "JSON in a string",
      body(`'{"providerBackupEnabled": true}'`),
      moved(`'{"backupEnabled": true}'`),
    ),
    powershell(
      "JSON in double quotes",
      body('"{`"providerBackupEnabled`": $backup}"'),
      moved('"{`"backupEnabled`": $backup}"'),
    ),
    powershell(
      "JSON in a here-string with values",
      body(`@"\n{\n  "providerBackupEnabled": true,\n  "paused": $paused\n}\n"@`),
      moved(`@"\n{\n  "backupEnabled": true,\n  "paused": $paused\n}\n"@`),
    ),
  ])("change $what", expectFixed);

  it.each([
    left("a hash table", body(`(@{ providerBackupEnabled = $true } | ConvertTo-Json)`), /hash tables/),
  ])("leave $what", expectFixed);
});
