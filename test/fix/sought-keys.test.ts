import { describe, expect, it } from "vitest";
import { BASE } from "../support/fix-cases.js";
import { fixFiles } from "../support/fix-files.js";

const UNVERSIONED = { url: `${BASE}/v1.0/groups/1/clusters/a`, type: "application/json" };
const VERSIONED = { url: `${BASE}/v2/groups/1/clusters/a`, type: "application/vnd.atlas.2024-08-05+json" };

type Start = (request: typeof VERSIONED) => string;
const START: Readonly<Record<string, Start>> = {
  "a.py": ({ url, type }) =>
    `import requests\nc = requests.get("${url}", headers={"Accept": "${type}"}).json()\n`,
  "a.rb": ({ url, type }) =>
    `require "ostruct"\nc = HTTParty.get("${url}", headers: { "Accept" => "${type}" }).parsed_response\n`,
  "a.php": ({ url, type }) =>
    `<?php\n$http = stream_context_create(["http" => ["header" => "Accept: ${type}"]]);\n$c = json_decode(file_get_contents("${url}", false, $http), true);\n`,
  "a.sh": ({ url, type }) => `curl -s -H "Accept: ${type}" ${url} | `,
  "a.js": ({ url, type }) =>
    `const c = await (await fetch("${url}", { headers: { Accept: "${type}" } })).json();\n`,
};

/** Code that reads `mongoURI` of a response `c` without its name behind a dot or in brackets. */
const READS: readonly (readonly [string, string])[] = [
  ["a.py", `print(list(map(c.get, ["name", "mongoURI"])))`],
  ["a.py", `print(list(filter(c.get, ["name", "mongoURI"])))`],
  ["a.py", `print(c.keys() >= {"name", "mongoURI"})`],
  ["a.py", `print({"name", "mongoURI"} <= set(c))`],
  ["a.py", `print(set(c) & {"mongoURI"})`],
  ["a.py", `print({"mongoURI"} - c.keys())`],
  ["a.py", `print(sorted(c) == ["mongoURI", "name"])`],
  ["a.py", `print({"mongoURI"}.issubset(c))`],
  ["a.py", `print(c.keys().isdisjoint(["mongoURI"]))`],
  ["a.py", `print("{mongoURI}".format_map(c))`],
  ["a.py", `def show(name, mongoURI=None, **more):\n    print(mongoURI)\nshow(**c)`],
  ["a.py", `import types\nprint(types.SimpleNamespace(**c).mongoURI)`],
  ["a.rb", `puts OpenStruct.new(c).mongoURI.length`],
  ["a.rb", `puts c.keys.include?("mongoURI")`],
  ["a.rb", `puts (%w[mongoURI] - c.keys).empty?`],
  ["a.rb", `puts (c.keys & %w[mongoURI]).any?`],
  ["a.rb", `def show(name:, mongoURI: nil, **more)\n  puts mongoURI\nend\nshow(**c)`],
  ["a.php", `var_dump(in_array("mongoURI", array_keys($c)));`],
  ["a.sh", `jq 'to_entries[] | select(.key=="mongoURI") | .value'`],
  ["a.sh", `jq 'with_entries(select(.key=="mongoURI"))'`],
  ["a.sh", `jq 'keys[] | select(.=="mongoURI")'`],
  ["a.sh", `jq 'keys | index("mongoURI")'`],
  ["a.sh", `jq 'any(keys[]; .=="mongoURI")'`],
  ["a.js", `use(Object.keys(c).includes("mongoURI"));`],
  ["a.js", `use(new Set(Object.keys(c)).has("mongoURI"));`],
];

/** Code that may read any property of a response `c`. */
const LISTS: readonly (readonly [string, string])[] = [
  ["a.py", `import names\nprint(set(c) & names.WANTED)`],
  ["a.py", `import names\nprint(c.keys() >= names.WANTED)`],
  ["a.py", `import names\nnames.each(c.get)`],
  ["a.rb", `puts c.keys.size`],
  ["a.php", `var_dump(array_search($argv[1], array_keys($c)));`],
  ["a.sh", `jq 'with_entries(select(.key | test("mongo")))'`],
  ["a.sh", `jq 'tostream | select(.[0][0] | test("mongo"))'`],
  ["a.sh", `jq --stream .`],
  ["a.sh", `jq '[paths(scalars)]'`],
];

describe("a name that code looks for among the keys of a response", () => {
  it.each([...READS, ...LISTS])("keeps the request from a safe fix: %s %s", async (path, code) => {
    const files = { [path]: `${START[path]!(UNVERSIONED)}${code}\n` };
    expect((await fixFiles(files)).files).toEqual(files);
  });

  it.each(READS)("is found where the request has a version: %s %s", async (path, code) => {
    const text = `${START[path]!(VERSIONED)}${code}\n`;
    const { remaining } = await fixFiles({ [path]: text }, [], "2024-08-05");
    expect([...new Set(remaining.map((one) => one.split(" ")[0]))]).toEqual(["no-removed-property"]);
  });

  it.each([
    ["a.py", `print({"name"} - {"mongoURI"}, c["name"])`],
    ["a.py", `print(set(c["labels"]) & {"mongoURI"})`],
    ["a.py", `print(list(map(c.get, ["name", "paused"])))`],
    ["a.py", `def show(name, mongoURI=None):\n    print(name)\nshow(name=c["name"])`],
    ["a.rb", `puts c["labels"].include?("x")`],
    ["a.sh", `jq '.labels | map(.key) | index("mongoURI")'`],
  ])("is not one of other lists: %s %s", async (path, code) => {
    const { files, remaining } = await fixFiles({ [path]: `${START[path]!(UNVERSIONED)}${code}\n` });
    expect(files[path]).toContain("/api/atlas/v2/");
    expect(remaining).toEqual([]);
  });
});
