import { describe, expect, it } from "vitest";
import { SourceText } from "../../../../src/core/source-text.js";
import { applyEdits } from "../../../../src/fix/text-edits.js";
import { javascriptChangeBeside } from "../../../../src/frontends/javascript/editing/compare-trees.js";
import { jsonChangeBeside } from "../../../../src/frontends/json/compare-trees.js";

/** The replaced text: the whole of it or the part between bars. */
type Change = readonly [find: string, replace: string];

/** Returns the change that is found in a text in which the searched texts, each of which occurs once, are replaced. */
function changeIn(path: string, text: string, changes: readonly Change[]): string | undefined {
  const edits = changes
    .map(([marked, replace]) => {
      const find = marked.replaceAll("|", "");
      const at = text.indexOf(find);
      if (at < 0 || text.includes(find, at + 1)) throw new Error(`${find} is not there once`);
      const [before = "", inside] = marked.split("|");
      const start = inside === undefined ? at : at + before.length;
      return { path, start, end: start + (inside ?? find).length, text: replace };
    })
    .sort((a, b) => a.start - b.start);
  const compare = path.endsWith(".json") ? jsonChangeBeside : javascriptChangeBeside;
  return compare(new SourceText(path, text), new SourceText(path, applyEdits(text, edits)), edits);
}

const CODE = `// first 😀
const base = "https://x/api/atlas/v1.0"; /* second */
export const list = async ({ id }) => {
  const r = await fetch(\`\${base}/groups/\${id}\`);
  const { srvAddress } = await r.json(); // third
  return [srvAddress, r.c.srvAddress_];
};
`;

describe("edits that leave everything beside them alone", () => {
  it.each<[name: string, changes: Change[]]>([
    ["a part of a string", [["v1.0", "v2"]]],
    [
      "several parts",
      [
        ["v1.0", "v2"],
        ["/groups/", "/projects/"],
        ["third", "other"],
      ],
    ],
    ["an argument that is added", [["`);", "`, { headers: { Accept: 'x' } });"]]],
    ["a call that is chained", [["`);", "`).then((a) => a);"]]],
    [
      "a pattern that is nested",
      [["{ srvAddress }", "{ connectionStrings: { standardSrv: srvAddress } = {} }"]],
    ],
    ["a read that is longer", [[".srvAddress_", ".connectionStrings?.standardSrv"]]],
    ["a statement above", [["const base", "const ACCEPT = 'x';\nconst base"]]],
    ["a comment that moves with the code around it", [["; /* second */", " /* second */;"]]],
  ])("%s", (_name, changes) => {
    expect(changeIn("a.js", CODE, changes)).toBeUndefined();
  });

  it("in scripts of a component, and in the markup around them", () => {
    const component = `<template><p>v1</p></template>\n<script setup lang="ts">\n${CODE}</script>\n<script>\nexport default {};\n</script>\n`;
    expect(
      changeIn("a.vue", component, [
        ["v1.0", "v2"],
        ["<p>v1</p>", "<p>v2</p>"],
      ]),
    ).toBeUndefined();
    expect(changeIn("a.vue", component, [["v1.0", 'v2"; // ']])).toMatch(/the edit (?:changes|adds|removes)/);
    expect(changeIn("a.vue", component, [["<p>", "<script>1</script><p>"]])).toMatch(/how many scripts/);
  });
});

describe("edits that do more than they say", () => {
  it.each<[name: string, changes: Change[], reason: RegExp]>([
    ["break the syntax", [["v1.0", 'v2"']], /does not parse/],
    ["comment out what follows", [['v1.0";', 'v2"; //']], /^the edit changes how the text/],
    ["end a string early", [["v1.0", 'v2" + "']], /^the edit changes/],
    ["lose a comment", [['v1.0"; /* second */', 'v2";']], /^the edit removes the comment "second"/],
    ["pull code into another statement", [["`);", "`)\n  ("]], /parse|the edit/],
    ["join two elements", [["[srvAddress|,| r", " +"]], /^the edit changes how the text around it is read/],
    ["turn a function into another kind", [["async ({", "({"]], /rule of the language|parse|the edit/],
  ])("%s", (_name, changes, reason) => {
    expect(changeIn("a.js", CODE, changes)).toMatch(reason);
  });

  it("are reported in a file that did not parse before", () => {
    expect(changeIn("a.js", 'const a = "v1.0";\n)', [["v1.0", "v2"]])).toMatch(/cannot be verified/);
  });
});

describe("edits of JSON", () => {
  const TEXT = '{\n  // why\n  "a": [1, "v1.0"],\n  "b": { "c": null }\n}\n';

  it.each<[name: string, changes: Change[], reason: RegExp | undefined]>([
    ["a string", [["v1.0", "v2"]], undefined],
    ["a value for another one", [['{ "c": null }', "[]"]], undefined],
    ["a string that ends early", [["v1.0", 'v2", "']], /^the edit/],
    ["what is no JSON", [["v1.0", 'v2"']], /^the edited file is not valid JSON/],
    ["a comment that is lost", [["// why\n", "\n"]], /removes the comment|changes a comment/],
  ])("%s", (_name, changes, reason) => {
    const change = changeIn("a.json", TEXT, changes);
    if (reason) expect(change).toMatch(reason);
    else expect(change).toBeUndefined();
  });

  it("keep plain JSON plain", () => {
    expect(changeIn("a.json", '{"a": 1}', [["1", "1 /* one */"]])).toMatch(/no longer plain JSON/);
  });
});
