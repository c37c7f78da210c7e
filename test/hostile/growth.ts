import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Profiler } from "node:inspector";
import { expect } from "vitest";
import { v2ready } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

const V1 = "https://cloud.mongodb.com/api/atlas/v1.0";
const V2 = "https://cloud.mongodb.com/api/atlas/v2";
const BODY =
  '{"name":"a","diskSizeGB":10,"providerSettings":{"instanceSizeName":"M10","regionName":"EU_WEST_1"}}';
const OLD_TYPE = 'headers: { Accept: "application/vnd.atlas.2023-01-01+json" }';

/** A file of many calls, with the lines before and behind them. */
interface ManyCalls {
  readonly file: string;
  readonly before?: string;
  readonly call: (number: number) => string;
  readonly after?: string;
}

export const MANY_CALLS = {
  JavaScript: {
    file: "a.js",
    before: 'import axios from "axios";\n',
    call: (number) =>
      `axios.post("${V1}/groups/${number}/clusters", { name: "a${number}", diskSizeGB: 1 });\n`,
  },
  "upgrades in JavaScript": {
    file: "a.js",
    before: 'import axios from "axios";\n',
    call: (number) => `axios.get("${V2}/groups/${number}/clusters", { ${OLD_TYPE} });\n`,
  },
  "JavaScript with one base path": {
    file: "a.js",
    before: `import axios from "axios";\nconst base = "${V1}";\n`,
    call: (number) => `axios.get(base + "/groups/${number}/clusters");\n`,
  },
  "JavaScript with one header": {
    file: "a.js",
    before: `import axios from "axios";\nconst options = { ${OLD_TYPE} };\n`,
    call: (number) => `axios.get("${V2}/groups/${number}/clusters", options);\n`,
  },
  Python: {
    file: "a.py",
    before: "import requests\n",
    call: (number) => `requests.get("${V1}/groups/${number}")\n`,
  },
  shell: {
    file: "a.sh",
    before: `B=${V1}\n`,
    call: (number) => `curl -s "$B/groups/${number}" | jq -r .srvAddress\n`,
  },
  Go: {
    file: "a.go",
    before: 'package main\nimport "net/http"\n',
    call: (number) => `func f${number}(x string) { http.Get("${V1}/groups/" + x) }\n`,
  },
  Java: {
    file: "A.java",
    before:
      "import org.springframework.web.client.RestTemplate;\nclass A { void f(RestTemplate template) {\n",
    call: (number) => `template.getForObject("${V1}/groups/${number}", String.class);\n`,
    after: "} }\n",
  },
  Ruby: {
    file: "a.rb",
    before: 'require "net/http"\n',
    call: (number) => `Net::HTTP.get(URI("${V1}/groups/${number}"))\n`,
  },
  "C#": {
    file: "A.cs",
    before: "using System.Net.Http;\nclass A { async Task F(HttpClient client) {\n",
    call: (number) => `await client.GetAsync("${V1}/groups/${number}");\n`,
    after: "} }\n",
  },
  "JavaScript in functions": {
    file: "a.js",
    before: 'import axios from "axios";\n',
    call: (number) =>
      `export async function f${number}() { return (await axios.get("${V1}/groups/${number}")).data.results; }\n`,
  },
  "JavaScript with other mentions of the API": {
    file: "a.js",
    before: 'import axios from "axios";\n',
    call: (number) =>
      `export async function f${number}(id) {\n` +
      `  if (id === "${V1}/groups/a${number}") return ["application/vnd.atlas.2023-01-01+json; a=${number}"];\n` +
      `  const paths = [\`/api/atlas/v1.0/groups/\${id}/clusters\`];\n` +
      `  const { data } = await axios.get(\`${V2}/groups/\${id}/clusters\`, { ${OLD_TYPE} });\n` +
      `  return [paths, data, (await axios.get(\`${V1}/groups/\${id}/clusters\`)).data];\n}\n`,
  },
  Scala: {
    file: "a.scala",
    call: (number) => `val u${number} = "${V1}/groups/${number}"\n`,
  },
  "commands in YAML": {
    file: "a.yaml",
    before: "steps:\n",
    call: (number) => `  - run: |\n      curl "${V1}/groups/${number}"\n`,
  },
  "lines of one script in YAML": {
    file: "a.yaml",
    before: "run: |\n",
    call: (number) => `  # ${V1}/groups/${number}\n${"  #\n".repeat(7)}`,
  },
  "instructions of a Dockerfile": {
    file: "Dockerfile",
    before: "FROM alpine\n",
    call: (number) => `RUN curl "${V1}/groups/${number}"\n`,
  },
  "bodies and reads in Go": {
    file: "a.go",
    before:
      'package main\nimport ("encoding/json"; "net/http"; "strings")\ntype C struct { S string `json:"mongoURI"` }\n',
    call: (number) =>
      `func f${number}(x string) string {\n  r, _ := http.Post("${V1}/groups/${number}/clusters", "application/json", ` +
      `strings.NewReader(\`${BODY}\`))\n  var c C\n  json.NewDecoder(r.Body).Decode(&c)\n  return c.S\n}\n`,
  },
  "reads in Java": {
    file: "A.java",
    before:
      "import org.springframework.web.client.RestTemplate;\nimport java.util.Map;\nclass A { RestTemplate t = new RestTemplate();\n",
    call: (number) =>
      `Object f${number}() { return t.getForObject("${V1}/groups/${number}/clusters/a", Map.class).get("mongoURI"); }\n`,
    after: "}\n",
  },
  "bodies and reads in Ruby": {
    file: "a.rb",
    before: 'require "net/http"\nrequire "json"\n',
    call: (number) =>
      `def f${number}(x)\n  r = Net::HTTP.post(URI("${V1}/groups/${number}/clusters"), ${JSON.stringify(BODY)})\n` +
      `  JSON.parse(r.body)["srvAddress"]\nend\n`,
  },
  "bodies and reads in Python": {
    file: "a.py",
    before: "import requests\n",
    call: (number) =>
      `def f${number}(x):\n    r = requests.post("${V1}/groups/${number}/clusters", json=${BODY})\n    return r.json()["srvAddress"]\n`,
  },
  "tasks of Ansible": {
    file: "playbook.yml",
    before: "- hosts: all\n  tasks:\n",
    call: (number) =>
      `  - uri:\n      url: "${V1}/groups/${number}/clusters"\n      method: POST\n      body_format: json\n      body: ${BODY}\n`,
  },
  "markup of a component": {
    file: "a.vue",
    before: "<script setup>\nimport axios from 'axios';\n</script>\n<template>\n",
    call: (number) =>
      `<p @click="axios.get('${V1}/groups/${number}/clusters')">{{ cluster.srvAddress }}</p>\n`,
    after: "</template>\n",
  },
  "requests in an HTTP file": {
    file: "a.http",
    call: (number) =>
      `### a\nPOST ${V1}/groups/${number}/clusters\nContent-Type: application/json\n\n${BODY}\n\n`,
  },
} as const satisfies Readonly<Record<string, ManyCalls>>;

/** The calls of the smallest file. The two larger ones have twice and four times as many. */
const FEWEST = 100;

/**
 * A function may run this many times for each call that the largest file has more than the smallest one. For 4,000 calls
 * in a file that is less than a second, however its work grows.
 */
const UNIMPORTANT = 1_000;

/** Twice the calls may take this many times the additional work. Linear work takes 2, work on pairs of calls 4. */
const MOST_GROWTH = 2.5;

/**
 * Returns the functions whose work grows faster than the number of calls. Work is counted, so that no clock decides.
 */
export async function growingFaster(calls: ManyCalls): Promise<string[]> {
  const few = await workOf(calls, FEWEST);
  const more = await workOf(calls, 2 * FEWEST);
  const most = await workOf(calls, 4 * FEWEST);
  expect(most.size).toBeGreaterThan(1_000);
  return [...most].flatMap(([name, third]) => {
    const [first, second] = [few.get(name) ?? 0, more.get(name) ?? 0];
    if (third - first < UNIMPORTANT * 3 * FEWEST || third - second <= MOST_GROWTH * (second - first))
      return [];
    return [`${name}: ${first}, ${second}, ${third}`];
  });
}

/** Counts how often the busiest block of each function of the built command runs. */
async function workOf(
  { file, before = "", call, after = "" }: ManyCalls,
  count: number,
): Promise<Map<string, number>> {
  const lines = Array.from({ length: count }, (_, number) => call(number));
  const cwd = sharedTree({
    ".git/HEAD": "",
    "go.mod": "module example.com/m\n",
    [file]: before + lines.join("") + after,
  });
  const counts = join(cwd, ".git/counts");
  const { stdout } = await v2ready(["check", "--format", "json"], {
    cwd,
    asProcess: true,
    env: { NODE_V8_COVERAGE: counts },
  });
  expect(stdout.split("/groups/").length).toBeGreaterThan(count);
  const work = new Map<string, number>();
  for (const name of readdirSync(counts)) {
    const { result } = JSON.parse(readFileSync(join(counts, name), "utf8")) as {
      result: Profiler.ScriptCoverage[];
    };
    for (const { url, functions } of result)
      for (const { functionName, ranges } of functions) {
        const key = `${functionName} at ${ranges[0]!.startOffset} of ${url}`;
        work.set(
          key,
          ranges.reduce((most, range) => Math.max(most, range.count), work.get(key) ?? 0),
        );
      }
  }
  return work;
}
