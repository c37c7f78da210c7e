import { expect, it } from "vitest";
import { pythonFrontend } from "../../src/frontends/python/entry.js";
import { API, LanguageFacts, requestsOf } from "./language-facts.js";

const python = new LanguageFacts(pythonFrontend, "atlas.py");

it.each([
  ["curl_cffi", "from curl_cffi import requests", `requests.get("${API}/groups", headers=h)`, "GET"],
  ["niquests", "import niquests", `niquests.Session().post("${API}/groups", headers=h)`, "POST"],
  ["grequests", "import grequests", `grequests.map([grequests.get("${API}/groups", headers=h)])`, "GET"],
  [
    "a session with a base",
    "from requests_toolbelt import sessions",
    `sessions.BaseUrlSession(base_url="${API}/").patch("groups", headers=h)`,
    "PATCH",
  ],
  [
    "a session of OAuth",
    "from requests_oauthlib import OAuth2Session",
    `OAuth2Session(client=c).get("${API}/groups", headers=h)`,
    "GET",
  ],
])("a client of Python that is like requests: %s", (_, imported, call, method) => {
  const facts = python.of(`${imported}\nh = {"Accept": "a/b"}\n${call}\n`);
  expect(requestsOf(facts)).toEqual([`${method} /groups ; accept: a/b`]);
});

it.each([
  ["", "GET /groups"],
  [`c.setopt(pycurl.HTTPHEADER, ["Accept: a/b", "X-One: 1"])`, "GET /groups ; accept: a/b ; x-one: 1"],
  [`c.setopt(c.POSTFIELDS, "{}")`, "POST /groups"],
  [`c.setopt(pycurl.CUSTOMREQUEST, "PATCH")`, "PATCH /groups"],
])("pycurl sends what its options say: %s", (option, expected) => {
  const facts = python.of(`import pycurl
c = pycurl.Curl()
c.setopt(c.URL, "${API}/groups")
c.setopt(pycurl.USERPWD, "a:b")
${option}
c.perform()
`);
  expect(requestsOf(facts)).toEqual([expected]);
});
