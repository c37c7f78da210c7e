import type { InvalidCase, ValidCase } from "../../support/rule-tester.js";
import { named, read, sent } from "./expectations.js";

/** Objects of libraries for the API, by which code reads and writes what no request of the same code has. */
export const libraryObjects: readonly InvalidCase[] = [
  {
    name: "Go: a library's type that an interface or a struct states",
    vocabulary: "atlas",
    filename: "quick.go",
    code: `package a

import "go.mongodb.org/atlas/mongodbatlas"

type Plan struct {
	Cluster *mongodbatlas.Cluster \`json:"cluster,omitempty"\`
}

type Getter interface {
	Cluster(name string) (*mongodbatlas.Cluster, error)
}

type Store interface {
	Getter
	Clusters() ([]mongodbatlas.Cluster, error)
}

type Opts struct {
	store Store
	last  *mongodbatlas.Cluster
}

func (o *Opts) first() (string, string) {
	one, _ := o.store.Cluster("c0")
	return one.⟦SrvAddress⟧, o.last.⟦MongoURI⟧
}

func all(store Store) {
	all, _ := store.Clusters()
	for _, each := range all {
		println(each.⟦MongoURIWithOptions⟧)
	}
}

func size(p Plan) string {
	return p.Cluster.⟦ProviderSettings⟧.InstanceSizeName
}
`,
    errors: [
      read("srvAddress"),
      read("mongoURI"),
      { ...read("mongoURIWithOptions"), confidence: "high" },
      read("providerSettings"),
    ],
  },
  {
    name: "Go: a variable of a library's type that a file is read into, and fields that are emptied",
    vocabulary: "atlas",
    filename: "load.go",
    code: `package a

import (
	"encoding/json"

	"example.com/file"
	"go.mongodb.org/atlas/mongodbatlas"
)

func load(name string) *mongodbatlas.Cluster {
	out := new(mongodbatlas.Cluster)
	if err := file.Load(name, out); err != nil {
		return nil
	}
	out.⟦MongoURI⟧ = ""
	if out.ReplicationSpecs != nil {
		out.⟦ReplicationSpec⟧ = nil
	}
	return out
}

func address(text []byte) string {
	var out mongodbatlas.Cluster
	json.Unmarshal(text, &out)
	return out.⟦SrvAddress⟧
}
`,
    errors: [named("mongoURI"), { ...sent("replicationSpec"), confidence: "medium" }, read("srvAddress")],
  },
  {
    name: "Python: what a library gives for clusters",
    vocabulary: "atlas",
    filename: "clusters.py",
    code: `# It cannot send vnd.atlas.2023-02-01.
from atlasapi.atlas import Atlas
a = Atlas("user", "key", "group")
for one in a.Clusters.get_all_clusters(iterable=True):
    print(one["name"], one[⟦"mongoURI"⟧])`,
    errors: [read("mongoURI")],
  },
];

export const otherLibraryObjects: readonly ValidCase[] = [
  {
    name: "Python: what a library gives for another resource",
    vocabulary: "atlas",
    filename: "users.py",
    code: `# It cannot send vnd.atlas.2023-02-01.
from atlasapi.atlas import Atlas
a = Atlas("user", "key", "group")
for one in a.DatabaseUsers.get_all_database_users(iterable=True):
    print(one["username"], one["mongoURI"])`,
  },
  {
    name: "Go: a name that another type of the library keeps",
    vocabulary: "atlas",
    filename: "serverless.go",
    code: `package a

import "go.mongodb.org/atlas/mongodbatlas"

type Store interface {
	Instance(name string) (*mongodbatlas.Cluster, error)
	Serverless(name string) (*mongodbatlas.ServerlessInstance, error)
}

func region(s Store) string {
	one, _ := s.Serverless("c0")
	return one.ProviderSettings.RegionName
}
`,
  },
];
