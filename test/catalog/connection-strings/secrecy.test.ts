import fc from "fast-check";
import { expect, test } from "vitest";
import { classify, classifyHost } from "../../../src/catalog/connection-strings/classify.js";
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

/** Secrets are recognised by their ends, whatever is between them and wherever they are cut. */
const FIRST = "zq7first";
const LAST = "zq7last";

/** Everything that the module hands out for a text, as one string. */
function everythingSaid(text: string): string {
  const parsed = parseConnectionString(text, ATLAS.schemes);
  const classification = classify(text, ATLAS);
  const advice = adviseProviderChange(classification, { to: "GCP" }, DATA.dates);
  const found = parsed.ok ? defects(parsed, classification) : [];
  return JSON.stringify([
    parsed,
    classification,
    classifyHost(text.slice(text.indexOf("://") + 3), ATLAS),
    found,
    advice,
    maskConnectionString(text, ATLAS.schemes),
    describeClassification(classification, ATLAS),
    describeDefects(found),
    describeAdvice(advice),
  ]).toLowerCase();
}

const encoded = fc
  .string({ unit: "grapheme" })
  .map((characters) => `${FIRST}${encodeURIComponent(characters)}${LAST}`);
/** As people paste them: with the delimiters of the grammar in them. `=` is left to the test of base64 below. */
const raw = fc
  .array(fc.constantFrom(..."aZ09-._~!$&'()*+,;:@/?#[]{}<>%| \\\"`^"), { maxLength: 20 })
  .map((characters) => `${FIRST}${characters.join("")}${LAST}`);
const base64 = fc
  .uint8Array({ minLength: 1, maxLength: 40 })
  .map((bytes) => `${FIRST}${Buffer.from(bytes).toString("base64")}${LAST}`);

const rest = fc.constantFrom(
  "orders.ab123.mongodb.net",
  "orders-shard-00-00-ab123.azure.mongodb.net:27017,orders-shard-00-01-ab123.azure.mongodb.net:27018/db?w=1",
  "localhost:99999",
  "pl-0-us-east-1a.ab123.mongodb.net/?ssl=true&appName=@app@",
  "${host}/db",
  "",
  "a b",
);

test.each([
  ["percent-encoded", encoded],
  ["pasted", raw],
  ["base64", base64],
])("no %s credentials are in anything that is handed out", (_name, secret) => {
  fc.assert(
    fc.property(secret, secret, rest, fc.boolean(), fc.boolean(), (user, password, hosts, srv, both) => {
      const credentials = both ? `${user}:${password}` : `user:${password}`;
      const said = everythingSaid(`mongodb${srv ? "+srv" : ""}://${credentials}@${hosts}`);
      expect(said).not.toContain(FIRST);
      expect(said).not.toContain(LAST);
    }),
    { numRuns: 1_000 },
  );
});

test("nor where the string is cut off before the hosts", () => {
  for (const text of [
    `mongodb://user:${FIRST}`,
    `mongodb://user:${FIRST}/db`,
    `mongodb://user:${FIRST}\uFFFE`,
  ]) {
    expect(everythingSaid(text)).not.toContain(FIRST);
  }
});

test("nor in options that may hold a secret", () => {
  const options = [
    "authMechanismProperties=AWS_SESSION_TOKEN:",
    "tlsCertificateKeyFilePassword=",
    "proxyPassword=",
    "x=",
  ];
  for (const option of options) {
    expect(everythingSaid(`mongodb://orders.ab123.mongodb.net/?${option}${FIRST}`)).not.toContain(FIRST);
  }
});
