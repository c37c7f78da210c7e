import { expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const ALERTS = "https://cloud.mongodb.com/api/atlas/v1.0/groups/g/alerts";
const OTHER = "https://api.example.org/x";

/** Programs in which a function that nobody calls sends the same header to another service. */
const PROGRAMS: Readonly<Record<string, string>> = {
  "constant.py": `import requests
HEADERS = {"Accept": "application/json"}
def alerts(): return requests.get("${ALERTS}", headers=HEADERS).json()
def weather(): return requests.get("${OTHER}", headers=HEADERS).json()
`,
  "helper.py": `import requests
def get_json(url): return requests.get(url, headers={"Accept": "application/json"}).json()
def alerts(): return get_json("${ALERTS}")
def weather(): return get_json("${OTHER}")
`,
  "session.py": `import requests
s = requests.Session()
s.headers["Accept"] = "application/json"
def alerts(): return s.get("${ALERTS}").json()
def weather(): return s.get("${OTHER}").json()
`,
  "routes.py": `import requests
from flask import Flask, jsonify
app = Flask(__name__)
HEADERS = {"Accept": "application/json"}
@app.route("/alerts")
def alerts(): return jsonify(n=len(requests.get("${ALERTS}", headers=HEADERS).json()["results"]))
@app.route("/weather")
def weather(): return jsonify(n=len(requests.get("${OTHER}", headers=HEADERS).text))
`,
  "options.mjs": `const opts = { headers: { Accept: "application/json" } };
export async function alerts() { return (await fetch("${ALERTS}", opts)).json(); }
export async function weather() { return (await fetch("${OTHER}", opts)).json(); }
`,
  "instance.mjs": `import axios from "axios";
const http = axios.create({ headers: { Accept: "application/json" } });
export const alerts = () => http.get("${ALERTS}");
export const weather = () => http.get("${OTHER}");
`,
  "defaults.mjs": `import axios from "axios";
axios.defaults.headers.common["Accept"] = "application/json";
export const alerts = () => axios.get("${ALERTS}");
export const weather = () => axios.get("${OTHER}");
`,
  "helper.ts": `async function getJson<T>(url: string): Promise<T> {
  const r = await fetch(url, { headers: { Accept: "application/json" } });
  return (await r.json()) as T;
}
export const alerts = () => getJson<unknown>("${ALERTS}");
export const weather = () => getJson<unknown>("${OTHER}");
`,
  "helper.go": `package a

import "net/http"

func newReq(url string) *http.Request {
	req, _ := http.NewRequest("GET", url, nil)
	req.Header.Set("Accept", "application/json")
	return req
}
func Alerts() (*http.Response, error)  { return http.DefaultClient.Do(newReq("${ALERTS}")) }
func Weather() (*http.Response, error) { return http.DefaultClient.Do(newReq("${OTHER}")) }
`,
  "helper.kt": `import java.net.URI
import java.net.http.*
fun req(u: String): HttpRequest = HttpRequest.newBuilder(URI.create(u)).header("Accept", "application/json").build()
fun alerts(h: HttpClient) = h.send(req("${ALERTS}"), HttpResponse.BodyHandlers.ofString())
fun weather(h: HttpClient) = h.send(req("${OTHER}"), HttpResponse.BodyHandlers.ofString())
`,
  "options.rb": `require 'httparty'
OPTS = { headers: { 'Accept' => 'application/json' } }
def alerts = HTTParty.get('${ALERTS}', OPTS)
def weather = HTTParty.get('${OTHER}', OPTS)
`,
  "options.php": `<?php
const OPTS = ['headers' => ['Accept' => 'application/json']];
function alerts($c) { return $c->get('${ALERTS}', OPTS); }
function weather($c) { return $c->get('${OTHER}', OPTS); }
alerts(new \\GuzzleHttp\\Client());
`,
  "headers.ps1": `$h = @{ Accept = 'application/json' }
function Get-Alerts { Invoke-RestMethod -Uri '${ALERTS}' -Headers $h }
function Get-Weather { Invoke-RestMethod -Uri '${OTHER}' -Headers $h }
`,
  "array.sh": `#!/bin/bash
CURL=(curl -s -H 'Accept: application/json')
alerts() { "\${CURL[@]}" --digest -u "$K" "${ALERTS}"; }
weather() { "\${CURL[@]}" ${OTHER}; }
"$@"
`,
  "unknown-client.py": `import requests
HEADERS = {"Accept": "application/json"}
def alerts(): return requests.get("${ALERTS}", headers=HEADERS).json()
def weather(client): return client.get("${OTHER}", headers=HEADERS).json()
`,
  "unknown-client.mjs": `const HEADERS = { Accept: "application/json" };
export const alerts = async () => (await fetch("${ALERTS}", { headers: HEADERS })).json();
export const weather = (client) => client.get("${OTHER}", { headers: HEADERS });
`,
};

it.each(Object.entries(PROGRAMS))(
  "a header that code without a caller sends to another service stays as it is: %s",
  async (path, code) => {
    const { files, units } = await fixFiles({ [path]: code });
    expect(files[path]).toBe(code);
    expect(units.flatMap(({ reasons }) => reasons).join()).toMatch(
      /which does not use this API, (?:also )?sends th|is also passed to \$?(?:c|client)\.get/,
    );
  },
);

it.each(Object.entries(PROGRAMS))("without that code it is changed: %s", async (path, code) => {
  const alone = code
    .split("\n")
    .filter((line) => !line.includes(OTHER) && !line.includes("/weather"))
    .join("\n");
  const { files } = await fixFiles({ [path]: alone });
  expect(files[path]).toContain("/api/atlas/v2/");
});
