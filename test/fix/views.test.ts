import { describe, it } from "vitest";
import { BASE, TYPE, expectFixed, type FixCase } from "../support/fix-cases.js";

const START: Readonly<Record<string, string>> = {
  "a.py": `import requests\nc = requests.get("${BASE}/v1.0/groups/1/clusters/a").json()\n`,
  "a.rb": `c = HTTParty.get("${BASE}/v1.0/groups/1/clusters/a").parsed_response\n`,
  "a.php": `<?php\n$c = json_decode(file_get_contents("${BASE}/v1.0/groups/1/clusters/a"), true);\n`,
  "a.sh": `curl -s ${BASE}/v1.0/groups/1/clusters/a | `,
};

const left = (path: string, code: string, refused: RegExp): FixCase => ({
  what: `${path}: ${code}`,
  path,
  before: `${START[path]!}${code}\n`,
  refused,
});

const KEYS = /a list of the keys/;
const HASH = /only the outer keys of the hash/;
const CAST = /only the outer array or object is cast/;
const UNREADABLE = /v2ready cannot change how the code reads it/;

describe("a read through a view or a shallow copy of a response is left to a person", () => {
  it.each([
    left("a.py", `if "srvAddress" in c.keys():\n    pass`, KEYS),
    left("a.py", `if "srvAddress" in set(c):\n    pass`, KEYS),
    left("a.py", `keys = (list(c.keys()))\nif "srvAddress" in keys:\n    pass`, KEYS),
    left("a.rb", "puts c.transform_keys(&:to_sym)[:srvAddress]", HASH),
    left("a.rb", "d = c.symbolize_keys\nputs d.fetch(:srvAddress)", HASH),
    left("a.rb", "puts OpenStruct.new(c)[:srvAddress]", HASH),
    left("a.php", "echo ((object) $c)->srvAddress;", CAST),
    left("a.php", `$d = (array) $c;\necho $d["srvAddress"];`, CAST),
    left("a.sh", "jq 'pick(.name, .srvAddress)'", /keeps the path of the property/),
    left("a.py", `print("{name} {srvAddress}".format(**c))`, UNREADABLE),
  ])("$what", async (one) => {
    await expectFixed(one);
  });

  it("and is changed where the copy has all of it", async () => {
    await expectFixed({
      what: "Ruby",
      path: "a.rb",
      before: `${START["a.rb"]!}puts c.deep_symbolize_keys[:srvAddress]\n`,
      after: `c = HTTParty.get("${BASE}/v2/groups/1/clusters/a", headers: { "Accept" => "${TYPE}" }).parsed_response\nputs c.deep_symbolize_keys.dig(:connectionStrings, :standardSrv)\n`,
    });
  });
});

describe("a filter of jq", () => {
  it("that goes on without an object does so at each step", async () => {
    await expectFixed({
      what: "jq",
      path: "a.sh",
      before: `${START["a.sh"]!}jq '.. | .srvAddress? // empty'\n`,
      after: `curl -H "Accept: ${TYPE}" -s ${BASE}/v2/groups/1/clusters/a | jq '.. | .connectionStrings?.standardSrv? // empty'\n`,
    });
  });
});
