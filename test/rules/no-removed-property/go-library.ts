import type { InvalidCase, ValidCase } from "../../support/rule-tester.js";
import { named, read, sent } from "./expectations.js";

/** Types of the old client for Go, by which code reads and writes what no request of the same code has. */
export const goLibrary: readonly InvalidCase[] = [
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
];

export const otherGoTypes: readonly ValidCase[] = [
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
