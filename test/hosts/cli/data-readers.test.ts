import { describe, expect, it } from "vitest";
import { report } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";

const YAML = `atlas:\n  base: https://cloud.mongodb.com/api/atlas/v2\n`;
const JSON_TEXT = `${JSON.stringify({ base: "https://cloud.mongodb.com/api/atlas/v2" })}\n`;

/** Programs that read the base from a file, and have no name of their own that is distinctive. */
const PROGRAMS: readonly (readonly [file: string, data: readonly [string, string], code: string])[] = [
  [
    "src/a.py",
    ["src/config.yaml", YAML],
    `import requests
import yaml
from pathlib import Path
cfg = yaml.safe_load((Path(__file__).parent / "config.yaml").read_text())["atlas"]
print(requests.get(cfg["base"] + "/groups/g/" + "clusters").json())
`,
  ],
  [
    "a.rb",
    ["settings.json", JSON_TEXT],
    `require "json"
require "net/http"
cfg = JSON.parse(File.read("settings.json"))
puts Net::HTTP.get(URI(cfg["base"] + "/groups/g/clusters"))
`,
  ],
  [
    "b.rb",
    ["config.yml", YAML],
    `require "yaml"
require "net/http"
cfg = YAML.load_file(File.join(__dir__, "config.yml"))
puts Net::HTTP.get(URI("#{cfg["atlas"]["base"]}/groups/g/clusters"))
`,
  ],
  [
    "main.go",
    ["settings.json", JSON_TEXT],
    `package main

import (
	"encoding/json"
	"net/http"
	"os"
)

func main() {
	text, _ := os.ReadFile("settings.json")
	var cfg map[string]string
	json.Unmarshal(text, &cfg)
	http.Get(cfg["base"] + "/groups/g/clusters")
}
`,
  ],
  [
    "a.php",
    ["settings.json", JSON_TEXT],
    `<?php
$cfg = json_decode(file_get_contents(__DIR__ . "/settings.json"), true);
echo file_get_contents($cfg["base"] . "/groups/g/clusters");
`,
  ],
];

describe("a program that reads the base path from a file", () => {
  it.each(PROGRAMS)("is found by the name of the file: %s", async (file, [path, text], code) => {
    const tree = sharedTree({ ".git/HEAD": "", [path]: text, [file]: code });
    const { findings } = await report(["."], { cwd: tree });
    expect(findings.map((one) => `${one.path} ${one.ruleId}`)).toEqual([
      `${file} require-version-media-type`,
    ]);
  });

  it("is not sought by the name of a file without a base path", async () => {
    const [[file, , code]] = PROGRAMS as [(typeof PROGRAMS)[number]];
    const tree = sharedTree({ ".git/HEAD": "", "src/config.yaml": "atlas:\n  base: x\n", [file]: code });
    const { summary } = await report(["."], { cwd: tree });
    expect(summary.files.parsed + summary.files.followed).toBe(0);
  });
});
