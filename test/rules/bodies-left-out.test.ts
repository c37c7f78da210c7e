import { expect, it } from "vitest";
import { report } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

const URL = "https://cloud.mongodb.com/api/atlas/v2";
const MEDIA_TYPE = "application/vnd.atlas.2023-02-01+json";

it.each([
  [
    "a.py",
    `import requests
def send(method, path, json=None):
    return requests.request(method, "${URL}" + path, json=json, headers={"Accept": "${MEDIA_TYPE}"}).json()
def create(group, config):
    return send("POST", f"/groups/{group}/clusters", json=config)
def allow(group, entries=None):
    return send("POST", f"/groups/{group}/accessList", entries or [])
`,
  ],
  [
    "a.js",
    `import axios from "axios";
const send = (method, path, data = null) =>
  axios.request({ method, url: "${URL}" + path, data, headers: { Accept: "${MEDIA_TYPE}" } });
export const create = (group, cluster) => send("POST", "/groups/" + group + "/clusters", cluster);
`,
  ],
  [
    "a.php",
    `<?php
function send($client, $method, $path, $body = null) {
  return $client->request($method, '${URL}' . $path, ['json' => $body, 'headers' => ['Accept' => '${MEDIA_TYPE}']]);
}
function create($group, $cluster) { return send(new GuzzleHttp\\Client(), 'POST', "/groups/$group/clusters", $cluster); }
`,
  ],
  [
    "conditional.js",
    `export const send = async (group, body = null) =>
  fetch("${URL}/groups/" + group + "/clusters", {
    method: "POST",
    headers: { Accept: "${MEDIA_TYPE}", "Content-Type": "${MEDIA_TYPE}" },
    body: body === null ? null : JSON.stringify(body),
  });
export const create = (group, cluster) => send(group, cluster);
`,
  ],
  [
    "guard.js",
    `export async function send(group, body = null) {
  const headers = { Accept: "${MEDIA_TYPE}" };
  if (!body) return fetch("${URL}/groups/" + group + "/clusters", { headers });
  return fetch("${URL}/groups/" + group + "/clusters", { method: "POST", headers, body: JSON.stringify(body) });
}
`,
  ],
  [
    "dumps.py",
    `import json
import requests
def send(group, body=None):
    return requests.post(f"${URL}/groups/{group}/clusters", headers={"Accept": "${MEDIA_TYPE}", "Content-Type": "${MEDIA_TYPE}"},
        data=None if body is None else json.dumps(body))
`,
  ],
  [
    "encode.php",
    `<?php
function send_body($client, $group, $body = null) {
  return $client->request('POST', '${URL}/groups/' . $group . '/clusters', [
    'headers' => ['Accept' => '${MEDIA_TYPE}', 'Content-Type' => '${MEDIA_TYPE}'],
    'body' => is_null($body) ? null : json_encode($body),
  ]);
}
send_body(new GuzzleHttp\\Client(), $argv[1], json_decode($argv[2]));
`,
  ],
  [
    "encode.rb",
    `require "faraday"
require "json"
def send_body(group, body = nil)
  Faraday.post("${URL}/groups/#{group}/clusters", body.nil? ? nil : JSON.generate(body), { "Accept" => "${MEDIA_TYPE}", "Content-Type" => "${MEDIA_TYPE}" })
end
`,
  ],
])("a body that may be left out is judged by what it is otherwise: %s", async (path, text) => {
  const { findings } = await report(["."], { cwd: sharedTree({ ".git/HEAD": "", [path]: text }) });
  expect(findings.map(({ line, ruleId }) => `${line} ${ruleId}`)).toEqual([]);
});

it("a body that may be left out is refused if what it is otherwise is refused", async () => {
  const text = `import requests
def create(group, send_it):
    body = {"name": "a", "numShards": 1} if send_it else None
    return requests.post(f"${URL}/groups/{group}/clusters", json=body, headers={"Accept": "${MEDIA_TYPE}"})
`;
  const { findings } = await report(["."], { cwd: sharedTree({ ".git/HEAD": "", "a.py": text }) });
  expect(findings.map(({ line, ruleId }) => `${line} ${ruleId}`)).toContain("3 no-removed-property");
});
