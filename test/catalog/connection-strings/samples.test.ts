import { describe, expect, test } from "vitest";
import samples from "../../../fixtures/connection-strings/samples.json" with { type: "json" };
import { classify } from "../../../src/catalog/connection-strings/classify.js";
import type { ConnectionStringKind } from "../../../src/catalog/connection-strings/kinds.js";
import { ATLAS, SHIPPED } from "./words.js";

/** `<cluster>-pl-<n>` is the SRV form of all three providers, so the key's provider is one of the readings. */
const OPEN_PROVIDER: readonly string[] = [
  "private-endpoint.aws.srv",
  "private-endpoint.azure.srv",
  "private-endpoint.gcp.srv",
];
const OPEN_LABEL = /^mongodb\+srv:\/\/[a-z0-9-]+-pl-\d\.[a-z0-9]+\./;

const cases = Object.entries(samples.kinds).flatMap(([kind, texts]) => texts.map((text) => ({ kind, text })));

test("the samples are complete", () => {
  expect(Object.keys(samples.kinds)).toHaveLength(23);
  expect(Object.values(samples.kinds).map((texts) => texts.length)).toEqual(Array<number>(23).fill(22));
  expect(samples.ambiguous).toHaveLength(18);
});

describe.each([
  { name: "a small catalog", words: ATLAS },
  { name: "the shipped catalog", words: SHIPPED },
])("with $name", ({ words }) => {
  test.each(cases)("$text is $kind", ({ kind, text }) => {
    const classification = classify(text, words);
    if (OPEN_PROVIDER.includes(kind) && OPEN_LABEL.test(text)) {
      expect(classification.kind).toBe("private-endpoint.srv");
      expect(classification.readings.map((reading) => reading.kind)).toEqual([
        ...OPEN_PROVIDER,
        "standard.srv",
      ]);
      expect(classification.provider).toBeUndefined();
    } else {
      expect(classification.kind).toBe(kind);
    }
    expect(classification.reasons).not.toHaveLength(0);
  });

  interface Expected {
    readonly text: string;
    readonly kind: ConnectionStringKind;
    readonly cluster?: string;
    readonly suffix?: string;
    readonly others?: readonly { kind: ConnectionStringKind; cluster?: string; suffix?: string }[];
    readonly reason?: string;
    readonly confidence?: "high" | "medium" | "low";
  }

  /** One row for each ambiguous sample, in the order of the file. */
  const ambiguous: readonly Expected[] = [
    {
      text: "mongodb+srv://foo-pri.ab123.mongodb.net",
      kind: "peering.srv",
      cluster: "foo",
      others: [{ kind: "standard.srv", cluster: "foo-pri" }],
    },
    {
      text: "mongodb+srv://foo-pl-0.ab123.mongodb.net",
      kind: "private-endpoint.srv",
      cluster: "foo",
      others: [{ kind: "standard.srv", cluster: "foo-pl-0" }],
    },
    {
      text: "mongodb+srv://foo-pl-0-lb.ab123.mongodb.net",
      kind: "private-endpoint.aws.optimized.srv",
      cluster: "foo",
      others: [{ kind: "standard.srv", cluster: "foo-pl-0-lb" }],
    },
    {
      text: "mongodb+srv://pl-0-east.ab123.mongodb.net",
      kind: "standard.srv",
      cluster: "pl-0-east",
      others: [{ kind: "private-endpoint.srv" }],
      confidence: "low",
    },
    {
      text: "mongodb+srv://foo-psc-1.ab123.mongodb.net",
      kind: "private-endpoint.gcp.srv",
      cluster: "foo",
      others: [{ kind: "standard.srv", cluster: "foo-psc-1" }],
    },
    {
      text: "mongodb+srv://foo-ab123.azure.mongodb.net",
      kind: "legacy.azure",
      cluster: "foo",
      suffix: "ab123",
      others: [{ kind: "standard.srv", cluster: "foo-ab123", suffix: "azure" }],
    },
    {
      text: "mongodb+srv://foo-ab123.mongodb.net",
      kind: "legacy.aws",
      cluster: "foo",
      suffix: "ab123",
      others: [],
    },
    {
      text: "mongodb://pl-0-eastus2.ab123.mongodb.net:1024",
      kind: "private-endpoint.azure.direct",
      reason: "does not show whether the setting for regionalized endpoints is on",
    },
    {
      text: "mongodb://pl-0-us-west-1.ab123.mongodb.net:1024",
      kind: "private-endpoint.aws.regionalized.direct",
      others: [{ kind: "private-endpoint.aws.direct" }],
    },
    {
      text: "mongodb+srv://foo-pl-0.ab123.mongodb.net",
      kind: "private-endpoint.srv",
      others: [
        { kind: "private-endpoint.aws.srv" },
        { kind: "private-endpoint.azure.srv" },
        { kind: "private-endpoint.gcp.srv" },
      ],
      reason: "does not show the provider",
    },
    {
      text: "mongodb://foo-shard-00-00.ab123.azure.mongodb.net:27017",
      kind: "standard.provider-label",
      cluster: "foo",
      suffix: "ab123",
      reason: "does not make a string legacy",
    },
    {
      text: "mongodb://foo-shard-00-00-ab123.mongodb.net:27017,foo-shard-00-01.ab123.mongodb.net:27017",
      kind: "mixed",
      reason: "legacy.aws, standard.direct",
    },
    {
      text: "mongodb://Foo-Shard-00-00.AB123.MongoDB.net:27017",
      kind: "standard.direct",
      cluster: "foo",
      suffix: "ab123",
    },
    {
      text: "mongodb://u:p%40w@foo-shard-00-00.ab123.mongodb.net:27017/db?x=y",
      kind: "standard.direct",
      cluster: "foo",
      suffix: "ab123",
    },
    {
      text: "mongodb://foo-shard-00-00-pri-ab123.mongodb.net:27017",
      kind: "unknown",
      reason: "-pri was introduced with the form with a period",
    },
    {
      text: "mongodb://foo-shard-00-00.ab123.mongodb.net",
      kind: "standard.direct",
      cluster: "foo",
      suffix: "ab123",
    },
    {
      text: "mongodb://pl-0-us-east-1a.ab123.mongodb.net:27017",
      kind: "private-endpoint.aws.direct",
      suffix: "ab123",
    },
    {
      text: "mongodb://canada-montreal-northea-shard-00-00.ab123.mongodb.net:27017",
      kind: "standard.direct",
      cluster: "canada-montreal-northea",
    },
  ];

  test("there is a row for each ambiguous sample", () => {
    expect(ambiguous.map(({ text }) => text)).toEqual(samples.ambiguous.map(({ uri }) => uri));
  });

  test.each(ambiguous)("$text can be read as stated", ({ text, kind, others, reason, ...parts }) => {
    const classification = classify(text, words);
    expect(classification).toMatchObject({ kind, ...parts });
    for (const other of others ?? []) {
      expect(classification.readings).toContainEqual(expect.objectContaining(other));
    }
    if (others?.length === 0) expect(classification.readings).toEqual([]);
    if (reason !== undefined) expect(classification.reasons.join(" ")).toContain(reason);
  });

  test("of the ambiguous samples only the endpoint with the port of a node has a wrong port", () => {
    const wrong = samples.ambiguous.filter(({ uri }) => classify(uri, words).portProblems.length > 0);
    expect(wrong.map(({ uri }) => uri)).toEqual(["mongodb://pl-0-us-east-1a.ab123.mongodb.net:27017"]);
  });
});
