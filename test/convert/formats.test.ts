import { describe, expect, it } from "vitest";
import { loadCatalog } from "../../src/catalog/load.js";
import { convertClusterJson } from "../../src/convert/json.js";
import { convertClusterLiteral } from "../../src/convert/literal.js";
import { applyEdits } from "../../src/fix/text-edits.js";

const options = { vocabularies: loadCatalog().vocabularies };

/** Converts the literal between the marks, or the whole of a JSON text, and again: the second time nothing may change. */
function convert(path: string, marked: string): string {
  const start = marked.indexOf("⟦");
  const text = marked.replace(/[⟦⟧]/gu, "");
  const span = { start, end: marked.indexOf("⟧") - 1 };
  const once = path.endsWith(".json")
    ? convertClusterJson(text, options)
    : convertClusterLiteral({ path, text }, span, options);
  if (!once.ok) throw new Error("message" in once ? once.message : once.blockers.join("\n"));
  const result = applyEdits(
    text,
    once.edits.map((edit) => ({ ...edit, path })),
  );
  const after = { start, end: span.end + result.length - text.length };
  const twice = path.endsWith(".json")
    ? convertClusterJson(result, options)
    : convertClusterLiteral({ path, text: result }, after, options);
  // By itself `backupEnabled` does not tell which of the two forms it is of; a person is asked, and nothing changes.
  const isAsked = "blockers" in twice && twice.blockers.every((one) => one.startsWith("backupEnabled "));
  if (!isAsked) expect(twice).toMatchObject({ ok: true, edits: [], decisions: [] });
  return result;
}

const lines = (...all: string[]): string => all.join("\n");

describe("object literals", () => {
  it("keep tabs, single quotes, comments, order and the text around them", () => {
    const before = lines(
      "const größe = pick(); // 😀",
      "export const make = (region) => post('/clusters', ⟦{",
      "\tname: 'prod', // the name: ünï 😀",
      "",
      "\t// one flag",
      "\tproviderBackupEnabled: true,",
      "\t/* where */",
      "\tproviderSettings: {",
      "\t\tproviderName: 'AWS',",
      "\t\t// nearest",
      "\t\tregionName: region,",
      "\t\tinstanceSizeName: größe ?? (log(), 'M10'), // the size",
      "\t},",
      "\tlabels: [{ key: 'a', value: \"it's\" }],",
      "}⟧, done);",
      "",
    );
    expect(convert("a.js", before)).toBe(
      lines(
        "const größe = pick(); // 😀",
        "export const make = (region) => post('/clusters', {",
        "\tname: 'prod', // the name: ünï 😀",
        "",
        "\t// one flag",
        "\tbackupEnabled: true,",
        "\tclusterType: 'REPLICASET',",
        "\t/* where */",
        "\treplicationSpecs: [",
        "\t\t{",
        "\t\t\tnumShards: 1,",
        "\t\t\tregionConfigs: [",
        "\t\t\t\t{",
        "\t\t\t\t\t// nearest",
        "\t\t\t\t\tregionName: region,",
        "\t\t\t\t\tproviderName: 'AWS',",
        "\t\t\t\t\tpriority: 7,",
        "\t\t\t\t\telectableSpecs: {",
        "\t\t\t\t\t\tinstanceSize: größe ?? (log(), 'M10'), // the size",
        "\t\t\t\t\t\tnodeCount: 3,",
        "\t\t\t\t\t},",
        "\t\t\t\t},",
        "\t\t\t],",
        "\t\t},",
        "\t],",
        "\tlabels: [{ key: 'a', value: \"it's\" }],",
        "}, done);",
        "",
      ),
    );
  });

  it.each([
    [
      "a shorthand",
      "f(⟦{ name, providerBackupEnabled }⟧)",
      "f({ name, backupEnabled: providerBackupEnabled })",
    ],
    [
      "a quoted key",
      "f(⟦{ 'name': n, 'providerBackupEnabled': b }⟧)",
      "f({ 'name': n, 'backupEnabled': b })",
    ],
    [
      "a constant computed key",
      'f(⟦{ name, ["providerBackupEnabled"]: b }⟧)',
      "f({ name, backupEnabled: b })",
    ],
    ["an escaped key", 'f(⟦{ name, "provider\\u0042ackupEnabled": b }⟧)', 'f({ name, "backupEnabled": b })'],
    [
      "a numeric key and a method elsewhere",
      "f(⟦{ 1: 2, providerBackupEnabled: b, labels: [{ m() {} }] }⟧)",
      "f({ 1: 2, backupEnabled: b, labels: [{ m() {} }] })",
    ],
    [
      "the last member without a comma",
      "f(⟦{\n  providerBackupEnabled: b,\n  backupEnabled: false\n}⟧)",
      "f({\n  backupEnabled: b\n})",
    ],
    [
      "the first member on one line",
      "f(⟦{backupEnabled: false, providerBackupEnabled: b}⟧)",
      "f({backupEnabled: b})",
    ],
    [
      "a comment between key and value",
      "f(⟦{ providerBackupEnabled /* k */ : /* v */ (b) }⟧)",
      "f({ backupEnabled /* k */ : /* v */ (b) })",
    ],
    [
      "a leading comma",
      "f(⟦{\n  name\n  , providerBackupEnabled: b\n}⟧)",
      "f({\n  name\n  , backupEnabled: b\n})",
    ],
    [
      "Windows line ends",
      "f(⟦{\r\n  providerBackupEnabled: b,\r\n  mongoURI: u,\r\n}⟧)\r\n",
      "f({\r\n  backupEnabled: b,\r\n})\r\n",
    ],
    [
      "one line",
      "f(⟦{ name, providerSettings: { providerName, instanceSizeName: s, regionName } }⟧)",
      'f({ name, clusterType: "REPLICASET", replicationSpecs: [{ numShards: 1, regionConfigs: [{ regionName, providerName, priority: 7, electableSpecs: { instanceSize: s, nodeCount: 3 } }] }] })',
    ],
  ])("%s", (_, before, after) => {
    expect(convert("a.ts", before)).toBe(after);
  });

  it("in a script of a component", () => {
    const before =
      '<template>{{ ü }}</template>\n<script setup lang="ts">\nsend(⟦{ providerBackupEnabled: on as boolean }⟧);\n</script>\n';
    expect(convert("a.vue", before)).toBe(
      before.replace("providerBackupEnabled", "backupEnabled").replace(/[⟦⟧]/gu, ""),
    );
  });

  it("elements of a list are edited in place, and comments of regions go with them", () => {
    const before = lines(
      "send(⟦{",
      '  name: "geo",',
      '  clusterType: "GEOSHARDED",',
      '  providerSettings: { providerName: "AWS", instanceSizeName: size },',
      "  replicationSpecs: [",
      "    // zone of Europe",
      '    { zoneName: "eu", numShards: 2, regionsConfig: {',
      "        // second",
      "        EU_WEST_2: { electableNodes: 1, priority: 6 },",
      "        EU_WEST_1: { electableNodes: 2, priority: 7 }, // first",
      "      } },",
      "  ],",
      "}⟧);",
    );
    const after = convert("a.mjs", before);
    expect(after).toContain('    // zone of Europe\n    { zoneName: "eu", numShards: 2, regionConfigs: [');
    expect(after.indexOf("// first")).toBeLessThan(after.indexOf("EU_WEST_1"));
    expect(after.indexOf("EU_WEST_1")).toBeLessThan(after.indexOf("// second"));
    expect(after.indexOf("// second")).toBeLessThan(after.indexOf("EU_WEST_2"));
  });
});

describe("JSON in strings and templates", () => {
  const after = String.raw`"clusterType":"REPLICASET","replicationSpecs":[{"numShards":1,"regionConfigs":[{"regionName":"A_B","providerName":"AWS","priority":7,"electableSpecs":{"instanceSize":"M10","nodeCount":3}}]}]`;
  const before = String.raw`"providerSettings":{"providerName":"AWS","instanceSizeName":"M10","regionName":"A_B"}`;
  const escape = (json: string) => json.replaceAll('"', '\\"');

  it.each([
    ["single quotes", `f(⟦'{"name":"it\\'s",${before}}'⟧)`, `f('{"name":"it\\'s",${after}}')`],
    [
      "double quotes",
      `f(⟦"{\\"name\\":\\"x\\",${escape(before)}}"⟧)`,
      `f("{\\"name\\":\\"x\\",${escape(after)}}")`,
    ],
    ["a template", `f(⟦\`{"name":"a\\\`b",${before}}\`⟧)`, `f(\`{"name":"a\\\`b",${after}}\`)`],
    [
      "holes",
      'f(⟦`{"name":"${n}","providerBackupEnabled":${b()},"tags":${JSON.stringify({ a: `}` })}}`⟧)',
      'f(`{"name":"${n}","backupEnabled":${b()},"tags":${JSON.stringify({ a: `}` })}}`)',
    ],
    [
      "moved holes",
      'f(⟦`{"name":"n","clusterType":"SHARDED","numShards":${s},"providerSettings":{"providerName":"AWS","instanceSizeName":"M${10 * i}","regionName":"${r}"}}`⟧)',
      'f(`{"name":"n","clusterType":"SHARDED","replicationSpecs":[{"numShards":${s},"regionConfigs":[{"regionName":"${r}","providerName":"AWS","priority":7,"electableSpecs":{"instanceSize":"M${10 * i}","nodeCount":3}}]}]}`)',
    ],
    [
      "a template of several lines",
      'f(⟦`\n{\n  "providerBackupEnabled": true,\n  "mongoURI": "x"\n}`⟧)',
      'f(`\n{\n  "backupEnabled": true\n}`)',
    ],
  ])("%s", (_, text, expected) => {
    expect(convert("a.js", text)).toBe(expected);
  });

  it.each([
    ["text that is no JSON", "f(⟦'{'⟧)", /is not valid JSON: .*convert it where it is made/],
    ["a hole for a key", 'f(⟦`{"${k}": 1, "providerBackupEnabled": true}`⟧)', /computed key/],
    [
      "a call that is needed twice",
      'f(⟦`{"name":"n","providerSettings":{"providerName":"AWS","instanceSizeName":"${s()}"},"replicationSpec":{"A_B":{"electableNodes":3,"readOnlyNodes":1}}}`⟧)',
      /needed in 2 places/,
    ],
    ["no literal", "f(⟦body⟧)", /not written as an object or array literal/],
    ["code that cannot be parsed", "f(⟦{}⟧", /cannot be parsed/],
  ])("%s is refused", (_, marked, sentence) => {
    const text = marked.replace(/[⟦⟧]/gu, "");
    const span = { start: marked.indexOf("⟦"), end: marked.indexOf("⟧") - 1 };
    const converted = convertClusterLiteral({ path: "a.js", text }, span, options);
    expect(converted).toMatchObject({ ok: false, blockers: [expect.stringMatching(sentence)] });
  });
});

describe("JSON", () => {
  it.each([
    ["compact", '{"providerBackupEnabled":true,"mongoURI":"x"}', '{"backupEnabled":true}'],
    [
      "comments and a trailing comma",
      '{ // all\n\t"providerBackupEnabled": true, // on\n}',
      '{ // all\n\t"backupEnabled": true, // on\n}',
    ],
    [
      "Windows line ends and blank lines",
      '\r\n{\r\n    "name": "x",\r\n\r\n    "providerBackupEnabled": true\r\n}\r\n',
      '\r\n{\r\n    "name": "x",\r\n\r\n    "backupEnabled": true\r\n}\r\n',
    ],
    [
      "JSON Lines",
      '{"providerBackupEnabled":true}\n{"providerBackupEnabled":false}\n',
      '{"backupEnabled":true}\n{"backupEnabled":false}\n',
    ],
    [
      "a list of clusters",
      '{"results":[{"providerBackupEnabled":true},{"paused":true}],"totalCount":2}',
      '{"results":[{"backupEnabled":true},{"paused":true}],"totalCount":2}',
    ],
    ["a bare list", '[ {"providerBackupEnabled":true} ]', '[ {"backupEnabled":true} ]'],
    [
      "placeholders",
      '{"name":"{{name}}","clusterType":"SHARDED","numShards":{{shards}},"providerSettings":{"providerName":"AWS","instanceSizeName":"${size}","regionName":"A_B"}}',
      '{"name":"{{name}}","clusterType":"SHARDED","replicationSpecs":[{"numShards":{{shards}},"regionConfigs":[{"regionName":"A_B","providerName":"AWS","priority":7,"electableSpecs":{"instanceSize":"${size}","nodeCount":3}}]}]}',
    ],
    ["what is no cluster", '{"name":"x","id":7,"dbVersion":"1"}', '{"name":"x","id":7,"dbVersion":"1"}'],
  ])("%s", (_, before, after) => {
    expect(convert("a.json", before)).toBe(after);
  });
});
