import { describe, expect, it } from "vitest";
import { loadCatalog } from "../../src/catalog/load.js";
import { lastName } from "../../src/catalog/matchers/properties.js";
import { EVERYDAY } from "../../src/engine/property-evidence.js";
import { prefilterOf } from "../../src/engine/anchors.js";
import { RULES } from "../../rules/index.js";

const { vocabularies } = loadCatalog();
const byDefault = prefilterOf(RULES, vocabularies, false);
const withLow = prefilterOf(RULES, vocabularies, true);

const isCandidate = (text: string, path = "src/a.ts"): boolean => byDefault.isCandidate(text, path);

describe("a specific name makes a candidate", () => {
  it.each([
    ["a name around it", "show(cluster.srvAddress);"],
    ["a type around it", "interface AtlasThing { replicationSpec: Spec }"],
    ["a member of the same object", "const body = { providerSettings, diskSizeGB: 10 };"],
    ["what only it has in it", '{ "providerSettings": { "instanceSizeName": "M10" } }'],
    ["a list of answers", "for (const one of page.results) print(one.providerSettings);"],
    ["digest authentication", "await digestRequest(url, { providerSettings });"],
    ["the path of a request", "await send(`/groups/${id}/clusters`, { providerSettings });"],
    ["a type in a comment", "/**\n * @param {Cluster} one\n */\nf = (one) => one.srvAddress;"],
    [
      "a word on the line on which a comment ends",
      "/*\n * Settings. */ type Cluster = { srvAddress: string };",
    ],
    ["a generator of that name", "class A {\n  *clusters() { yield this.srvAddress; }\n}"],
    ["old line ends", "// Settings.\rprint(cluster.srvAddress);"],
  ])("beside %s", (_name, text) => {
    expect(isCandidate(text)).toBe(true);
    expect(isCandidate(text.replaceAll("\n", "\r\n"))).toBe(true);
  });

  it("in a file that is called so", () => {
    const text = '{ "name": "a", "providerSettings": { "providerName": "AWS" } }';
    expect(isCandidate(text, "data/atlas-cluster.json")).toBe(true);
    expect(isCandidate(text, "data/body.json")).toBe(false);
  });

  it.each([
    [
      "alone",
      "class Poller { get srvAddress() { return `_${this.host}`; } poll() { ask(this.srvAddress); } }",
    ],
    ["with everyday members", "interface Job { name: string; id: string; replicationSpec?: Spec }"],
    [
      "with prose about other things",
      "/**\n * The clusters of results.\n */\n// cluster\nuse(a.srvAddress);",
    ],
  ])("not %s, unless low confidence is asked for", (_name, text) => {
    expect(isCandidate(text)).toBe(false);
    expect(withLow.isCandidate(text, "src/a.ts")).toBe(true);
  });
});

describe.each(vocabularies.map((vocabulary) => [vocabulary.name, vocabulary] as const))(
  "evidence for a property in %s makes the file a candidate",
  (_name, vocabulary) => {
    const { properties } = vocabulary;
    const specific = properties.filter(
      ({ status, distinctness, path }) =>
        status === "removed" && distinctness === "specific" && !path.includes("."),
    );

    it("every other property of a cluster", () => {
      const others = properties.filter(({ path }) => !path.includes(".") && !EVERYDAY.has(path));
      expect(Math.min(specific.length, others.length)).toBeGreaterThan(2);
      for (const { path } of specific) {
        const company = others.filter((other) => other.path !== path).map((other) => other.path);
        const alone = company.filter((other) => !isCandidate(`f({ ${path}: 1, ${other}: 2 });`));
        expect(alone, path).toEqual([]);
      }
    });

    it("everything specific in it", () => {
      for (const { path } of specific) {
        const parts = properties.filter(
          (part) => part.path.startsWith(`${path}.`) && part.distinctness === "specific",
        );
        const hidden = parts.filter((part) => !isCandidate(`f({ ${path}: { ${lastName(part)}: 2 } });`));
        expect(hidden, path).toEqual([]);
      }
    });
  },
);

describe("an unmistakable name makes a candidate", () => {
  it.each([
    "providerBackupEnabled?: boolean;",
    "print(spec.regionsConfig);",
    "const spec = { regionsConfig };",
    '{ "regionsConfig": {} }',
    "regionsConfig:\n",
    "interface Spec { regionsConfig: Regions }",
    "interface Spec { zoneName?: string; regionsConfig?: Regions }",
    "const a = spec.regionsConfig?.US_EAST_1;",
    "const a = isNew ? b : spec.regionsConfig ? c : d;",
  ])("%s", (text) => {
    expect(isCandidate(text)).toBe(true);
  });

  it("not as an optional member of a declaration by itself, if it stands inside another property", () => {
    const text = "interface Video { excluded?: boolean; regionsConfig?: Schema$RegionsConfig; }";
    expect(isCandidate(text)).toBe(false);
    expect(withLow.isCandidate(text, "src/a.ts")).toBe(true);
  });
});

describe("a domain makes a candidate", () => {
  it.each([
    '"cluster0.ab123.mongodb.net"',
    "`${name}.mongodb.net`",
    'name + ".mongodb.net"',
    'const DOMAIN = "mongodb.net";',
    "mongodb+srv://*.mongodb.net",
    String.raw`/\.mongodb\.net$/`,
    "- mongodb.net",
    'host.endsWith(".ab123.mongodb.net")',
    'host.endsWith(".mongodb.net") ? host : host + ".mongodb.net"',
  ])("in %s", (text) => {
    expect(isCandidate(text)).toBe(true);
  });

  it.each([
    "const ALLOWED = ['*.mongodb.net', \"*.mongodbgov.net\"];",
    "connect-src 'self' *.mongodb.net",
    'if (host.endsWith(".mongodb.net")) return;',
    "url.includes('mongodb.net')",
  ])("not in %s", (text) => {
    expect(isCandidate(text)).toBe(false);
  });
});
