import { describe, expect, test } from "vitest";
import { classify, classifyParsed } from "../../../src/catalog/connection-strings/classify.js";
import {
  describeAdvice,
  describeClassification,
  describeDefects,
  maskConnectionString,
} from "../../../src/catalog/connection-strings/describe.js";
import { defects } from "../../../src/catalog/connection-strings/malformed.js";
import { parseConnectionString } from "../../../src/catalog/connection-strings/parse.js";
import { adviseProviderChange } from "../../../src/catalog/connection-strings/provider-change.js";
import { ATLAS, DATA } from "./words.js";

describe("a string as it may be shown", () => {
  test.each([
    [
      "mongodb://u:p@a.x.net:1,b.x.net/db?w=1&ssl=true",
      "mongodb://<credentials>@a.x.net:1,b.x.net/db?w=1&ssl=true",
    ],
    ["MONGODB+SRV://u@A.x.net", "mongodb+srv://<credentials>@A.x.net"],
    ["mongodb://a.x.net", "mongodb://a.x.net"],
    ["mongodb://a.x.net?appName=x", "mongodb://a.x.net/?appName=…"],
    ["mongodb://<user>:<pw>@<host>/<db>", "mongodb://<credentials>@<host>/<db>"],
    ["mongodb://u:p@c.\uFFFE.x.net", "mongodb://<credentials>@c.{…}.x.net"],
    ["mongodb://a.x.net/\u001b[31mdb\u202e", "mongodb://a.x.net/\uFFFD[31mdb\uFFFD"],
    ["mongodb://user:pw", "(not shown, because it may contain credentials)"],
    ["user:pw@host", "(not shown, because it may contain credentials)"],
  ])("%s", (text, shown) => {
    expect(maskConnectionString(text, ["mongodb"])).toBe(shown);
  });
});

test("a classification as lines", () => {
  const text = "mongodb://u:p@pl-0-us-east-1a.ab123.mongodb.net:1024";
  expect(describeClassification(classify(text, ATLAS), ATLAS)).toEqual([
    "Kind: private-endpoint.aws.direct, AWS private endpoint (high confidence)",
    "Form: direct, a list of nodes",
    "Provider: AWS",
    "Project suffix: ab123",
    "Region: us-east-1",
    "Regionalized private endpoint: no",
    "Resolves to: what private-endpoint.aws.direct resolves to",
    "Why:",
    "  - The host is in mongodb.net, a domain of the service.",
    "  - There is a period before the project suffix ab123, so this is not the legacy form.",
    "  - A first label pl- means a private endpoint.",
    "  - us-east-1 is a region of AWS.",
  ]);
});

test("other readings and the hosts of a mixed list are lines, too", () => {
  const peering = describeClassification(classify("mongodb+srv://a-pri.ab123.mongodb.net", ATLAS), ATLAS);
  expect(peering.slice(-2)).toEqual([
    "It may also be:",
    "  - standard.srv (cluster a-pri, suffix ab123): A cluster can have the name a-pri; the SRV form does not show it.",
  ]);
  const text = "mongodb://a-shard-00-00.ab123.mongodb.net,a-shard-00-01-ab123.mongodb.net";
  expect(describeClassification(classify(text, ATLAS), ATLAS)).toEqual([
    "Kind: mixed (high confidence)",
    "Form: direct, a list of nodes",
    "Why:",
    "  - The list holds hosts of different kinds: standard.direct, legacy.aws.",
    "Hosts:",
    "  - standard.direct",
    "  - legacy.aws",
  ]);
});

test("defects as lines", () => {
  const lines = (text: string): string[] => {
    const parsed = parseConnectionString(text, ATLAS.schemes);
    return parsed.ok ? describeDefects(defects(parsed, classifyParsed(parsed, ATLAS))) : ["not parsed"];
  };
  expect(lines("mongodb+srv://a.ab123.mongodb.net:1")).toEqual([
    "Malformed:",
    "  - An SRV string has no port: the ports are in the SRV record. [srv-port]",
  ]);
  expect(lines("mongodb+srv://a.ab123.mongodb.net")).toEqual([]);
});

describe("the advice as lines", () => {
  const advise = (text: string, ...change: Parameters<typeof adviseProviderChange>[1][]): string[] =>
    describeAdvice(adviseProviderChange(classify(text, ATLAS), change[0] ?? {}, DATA.dates));

  test("steps are counted", () => {
    const lines = advise("mongodb+srv://a-ab123.gcp.mongodb.net", { to: "AWS", tier: "dedicated" });
    expect(lines[0]).toBe("Change of provider: the connection string changes, in these steps");
    expect(lines.filter((line) => /^ {2}\d\. /.test(line)).map((line) => line.slice(2, 5))).toEqual([
      "1. ",
      "2. ",
      "3. ",
      "4. ",
    ]);
  });

  test("missing facts are asked for in words", () => {
    expect(advise("mongodb+srv://a-ab123.gcp.mongodb.net", { to: "AWS" }).slice(-2)).toEqual([
      "To decide it, give:",
      "  - the tier of the cluster (free, shared, flex or dedicated)",
    ]);
  });
});
