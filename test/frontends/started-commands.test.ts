import { describe, expect, it } from "vitest";
import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { SourceText } from "../../src/core/source-text.js";
import type { FileFacts } from "../../src/facts/file-facts.js";
import { describe as asRead } from "../../src/facts/text.js";
import { frontendFor } from "../../src/frontends/registry.js";

const API = "https://cloud.mongodb.com/api/atlas/v1.0";
const interest = CatalogInterest.of(loadCatalog());

async function factsOf(path: string, code: string): Promise<FileFacts> {
  const frontend = await frontendFor(path).load();
  const source = new SourceText(path, code.replaceAll("API", API));
  const program = frontend.begin!(interest, { resolve: () => undefined, read: () => undefined });
  expect(program.add(source)).toBeUndefined();
  program.evaluate();
  return program.facts().find((one) => one.source === source)!.facts;
}

/** The requests as `POST /groups accept: a/b {name}`, and the properties that are read of their answers. */
async function sentBy(path: string, code: string): Promise<string[]> {
  const { requests, fields } = await factsOf(path, code);
  const sent = requests.map(({ methods, urls, headers, body, credentials }) => {
    const given = headers.entries.map(({ name, values }) => `${name}: ${values.map(asRead).join(" or ")}`);
    const keys = body?.kind === "object" ? [`{${body.members.map(({ key }) => key).join()}}`] : [];
    const way = credentials === "none" ? [] : [credentials];
    const url = urls.map((one) => asRead(one).replace(API, "")).join(" or ");
    return [methods.join("|"), url, ...given, ...keys, ...way].join(" ");
  });
  const read = fields.filter(({ access }) => access === "read").map(({ name }) => name);
  return [...sent, ...[...new Set(read)]];
}

type Case = [title: string, code: string, ...sent: string[]];

function testLanguage(name: string, path: string, around: (code: string) => string, cases: Case[]): void {
  describe(`commands that ${name} starts`, () => {
    it.each(cases)("%s", async (_title, code, ...sent) => {
      expect(await sentBy(path, around(code))).toEqual(sent);
    });
  });
}

testLanguage("Python", "main.py", (code) => `import asyncio, json, os, shlex, subprocess\n${code}\n`, [
  ["a list", `subprocess.run(["curl", "-u", "a:b", "--digest", "API/groups"])`, "GET /groups digest"],
  [
    "a list that grows, with a body",
    `cmd = ["curl", "-X", "PUT"]
cmd += ["-d", json.dumps({"name": "a", "numShards": 1})]
cmd.append("API/groups")
subprocess.check_call(cmd)`,
    "PUT /groups {name,numShards}",
  ],
  [
    "a text for a shell",
    `subprocess.call("curl -H 'Accept: a/b' API/groups", shell=True)`,
    "GET /groups accept: a/b",
  ],
  [
    "a body that is printed into a text",
    `body = json.dumps({"name": "a"})\nos.system(f"curl -d '{body}' API/groups")`,
    "POST /groups {name}",
  ],
  ["quoted words", `os.system("curl " + shlex.quote("API/groups") + " > /dev/null 2>&1")`, "GET /groups"],
  ["a text that is split", `subprocess.run(shlex.split("curl -X DELETE 'API/groups'"))`, "DELETE /groups"],
  ["a shell with a script", `subprocess.run(["bash", "-c", "cd x && curl API/groups"])`, "GET /groups"],
  [
    "a pipeline whose last command reads the answer",
    `os.popen("curl API/groups/1/clusters | jq -r '.results[].srvAddress'").read()`,
    "GET /groups/1/clusters",
    "srvAddress",
  ],
  [
    "the output of a process",
    `r = subprocess.run(["curl", "API/groups/1/clusters/a"], capture_output=True)
json.loads(r.stdout)["srvAddress"]`,
    "GET /groups/1/clusters/a",
    "srvAddress",
  ],
  [
    "what communicate gives",
    `out, err = subprocess.Popen(["curl", "API/groups/1/clusters/a"]).communicate()
json.loads(out.decode())["srvAddress"]`,
    "GET /groups/1/clusters/a",
    "srvAddress",
  ],
  [
    "input",
    `subprocess.run(["curl", "-d", "@-", "API/groups"], input=json.dumps({"name": "a"}))`,
    "POST /groups {name}",
  ],
  [
    "a program of asyncio",
    `async def main():\n    await asyncio.create_subprocess_exec("wget", "-q", "API/groups")\nasyncio.run(main())`,
    "GET /groups",
  ],
  [
    "variables of the shell",
    `os.system("curl -H \\"X-A: $TOKEN\\" API/groups/$ID")`,
    "GET /groups/{ID} x-a: {TOKEN}",
  ],
  ["another program", `subprocess.run(["git", "clone", "API/groups"])`],
  ["a text about a program", `subprocess.run(["echo", "call curl API/groups"])`],
]);

testLanguage(
  "JavaScript",
  "main.mjs",
  (code) => `import { exec, execFile, execFileSync, execSync, spawn, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { execa } from "execa";
import { $ } from "zx";
import shell from "shelljs";
import { getExecOutput } from "@actions/exec";
${code}\n`,
  [
    [
      "execSync",
      "JSON.parse(execSync(`curl -s API/groups/1/clusters/a`).toString()).srvAddress;",
      "GET /groups/1/clusters/a",
      "srvAddress",
    ],
    [
      "exec with a callback",
      'exec("curl API/groups/1/clusters/a", (error, out) => JSON.parse(out).srvAddress);',
      "GET /groups/1/clusters/a",
      "srvAddress",
    ],
    [
      "exec as a promise",
      'const { stdout } = await promisify(exec)("curl API/groups/1/clusters/a");\nJSON.parse(stdout).srvAddress;',
      "GET /groups/1/clusters/a",
      "srvAddress",
    ],
    [
      "spawn, and the text that its stream gives",
      `const one = spawn("curl", ["-d", JSON.stringify({ name: process.env.X }), "API/groups/1/clusters"]);
let all = "";
one.stdout.on("data", (part) => { all += part; });
one.on("close", () => JSON.parse(all).srvAddress);`,
      "POST /groups/1/clusters {name}",
      "srvAddress",
    ],
    [
      "spawnSync",
      'JSON.parse(spawnSync("curl", ["API/groups/1/clusters/a"]).stdout).srvAddress;',
      "GET /groups/1/clusters/a",
      "srvAddress",
    ],
    ["execFileSync", 'execFileSync("/usr/bin/curl", ["-XDELETE", "API/groups"]);', "DELETE /groups"],
    ["execa", 'const { stdout } = await execa("curl", ["API/groups"]);', "GET /groups"],
    [
      "a template of zx",
      "const id = process.env.ID;\nawait $`curl -H ${'Accept: a/b'} API/groups/${id}`;",
      "GET /groups/{process.env.ID} accept: a/b",
    ],
    ["shelljs", 'shell.exec("curl API/groups");', "GET /groups"],
    [
      "@actions/exec",
      'const { stdout } = await getExecOutput("curl", ["API/groups/1/clusters/a"]);\nJSON.parse(stdout).srvAddress;',
      "GET /groups/1/clusters/a",
      "srvAddress",
    ],
    ["another program", 'execSync("git clone API/groups");'],
  ],
);

testLanguage(
  "Go",
  "main.go",
  (code) => `package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os/exec"
)

func main() {
${code}
}
`,
  [
    ["arguments", 'exec.Command("curl", "--digest", "API/groups").Run()', "GET /groups digest"],
    [
      "a list",
      'args := []string{"-X", "PUT", "API/groups"}\nexec.Command("curl", args...).Run()',
      "PUT /groups",
    ],
    ["a script", 'exec.CommandContext(context.TODO(), "sh", "-c", "curl API/groups").Run()', "GET /groups"],
    [
      "output and body",
      `body, _ := json.Marshal(map[string]string{"name": "a"})
out, _ := exec.Command("curl", "-d", string(body), "API/groups/1/clusters").Output()
var one map[string]string
json.Unmarshal(out, &one)
_ = one["srvAddress"]`,
      "POST /groups/1/clusters {name}",
      "srvAddress",
    ],
    [
      "output in a buffer",
      `cmd := exec.Command("curl", "API/groups/1/clusters/a")
var out bytes.Buffer
cmd.Stdout = &out
cmd.Run()
var one map[string]string
json.Unmarshal(out.Bytes(), &one)
_ = one["srvAddress"]`,
      "GET /groups/1/clusters/a",
      "srvAddress",
    ],
    ["another program", 'exec.Command("git", "clone", "API/groups").Run()'],
  ],
);

testLanguage(
  "Java",
  "Main.java",
  (code) => `import java.util.*;\nclass Main { void go(String id) throws Exception {\n${code}\n} }\n`,
  [
    ["a builder", 'new ProcessBuilder("curl", "--digest", "API/groups").start();', "GET /groups digest"],
    [
      "a list",
      'List<String> all = new ArrayList<>(); all.add("curl"); all.add("API/groups");\nnew ProcessBuilder(all).start();',
      "GET /groups",
    ],
    [
      "a command that is given later",
      'ProcessBuilder b = new ProcessBuilder(); b.command("curl", "-XPUT", "API/groups"); b.start();',
      "PUT /groups",
    ],
    ["a text", 'Runtime.getRuntime().exec("curl API/groups/" + id);', "GET /groups/{id}"],
    ["an array", 'String[] all = { "curl", "API/groups" };\nRuntime.getRuntime().exec(all);', "GET /groups"],
    [
      "a script in an array",
      'Runtime.getRuntime().exec(new String[] {"/bin/sh", "-c", "curl API/groups | jq ."});',
      "GET /groups",
    ],
    ["another program", 'new ProcessBuilder("git", "clone", "API/groups").start();'],
  ],
);

testLanguage("Ruby", "main.rb", (code) => `require "json"\nrequire "open3"\n${code}\n`, [
  [
    "backticks",
    'JSON.parse(`curl -s "API/groups/1/clusters/a"`)["srvAddress"]',
    "GET /groups/1/clusters/a",
    "srvAddress",
  ],
  ["%x", 'id = ENV["ID"]\n%x(curl -X DELETE API/groups/#{id})', "DELETE /groups/{ENV.ID}"],
  ["system with a text", 'system "curl API/groups"', "GET /groups"],
  ["system with words", 'system("curl", "-d", { name: "a" }.to_json, "API/groups")', "POST /groups {name}"],
  [
    "Open3",
    'out, status = Open3.capture2("curl", "API/groups/1/clusters/a")\nJSON.parse(out)["srvAddress"]',
    "GET /groups/1/clusters/a",
    "srvAddress",
  ],
  [
    "IO.popen",
    'IO.popen(["curl", "API/groups/1/clusters/a"]) { |io| JSON.parse(io.read)["srvAddress"] }',
    "GET /groups/1/clusters/a",
    "srvAddress",
  ],
  ["another program", 'system("git", "clone", "API/groups")'],
]);

testLanguage("PHP", "main.php", (code) => `<?php\n${code}\n`, [
  [
    "shell_exec",
    '$out = shell_exec("curl -s API/groups/1/clusters/a");\necho json_decode($out, true)["srvAddress"];',
    "GET /groups/1/clusters/a",
    "srvAddress",
  ],
  [
    "quoted words and a body",
    `exec("curl -d " . escapeshellarg(json_encode(["name" => $argv[1]])) . " " . escapeshellarg("API/groups"));`,
    "POST /groups {name}",
  ],
  ["backticks", "$out = `curl -X DELETE API/groups`;", "DELETE /groups"],
  ["another program", 'system("git clone API/groups");'],
]);

testLanguage(
  "C#",
  "Main.cs",
  (code) =>
    `using System.Diagnostics;\nusing System.Text.Json;\nclass Main { void Go(string id) {\n${code}\n} }\n`,
  [
    ["a file and arguments", 'Process.Start("curl", "-X DELETE API/groups");', "DELETE /groups"],
    [
      "settings, and what is printed",
      `var info = new ProcessStartInfo { FileName = "curl", Arguments = $"API/groups/{id}/clusters/a" };
using var one = Process.Start(info);
var text = one.StandardOutput.ReadToEnd();
JsonDocument.Parse(text).RootElement.GetProperty("srvAddress");`,
      "GET /groups/{id}/clusters/a",
      "srvAddress",
    ],
    [
      "a process that is started later",
      'var p = new Process(); p.StartInfo.FileName = "curl"; p.StartInfo.Arguments = "API/groups"; p.Start();',
      "GET /groups",
    ],
    [
      "a list of arguments",
      'var info = new ProcessStartInfo("curl"); info.ArgumentList.Add("API/groups"); Process.Start(info);',
      "GET /groups",
    ],
    ["another program", 'Process.Start("git", "clone API/groups");'],
  ],
);

describe("places of what is started", () => {
  it("are those of the program", async () => {
    const code = `import os
os.system("""curl -d '{"name": 1, "numShards": 2}' -H 'Accept: a/b' API/groups/1/clusters""")
`;
    const { requests } = await factsOf("main.py", code);
    const [{ headers, site, body }] = requests as [(typeof requests)[0]];
    const text = code.replaceAll("API", API);
    const at = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);
    expect(at(site)).toContain("os.system(");
    expect(at(headers.entries[0]!.place!)).toBe("Accept");
    expect(body?.kind === "object" && body.members.map(({ keyPlace }) => keyPlace && at(keyPlace))).toEqual([
      '"name"',
      '"numShards"',
    ]);
  });

  it("include the name of a program in a text, behind which a header can be added", async () => {
    const { requests } = await factsOf("main.py", 'import os\nos.system("curl API/groups")\n');
    const call = { path: "main.py", start: 21, end: 25, exact: true };
    expect(requests[0]!.headers.slots).toEqual([{ kind: "command", call, program: "curl", option: "-H " }]);
  });

  it("do not include one to add a header at in a list, because that would change a word", async () => {
    const code = 'import subprocess\nsubprocess.run(["curl", "API/groups"])\n';
    const { requests } = await factsOf("main.py", code);
    expect(requests[0]!.headers.slots).toEqual([]);
  });
});
