import { describe, expect, it } from "vitest";
import { check } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

describe("Go in a repository, with the command", () => {
  it("follows values over files and packages, and reports a missing header where the client is made", async () => {
    const root = sharedTree({
      ".git/HEAD": "",
      "atlas/client.go": `package atlas

import (
	"github.com/dghubble/sling"

	"example.com/tool/internal/config"
)

func New() *Service {
	base := sling.New().Base(config.Host + "/api/atlas/v1.0/")
	return &Service{sling: base.New().Path("groups/")}
}
`,
      "atlas/service.go": `package atlas

import "github.com/dghubble/sling"

type Service struct{ sling *sling.Sling }

type cluster struct {
	Settings string \`json:"providerSettings"\`
	URI      string \`json:"mongoURI"\`
}

func (s *Service) Find(id string) string {
	found := new(cluster)
	s.sling.New().Get(id+"/clusters/x").Receive(found, nil)
	return found.URI
}
`,
      "go.mod": "module example.com/tool\n",
      "internal/config/config.go": 'package config\n\nconst Host = "https://cloud.mongodb.com"\n',
    });
    const { stdout } = await check(["--format", "concise"], { cwd: root });
    const found = stdout
      .split("\n")
      .map((line) => line.replace(/^(\S+:\d+):\d+: (\w+) .* (\S+)$/, "$1 $2 $3"));
    expect(found).toEqual(
      expect.arrayContaining([
        "atlas/client.go:10 error require-version-media-type",
        "atlas/client.go:10 error no-unversioned-base-path",
        "atlas/service.go:8 warning no-removed-property",
        "atlas/service.go:15 error no-removed-property",
      ]),
    );
    expect(stdout).not.toContain("unchecked");
  });
});
