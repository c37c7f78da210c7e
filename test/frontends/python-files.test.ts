import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TEST_DAY } from "../support/analyze.js";
import { report, v2ready } from "../support/command.js";
import { sharedTree } from "../support/tree.js";
import { VOCABULARIES } from "../support/vocabulary-words.js";

/** Code that gives the settings of a file of the repository, by the way that it reads it. */
const READERS: Readonly<Record<string, string>> = {
  "yaml.safe_load": 'import yaml\nwith open("conf.yaml") as f:\n    conf = yaml.safe_load(f)\n',
  "yaml.load of a text": 'import yaml\nconf = yaml.load(open("conf.yaml").read(), Loader=yaml.FullLoader)\n',
  "a path from the module":
    'import os, yaml\nconf = yaml.safe_load(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "conf.yaml")))\n',
  "ruamel.yaml and pathlib":
    'from pathlib import Path\nfrom ruamel.yaml import YAML\nconf = YAML(typ="safe").load(Path(__file__).parent / "conf.yaml")\n',
  "json.load": 'import json\nwith open("conf.json", "r", encoding="utf-8") as f:\n    conf = json.load(f)\n',
  "json.loads and pathlib":
    'import json\nfrom pathlib import Path\nconf = json.loads((Path(__file__).resolve().parent / "conf.json").read_text())\n',
  configparser: 'import configparser\nconf = configparser.ConfigParser()\nconf.read("conf.ini")\n',
  "configparser of a text, with a default section":
    'from configparser import RawConfigParser\nconf = RawConfigParser()\nconf.read_string(open("defaults.ini").read())\n',
  "a function":
    'import json\ndef load(name="conf.json"):\n    with open(name) as f:\n        return json.load(f)\nconf = load()\n',
};

describe.each(VOCABULARIES)("settings of $name that Python reads", ({ words }) => {
  const base = `${words["host"]}/api/${words["admin"]}/v1.0`;
  const treeOf = (reader: string): Record<string, string> => ({
    ".git/HEAD": "",
    "conf.yaml": `api:\n  base: ${base}\n`,
    "conf.json": `${JSON.stringify({ api: { base } })}\n`,
    "conf.ini": `# settings\n[other]\nbase = x\n[api]\n; of the API\nBase : ${base}\n`,
    "defaults.ini": `base = ${base}\n[api]\nkey = a\n`,
    "main.py": `${reader}import requests\nprint(requests.get(conf["api"]["base"] + "/groups/1/clusters").status_code)\n`,
  });

  it.each(Object.keys(READERS))("have the base path of a request: %s", async (name) => {
    const { requests } = await report(["main.py"], { cwd: sharedTree(treeOf(READERS[name]!)) });
    expect(requests).toMatchObject([{ versionNow: "v1.0", path: "/groups/1/clusters" }]);
  });

  it.each(["json.load", "yaml.safe_load"])("change together with the request: %s", async (name) => {
    const file = name.startsWith("json") ? "conf.json" : "conf.yaml";
    const tree = treeOf(READERS[name]!);
    const other = file === "conf.json" ? "conf.yaml" : "conf.json";
    const { [other]: _other, ...own } = tree;
    const cwd = sharedTree(own);
    await v2ready(["fix", "--unsafe-fixes", "--allow-dirty", "--as-of", TEST_DAY], { cwd });
    expect(readFileSync(join(cwd, file), "utf8")).toBe(own[file]!.replace("/v1.0", "/v2"));
    expect(readFileSync(join(cwd, "main.py"), "utf8")).toContain(`vnd.${words["vendor"]}.2023-02-01+json`);
  });
});

it.each([
  ['conf.get("api", "base")', undefined],
  ['conf.get("api", "BASE", fallback=None)', undefined],
  ['conf["api"].get("base", "x")', undefined],
  ['conf["api"]["BASE"]', undefined],
  ['conf.get("api", "none")', 1],
  ['conf["none"]["base"]', 1],
])("reads an option of INI by its name, in small or capital letters: %s", async (read, undetermined = 0) => {
  const cwd = sharedTree({
    ".git/HEAD": "",
    "conf.ini": "[api]\nBASE = https://cloud.mongodb.com/api/atlas/v1.0\n",
    "main.py": `import configparser, requests
conf = configparser.ConfigParser()
conf.read("conf.ini")
print(requests.get(${read} + "/groups/1/alerts").status_code)
`,
  });
  const { requests } = await report(["main.py"], { cwd });
  expect(requests?.filter(({ versionNow }) => versionNow === "v1.0")).toHaveLength(1 - undetermined);
});

it("judges a file of data by the request with which Python sends it", async () => {
  const url = "https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters";
  const cwd = sharedTree({
    "body.json":
      '{ "name": "c0", "replicationSpecs": [{ "numShards": 2, "regionConfigs": [{ "providerName": "AWS", "regionName": "US_EAST_1", "priority": 7, "electableSpecs": { "instanceSize": "M10", "nodeCount": 3 } }] }] }\n',
    "main.py": `import requests\nheaders = {"Accept": "application/vnd.atlas.2024-08-05+json", "Content-Type": "application/json"}\nrequests.post("${url}", data=open("body.json", "rb"), headers=headers)\n`,
  });
  const { findings } = await report([], { cwd });
  expect(findings.filter(({ path }) => path === "body.json").map(({ property }) => property)).toEqual([
    "replicationSpecs[].numShards",
  ]);
});

it("knows nothing of a file that Python writes, or that is not there", async () => {
  const cwd = sharedTree({
    "conf.json": '{ "base": "https://cloud.mongodb.com/api/atlas/v1.0" }\n',
    "main.py": `import json, requests
requests.get(json.load(open("conf.json", "w+"))["base"] + "/groups/1/clusters")
requests.get(json.load(open("other.json"))["base"] + "/groups/1/clusters")
for line in open("conf.json"):
    requests.get(line + "/groups/1/clusters")
`,
  });
  const { summary } = await report(["main.py"], { cwd });
  expect(summary.undetermined).toBe(3);
});
