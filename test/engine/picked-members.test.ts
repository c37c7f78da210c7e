import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const URL = "https://cloud.mongodb.com/api/atlas/v2/groups/g/clusters/c";
const TYPE = "application/vnd.atlas.2023-02-01+json";

/** Programs that have the names `name` and `providerSettings` as NAMES, get a cluster, and run one more piece of code. */
const PROGRAMS: Readonly<Record<string, (code: string) => [string, string]>> = {
  JavaScript: (code) => [
    "a.mjs",
    `import _ from "lodash";\nconst NAMES = ["name", "providerSettings"];\nconst cluster = await (await fetch("${URL}", { headers: { Accept: "${TYPE}" } })).json();\nlet body = {};\n${code}\nconsole.log(body);\n`,
  ],
  Python: (code) => [
    "a.py",
    `import requests\nNAMES = ("name", "providerSettings")\ncluster = requests.get("${URL}", headers={"Accept": "${TYPE}"}).json()\nbody = {}\n${code}\nprint(body)\n`,
  ],
  Ruby: (code) => [
    "a.rb",
    `require "httparty"\nNAMES = %w[name providerSettings]\ncluster = HTTParty.get("${URL}", headers: { "Accept" => "${TYPE}" }).parsed_response\nbody = {}\n${code}\nputs body\n`,
  ],
  PHP: (code) => [
    "a.php",
    `<?php\nconst NAMES = ["name", "providerSettings"];\n$cluster = Illuminate\\Support\\Facades\\Http::withHeaders(["Accept" => "${TYPE}"])->get("${URL}")->json();\n$body = [];\n${code}\nvar_dump($body);\n`,
  ],
  Go: (code) => [
    "a.go",
    `package main\n\nimport (\n\t"encoding/json"\n\t"fmt"\n\t"net/http"\n)\n\nfunc main() {\n\treq, _ := http.NewRequest("GET", "${URL}", nil)\n\treq.Header.Set("Accept", "${TYPE}")\n\tres, _ := http.DefaultClient.Do(req)\n\tvar cluster map[string]any\n\tjson.NewDecoder(res.Body).Decode(&cluster)\n\tbody := map[string]any{}\n\t${code}\n\tfmt.Println(body)\n}\n`,
  ],
};

/** Returns the removed properties that errors name. */
async function errorsIn(language: string, code: string): Promise<readonly (string | undefined)[]> {
  const { findings } = await analyze(...PROGRAMS[language]!(code));
  const errors = findings.filter(({ severity, confidence }) => severity === "error" && confidence !== "low");
  return errors.map(({ property }) => property);
}

describe("a member of an answer that code picks by its key", () => {
  it.each([
    ["JavaScript", "body = Object.fromEntries(Object.entries(cluster).filter(([k]) => NAMES.includes(k)));"],
    [
      "JavaScript",
      "body = Object.fromEntries(Object.entries(cluster).filter((e) => new Set(NAMES).has(e[0])));",
    ],
    ["JavaScript", "body = _.pickBy(cluster, (value, k) => NAMES.includes(k));"],
    ["JavaScript", "body = Object.keys(cluster).filter((k) => NAMES.includes(k)).map((k) => cluster[k]);"],
    ["JavaScript", "for (const k in cluster) if (NAMES.includes(k)) body[k] = cluster[k];"],
    ["JavaScript", `for (const [k, v] of Object.entries(cluster)) if (k === "providerSettings") body = v;`],
    ["JavaScript", `for (const k in cluster) { if (k !== "providerSettings") continue; body = cluster[k]; }`],
    [
      "JavaScript",
      `for (const k in cluster) { switch (k) { case "providerSettings": body = cluster[k]; break; default: } }`,
    ],
    ["Python", "body = {k: v for k, v in cluster.items() if k in NAMES}"],
    ["Python", "body = dict(filter(lambda kv: kv[0] in NAMES, cluster.items()))"],
    ["Python", "for k, v in cluster.items():\n    if k in NAMES:\n        body[k] = v"],
    ["Python", `body = [v for k, v in cluster.items() if k == "providerSettings"]`],
    ["Ruby", "body = cluster.select { |k, _| NAMES.include?(k) }"],
    ["Ruby", `body = cluster.filter_map { |k, v| [k, v] if k == "providerSettings" }.to_h`],
    ["Ruby", "cluster.each { |k, v| body[k] = v if NAMES.include?(k) }"],
    ["PHP", "$body = array_intersect_key($cluster, array_flip(NAMES));"],
    ["PHP", "$body = array_filter($cluster, fn($k) => in_array($k, NAMES), ARRAY_FILTER_USE_KEY);"],
    ["PHP", "foreach ($cluster as $k => $v) { if (in_array($k, NAMES)) { $body[$k] = $v; } }"],
    [
      "JavaScript",
      "const keep = (k) => NAMES.includes(k);\nbody = Object.keys(cluster).filter(keep).map((k) => cluster[k]);",
    ],
    [
      "JavaScript",
      "function isOld(k) { return NAMES.includes(k); }\nbody = Object.entries(cluster).filter(([k]) => isOld(k));",
    ],
    [
      "JavaScript",
      "const isNew = (k) => !NAMES.includes(k);\nfor (const k in cluster) if (!isNew(k)) body[k] = cluster[k];",
    ],
    [
      "Python",
      "def is_old(k):\n    return k in NAMES\nbody = {k: v for k, v in cluster.items() if is_old(k)}",
    ],
    ["Python", "keep = lambda k: k in NAMES\nbody = list(filter(keep, cluster))"],
    ["Go", `for k, v := range cluster {\n\t\tif k == "providerSettings" {\n\t\t\tbody[k] = v\n\t\t}\n\t}`],
  ])("is read in %s: %s", async (language, code) => {
    expect(await errorsIn(language, code)).toEqual(["providerSettings"]);
  });

  it.each([
    ["JavaScript", "body = Object.fromEntries(Object.entries(cluster).filter(([k]) => !NAMES.includes(k)));"],
    ["JavaScript", "for (const k in cluster) { if (NAMES.includes(k)) continue; body[k] = cluster[k]; }"],
    ["JavaScript", "body = _.omitBy(cluster, (value, k) => NAMES.includes(k));"],
    [
      "JavaScript",
      "body = JSON.parse(JSON.stringify(cluster, (k, v) => NAMES.includes(k) ? undefined : v));",
    ],
    ["JavaScript", `body = Object.entries(cluster).filter(([k]) => k !== "providerSettings");`],
    [
      "JavaScript",
      "Object.keys(cluster).forEach((k) => { if (NAMES.includes(k)) return; body[k] = cluster[k]; });",
    ],
    [
      "JavaScript",
      "body = Object.entries(cluster).reduce((all, [k, v]) => NAMES.includes(k) ? all : { ...all, [k]: v }, {});",
    ],
    ["Python", "body = {k: v for k, v in cluster.items() if k not in NAMES}"],
    ["Python", "for k, v in cluster.items():\n    if k in NAMES:\n        continue\n    body[k] = v"],
    ["Python", "for k in list(cluster):\n    if k in NAMES:\n        del cluster[k]\nbody = cluster"],
    ["Ruby", "body = cluster.reject { |k, _| NAMES.include?(k) }"],
    ["Ruby", "cluster.each { |k, v| body[k] = v unless NAMES.include?(k) }"],
    ["PHP", "$body = array_filter($cluster, fn($k) => !in_array($k, NAMES), ARRAY_FILTER_USE_KEY);"],
    ["PHP", "foreach ($cluster as $k => $v) { if (in_array($k, NAMES)) { unset($cluster[$k]); } }"],
    ["PHP", "$body = array_diff_key($cluster, array_flip(NAMES));"],
    [
      "JavaScript",
      "const drop = (k) => NAMES.includes(k);\nbody = Object.keys(cluster).filter((k) => !drop(k)).map((k) => cluster[k]);",
    ],
    ["JavaScript", "const drop = (value, k) => NAMES.includes(k);\nbody = _.omitBy(cluster, drop);"],
    ["JavaScript", "const keep = (k) => !NAMES.includes(k);\nbody = Object.keys(cluster).filter(keep);"],
    [
      "Python",
      "def is_old(k):\n    return k in NAMES\nbody = {k: v for k, v in cluster.items() if not is_old(k)}",
    ],
    ["Go", `for k, v := range cluster {\n\t\tif k != "providerSettings" {\n\t\t\tbody[k] = v\n\t\t}\n\t}`],
  ])("is not read where it is left out, in %s: %s", async (language, code) => {
    expect(await errorsIn(language, code)).toEqual([]);
  });
});
