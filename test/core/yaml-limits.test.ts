import { describe, expect, it } from "vitest";
import { unfitForYaml } from "../../src/core/yaml-limits.js";
import { report } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";
const lines = (count: number, line: (number: number) => string): string =>
  Array.from({ length: count }, (_, number) => line(number)).join("");

describe("YAML that is not given to its parser", () => {
  it.each([
    ["lists in one line", "[".repeat(100_000)],
    ["maps in one line", "{a: ".repeat(100_000)],
    ["items of items", `${"- ".repeat(1_000)}a`],
    ["keys of keys", `${"? ".repeat(1_000)}a`],
    ["keys behind keys", "a ? b : ".repeat(1_000)],
    ["keys with quotes behind keys", '"a": '.repeat(1_000)],
    ["keys with commas behind keys", '"[": "a,": b,c: '.repeat(1_000)],
    ["keys with apostrophes behind keys", "it's: 'a': ".repeat(1_000)],
    ["lists with brackets in texts", `x: ${'["]", '.repeat(1_000)}`],
    ["lists in lines of their own", "[\n".repeat(1_000)],
    ["keys behind a bracket in a text", `- |\n    [\n  -\n      ${"a,b: ".repeat(1_000)}`],
    ["maps in items", lines(1_000, (number) => `${" ".repeat(number)}- a:\n`)],
    ["indentation", lines(1_000, (number) => `${" ".repeat(number)}a:\n`)],
  ])("has too many levels of %s", (_what, text) => {
    expect(unfitForYaml(`a: 1\nb:\n  ${text}`)).toEqual({
      kind: "too-deep",
      message: "has too many nested levels",
    });
  });

  it("is larger than any that people write", () => {
    expect(unfitForYaml("a: 1\n".repeat(1_000_000))?.kind).toBe("too-large");
  });

  it("does not include scripts with thousands of conditions, long lists, and keys of several lines", () => {
    const script = lines(5_000, () => '    if [[ -n "${A}" ]]; then { echo; } fi # ] }\n');
    expect(
      unfitForYaml(`run: |\n${script}list:\n${lines(50_000, () => "  - - a\n")}? a\n: b\n`),
    ).toBeUndefined();
  });

  it("does not include JSON in one line, and items beside each other", () => {
    const items = lines(1_000, (number) => `{"a": {"b": [1, 2]}, 'c${number}': "it's: [", d: e: f}, `);
    const text = `list: [${items}]\n${lines(1_000, (number) => `- a: {b: [${number}]}\n  c: "x: y"\n`)}`;
    expect(unfitForYaml(text)).toBeUndefined();
  });

  it.each([
    ["a workflow", "a.yaml", "has too many nested levels, searched as plain text"],
    ["the packages of pnpm", "pnpm-workspace.yaml", "nests too deeply, and was not read"],
  ])("is a problem of the report: %s", async (_what, file, message) => {
    const deep = `packages: [a]\nrun: curl ${BASE}/groups\nb: ${"[".repeat(100_000)}`;
    const program = `import axios from "axios";\nimport x from "@a/b";\naxios.get("${BASE}/orgs");\n`;
    const cwd = sharedTree({ ".git/HEAD": "", "package.json": "{}", "a.js": program, [file]: deep });
    const { findings, problems } = await report([], { cwd });
    expect(problems).toContainEqual(expect.objectContaining({ path: file, message }));
    expect(findings.map(({ path }) => path)).toEqual(expect.arrayContaining(["a.js", file]));
  });
});
