import { describe, expect, test } from "vitest";
import { classify, classifyHost } from "../../../src/catalog/connection-strings/classify.js";
import { HOLE_MARK } from "../../../src/facts/text.js";
import { ATLAS, OWN, SERVICE, SHIPPED } from "./words.js";

describe("other vocabularies", () => {
  test.each([
    ["db://orders-shard-00-00.ab123.clusters.example.net:27017", "standard.direct"],
    ["db+srv://orders.ab123.clusters.example.net", "standard.srv"],
    ["db://orders-shard-00-00-pri.ab123.clusters.example.net:27017", "peering.direct"],
    ["db+srv://orders-pri.ab123.clusters.example.net", "peering.srv"],
    ["db://pl-0-us-east-1a.ab123.clusters.example.net:1024", "private-endpoint.aws.direct"],
    ["db+srv://pl-0-us-east-1a.ab123.clusters.example.net", "private-endpoint.aws.srv"],
    ["db+srv://orders-pl-0-us-east-1.ab123.clusters.example.net", "private-endpoint.aws.regionalized.srv"],
    ["db+srv://orders-pl-0-eastus2.ab123.clusters.example.net", "private-endpoint.azure.srv"],
    ["db+srv://orders-ab123.clusters.example.net", "legacy.aws"],
    ["db://orders-shard-00-00-ab123.gcp.clusters.example.net:27017", "legacy.gcp"],
    ["db+srv://orders.ab123.mongodb.net", "not-a-cluster-host"],
    ["mongodb+srv://orders.ab123.clusters.example.net", "not-a-cluster-host"],
  ])("of the specification: %s", (text, kind) => {
    expect(classify(text, SERVICE).kind).toBe(kind);
  });

  test("a user's own domain, whatever its case", () => {
    const text = "mongodb://orders-shard-00-00-ab123.azure.data.CORP.example.org:27017";
    expect(classify(text, OWN)).toMatchObject({
      kind: "legacy.azure",
      family: "legacy",
      form: "direct",
      provider: "AZURE",
      providerLabel: "azure",
      cluster: "orders",
      suffix: "ab123",
      confidence: "high",
    });
    expect(classify("mongodb+srv://orders-ab123.mongodb.net", OWN).kind).toBe("not-a-cluster-host");
  });
});

describe("the parts that a string tells", () => {
  test.each([
    [
      "mongodb+srv://c-pl-1-eu-west-1.ab123.mongodb.net",
      { cluster: "c", region: "eu-west-1", regionalized: true },
    ],
    [
      "mongodb://pl-0-us-east-1a.ab123.mongodb.net:1024",
      { region: "us-east-1", regionalized: false, provider: "AWS" },
    ],
    ["mongodb://pl-0-westeurope-azure.ab123.mongodb.net:1024", { region: "westeurope", provider: "AZURE" }],
    ["mongodb://pl-0-us-east1-gcp.ab123.mongodb.net:1024", { region: "us-east1", provider: "GCP" }],
    [
      "mongodb://pl-0-us-east1.ab123.mongodb.net:1024",
      { kind: "private-endpoint.gcp.direct", provider: "GCP" },
    ],
    [
      "mongodb://pl-0-xx-far-9a.ab123.mongodb.net:1024",
      { kind: "private-endpoint.aws.direct", region: "xx-far-9", confidence: "medium" },
    ],
    [
      "mongodb://pl-0-mars-north7.ab123.mongodb.net:1024",
      { kind: "private-endpoint.gcp.direct", region: "mars-north7", confidence: "medium" },
    ],
    [
      "mongodb://pl-0-marsnorth7.ab123.mongodb.net:1024",
      { kind: "private-endpoint.azure.direct", region: "marsnorth7", confidence: "medium" },
    ],
    ["mongodb://pl-0-a-b-c.ab123.mongodb.net:1024", { kind: "private-endpoint.direct", provider: undefined }],
    ["mongodb+srv://c-pl-0-east.ab123.mongodb.net", { kind: "standard.srv", confidence: "low" }],
    [
      "mongodb+srv://c-pl-0-us-east-1-lb.ab123.mongodb.net",
      { kind: "private-endpoint.aws.optimized.srv", cluster: "c", regionalized: true },
    ],
    ["mongodb+srv://c-pri.ab123.azure.mongodb.net", { kind: "peering.srv", cluster: "c", provider: "AZURE" }],
    ["mongodb+srv://a-b-c-ab123.mongodb.net", { kind: "legacy.aws", cluster: "a-b-c", suffix: "ab123" }],
    ["mongodb+srv://pl-0-us-east-1-ab123.mongodb.net", { kind: "legacy.private-endpoint", provider: "AWS" }],
    ["mongodb+srv://c-pl-0-east-ab123.mongodb.net", { kind: "legacy.aws", cluster: "c-pl-0-east" }],
    ["mongodb+srv://c-pri-ab123.mongodb.net", { kind: "legacy.aws", cluster: "c-pri", confidence: "medium" }],
    ["mongodb://atlas-abc123-shard-00-00-pri.ab123.mongodb.net", { kind: "peering.direct" }],
    ["mongodb+srv://n-a1b2c.g.query.mongodb.net", { kind: "federated", confidence: "medium" }],
  ])("%s", (text, expected) => {
    expect(classify(text, ATLAS)).toMatchObject(expected);
  });
});

test("the suffix of a legacy string is distinguished from a cluster name with hyphens, and the reasons say how", () => {
  expect(classify("mongodb+srv://a-b-ab123.gcp.mongodb.net", ATLAS).reasons).toEqual([
    "The host is in mongodb.net, a domain of the service.",
    "There is a hyphen before the project suffix ab123: the legacy form.",
    "The suffix is the last hyphenated part, the cluster name the rest.",
    "The label gcp before the domain names the provider.",
  ]);
});

describe("what is not documented is not guessed", () => {
  test.each([
    ["mongodb+srv://a.b.ab123.mongodb.net", "unknown", "more than in any documented form"],
    ["mongodb+srv://a..mongodb.net", "unknown", "more than in any documented form"],
    ["mongodb://orders.ab123.mongodb.net", "unknown", "does not name a node"],
    ["mongodb://orders-ab123.mongodb.net", "unknown", "does not name a node"],
    ["mongodb+srv://orders-ab.mongodb.net", "unknown", "does not look like a project suffix"],
    ["mongodb+srv://orders.azure.mongodb.net", "not-a-cluster-host", "There is no project suffix"],
    ["mongodb+srv://orders.mongodb.net", "not-a-cluster-host", "There is no project suffix"],
    ["mongodb+srv://orders.ab123.notmongodb.net", "not-a-cluster-host", "is not in a domain of the service"],
    [
      `mongodb+srv://${"a".repeat(240)}.ab123.mongodb.net`,
      "not-a-cluster-host",
      "is not in a domain of the service",
    ],
  ])("%s", (text, kind, reason) => {
    const classification = classify(text, ATLAS);
    expect(classification.kind).toBe(kind);
    expect(classification.family).toBe("none");
    expect(classification.reasons.join(" ")).toContain(reason);
  });

  test("the name of an SRV string in a direct one says what it would be", () => {
    expect(classify("mongodb://orders-ab123.mongodb.net", ATLAS).readings).toMatchObject([
      { kind: "legacy.aws", cluster: "orders", suffix: "ab123" },
    ]);
  });

  test("a port or several names in an SRV string are named, with what the name would be", () => {
    const port = classify("mongodb+srv://orders.ab123.mongodb.net:27017", ATLAS);
    expect(port).toMatchObject({ kind: "not-a-cluster-host", reasons: ["An SRV string has no port."] });
    expect(port.readings).toMatchObject([{ kind: "standard.srv", cluster: "orders" }]);
    const several = classify("mongodb+srv://a.ab123.mongodb.net,b.ab123.mongodb.net:1", ATLAS);
    expect(several.reasons).toEqual(["An SRV string has exactly one name.", "An SRV string has no port."]);
  });

  test("a made-up name is a legacy one with low confidence only", () => {
    expect(classify("mongodb+srv://my-cluster.mongodb.net", ATLAS)).toMatchObject({
      kind: "legacy.aws",
      confidence: "low",
    });
    expect(classify("mongodb+srv://my-clxster.mongodb.net", ATLAS)).toMatchObject({
      kind: "legacy.aws",
      confidence: "high",
    });
  });
});

describe("unknown parts", () => {
  const H = HOLE_MARK;
  test.each([
    [`mongodb+srv://u:p@${H}.mongodb.net`, "unknown", "low"],
    [`mongodb+srv://orders${H}.mongodb.net`, "unknown", "low"],
    [`mongodb://${H}-shard-00-00${H}.mongodb.net`, "unknown", "low"],
    [`mongodb+srv://orders-ab1${H}.mongodb.net`, "unknown", "low"],
    [`mongodb+srv://orders-${H}.mongodb.net`, "legacy.aws", "medium"],
    [`mongodb+srv://orders-pl-0-${H}.mongodb.net`, "legacy.private-endpoint", "low"],
    [`mongodb://${H}-shard-00-00-ab123.mongodb.net:27017`, "legacy.aws", "medium"],
    [`mongodb://orders-shard-00-0${H}.ab123.mongodb.net:${H}`, "standard.direct", "medium"],
    [`mongodb://orders-shard-${H}-${H}-pri.ab123.mongodb.net`, "peering.direct", "medium"],
    [`mongodb+srv://${H}.ab123.mongodb.net`, "standard.srv", "low"],
    [`mongodb+srv://orders.${H}.mongodb.net`, "standard.srv", "medium"],
    [`mongodb+srv://${H}-pri.ab123.mongodb.net`, "peering.srv", "medium"],
    [`mongodb+srv://orders-pl-${H}.ab123.mongodb.net`, "private-endpoint.srv", "medium"],
    [`mongodb://pl-0-${H}.ab123.mongodb.net:1024`, "private-endpoint.direct", "medium"],
    [`mongodb+srv://orders.ab123.${H}`, "not-a-cluster-host", "low"],
    [`mongodb://${H}`, "not-a-cluster-host", "low"],
    ["mongodb+srv://<user>:<pw>@cluster0-<suffix>.azure.mongodb.net/db", "legacy.azure", "medium"],
    [
      "mongodb://${c}-shard-00-00.ab123.mongodb.net,${c}-shard-00-01.ab123.mongodb.net",
      "standard.direct",
      "medium",
    ],
  ])("%s", (text, kind, confidence) => {
    expect(classify(text, ATLAS)).toMatchObject({ kind, confidence });
  });

  test("an unknown suffix leaves the provider and the form open", () => {
    const classification = classify(`mongodb+srv://orders-${HOLE_MARK}.mongodb.net`, ATLAS);
    expect(classification.provider).toBeUndefined();
    expect(classification.readings.map(({ kind }) => kind)).toContain("standard.srv");
  });
});

describe("lists of hosts", () => {
  const node = (name: string): string => `${name}.mongodb.net:27017`;
  test.each([
    [["a-shard-00-00.ab123", "a-shard-00-01.ab123", "a-shard-00-02.ab123"], "standard.direct"],
    [["a-shard-00-00.ab123", "a-shard-01-00.ab123"], "standard.direct.sharded"],
    [["a-shard-00-00.ab123", "a-config-00-00.ab123"], "standard.direct.sharded"],
    [["a-shard-00-00.ab123", HOLE_MARK], "standard.direct"],
    [["a-shard-00-00.ab123", `${HOLE_MARK}.ab123`], "standard.direct"],
    [["a-shard-00-00.ab123", "a-shard-{n}-01.ab123"], "standard.direct"],
    [["a-shard-00-00-ab123", "a-shard-00-01-ab123"], "legacy.aws"],
    [["a-shard-00-00-ab123", "a-shard-00-01.ab123"], "mixed"],
    [["a-shard-00-00.ab123", "a-shard-00-01-pri.ab123"], "mixed"],
    [["a-shard-00-00.ab123", "a-shard-00-01.ab123.azure"], "mixed"],
    [["a-shard-00-00-ab123.azure", "a-shard-00-01-ab123.gcp"], "mixed"],
    [["a-shard-00-00.ab123", "pl-0-us-east-1a.ab123"], "mixed"],
    [["a-shard-00-00.ab123", "orders"], "mixed"],
    [["orders", "things"], "not-a-cluster-host"],
  ])("%j", (names, kind) => {
    const text = `mongodb://${names.map(node).join(",")}/db`;
    const classification = classify(text, ATLAS);
    expect(classification.kind).toBe(kind);
    expect(classification.hosts.map(({ start, end }) => text.slice(start, end))).toEqual(names.map(node));
  });

  test("the kind of each host of a mixed list is there", () => {
    const text = "mongodb://a-shard-00-00-ab123.mongodb.net:27017,a-shard-00-01.ab123.mongodb.net:27017";
    expect(classify(text, ATLAS).hosts.map(({ kind }) => kind)).toEqual(["legacy.aws", "standard.direct"]);
  });

  test("a host that is not known makes the rest less sure", () => {
    const known = "mongodb://a-shard-00-00.ab123.mongodb.net:27017";
    expect(classify(known, ATLAS).confidence).toBe("high");
    expect(classify(`${known},{other}`, ATLAS).confidence).toBe("medium");
  });

  test("only what all hosts have in common is said of the string", () => {
    const text = "mongodb://a-shard-00-00.ab123.mongodb.net:27017,b-shard-00-01.ab123.mongodb.net:27017";
    const classification = classify(text, ATLAS);
    expect(classification).toMatchObject({ kind: "standard.direct", suffix: "ab123", domain: "mongodb.net" });
    expect(classification.cluster).toBeUndefined();
    expect(classification.reasons).toContain("The hosts do not all name the same cluster.");
  });

  // Anything that looks back at what came before would not be done within the time of a test.
  test("twenty thousand hosts, a label full of markers, and brackets that never close are read in one go", () => {
    const long = `mongodb://${"a-pl-0-pl-0.ab123.mongodb.net,".repeat(20_000)}x`;
    const marked = `mongodb+srv://${"-pl-0-us-east-1".repeat(20_000)}.ab123.mongodb.net`;
    expect(classify(long, ATLAS).kind).toBeDefined();
    expect(classify(marked, ATLAS).kind).toBeDefined();
    expect(classify(`mongodb://${"{<$".repeat(50_000)}`, ATLAS).kind).toBeDefined();
  }, 30_000);
});

describe("a bare host", () => {
  test.each([
    ["orders-shard-00-00.ab123.mongodb.net", "standard.direct", "direct"],
    ["orders-shard-00-00.ab123.mongodb.net:27016", "standard.direct.sharded", "direct"],
    ["orders.ab123.mongodb.net", "standard.srv", "srv"],
    ["orders-ab123.gcp.mongodb.net", "legacy.gcp", "srv"],
    ["orders-shard-00-00-ab123.mongodb.net", "legacy.aws", "direct"],
    ["orders.ab123.mongodb.net:27017", "unknown", "direct"],
    ["localhost", "not-a-cluster-host", "direct"],
  ])("%s", (host, kind, form) => {
    const classification = classifyHost(host, SHIPPED);
    expect(classification).toMatchObject({ kind, form });
    expect(classification.hosts).toMatchObject([{ start: 0, end: host.length }]);
  });

  test("of a private endpoint may be in either form", () => {
    const { kind, readings } = classifyHost("pl-0-us-east-1a.ab123.mongodb.net", ATLAS);
    expect(kind).toBe("private-endpoint.aws.direct");
    expect(readings.map((reading) => reading.kind)).toEqual(["private-endpoint.aws.srv", "standard.srv"]);
  });

  test("with a wrong port has it at its place", () => {
    const host = "pl-0-us-east-1a.ab123.mongodb.net:27017";
    const [problem] = classifyHost(host, ATLAS).portProblems;
    expect(host.slice(problem!.start, problem!.end)).toBe("27017");
  });

  test.each(["", "a,b", "u:p@orders.ab123.mongodb.net", "orders.ab123.mongodb.net/db", "a b", "mongodb://a"])(
    "%j is none",
    (text) => {
      expect(classifyHost(text, ATLAS)).toMatchObject({ kind: "not-a-cluster-host", family: "none" });
    },
  );
});
