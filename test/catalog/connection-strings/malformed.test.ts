import { describe, expect, test } from "vitest";
import { classifyParsed } from "../../../src/catalog/connection-strings/classify.js";
import { defects } from "../../../src/catalog/connection-strings/malformed.js";
import { parseConnectionString } from "../../../src/catalog/connection-strings/parse.js";
import { ATLAS, DATA, SHIPPED } from "./words.js";

function defectsOf(text: string, words = ATLAS): { id: string; at: string; sentence: string }[] {
  const parsed = parseConnectionString(text, words.schemes);
  if (!parsed.ok) throw new Error(parsed.reason);
  return defects(parsed, classifyParsed(parsed, words)).map(({ id, start, end, sentence }) => ({
    id,
    at: text.slice(start, end),
    sentence,
  }));
}

const node = "a-shard-00-00.ab123.mongodb.net";
const legacy = "a-shard-00-00-ab123.mongodb.net";
const endpoint = "pl-0-us-east-1a.ab123.mongodb.net";
const srv = "a.ab123.mongodb.net";

describe.each([
  { name: "a small catalog", words: ATLAS },
  { name: "the shipped catalog", words: SHIPPED },
])("with $name", ({ words }) => {
  test.each<[text: string, expected: [id: string, at: string][]]>([
    [`mongodb://${node}:27018`, [["wrong-port", "27018"]]],
    [`mongodb://${node}:1024`, [["wrong-port", "1024"]]],
    [`mongodb://a-shard-00-00-pri.ab123.mongodb.net:1024`, [["wrong-port", "1024"]]],
    [`mongodb://${legacy}:1024`, [["wrong-port", "1024"]]],
    [`mongodb://atlas-abc123-shard-00-00.ab123.mongodb.net:80`, [["wrong-port", "80"]]],
    [`mongodb://a-config-00-00.ab123.mongodb.net:27019`, [["wrong-port", "27019"]]],
    [`mongodb://${endpoint}:27017`, [["wrong-port", "27017"]]],
    [`mongodb://${endpoint}:27016`, [["wrong-port", "27016"]]],
    [`mongodb://${endpoint}:1023`, [["wrong-port", "1023"]]],
    [`mongodb://u:p@${endpoint}/db`, [["wrong-port", endpoint]]],
    [`mongodb://pl-0-us-east-1-ab123.mongodb.net:27017`, [["wrong-port", "27017"]]],
    [`mongodb://${node}:27017,a-shard-00-01.ab123.mongodb.net:27018/db`, [["wrong-port", "27018"]]],
    [`mongodb+srv://u:p@${srv}:27017/db`, [["srv-port", ":27017"]]],
    [`mongodb+srv://${srv}:{port}/db`, [["srv-port", ":{port}"]]],
    [`mongodb+srv://u:p@${srv},b.ab123.mongodb.net/db`, [["srv-hosts", `${srv},b.ab123.mongodb.net`]]],
    [
      `mongodb+srv://${srv}:1,b.ab123.mongodb.net`,
      [
        ["srv-hosts", `${srv}:1,b.ab123.mongodb.net`],
        ["srv-port", ":1"],
      ],
    ],
    [`mongodb://u:p@${node},${legacy}/db`, [["mixed-hosts", `${node},${legacy}`]]],
    [`mongodb://${node}:99999`, [["port-out-of-range", "99999"]]],
    [`mongodb://localhost:0`, [["port-out-of-range", "0"]]],
    [`mongodb://localhost:65536`, [["port-out-of-range", "65536"]]],
    ["mongodb://", [["empty-host", ""]]],
    ["mongodb+srv:///db", [["empty-host", ""]]],
    [`mongodb://:27017`, [["empty-host", ":27017"]]],
    [`mongodb://${node},,b-shard-00-01.ab123.mongodb.net`, [["empty-host", ""]]],
    [`mongodb://${node}:27017,`, [["empty-host", ""]]],
  ])("%s", (text, expected) => {
    expect(defectsOf(text, words).map(({ id, at }) => [id, at])).toEqual(expected);
  });

  test.each([
    `mongodb://${node}:27017`,
    `mongodb://${node}`,
    `mongodb://${node}:27016`,
    `mongodb://${node}:27015`,
    `mongodb://a-config-00-00.ab123.mongodb.net:27015`,
    `mongodb://${legacy}:27016`,
    `mongodb://${node}:{port}`,
    `mongodb://${endpoint}:1024,${endpoint}:1025,${endpoint}:1026`,
    `mongodb://pl-0-eastus2-azure.ab123.mongodb.net:1124`,
    `mongodb://pl-0-us-east1-gcp.ab123.mongodb.net:1024`,
    `mongodb+srv://${srv}`,
    `mongodb+srv://${endpoint}`,
    "mongodb://localhost:1024",
    "mongodb://db1.example.com:27018,db2.example.com:27019/?replicaSet=rs0",
    "mongodb://n-ab123.a.query.mongodb.net/?ssl=true",
    "mongodb://{host}:65535",
    "mongodb://a-{x}.mongodb.net:1024",
    "mongodb://pl-0-us-east-1-{suffix}.mongodb.net:27017",
  ])("%s has none", (text) => {
    expect(defectsOf(text, words)).toEqual([]);
  });
});

test.each([
  [`mongodb://${node}:27018`, "The port is 27018; a node has 27017, in a sharded cluster 27015 to 27017."],
  [`mongodb://${endpoint}:27017`, "The port is 27017; a private endpoint has 1024 or above."],
  [`mongodb://${endpoint}`, "No port is written, which means 27017; a private endpoint has 1024 or above."],
  [`mongodb://${node}:0`, "0 is not a port: ports are from 1 to 65535."],
  [`mongodb+srv://${srv}:1`, "An SRV string has no port: the ports are in the SRV record."],
  [`mongodb+srv://${srv},b`, "An SRV string has exactly one name, and this one has 2."],
  [`mongodb://${node},${legacy}`, "The list holds hosts of different kinds: standard.direct, legacy.aws."],
  ["mongodb://", "The string names no host."],
  ["mongodb://a,,b", "A host of the list has no name."],
])("%s says why", (text, sentence) => {
  expect(defectsOf(text).map((defect) => defect.sentence)).toEqual([sentence]);
});

test("a catalog that states no ports judges none", () => {
  const words = { ...ATLAS, data: { ...DATA, kinds: [] } };
  expect(defectsOf(`mongodb://${node}:1,${endpoint}:27017`, words).map(({ id }) => id)).toEqual([
    "mixed-hosts",
  ]);
});
