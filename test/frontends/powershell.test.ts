import { describe, expect, it } from "vitest";
import { powershellFrontend } from "../../src/frontends/powershell/entry.js";
import { mutated } from "../fuzz/mutate.js";
import { Random } from "../fuzz/random.js";
import { API, LanguageFacts, requestsOf, urlsOf } from "./language-facts.js";

const powershell = new LanguageFacts(powershellFrontend, "a.ps1");

describe("requests in PowerShell", () => {
  it.each<[client: string, code: string, request: string]>([
    [
      "Invoke-RestMethod",
      `Invoke-RestMethod -Uri "${API}/groups/$id/clusters" -Headers @{ Accept = "a/b"; 'X-One' = 1 } -Method Get -Credential $c`,
      "GET /groups/{}/clusters ; accept: a/b ; x-one: 1",
    ],
    [
      "an alias, positions and lines that go on",
      `$headers = @{ "Accept" = "a/b" }\nirm "${API}/groups" \`\n  -Method:Patch -Headers $headers -ContentType 'application/json' -Body ($b | ConvertTo-Json)`,
      "PATCH /groups ; content-type: application/json ; accept: a/b",
    ],
    [
      "splatting",
      `$params = @{\n  Uri = "${API}/groups"\n  Method = 'POST'\n  Headers = @{ Accept = 'a/b' }\n}\n$params.Body = '{}'\nInvoke-RestMethod @params -UseBasicParsing`,
      "POST /groups ; accept: a/b",
    ],
    [
      "splatting with a hash table that grows",
      `$p = @{ Uri = "${API}/groups" }\nif ($x) { $p['Headers'] = @{ Accept = 'a/b' } }\n$p.Add('Method', 'PUT')\nirm @p`,
      "PUT /groups ; accept: a/b",
    ],
    [
      "Invoke-WebRequest",
      `(Invoke-WebRequest -UseBasicParsing -Uri "${API}/groups").Content | ConvertFrom-Json`,
      "GET /groups",
    ],
    [
      "curl.exe",
      `curl.exe --digest -u "\${user}:$key" -X POST "${API}/groups" -H "Accept: a/b" -d $payload`,
      "POST /groups ; accept: a/b",
    ],
    [
      "curl.exe with a list of arguments",
      `$arguments = @('--digest', '-X', 'DELETE', "${API}/groups/1", '-H', 'Accept: a/b')\n& curl.exe @arguments`,
      "DELETE /groups/1 ; accept: a/b",
    ],
    [
      "curl.exe that is started",
      `$args = @('-X', 'POST', "${API}/groups")\nStart-Process -FilePath 'curl.exe' -ArgumentList $args -Wait`,
      "POST /groups",
    ],
    [
      "HttpWebRequest",
      `$r = [System.Net.HttpWebRequest]::Create("${API}/groups")\n$r.Method = 'PUT'\n$r.Accept = 'a/b'\n$s = $r.GetResponse()`,
      "PUT /groups ; accept: a/b",
    ],
    [
      "WebClient",
      `$c = New-Object Net.WebClient\n$c.Headers.Add('Accept', 'a/b')\n$c.UploadString("${API}/groups", 'PATCH', '{}')`,
      "PATCH /groups ; accept: a/b",
    ],
    [
      "HttpClient",
      `$c = [System.Net.Http.HttpClient]::new()
$c.DefaultRequestHeaders.accept.add([System.Net.Http.Headers.MediaTypeWithQualityHeaderValue]::new('a/b'))
$m = New-Object System.Net.Http.HttpRequestMessage([System.Net.Http.HttpMethod]::Post, "${API}/groups")
$c.SendAsync($m).Result`,
      "POST /groups ; accept: a/b",
    ],
    [
      "a function with parameters",
      `function Invoke-Atlas {
  [CmdletBinding()]
  param ([Parameter(Mandatory = $true)] [string] $Method, [string] $Path, [hashtable] $More = @{}, [switch] $Quiet)
  $headers = @{ Accept = "a/b" } + $More
  $response = Invoke-RestMethod -Method $Method -Uri "$script:Base/$($Path.TrimStart('/'))" -Headers $headers
  return $response
}
$script:base = "${API}"
Invoke-Atlas -method GET -Quiet -Path "/groups" -More @{ "X-One" = "1" }`,
      "GET /groups ; accept: a/b ; x-one: 1",
    ],
    [
      "a function with positions",
      `function Get-Atlas($Path, $Version = "v1.0") { irm ("{0}/{1}" -f ("https://cloud.mongodb.com/api/atlas/" + $Version), $Path) }\nGet-Atlas groups`,
      "GET /groups",
    ],
    [
      "a class",
      `class Atlas {
  [string] $Base
  Atlas([string] $base) { $this.Base = $base }
  [object] Get([string] $path) { return Invoke-RestMethod -Uri ($this.base + "/" + $path) }
}
[Atlas]::new("${API}").Get("groups")`,
      "GET /groups",
    ],
  ])("%s", (_client, code, request) => {
    expect(requestsOf(powershell.of(code))).toEqual([request]);
  });

  it("copies a hash table, and leaves the first one as it is", () => {
    const code = `$common = @{ Uri = "${API}/groups"; Headers = @{ Accept = 'a/b' } }
$p = $common.Clone()
$p.Method = 'PUT'
irm @p
irm @common`;
    expect(requestsOf(powershell.of(code))).toEqual([
      "PUT /groups ; accept: a/b",
      "GET /groups ; accept: a/b",
    ]);
  });
});

describe("values in PowerShell", () => {
  it.each<[name: string, code: string, value: readonly string[]]>([
    [
      "values in a text",
      `$a = "v"; $h = @{ k = @{ l = "w" } }; $x = "u/$a.b/\${a}c/$($h.K.l)\`$\`n""q"""`,
      [`u/v.b/vc/w$\n"q"`],
    ],
    ["a quote that keeps what is in it", `$x = 'u/$a''b'`, ["u/$a'b"]],
    ["a here-string", `$a = "v"\n$x = @"\nu/"$a"\n  b\n"@`, [`u/"v"\n  b`]],
    ["a here-string without values", `$x = @'\nu/$a\n'@`, ["u/$a"]],
    ["sums", `$x = "u/" + 1 + 'a' + (2 + 3) + $null + $true`, ["u/1a5True"]],
    ["a text that grows", `$x = "u"; $x += "/a"; $X += "/b"`, ["u/a/b"]],
    ["-f", `$x = "u/{0}/{1}/{{0}}" -f "a", 2`, ["u/a/2/{0}"]],
    [
      "-join and lists",
      `$l = @("a", "b"); $l += "c"; $x = "u/" + ($l -join "-") + "/$l/" + $l[-1] + $l.Count`,
      ["u/a-b-c/a b c/c3"],
    ],
    ["-replace", `$x = "u/" + ("aXbx" -replace "x", "-")`, ["u/a-b-"]],
    [
      "hash tables in all cases",
      `$h = @{ Accept = "v" }; $h["B"] = "w"; $x = "u/" + $h.accept + $h["ACCEPT"] + $h.b`,
      ["u/vvw"],
    ],
    [
      "methods of texts",
      `$x = "u/" + " A/ ".Trim().TrimEnd("/").ToLower() + "ab".Replace("b", "c")`,
      ["u/aac"],
    ],
    ["a variable of the environment", `$x = $env:BASE`, ["{}"]],
    ["a parameter of the script", `param([string] $Base = "u/d")\n$x = $base`, ["u/d", "{}"]],
    [
      "branches",
      `if (1 -eq 2) { $x = "u/a" } elseif ("B" -eq "b" -or $false) { $x = "u/b" } else { $x = "u/c" }`,
      ["u/b", "u/c"],
    ],
    ["a statement as a value", `$x = if ($null) { "u/a" } else { "u/b" }`, ["u/b"]],
    [
      "switch",
      `$k = 'b'\n$x = switch ($k) {\n 'a' { "u/a" }\n 'b' { "u/b" }\n default { "u/c" }\n}`,
      ["u/b"],
    ],
    [
      "a loop",
      `$x = "u"; foreach ($e in @("a", "b", "c")) { if ($e -eq "b") { continue }; $x += "/$e" }`,
      ["u/a/c"],
    ],
    [
      "pipelines",
      `$x = "u/" + ((1, 2, 3 | Where-Object { $_ -gt 1 } | ForEach-Object { "n$_" }) -join ",")`,
      ["u/n2,n3"],
    ],
    [
      "what a function puts out",
      `function F($a) { Write-Host "x"; "$a!" }\n$x = "u/" + (F -a "v") + (F w)`,
      ["u/v!w!"],
    ],
    [
      "variables of a function",
      `$a = "g"; function F { $a = "l"; $script:b = $a }\nF\n$x = "u/$a$b"`,
      ["u/gl"],
    ],
    ["JSON", `$c = '{"a": [{"b": "v"}]}' | ConvertFrom-Json; $x = "u/" + $c.a[0].b + $c.a.b`, ["u/vv"]],
    ["what looks like other values", `$x = "u/" + ("0" -and "t") + (-not "") + [string] 1`, ["u/TrueTrue1"]],
  ])("%s", (_name, code, value) => {
    expect(urlsOf(powershell.of(`${code}\nirm $x\n`)).sort()).toEqual([...value].sort());
  });
});

describe("reads and bodies in PowerShell", () => {
  it.each<[name: string, read: string]>([
    ["a member", `$r.mongoURI`],
    ["each result", `foreach ($c in $r.results) { Write-Host $c.mongoURI }`],
    ["a pipeline", `$r.results | Where-Object { $true } | ForEach-Object { $_.mongoURI }`],
    ["Select-Object", `$r | Select-Object -ExpandProperty mongoURI`],
    ["a list of words", `$r.results | Select-Object name, mongoURI | Format-Table`],
    ["a list of words without blanks", `$r.results | select name,mongoURI,id`],
    ["a list of texts", `$r.results | Select-Object -Property 'name', 'mongoURI'`],
    ["a computed column", `$r.results | ft name,@{n="uri";e={$_.mongoURI}} -AutoSize\n$x = 1`],
    ["what is sorted", `$r.results | Sort-Object -Property mongoURI, name -Descending`],
    ["a text", `"$($r.mongoURI)"`],
  ])("reads %s", (_name, read) => {
    const code = `$r = Invoke-RestMethod -Uri "${API}/groups/1/clusters/a"\n${read}\n`;
    expect(powershell.fieldsOf(code)).toEqual(["read mongoURI"]);
  });

  it("reads what Invoke-WebRequest gives as JSON", () => {
    const code = `$r = (iwr "${API}/groups/1/clusters/a").Content | ConvertFrom-Json\n$r.mongoURI\n`;
    expect(powershell.fieldsOf(code)).toEqual(["read mongoURI"]);
  });

  it.each<[name: string, send: string]>([
    [
      "a stream",
      `$s = [IO.StreamReader]::new([Net.WebRequest]::Create($u).GetResponse().GetResponseStream())\n$t = $s.ReadToEnd()`,
    ],
    ["a text", `$t = (New-Object System.Net.WebClient).DownloadString($u)`],
    [
      "a task",
      `$t = ([System.Net.Http.HttpClient]::new()).GetAsync($u).Result.Content.ReadAsStringAsync().GetAwaiter().GetResult()`,
    ],
  ])("reads what a class of .NET gives as %s", (_name, send) => {
    const code = `$u = "${API}/groups/1/clusters/a"\n${send}\n($t | ConvertFrom-Json).mongoURI\n`;
    expect(powershell.fieldsOf(code)).toEqual(["read mongoURI"]);
  });

  it("knows the body of a request of .NET", () => {
    const code = `$c = [System.Net.Http.HttpClient]::new()
$json = @{ name = "a"; numShards = 2 } | ConvertTo-Json
$content = [System.Net.Http.StringContent]::new($json, [System.Text.Encoding]::UTF8, "application/json")
$c.PostAsync("${API}/groups/1/clusters", $content).Result
$r = [System.Net.WebRequest]::Create("${API}/groups/1/clusters")
$r.Method = "POST"
$bytes = [System.Text.Encoding]::UTF8.GetBytes($json)
$r.GetRequestStream().Write($bytes, 0, $bytes.Length)
$r.GetResponse()
`;
    const { requests } = powershell.of(code);
    expect(requests.map(({ body }) => /numShards/.test(JSON.stringify(body)))).toEqual([true, true]);
  });

  it("knows the body of a request", () => {
    const code = `$body = @{ name = "a"; providerSettings = @{ providerName = "AWS" } }
$body.numShards = 2
$json = $body | ConvertTo-Json -Depth 10 -Compress
Invoke-RestMethod -Method Post -Uri "${API}/groups/1/clusters" -Body $json
`;
    const [request] = powershell.of(code).requests;
    expect(JSON.stringify(request!.body)).toMatch(/providerSettings.*numShards/s);
  });
});

describe("files of PowerShell", () => {
  it.each<[name: string, files: Record<string, string>, request: string]>([
    [
      "variables and functions of a file that is sourced",
      {
        "bin/run.ps1": `. "$PSScriptRoot\\..\\lib\\atlas.ps1"\nGet-Url "groups" | Out-Null\nirm "$Base/$(Get-Url -Path groups)"`,
        "lib/atlas.ps1": `$base = "${API}"\nfunction Get-Url { param($Path); return $Path }`,
      },
      "GET /groups",
    ],
    [
      "a module",
      {
        "run.ps1": `Import-Module ./atlas.psm1 -Force\nirm (Get-Base)`,
        "atlas.psm1": `function Get-Base { "${API}" }\nExport-ModuleMember -Function *`,
      },
      "GET ",
    ],
    [
      "a function of a file of its module",
      {
        "Public/Get-Group.ps1": `function Get-Group { irm "$(Get-Base)/groups" }`,
        "Private/Get-Base.ps1": `function Get-Base { "${API}" }`,
      },
      "GET /groups",
    ],
  ])("follows %s", (_name, files, request) => {
    expect(requestsOf(powershell.ofFiles(files))).toEqual([request]);
  });

  it.each(["foo --key=$k", 'realm-cli login --api-key="$k" --private-api-key="$p" -v', "foo --a=b --c=$(1)"])(
    "parses %s, and what is around it",
    (line) => {
      const facts = powershell.of(`${line}\nInvoke-RestMethod -Uri ${API}/groups\n`);
      expect(requestsOf(facts)).toEqual(["GET /groups"]);
      expect(facts.problems ?? []).toEqual([]);
    },
  );

  it.each([
    [`Invoke-WebRequest -Uri ${API}/groups`, "Invoke-WebRequest"],
    [`iwr '${API}/groups'`, "Invoke-WebRequest"],
    [`irm "${API}/groups"`, "Invoke-RestMethod"],
  ])("names the command, and knows where the URL is written: %s", (code, client) => {
    const [request] = powershell.of(code).requests;
    expect(request).toMatchObject({ client });
    const [part] = request!.urls[0]!.parts;
    expect(part).toMatchObject({ written: { exact: true, start: code.indexOf(API) } });
  });

  it("takes a file that has only comments as one that parses", () => {
    const facts = powershell.of(`# see ${API}/groups\n<# and\n more #>\n`);
    expect(facts.problems).toEqual([]);
    expect(facts.comments).toHaveLength(2);
  });

  it("reads around what does not parse, and says so", () => {
    const facts = powershell.of(`irm "${API}/groups"\n$x = (1 + \n}} broken {{ (\n`);
    expect(facts.problems?.map(({ kind }) => kind)).toEqual(["syntax"]);
    expect(facts.strings.length).toBeGreaterThan(0);
  });

  it("treats comments as comments", () => {
    const { strings } = powershell.of(`# see ${API}/groups\n<#\n ${API}/orgs\n#>\n$x = 1\n`);
    expect(strings.map(({ setting }) => setting)).toEqual(["comment", "comment"]);
  });

  it("sends nothing where names only look alike", () => {
    const code = `function Invoke-RestMethod2($Uri) { $Uri }\nInvoke-RestMethod2 "/a"\nGet-Content "/b"\n$client.Get("key")\ncurlish "/c"\n`;
    expect(powershell.of(code).requests).toEqual([]);
  });

  it("ends with facts or a problem, whatever the text is", () => {
    const text = `param([string]$A = $env:A, [int] $n)
. "$PSScriptRoot/x.ps1"
$h = @{ 'a' = @(1, 2); b = "x\${n}$($a.b[0])" } + @{}
function F { [CmdletBinding()] param([Parameter(ValueFromPipeline)] $x) process { return irm @h -Body ($x | ConvertTo-Json) } }
try { switch ($n) { 1 { break } default { throw "x" } } } catch [A] { $_ } finally { $i++ }
1..3 | % { $_ } | ? { $_ -match 'a' } | Select -First 1
class C : D { [string] $P = @"
t $x
"@
  C() { $this.P = [X]::Y("z").W } }
`;
    const random = new Random(7);
    for (let round = 0; round < 200; round++)
      expect(powershell.analyze(mutated(text, random, [text]))).toBeDefined();
  });
});

it.each([
  `New-Object "System.Collections.Generic.Dictionary[[String],[String]]"`,
  `New-Object 'System.Collections.Generic.Dictionary[string, string]'`,
  "[System.Collections.Generic.Dictionary[string,string]]::new()",
  "[System.Collections.Specialized.OrderedDictionary]::new()",
  "New-Object System.Collections.Hashtable",
])("headers are in a table of .NET: %s", (table) => {
  const code = `$headers = ${table}\n$headers.Add("Accept", "a/b")\nirm "${API}/groups" -Headers $headers`;
  expect(requestsOf(powershell.of(code))).toEqual(["GET /groups ; accept: a/b"]);
});

it.each(["New-Object System.Collections.ArrayList", "[Collections.Generic.List[object]]::new()"])(
  "a body has a list of .NET: %s",
  (list) => {
    const code = `$specs = ${list}\n[void]$specs.Add(@{ numShards = 2 })
irm "${API}/groups/1/clusters" -Method Post -Body (@{ replicationSpecs = $specs } | ConvertTo-Json)\n`;
    expect(powershell.fieldsOf(code)).toContain("write numShards");
  },
);
