import { describe, expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

/** A program that decodes a cluster into a struct and has a validator look at it. */
const program = (
  fields: string,
  use: string,
  imports = `"github.com/go-playground/validator/v10"`,
) => `package main

import (
	"encoding/json"
	"net/http"

	${imports}
)

type Spec struct {
	Regions map[string]any \`json:"regionsConfig" validate:"required"\`
}

type Cluster struct {
	Name string \`json:"name" validate:"required"\`
	${fields}
}

func get() (*Cluster, error) {
	req, _ := http.NewRequest("GET", "https://cloud.mongodb.com/api/atlas/v1.0/groups/g/clusters/c0", nil)
	r, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	var c Cluster
	if err = json.NewDecoder(r.Body).Decode(&c); err != nil {
		return nil, err
	}
	return &c, ${use}
}

func main() {
	c, _ := get()
	println(c.Name)
}
`;

async function movesOf(source: string): Promise<readonly string[]> {
  const { units } = await fixFiles({ "main.go": source, "go.mod": "module example.com/a\n\ngo 1.21\n" });
  return units
    .filter(({ title }) => title.startsWith("move"))
    .map(({ applicability, reasons }) => `${applicability}: ${reasons.join("; ")}`);
}

const SRV = 'Srv string `json:"srvAddress" validate:"required,uri"`';
const STRUCT = "validator.New().Struct(c)";

describe("a validator that looks at a struct of Go", () => {
  it.each([
    [SRV, STRUCT],
    [SRV, "validator.New(validator.WithRequiredStructEnabled()).StructCtx(nil, &c)"],
    ['Specs []Spec `json:"replicationSpecs" validate:"dive"`', STRUCT],
    [
      'PS struct { Size string `json:"instanceSizeName" validate:"required"` } `json:"providerSettings"`',
      STRUCT,
    ],
  ])("stops the move of a request whose answer it will refuse: %s, %s", async (fields, use) => {
    expect(await movesOf(program(fields, use))).toEqual([
      expect.stringMatching(/^display-only: .*requires \w+, which is removed/),
    ]);
  });

  it("may be of another package", async () => {
    const fields = 'Srv string `json:"srvAddress" valid:"required"`';
    const source = program(fields, "check(&c)", `"github.com/asaskevich/govalidator"`);
    const check = `func check(c *Cluster) error { _, err := govalidator.ValidateStruct(c); return err }\n`;
    expect(await movesOf(source + check)).toEqual([expect.stringMatching(/^display-only: .*requires/)]);
  });

  it("may be kept in a struct that is not known", async () => {
    const source = program(SRV, "keeper.validate.Struct(&c)", `"example.com/keeper"`);
    expect(await movesOf(source)).toEqual([expect.stringMatching(/^display-only: .*requires/)]);
  });

  it.each([
    ['Srv string `json:"srvAddress" validate:"omitempty,uri"`', STRUCT],
    ['Specs []Spec `json:"replicationSpecs"`', STRUCT],
    [
      'PS *struct { Size string `json:"instanceSizeName" validate:"required"` } `json:"providerSettings"`',
      STRUCT,
    ],
    [SRV, "nil"],
  ])("stops nothing where the answer passes: %s, %s", async (fields, use) => {
    for (const move of await movesOf(program(fields, use))) expect(move).not.toMatch(/display-only|requires/);
  });
});
