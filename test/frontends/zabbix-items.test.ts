import { expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const template = (items: string, rest = "") => `zabbix_export:
  version: '6.4'
  templates:
    - template: Clusters
${rest}      items:
${items}`;

async function errorsIn(text: string): Promise<readonly string[]> {
  const { source, findings } = await analyze("zabbix/clusters.yaml", text);
  return findings.map(({ ruleId, place }) => {
    const { line } = source.position(place.start);
    return `${line} ${ruleId} ${source.text.slice(place.start, place.end).replace(/\n.*/s, "")}`;
  });
}

const ITEM = `        - name: Clusters
          type: HTTP_AGENT
          key: clusters
          authtype: DIGEST
          username: '{$PUBLIC}'
          password: '{$PRIVATE}'
`;
const BASE = "https://cloud.mongodb.com/api/atlas";
const TYPE = "application/vnd.atlas.2023-02-01+json";

it("items of Zabbix send requests, with a macro as base and with headers", async () => {
  const url = `          url: '{$URL}/groups/{$GROUP}/clusters'\n`;
  const header = (value: string) =>
    `          headers:\n            - name: Accept\n              value: ${value}\n`;
  const macros = (base: string) => `      macros:\n        - macro: '{$URL}'\n          value: '${base}'\n`;
  expect(await errorsIn(template(ITEM + url, macros(`${BASE}/v1.0`)))).toEqual([
    "7 no-unversioned-base-path /api/atlas/v1.0",
    "15 require-version-media-type /groups/{$GROUP}/clusters",
  ]);
  expect(await errorsIn(template(ITEM + header("application/json") + url, macros(`${BASE}/v2`)))).toEqual([
    "16 require-version-media-type Accept",
  ]);
  expect(await errorsIn(template(ITEM + header(TYPE) + url, macros(`${BASE}/v2`)))).toEqual([]);
});

it("JSONPath of items reads the response, also of an item that others depend on", async () => {
  const url = `          headers: [{ name: Accept, value: ${TYPE} }]\n          url: ${BASE}/v2/groups/{$GROUP}/clusters\n`;
  const dependent = `        - name: Scaling
          type: DEPENDENT
          key: scaling
          master_item: { key: first }
          preprocessing:
            - type: JSONPATH
              parameters: ["$['providerSettings'].autoScaling.first()"]
        - name: First
          type: DEPENDENT
          key: first
          master_item: { key: clusters }
          preprocessing:
            - type: JSONPATH
              parameters: ['$.results[?(@.id=="{#ID}")]']
            - type: JSONPATH
              parameters: ["$[0]"]
        - name: Rule
          type: DEPENDENT
          key: rule
          master_item: { key: clusters }
          preprocessing:
            - type: JSONPATH
              parameters: [$.results]
          lld_macro_paths:
            - lld_macro: '{#SRV}'
              path: $.srvAddress
            - lld_macro: '{#NAME}'
              path: $.name
`;
  expect(await errorsIn(template(ITEM + url + dependent))).toEqual([
    "20 no-removed-property providerSettings",
    "39 no-removed-property srvAddress",
  ]);
  const whole = `          output_format: JSON
          preprocessing:
            - type: JSONPATH
              parameters: [$.body.results..name]
            - type: JSONPATH
              parameters: [$.body.results]
`;
  expect(await errorsIn(template(ITEM + url + whole))).toEqual([]);
});

it("items without a request, and texts that cannot be written as a command, are left out", async () => {
  const odd = `          url: "${BASE}/v2/groups/\\"1"\n`;
  expect(await errorsIn(template(ITEM + odd))).toEqual([]);
  const loop = `        - name: Loop
          type: DEPENDENT
          key: loop
          master_item: { key: loop }
          preprocessing: [{ type: JSONPATH, parameters: ['$.providerSettings'] }]
`;
  const url = `          url: https://cloud.example.com/groups\n`;
  expect(await errorsIn(template(ITEM + url + loop))).toEqual([]);
});
