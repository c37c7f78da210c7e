import { expect, it } from "vitest";
import { readsUnnamed } from "../../src/runs/readers/folder-words.js";

const SEND = `#!/bin/bash\ncurl -s -d @"$1" https://example.com/clusters\n`;

it.each([
  ["a file of JSON that curl sends", SEND, "cluster.json", true],
  ["a file of YAML that curl sends", SEND, "deploy.yml", false],
  ["a file of YAML that another command makes JSON of", `${SEND}yq -o json "$1"\n`, "deploy.yml", true],
  [
    "a file of YAML that a script says to send",
    SEND.replace("-s", "-H 'Content-Type: application/yaml'"),
    "deploy.yml",
    true,
  ],
])("a shell script may read %s without its name: %#", (_, text, path, expected) => {
  expect(readsUnnamed(text, "send.sh", path)).toBe(expected);
});
