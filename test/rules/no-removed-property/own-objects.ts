import type { InvalidCase, ValidCase } from "../../support/rule-tester.js";

const PYTHON = `import requests
H = {"Accept": "application/vnd.%vendor%.2023-02-01+json"}
BASE = "%host%/api/%admin%/v2/groups/1/clusters"
`;
const SENT = `    body: JSON.stringify({
      replicationSpecs: [{ numShards, regionConfigs: [{ regionName: providerSettings.regionName, priority: 7,
        electableSpecs: { instanceSize: providerSettings.instanceSizeName, nodeCount: 3 } }] }],
    }),`;
const TABLE = `type Tier = { providerSettings: { instanceSizeName: string; regionName: string }; numShards: number };
const tiers: Record<string, Tier> = {
  small: { providerSettings: { instanceSizeName: "M10", regionName: "EU_WEST_1" }, numShards: 1 },
  large: { providerSettings: { instanceSizeName: "M40", regionName: "EU_WEST_1" }, numShards: 2 },
};
`;
const CREATE = `export async function create(tier: string) {
  const { providerSettings, numShards } = tiers[tier];
  await fetch("%host%/api/%admin%/v2/groups/1/clusters", {
    method: "POST",
    headers: { Accept: "application/vnd.%vendor%.2023-02-01+json", "Content-Type": "application/json" },
${SENT}
  });
}
`;

/** Objects and types of programs with old names, which are made of what the versioned API has, or become that. */
export const ownObjects: readonly ValidCase[] = [
  {
    name: "a data class of Python that is filled from a new response, and its type",
    filename: "inventory.py",
    code: `${PYTHON}from dataclasses import dataclass, asdict
from flask import jsonify
@dataclass
class Inventory:
    name: str
    srvAddress: str
    numShards: int
    autoScaling: bool

def inventory(cluster):
    region = cluster["replicationSpecs"][0]["regionConfigs"][0]
    return Inventory(
        name=cluster["name"],
        srvAddress=cluster["connectionStrings"]["standardSrv"],
        numShards=sum(s["numShards"] for s in cluster["replicationSpecs"]),
        autoScaling=region.get("autoScaling", {}).get("diskGB", {}).get("enabled", False),
    )

def clusters(group):
    rows = [inventory(c) for c in requests.get(BASE, headers=H).json()["results"]]
    total = sum(row.numShards for row in rows)
    return jsonify({"total": total, "clusters": [asdict(row) for row in rows], "first": rows[0].srvAddress})

def line(row: Inventory):
    return f"{row.srvAddress} {row.numShards}"`,
  },
  {
    name: "an object of a class of Python that a new response fills, in a list",
    filename: "inventory.py",
    code: `${PYTHON}class Cluster:
    def __init__(self, raw):
        self.srvAddress = raw["connectionStrings"]["standardSrv"]
        self.numShards = len(raw["replicationSpecs"])
    def line(self):
        return f"{self.srvAddress} {self.numShards}"
def main():
    for cluster in [Cluster(c) for c in requests.get(BASE, headers=H).json()["results"]]:
        print(cluster.line(), cluster.numShards, cluster.srvAddress)`,
  },
  {
    name: "a table of sizes that the program sends in the new form",
    filename: "create.ts",
    code: `${TABLE}${CREATE}`,
  },
  {
    name: "Ruby: what a function reads is what the same file makes of new responses",
    filename: "report.rb",
    code: `require "faraday"
require "json"
Row = Struct.new(:name, :srvAddress, :numShards, keyword_init: true)
def rows
  answer = Faraday.get("%host%/api/%admin%/v2/groups/1/clusters", nil, { "Accept" => "application/vnd.%vendor%.2023-02-01+json" })
  JSON.parse(answer.body)["results"].map do |c|
    Row.new(name: c["name"], srvAddress: c["connectionStrings"]["standardSrv"], numShards: c["replicationSpecs"].size)
  end
end
def line(row) = "#{row.srvAddress} #{row.numShards}"`,
  },
];

/** Objects with old names that only look like those. */
export const notOwn: readonly InvalidCase[] = [
  {
    name: "a table of sizes that an unknown function gets as well",
    filename: "create.ts",
    code: `import { legacy } from "company-client";
${TABLE.replace("small: { providerSettings", "small: { ⟦providerSettings⟧")
  .replace("}, numShards: 1", "}, ⟦numShards⟧: 1")
  .replace("large: { providerSettings", "large: { ⟦providerSettings⟧")
  .replace("}, numShards: 2", "}, ⟦numShards⟧: 2")
  .replace("type Tier = { providerSettings", "type Tier = { ⟦providerSettings⟧")
  .replace("; numShards: number", "; ⟦numShards⟧: number")}${CREATE}legacy.createAll(tiers);`,
    errors: [
      { messageId: "type", confidence: "medium", severity: "warning" },
      { messageId: "type", confidence: "medium", severity: "warning" },
      { messageId: "payload", confidence: "medium" },
      { messageId: "payload", confidence: "medium" },
      { messageId: "payload", confidence: "medium" },
      { messageId: "payload", confidence: "medium" },
    ],
  },
  {
    name: "a read of a name that the own object does not have",
    filename: "report.js",
    code: `export async function rows() {
  const answer = await fetch("%host%/api/%admin%/v2/groups/1/clusters", { headers: { Accept: "application/vnd.%vendor%.2023-02-01+json" } });
  return (await answer.json()).results.map((c) => ({ name: c.name, srvAddress: c.connectionStrings.standardSrv }));
}
export const line = (cluster) => \`\${cluster.⟦srvAddress⟧} \${cluster.⟦numShards⟧}\`;`,
    errors: [
      { messageId: "read", confidence: "medium", property: "srvAddress" },
      { messageId: "read", confidence: "medium", property: "numShards" },
    ],
  },
  {
    name: "a body that a route of the same program sends on",
    filename: "app.js",
    code: `import express from "express";
express().post("/api/clusters", async (req, res) => {
  const answer = await fetch("%host%/api/%admin%/v2/groups/1/clusters", { method: "POST", headers: { Accept: "application/vnd.%vendor%.2023-02-01+json" }, body: JSON.stringify(req.body) });
  res.sendStatus(answer.status);
});
export const create = () => fetch("/api/clusters", { method: "POST", body: JSON.stringify({ ⟦numShards⟧: 1 }) });`,
    errors: [
      {
        messageId: "sentOn",
        confidence: "medium",
        severity: "warning",
        role: "request",
        message: "numShards is sent to what this repository passes on to the service",
      },
    ],
  },
  {
    name: "what a route of the same program passes on",
    filename: "app.js",
    code: `import express from "express";
express().get("/api/clusters/:id", async (req, res) => {
  const answer = await fetch(\`%host%/api/%admin%/v2/groups/1/clusters/\${req.params.id}\`, { headers: { Accept: "application/vnd.%vendor%.2023-02-01+json" } });
  res.json(await answer.json());
});
export const show = async (id) => (await (await fetch(\`/api/clusters/\${id}\`)).json()).⟦numShards⟧;`,
    errors: [
      {
        messageId: "passedOn",
        confidence: "medium",
        severity: "warning",
        role: "response",
        message: "numShards is read from what this repository passes on from the service",
      },
    ],
  },
];
