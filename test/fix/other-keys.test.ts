import { expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const CLUSTER = "https://cloud.mongodb.com/api/atlas/v1.0/groups/a/clusters/b";

const ruby = (use: string): string =>
  `require "net/http"\nrequire "json"\n\nc = JSON.parse(Net::HTTP.get(URI("${CLUSTER}")))\n${use}\n`;

const javascript = (use: string): string =>
  `export const uri = async () => {\n  const c = await (await fetch("${CLUSTER}")).json();\n  ${use}\n};\n`;

const python = (use: string): string =>
  `import requests\nfrom urllib.parse import urlencode\n\nc = requests.get("${CLUSTER}").json()\n${use}\n`;

const OUTER = "only the outer keys of the hash are changed to symbols or texts";
const LISTS = "lists the properties of the cluster in the response";

it.each([
  ["a.rb", ruby("puts c.to_h { |k, v| [k.to_sym, v] }[:srvAddress]"), OUTER],
  ["a.rb", ruby("puts c.map { |k, v| [k.to_sym, v] }.to_h[:srvAddress]"), OUTER],
  ["a.rb", ruby("puts Hash[c.map { |k, v| [k.to_sym, v] }][:srvAddress]"), OUTER],
  ["a.rb", ruby("d = c.to_h { |k, v| [k.to_sym, v] }\nputs d[:srvAddress]"), OUTER],
  ["a.rb", ruby(`use(c.deep_transform_keys(&:underscore)["srv_address"])`), `deep_transform_keys ${LISTS}`],
  ["a.rb", ruby(`use(c.transform_keys(&:underscore)["srv_address"])`), `transform_keys ${LISTS}`],
  ["a.rb", ruby(`use(c.transform_keys { |k| k.downcase }["srvaddress"])`), `transform_keys ${LISTS}`],
  ["a.rb", ruby(`use(c.to_h { |k, v| [k.downcase, v] }["srvaddress"])`), `to_h ${LISTS}`],
  ["a.rb", ruby(`use(c.each_pair.to_h { |k, v| [k.downcase, v] }["srvaddress"])`), `to_h ${LISTS}`],
  [
    "a.rb",
    ruby(`puts c.each_with_object({}) { |(k, v), h| h[k.to_sym] = v }[:srvAddress]`),
    "prints the cluster",
  ],
  [
    "a.rb",
    ruby(`puts c.inject({}) { |h, (k, v)| h.merge(k.to_sym => v) }[:srvAddress]`),
    "prints the cluster",
  ],
  ["a.js", javascript(`return new URLSearchParams(c).get("srvAddress");`), "the name srvAddress"],
  ["a.js", javascript(`return new URLSearchParams(c).get("name");`), "URLSearchParams converts the cluster"],
  ["a.py", python("print(urlencode(c))"), "urlencode converts the cluster"],
])("keys that code makes are not those of the response: %s %s", async (path, code, reason) => {
  const { units } = await fixFiles({ [path]: code });
  expect(units.map(({ applicability }) => applicability)).not.toContain("safe");
  expect(units.flatMap(({ reasons }) => reasons).join()).toContain(reason);
});

it.each([
  ["a.rb", ruby("puts c.to_h { |k, v| [k.to_sym, v] }[:name]")],
  ["a.rb", ruby("puts c.deep_transform_keys(&:to_sym)[:name]")],
  ["a.js", javascript(`return new URLSearchParams({ name: c.name }).get("name");`)],
  ["a.py", python(`print(urlencode({"name": c["name"]}))`)],
])("a name that stays keeps no fix away: %s %s", async (path, code) => {
  const { units } = await fixFiles({ [path]: code });
  expect(units.map(({ applicability, reasons }) => [applicability, ...reasons])).toEqual([["safe"]]);
});

it("symbols at all depths are read as symbols", async () => {
  const { files } = await fixFiles({ "a.rb": ruby("puts c.deep_transform_keys(&:to_sym)[:srvAddress]") });
  expect(files["a.rb"]).toContain(".dig(:connectionStrings, :standardSrv)");
});
