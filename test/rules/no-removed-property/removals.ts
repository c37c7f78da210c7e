import type { InvalidCase, ValidCase } from "../../support/rule-tester.js";
import { read } from "./expectations.js";

const URL = "%host%/api/%admin%/v2/groups/1/clusters";
const ACCEPT = `"Accept": "application/vnd.%vendor%.2023-02-01+json"`;
const broken = (property: string): InvalidCase["errors"][number] => ({
  messageId: "askedResponse",
  confidence: "high",
  role: "response",
  property,
  message: `${property} is not in cluster responses from version 2023-02-01 on, and the request asks for 2023-02-01.`,
});

const PYTHON = `import requests
H = {${ACCEPT}}
c = requests.get("${URL}/c", headers=H).json()
`;
const SCRIPT = `const c = await (await fetch("${URL}/c", { headers: { ${ACCEPT} } })).json();
`;

/** Removals that do break something, beside those that do not. */
export const brokenRemovals: readonly InvalidCase[] = [
  {
    name: "a list of keys that are copied",
    filename: "copy.py",
    code: `OLD = ["⟦mongoURIWithOptions⟧", "⟦mongoURIUpdated⟧"]
def copy(cluster):
    return {k: cluster[k] for k in OLD}`,
    errors: ["mongoURIWithOptions", "mongoURIUpdated"].map((one) => ({ ...read(one), confidence: "high" })),
  },
  {
    name: "a removal in a try after something that may fail",
    filename: "later.py",
    code: `import requests
out = {"name": "c", ⟦"numShards"⟧: 1}
try:
    load(out)
    out.pop("numShards", None)
except KeyError:
    pass
requests.post("${URL}", json=out, headers={${ACCEPT}})`,
    errors: [
      {
        ...broken("numShards"),
        messageId: "askedRequest",
        role: "request",
        message: "numShards is rejected",
      },
    ],
  },
  {
    name: "a key that is taken out for its value, or must be there",
    filename: "taken.py",
    code: `${PYTHON}for k in ["⟦srvAddress⟧"]:
    print(c.pop(k))
c.pop(⟦"numShards"⟧)`,
    errors: [broken("srvAddress"), broken("numShards")],
  },
];

/** Keys that are taken out of bodies and answers. */
export const removals: readonly ValidCase[] = [
  {
    name: "removals at the start of a try, in Python",
    filename: "body.py",
    code: `import requests
out = {"name": "c", "numShards": 1, "replicationFactor": 3}
try:
    out.pop("numShards", None)
    del out["replicationFactor"]
    load(out)
except KeyError:
    pass
requests.post("${URL}", json=out, headers={${ACCEPT}})`,
  },
  {
    name: "a name that is found as text, in a dictionary that it is taken out of",
    filename: "library.py",
    code: `class Config:
    def as_dict(self):
        out = {}
        out["%dbURIWithOptions%"] = self.uri
        return out
    def as_create_dict(self):
        out = self.as_dict()
        try:
            out.pop("%dbURIWithOptions%", None)
        except KeyError:
            pass
        return out`,
  },
  {
    name: "removals at the start of a try, in JavaScript",
    filename: "body.mjs",
    code: `const o = { name: "c", numShards: 1 };
try { delete o.numShards; } catch {}
await fetch("${URL}", { method: "POST", headers: { ${ACCEPT} }, body: JSON.stringify(o) });`,
  },
  {
    name: "keys that are taken out of an answer, in Python",
    filename: "answer.py",
    code: `${PYTHON}def strip(d, keys):
    for k in keys:
        if k in d:
            del d[k]
for k in ["srvAddress", "numShards"]:
    c.pop(k, None)
if "providerSettings" in c:
    del c["providerSettings"]
if "autoScaling" in c:
    c.pop("autoScaling")
strip(c, ["replicationFactor", "providerBackupEnabled"])`,
  },
  {
    name: "keys that are taken out of an answer, in JavaScript",
    filename: "answer.mjs",
    code: `${SCRIPT}for (const k of ["srvAddress", "numShards"]) delete c[k];
if ("providerSettings" in c) delete c.providerSettings;
if (c.autoScaling) { delete c["autoScaling"]; }
if (c.replicationFactor !== undefined) delete c.replicationFactor;
if (c.hasOwnProperty("providerBackupEnabled")) delete c.providerBackupEnabled;`,
  },
  {
    name: "keys that are taken out of an answer, in Ruby",
    filename: "answer.rb",
    code: `require 'net/http'
require 'json'
c = JSON.parse(Net::HTTP.get(URI("${URL}/c"), {"Accept" => "application/vnd.%vendor%.2023-02-01+json"}))
c.delete("srvAddress")
c.delete("numShards") if c.key?("numShards")`,
  },
  {
    name: "a list of keys that are taken out of something unknown, in Python",
    filename: "strip.py",
    code: `OLD = ["mongoURIWithOptions", "mongoURIUpdated"]
def strip(cluster):
    for k in OLD:
        cluster.pop(k, None)
    for k in ("providerSettings", "providerBackupEnabled"):
        if k in cluster:
            del cluster[k]
    return cluster`,
  },
  {
    name: "keys that are taken out of something unknown, in Ruby",
    filename: "strip.rb",
    code: `OLD = %w[mongoURIWithOptions mongoURIUpdated]
def strip(cluster)
  OLD.each { |k| cluster.delete(k) }
  cluster.except("providerBackupEnabled", "mongoURIUpdated")
end`,
  },
  {
    name: "keys that are taken out of a map, in Go",
    filename: "strip.go",
    code: `package main

var old = []string{"mongoURIWithOptions", "mongoURIUpdated"}

func strip(m map[string]interface{}) {
	for _, k := range old {
		delete(m, k)
	}
	delete(m, "providerBackupEnabled")
}`,
  },
  {
    name: "keys that are taken out of a map, in Java",
    filename: "Strip.java",
    code: `import java.util.*;
class Strip {
  static void strip(Map<String, Object> cluster) {
    for (String k : List.of("mongoURIUpdated", "mongoURIWithOptions")) cluster.remove(k);
    cluster.keySet().removeAll(List.of("providerBackupEnabled"));
  }
}`,
  },
  {
    name: "keys that are taken out of an array, in PHP",
    filename: "strip.php",
    code: `<?php
function strip(array $cluster) {
  foreach (["mongoURIWithOptions", "mongoURIUpdated"] as $k) { unset($cluster[$k]); }
  return $cluster;
}`,
  },
];
