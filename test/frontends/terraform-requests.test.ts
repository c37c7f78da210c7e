import { expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const BASE = "https://cloud.mongodb.com/api/atlas";
const TYPE = "application/vnd.atlas.2023-02-01+json";

async function errorsIn(text: string): Promise<readonly string[]> {
  const { source, findings } = await analyze("clusters.tf", text);
  return findings.map(({ ruleId, place }) => {
    const { line } = source.position(place.start);
    return `${line} ${ruleId} ${source.text.slice(place.start, place.end)}`;
  });
}

const data = (url: string, rest = ""): string => `data "http" "clusters" {\n  url = "${url}"\n${rest}}\n`;
const accepts = (value: string): string => `  request_headers = {\n    Accept = "${value}"\n  }\n`;
const LIST = data(`${BASE}/v2/groups/1/clusters`, accepts(TYPE));

it.each<[title: string, text: string, errors: readonly string[]]>([
  ["a right request", LIST, []],
  [
    "the base and the headers of a data source",
    data(`${BASE}/v1.0/groups/\${var.project}/clusters`, accepts("application/json")),
    [
      "2 no-unversioned-base-path /api/atlas/v1.0",
      `2 require-version-media-type ${BASE}/v1.0/groups/\${var.project}/clusters"\n  request_headers = {\n    Accept = "application/json`,
    ],
  ],
  [
    "a base in a local of a variable, and no headers",
    `variable "host" {\n  default = "https://cloud.mongodb.com"\n}\nlocals {\n  base = "\${var.host}/api/atlas/v2"\n}\n` +
      data("${local.base}/groups/${var.project}/clusters"),
    ["8 require-version-media-type /groups/${var.project}/clusters"],
  ],
  [
    "headers in locals, merged",
    `locals {\n  accept = { "Accept" = "${TYPE}" }\n}\n` +
      data(`${BASE}/v2/groups`, `  request_headers = merge(local.accept, { X = upper("y") })\n`),
    [],
  ],
  [
    "headers that are not known",
    data(`${BASE}/v2/groups`, `  request_headers = var.headers\n`),
    [`2 undetermined-request ${BASE}/v2/groups`],
  ],
  [
    "a resource of terracurl, with its method",
    `resource "terracurl_request" "stop" {\n  url    = "${BASE}/v2/groups/1/clusters/2"\n  method = "DELETE"\n}\n`,
    [`2 require-version-media-type ${BASE}/v2/groups/1/clusters/2"\n  method = "DELETE`],
  ],
  ["a data source of another type", `data "external" "x" {\n  url = "${BASE}/v2/groups"\n}\n`, []],
])("requests of Terraform are known: %s", async (_, text, errors) => {
  expect(await errorsIn(text)).toEqual(errors);
});

it.each<[title: string, code: string, errors: readonly string[]]>([
  [
    "in jsondecode",
    `output "x" {\n  value = jsondecode(data.http.clusters.response_body).results[0].mongoURI\n}\n`,
    ["8 no-removed-property mongoURI"],
  ],
  [
    "of a local, in a loop",
    `locals {\n  all  = try(jsondecode(data.http.clusters.body).results, [])\n  uris = [for one in local.all : one["mongoURI"]]\n}\n`,
    ["9 no-removed-property mongoURI"],
  ],
  [
    "with a splat, of a local of a local",
    `locals {\n  answer = jsondecode(data.http.clusters.response_body)\n  all = local.answer.results\n}\noutput "x" {\n  value = local.all[*].numShards\n}\n`,
    ["12 no-removed-property numShards"],
  ],
  [
    "of one of several data sources",
    `output "x" {\n  value = jsondecode(data.http.clusters["a"].response_body).results[0].mongoURI\n}\n`,
    ["8 no-removed-property mongoURI"],
  ],
  [
    "in each.value",
    `resource "x" "y" {\n  for_each = jsondecode(data.http.clusters.response_body).results\n  uri = each.value.srvAddress\n}\n`,
    ["9 no-removed-property srvAddress"],
  ],
  [
    "of what stays, and of other answers",
    `output "x" {\n  value = jsondecode(data.http.clusters.response_body).results[0].connectionStrings.standard\n}\n` +
      `output "y" {\n  value = jsondecode(data.http.other.response_body).numShards\n}\n`,
    [],
  ],
])("reads of a response are known in Terraform: %s", async (_, code, errors) => {
  expect(await errorsIn(LIST + code)).toEqual(errors);
});

it.each([
  ["without an end", `data "http" "x" {\n  url = "${BASE}/v2/groups`],
  ["with locals in a circle", `locals {\n  a = local.b\n  b = local.a\n}\n${data(`\${local.a}/groups`)}`],
  [
    "with headers in a circle",
    `locals {\n  a = local.a\n}\n${data(`${BASE}/v2/groups`, "  request_headers = local.a\n")}`,
  ],
  ["with merged headers without an end", data(`${BASE}/v2/groups`, "  request_headers = merge(merge(\n")],
])("Terraform %s does no harm", async (_, text) => {
  const found = await errorsIn(text);
  expect(found.filter((one) => !one.includes(" undetermined-request "))).toEqual([]);
});
