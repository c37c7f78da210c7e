import type { ValidCase } from "../../support/rule-tester.js";

/** Data of programs that have the old form or its names, and are not clusters of the API. */
export const ownData: readonly ValidCase[] = [
  {
    name: "a form of the program's own that it sends on in the new form",
    code: `import express from "express";
import axios from "axios";
const api = axios.create({ baseURL: "%host%/api/%admin%/v2", headers: { Accept: "application/vnd.%vendor%.2023-02-01+json" } });
express().post("/ours", async (req, res) => {
  const { name, providerSettings } = req.body;
  const regionConfigs = [{
    providerName: providerSettings.providerName,
    regionName: providerSettings.regionName,
    priority: 7,
    electableSpecs: { instanceSize: providerSettings.instanceSizeName, nodeCount: 3 },
  }];
  const replicationSpecs = [{ numShards: 1, regionConfigs }];
  const { data } = await api.post("/groups/1/clusters", { name, clusterType: "REPLICASET", replicationSpecs });
  res.json({ name: data.name, srvAddress: data.connectionStrings.standardSrv });
});`,
  },
  {
    name: "files of the program's own in the old form that it converts",
    code: `import { readFileSync } from "node:fs";
export function converted(old) {
  const { providerSettings: p, replicationFactor = 3, numShards = 1, providerBackupEnabled } = old;
  const electableSpecs = { instanceSize: p.instanceSizeName, nodeCount: replicationFactor };
  const region = { providerName: p.providerName, regionName: p.regionName, priority: 7, electableSpecs };
  const replicationSpecs = [{ numShards, regionConfigs: [region] }];
  return { name: old.name, clusterType: "REPLICASET", backupEnabled: providerBackupEnabled, replicationSpecs };
}
export const apply = (file) =>
  fetch("%host%/api/%admin%/v2/groups/1/clusters", {
    method: "POST",
    headers: { Accept: "application/vnd.%vendor%.2023-02-01+json", "Content-Type": "application/json" },
    body: JSON.stringify(converted(JSON.parse(readFileSync(file, "utf8")))),
  });`,
  },
  {
    name: "Python: an object with the old names that is made of a new response",
    filename: "summary.py",
    code: `import requests
H = {"Accept": "application/vnd.%vendor%.2023-02-01+json"}
def summary():
    out = []
    for c in requests.get("%host%/api/%admin%/v2/groups/1/clusters", headers=H).json()["results"]:
        specs = c["replicationSpecs"][0]["regionConfigs"][0]["electableSpecs"]
        srv = c["connectionStrings"].get("standardSrv")
        out.append({"name": c["name"], "srvAddress": srv, "providerSettings": {"instanceSizeName": specs["instanceSize"]}})
    return out`,
  },
  {
    name: "settings of the program's own with such names and other members",
    code: `const settings = { providerSettings: { oauth: "github" }, autoScaling: { min: 1 } };
export const get = () => fetch("%host%/api/%admin%/v2/groups/1/clusters/c", { headers: { Accept: "application/vnd.%vendor%.2023-02-01+json" } });
export const init = () => setup(settings.providerSettings.oauth);`,
  },
  {
    name: "an answer of a server with such names, whose members are not those of a cluster",
    code: `app.get("/config", (request, response) => {
  response.json({ %dbURI%: process.env.DATABASE, providerSettings: { name: "github", key: "k" } });
});`,
  },
  {
    name: "Python: an answer of a server with such names, whose members are not those of a cluster",
    filename: "app.py",
    code: `@app.route("/config")
def config():
    return jsonify({"%dbURI%": os.environ["DATABASE"], "providerSettings": {"name": "github"}})`,
  },
  {
    name: "Go: settings of the program's own, whose type has many names that a cluster does not have",
    filename: "create.go",
    code: `package main
import (
	"os"
	"gopkg.in/yaml.v3"
)
type Project struct {
	Clusters []Cluster \`yaml:"clusters" json:"clusters"\`
}
type Cluster struct {
	InstanceSize string \`yaml:"instanceSize" json:"instanceSize"\`
	Provider string \`yaml:"provider" json:"provider"\`
	Region string \`yaml:"region" json:"region"\`
	DependsOn []string \`yaml:"dependsOn" json:"dependsOn"\`
	DiskSizeGB float64 \`yaml:"diskSizeGB" json:"diskSizeGB"\`
	BackupEnabled bool \`yaml:"backupEnabled" json:"backupEnabled"\`
	AutoScaling *Scaling \`yaml:"autoScaling" json:"autoScaling"\`
	ReplicationSpecs []Spec \`yaml:"replicationSpecs" json:"replicationSpecs"\`
}
type Scaling struct { Enabled bool \`yaml:"enabled" json:"enabled"\` }
type Spec struct { Zone string \`yaml:"zone" json:"zone"\` }
func apply(path string) error {
	data, err := os.ReadFile(path)
	var project Project
	if err = yaml.Unmarshal(data, &project); err != nil {
		return err
	}
	clusterConfig := &project.Clusters[0]
	if clusterConfig.AutoScaling != nil && clusterConfig.AutoScaling.Enabled {
		use(clusterConfig.ReplicationSpecs, "%host%/api/%admin%/v2/groups/1/clusters")
	}
	return nil
}`,
  },
  {
    name: "Go: descriptions of properties that a Terraform provider has under the same names",
    filename: "resource.go",
    code: `package main
import "github.com/hashicorp/terraform/helper/schema"
func resourceCluster() *schema.Resource {
	return &schema.Resource{Schema: map[string]*schema.Schema{
		"diskSizeGB": &schema.Schema{Type: schema.TypeFloat, Optional: true},
		"numShards": &schema.Schema{Type: schema.TypeInt, Optional: true},
		"replicationFactor": {Type: schema.TypeInt, Optional: true},
		"providerBackupEnabled": &schema.Schema{Type: schema.TypeBool, Optional: true},
	}}
}
const base = "%host%/api/%admin%/v2/groups/1/clusters"`,
  },
];
