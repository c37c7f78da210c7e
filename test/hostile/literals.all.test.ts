import { beforeAll, describe, expect, it } from "vitest";
import { runHostile } from "./run-hostile.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";
/** A list of 350,000 numbers, which has 700 kB. */
const NUMBERS = "1,".repeat(350_000) + "1";

const LITERALS = Object.entries({
  Go: {
    "main.go": `package main\n\nimport "net/http"\n\nvar data = []int{${NUMBERS}}\n\nfunc f() { http.Get("${BASE}/groups") }\n`,
  },
  Ruby: { "a.rb": `require "net/http"\ndata = [${NUMBERS}]\nNet::HTTP.get(URI("${BASE}/groups"))\n` },
  Python: { "a.py": `import requests\ndata = [${NUMBERS}]\nrequests.get("${BASE}/groups")\n` },
  "C#": {
    "A.cs": `using System.Net.Http;\nclass A { int[] data = {${NUMBERS}}; async Task F(HttpClient client) {\nawait client.GetAsync("${BASE}/groups");\n} }\n`,
  },
  PHP: { "a.php": `<?php\n$data = [${NUMBERS}];\nfile_get_contents("${BASE}/groups");\n` },
  PowerShell: { "a.ps1": `$data = @(${NUMBERS})\nInvoke-RestMethod "${BASE}/groups"\n` },
}).map(([name, files]) => ({ name, files }));

/**
 * In megabytes. The memory of the parsers has at most 256 more, and the process itself 60. Values of 700 kB in Go alone took
 * more than 320.
 */
const HEAP = 160;

describe("lists of 350,000 numbers", () => {
  let outcomes: Awaited<ReturnType<typeof runHostile>>;
  beforeAll(async () => {
    outcomes = await runHostile(LITERALS, HEAP);
  }, 120_000);

  it.each(LITERALS)(
    "in $name do not exhaust the memory, and the problem says that the file is searched",
    ({ name }) => {
      const { findings, problems } = outcomes.get(name)!;
      expect(findings.map(({ ruleId }) => ruleId)).toContain("no-unversioned-base-path");
      expect(problems).toMatchObject([
        { kind: "too-large", message: expect.stringMatching(/searched as plain text$/) as string },
      ]);
    },
  );
});
