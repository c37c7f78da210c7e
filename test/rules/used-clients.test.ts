import { expect, it } from "vitest";
import { report } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

/** Checks files, and returns the severities of clients that send the old form, with what imports them. */
async function found(files: Readonly<Record<string, string>>): Promise<string[]> {
  const { findings } = await report(["."], { cwd: sharedTree({ ".git/HEAD": "", ...files }) });
  return findings
    .filter(({ ruleId }) => ruleId === "no-outdated-client")
    .map(({ severity, path, related }) => [severity, path, ...related.map((one) => one.path)].join(" "));
}

const GO_MOD = "module example.com/x\n\ngo 1.22\n\nrequire go.mongodb.org/atlas v0.38.0\n";
const GO = `package main

import (
	"context"

	"go.mongodb.org/atlas/mongodbatlas"
)

func main() {
	client := mongodbatlas.NewClient(nil)
	client.Clusters.List(context.Background(), "group", nil)
}
`;
const NPM = JSON.stringify({ dependencies: { "@mhoc/mongodb-atlas": "0.0.13" } });
const NODE = `import { getAllClusters } from "@mhoc/mongodb-atlas";\nawait getAllClusters("key", "group");\n`;
const PYTHON = `from atlasapi.atlas import Atlas\nprint(Atlas("u", "p", "g").Clusters.get_all_clusters())\n`;

it.each<[string, Record<string, string>, string]>([
  ["Go", { "go.mod": GO_MOD, "main.go": GO }, "error go.mod main.go"],
  ["npm", { "package.json": NPM, "list.mjs": NODE }, "error package.json list.mjs"],
  ["PyPI", { "requirements.txt": "atlasapi==2.0\n", "a.py": PYTHON }, "error requirements.txt a.py"],
  [
    "only tests import it",
    { "requirements.txt": "atlasapi==2.0\n", "tests/test_a.py": PYTHON },
    "warning requirements.txt",
  ],
  [
    "nothing imports it",
    { "go.mod": GO_MOD, "main.go": "package main\n\nfunc main() {}\n" },
    "warning go.mod",
  ],
  [
    "the code of another package imports it",
    { "a/package.json": NPM, "b/list.mjs": NODE },
    "warning a/package.json",
  ],
])(
  "a client that sends the old form is an error where code imports it: %s",
  async (_what, files, expected) => {
    expect(await found(files)).toEqual([expected]);
  },
);
