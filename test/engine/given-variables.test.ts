import { describe, expect, it } from "vitest";
import { SourceText } from "../../src/core/source-text.js";
import { givenVariables, mayGet, readsVariable } from "../../src/engine/given-variables.js";
import type { ModuleHost } from "../../src/frontends/module-host.js";
import { yamlTree } from "../../src/workspace/yaml-tree.js";

const URL = "https://cloud.mongodb.com/api/atlas/v2";
const host: ModuleHost = { resolve: () => undefined, read: () => undefined, yaml: yamlTree };

function given(path: string, text: string): string[] {
  const source = new SourceText(path, text);
  return givenVariables(source, host).map(({ name, value, place }) => {
    expect(text.slice(place.start, place.end)).toBe(value);
    return `${name} ${value}`;
  });
}

describe("givenVariables", () => {
  it.each([
    ["an environment file", ".env", `ATLAS=${URL}\n`],
    ["an exported variable", "run.sh", `export ATLAS="${URL}"\n`],
    ["a variable that is exported later", "run.sh", `ATLAS='${URL}'\nexport ATLAS\n`],
    ["a variable of one command", "run.sh", `ATLAS=${URL} python app.py\n`],
    ["an exported variable of make", "Makefile", `ATLAS ?= ${URL}\nexport ATLAS\n`],
    ["an image", "Dockerfile", `FROM x\nENV ATLAS=${URL}\n`],
    ["an image, with a blank", "Dockerfile", `FROM x\nENV ATLAS ${URL}\n`],
    ["a workflow", ".github/workflows/a.yml", `env:\n  ATLAS: ${URL}\n`],
    ["a list of a compose file", "compose.yaml", `services:\n  a:\n    environment:\n      - ATLAS=${URL}\n`],
    ["a list in quotes", "compose.yaml", `services:\n  a:\n    environment:\n      - "ATLAS=${URL}"\n`],
    [
      "a container of a pod",
      "pod.yaml",
      `containers:\n  - env:\n      - name: ATLAS\n        value: ${URL}\n`,
    ],
    [
      "the second of two objects",
      "pods.yaml",
      `kind: Service\n---\nenv:\n  - name: ATLAS\n    value: ${URL}\n`,
    ],
    ["a script of a package", "package.json", `{"scripts": {"go": "ATLAS=${URL} node app.js"}}`],
    ["a launch", "launch.json", `{"configurations": [{"env": {"ATLAS": "${URL}"}}]}`],
  ])("knows that of %s", (_, path, text) => {
    expect(given(path, text)).toEqual([`ATLAS ${URL}`]);
  });

  it.each([
    ["a variable of the shell itself", "run.sh", `ATLAS=${URL}\ncurl $ATLAS\n`],
    ["a value that names another variable", ".env", "ATLAS=$HOST/api/atlas/v2\n"],
    ["a template that people copy", ".env.example", `ATLAS=${URL}\n`],
    ["code", "app.py", `ATLAS = "${URL}"\n`],
    ["data that sets nothing", "settings.json", `{"ATLAS": "${URL}"}`],
  ])("does not take %s", (_, path, text) => {
    expect(given(path, text)).toEqual([]);
  });
});

describe("mayGet", () => {
  const at = (path: string) => ({ name: "ATLAS", value: URL, place: { path, start: 0, end: 0 } });

  it("reaches programs below the folder of the file, and all from a folder of continuous integration", () => {
    expect(mayGet("a/b/app.py", at("a/.env"), "")).toBe(true);
    expect(mayGet("a/app.py", at(".github/workflows/x.yml"), "")).toBe(true);
    expect(mayGet("b/app.py", at("a/.env"), "")).toBe(false);
  });

  it("reaches a program elsewhere that the file names", () => {
    expect(mayGet("src/app.py", at("scripts/run.sh"), "python ../src/app.py")).toBe(true);
  });
});

it("finds the programs that read a variable", () => {
  const variable = { name: "ATLAS", value: URL, place: { path: ".env", start: 0, end: 0 } };
  expect(readsVariable(new SourceText("a.py", 'os.environ["ATLAS"]'), variable)).toBe(true);
  expect(readsVariable(new SourceText("a.py", "ATLAS = 1"), variable)).toBe(false);
});
