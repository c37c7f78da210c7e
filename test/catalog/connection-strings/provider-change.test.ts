import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/core/errors.js";
import { classify } from "../../../src/catalog/connection-strings/classify.js";
import {
  adviseProviderChange,
  type ProviderChange,
  type ProviderChangeAdvice,
} from "../../../src/catalog/connection-strings/provider-change.js";
import { ATLAS, DATA } from "./words.js";

const STANDARD = "mongodb+srv://orders.ab123.mongodb.net";
const LABELLED = "mongodb+srv://orders.ab123.azure.mongodb.net";
const LEGACY_AWS = "mongodb+srv://orders-ab123.mongodb.net";
const LEGACY_AZURE = "mongodb+srv://orders-ab123.azure.mongodb.net";
const LEGACY_GCP = "mongodb://orders-shard-00-00-ab123.gcp.mongodb.net:27017";

function advise(text: string, change: ProviderChange): ProviderChangeAdvice {
  return adviseProviderChange(classify(text, ATLAS), change, DATA.dates);
}

type Row = [text: string, change: ProviderChange, says: string];

describe("clusters on AWS, or created after 2 November 2020, keep their string", () => {
  test.each<Row>([
    [STANDARD, { from: "AWS" }, "The cluster is on AWS"],
    [STANDARD, { from: "AWS", to: "GCP", created: "2018-01-01", tier: "dedicated" }, "The cluster is on AWS"],
    [STANDARD, { from: "AWS", to: "AZURE", tier: "free" }, "The cluster is on AWS"],
    [LEGACY_AWS, {}, "The cluster is on AWS"],
    [LEGACY_AWS, { to: "GCP", tier: "dedicated" }, "The cluster is on AWS"],
    [LEGACY_AWS, { to: "GCP", tier: "shared" }, "The cluster is on AWS"],
    [STANDARD, { created: "2020-11-03" }, "created after 2020-11-02"],
    [
      STANDARD,
      { from: "GCP", to: "AWS", created: "2020-11-03", tier: "dedicated" },
      "created after 2020-11-02",
    ],
    [STANDARD, { from: "AZURE", to: "GCP", created: "2024-05-01", tier: "flex" }, "created after 2020-11-02"],
    [LABELLED, { to: "AWS", created: "2021-01-01", tier: "dedicated" }, "created after 2020-11-02"],
  ])("%s %j", (text, change, says) => {
    const advice = advise(text, change);
    expect(advice).toMatchObject({ verdict: "unchanged", steps: [], missing: [] });
    const sentences = advice.sentences.join(" ");
    expect(sentences).toContain(says);
    expect(sentences).toContain("keeps the connection string and causes no downtime");
  });
});

describe("dedicated clusters on Google Cloud or Azure from before 3 November 2020 take four steps", () => {
  test.each<[text: string, change: ProviderChange, from: string, to: string]>([
    [STANDARD, { from: "GCP", to: "AWS", created: "2020-11-02", tier: "dedicated" }, "GCP", "AWS"],
    [STANDARD, { from: "AZURE", to: "GCP", created: "2019-01-01", tier: "dedicated" }, "AZURE", "GCP"],
    [LABELLED, { created: "2020-07-01", tier: "dedicated" }, "AZURE", "the target provider"],
    [LEGACY_GCP, { to: "AZURE", tier: "dedicated" }, "GCP", "AZURE"],
    [LEGACY_AZURE, { to: "AWS", created: "2019-06-01", tier: "dedicated" }, "AZURE", "AWS"],
  ])("%s %j", (text, change, from, to) => {
    const advice = advise(text, change);
    expect(advice).toMatchObject({ verdict: "steps", missing: [] });
    expect(advice.steps).toEqual([
      `Add read-only nodes in ${to}. With legacy backups, keep one node in ${from}.`,
      "Copy the resulting comma-delimited standard connection string into the application and restart it.",
      `After the change completes, remove all electable nodes of ${from}, remove the read-only nodes of ${to}, ` +
        `and add the same number of electable nodes in ${to}. ` +
        "With legacy backups, wait for new backups before moving the last node.",
      "Copy the new connection string into the application and restart it.",
    ]);
  });

  test("the day between the rules: 2 November is old, 3 November is not", () => {
    const on = (created: string) =>
      advise(STANDARD, { from: "GCP", to: "AWS", created, tier: "dedicated" }).verdict;
    expect(["2020-11-01", "2020-11-02", "2020-11-03", "2020-11-04"].map(on)).toEqual([
      "steps",
      "steps",
      "unchanged",
      "unchanged",
    ]);
  });
});

describe("free, shared and flex clusters with a legacy string of Google Cloud or Azure may get a changed one", () => {
  test.each<[text: string, change: ProviderChange]>([
    [LEGACY_GCP, { tier: "free" }],
    [LEGACY_GCP, { to: "AWS", tier: "shared" }],
    [LEGACY_GCP, { to: "AZURE", tier: "flex" }],
    [LEGACY_AZURE, { to: "AWS", tier: "free", created: "2019-01-01" }],
    [LEGACY_AZURE, { from: "AWS", to: "GCP", tier: "free" }],
  ])("%s %j", (text, change) => {
    const advice = advise(text, change);
    expect(advice).toMatchObject({ verdict: "may-change", steps: [], missing: [] });
    expect(advice.sentences).toContain("Get the new string when the change is complete.");
  });

  test("but not when Google Cloud and Azure have no part in the move", () => {
    expect(advise(LEGACY_AZURE, { from: "AWS", tier: "free" }).verdict).toBe("unchanged");
    expect(advise(LEGACY_AWS, { to: "AZURE", tier: "free" }).verdict).toBe("unchanged");
  });
});

describe("what the specification does not state is said to be so", () => {
  test.each<[text: string, change: ProviderChange]>([
    [STANDARD, { from: "GCP", to: "AWS", created: "2020-05-01", tier: "free" }],
    [STANDARD, { from: "AZURE", to: "AWS", created: "2020-05-01", tier: "shared" }],
    [LABELLED, { to: "AWS", created: "2020-11-02", tier: "flex" }],
  ])("%s %j", (text, change) => {
    const advice = advise(text, change);
    expect(advice).toMatchObject({ verdict: "unknown", steps: [], missing: [] });
    expect(advice.sentences.join(" ")).toMatch(
      /the documents mention (?:nothing|a change only for legacy strings)/,
    );
  });

  test("a private endpoint's string keeps the rule's verdict with a caveat", () => {
    const advice = advise("mongodb+srv://orders-pl-0-us-east-1.ab123.mongodb.net", { to: "GCP" });
    expect(advice.verdict).toBe("unchanged");
    expect(advice.sentences.join(" ")).toContain("belongs to one provider: check it after the change");
  });

  test.each([
    ["mongodb://localhost:27017", "does not belong to a cluster"],
    ["not a string", "does not belong to a cluster"],
    ["mongodb://n-ab123.a.query.mongodb.net", "does not belong to a cluster"],
    ["mongodb://a-shard-00-00.ab123.mongodb.net,a-shard-00-01-ab123.mongodb.net", "of different kinds"],
  ])("%s is not a cluster's string", (text, says) => {
    const advice = advise(text, { from: "AWS", created: "2024-01-01" });
    expect(advice).toMatchObject({ verdict: "unknown", missing: [] });
    expect(advice.sentences.join(" ")).toContain(says);
  });
});

describe("facts that are missing are asked for", () => {
  test.each<[text: string, change: ProviderChange, missing: string[]]>([
    [STANDARD, {}, ["created", "from", "tier"]],
    [STANDARD, { to: "AWS", tier: "dedicated" }, ["created", "from"]],
    [STANDARD, { created: "2020-01-01", tier: "dedicated" }, ["from"]],
    [STANDARD, { created: "2020-01-01" }, ["from", "tier"]],
    [STANDARD, { from: "GCP" }, ["created", "tier"]],
    [STANDARD, { from: "GCP", created: "2020-11-02" }, ["tier"]],
    [LABELLED, { tier: "dedicated" }, ["created"]],
    [LABELLED, { created: "2020-11-02" }, ["tier"]],
    [LEGACY_AZURE, {}, ["tier"]],
    [LEGACY_AZURE, { from: "AWS", to: "GCP" }, ["tier"]],
    ["mongodb+srv://my-cluster.mongodb.net", {}, ["created", "from", "tier"]],
    ["mongodb://orders-ab123.mongodb.net", {}, ["created", "from", "tier"]],
  ])("%s %j", (text, change, missing) => {
    const advice = advise(text, change);
    expect(advice).toMatchObject({ verdict: "unknown", steps: [], missing });
    expect(advice.sentences).not.toHaveLength(0);
  });

  test("giving them decides", () => {
    const facts: ProviderChange = { from: "GCP", created: "2019-01-01", tier: "dedicated" };
    expect(advise(STANDARD, {}).missing.toSorted()).toEqual(Object.keys(facts).toSorted());
    expect(advise(STANDARD, facts)).toMatchObject({ verdict: "steps", missing: [] });
  });
});

describe("facts that do not fit", () => {
  test("a legacy string of a cluster that is said to be younger", () => {
    const dedicated = advise(LEGACY_GCP, { created: "2021-01-01", tier: "dedicated" });
    expect(dedicated.verdict).toBe("unchanged");
    expect(dedicated.sentences[1]).toContain("does not fit a cluster created on 2021-01-01: check the date");
    expect(advise(LEGACY_GCP, { created: "2021-01-01" }).verdict).toBe("unchanged");
    const free = advise(LEGACY_GCP, { created: "2021-01-01", tier: "free" });
    expect(free.verdict).toBe("may-change");
    expect(free.sentences.join(" ")).toContain("do not rely on that");
  });

  test("the last day of the legacy form", () => {
    const contradiction = (created: string) =>
      advise(LEGACY_AWS, { created }).sentences.some((sentence) => sentence.includes("check the date"));
    expect([contradiction("2020-03-30"), contradiction("2020-03-31")]).toEqual([false, true]);
  });

  test("the provider that the cluster is on already", () => {
    expect(advise(LEGACY_GCP, { to: "GCP", tier: "dedicated" })).toMatchObject({
      verdict: "unchanged",
      steps: [],
    });
    expect(advise(STANDARD, { from: "AZURE", to: "AZURE" }).sentences).toEqual([
      "The cluster is already on AZURE, so no provider changes.",
    ]);
  });

  test.each(["2020-02-30", "yesterday", "2020/11/02", ""])("%j is not a day", (created) => {
    expect(() => advise(STANDARD, { created })).toThrow(UsageError);
  });
});
