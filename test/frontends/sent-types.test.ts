import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";
import { fixFiles } from "../support/fix-files.js";
import { outcome } from "../support/sent-properties.js";

const URL = "https://cloud.mongodb.com/api/atlas/v1.0/groups/g/clusters";

/** Makes a Go program that sends `sent`; `fields` are those of its type. */
const go = (fields: string, taken: string, sent: string): string => `package api

import ("bytes"; "encoding/json"; "net/http")

type Scaling struct {
	DiskGBEnabled bool \`json:"diskGBEnabled"\`
}

type Cluster struct {
	Name string \`json:"name"\`
	${fields}
}

func Create(${taken}) {
	text, _ := json.Marshal(${sent})
	request, _ := http.NewRequest("POST", "${URL}", bytes.NewReader(text))
	request.Header.Set("Content-Type", "application/json")
	http.DefaultClient.Do(request)
}
`;

const field = (name: string, type: string, tag: string): string => `${name} ${type} \`json:"${tag}"\``;
const BACKUP = field("ProviderBackupEnabled", "bool", "providerBackupEnabled");

/** Makes a TypeScript program that sends `sent`. */
const typescript = (types: string, taken: string, sent: string): string => `${types}
export async function create(${taken}): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  await fetch("${URL}", { method: "POST", headers, body: JSON.stringify(${sent}) });
}
`;

const cluster = (members: string): string => `export interface Cluster { name: string; ${members} }`;

describe("an unknown value of a type that is sent", () => {
  it.each([
    ["a pointer", BACKUP, "c *Cluster", "c"],
    ["a struct", BACKUP, "c Cluster", "c"],
    ["the address of a struct", BACKUP, "c Cluster", "&c"],
    [
      "a struct in it, which omitempty keeps",
      field("AutoScaling", "Scaling", "autoScaling,omitempty"),
      "c *Cluster",
      "c",
    ],
    [
      "a part of another type",
      `${BACKUP}\n}\n\ntype Input struct {\n\tWanted *Cluster`,
      "c Input",
      "c.Wanted",
    ],
  ])("has the fields that Go always writes: %s", async (_what, fields, taken, sent) => {
    expect(await outcome("a.go", go(fields, taken, sent))).toEqual([["error"], "display-only"]);
  });

  it.each([
    ["omitempty", field("ProviderBackupEnabled", "bool", "providerBackupEnabled,omitempty"), "c *Cluster"],
    ["omitzero", field("AutoScaling", "Scaling", "autoScaling,omitzero"), "c *Cluster"],
    ["omitempty of a pointer", field("AutoScaling", "*Scaling", "autoScaling,omitempty"), "c *Cluster"],
  ])("may lack those with %s", async (_what, fields, taken) => {
    expect(await outcome("a.go", go(fields, taken, "c"))).toEqual([["warning"], "display-only"]);
  });

  it("has no fields of its own where its type writes itself", async () => {
    const text = `${go(BACKUP, "c *Cluster", "c")}
func (c *Cluster) MarshalJSON() ([]byte, error) { return write(c.Name) }
`;
    expect(await outcome("a.go", text)).toEqual([["warning"], "display-only"]);
  });

  it.each([
    ["an interface", cluster("providerBackupEnabled: boolean"), "c: Cluster", "c"],
    ["an alias", "type Cluster = { name: string; providerBackupEnabled: boolean }", "c: Cluster", "c"],
    [
      "a class",
      "class Cluster { name = ''; constructor(public providerBackupEnabled: boolean) {} }",
      "c: Cluster",
      "c",
    ],
    [
      "an interface above",
      `${cluster("providerBackupEnabled: boolean")} interface Named extends Cluster { id: string }`,
      "c: Named",
      "c",
    ],
    ["a part", cluster("providerBackupEnabled: boolean"), "{ c }: { c: Cluster }", "c"],
    ["a copy", cluster("providerBackupEnabled: boolean"), "c: Readonly<Cluster>", "{ ...c, name: 'n' }"],
  ])("has the properties that its type requires: %s", async (_what, types, taken, sent) => {
    expect(await outcome("a.ts", typescript(types, taken, sent))).toEqual([["error"], "display-only"]);
  });

  it.each([
    ["is optional", cluster("providerBackupEnabled?: boolean"), "c: Cluster", "c"],
    ["may be undefined", cluster("providerBackupEnabled: boolean | undefined"), "c: Cluster", "c"],
    [
      "is left out by the type",
      cluster("providerBackupEnabled: boolean"),
      "c: Omit<Cluster, 'providerBackupEnabled'>",
      "c",
    ],
    ["is of a part of the type", cluster("providerBackupEnabled: boolean"), "c: Partial<Cluster>", "c"],
    [
      "is taken out",
      cluster("providerBackupEnabled: boolean"),
      "{ providerBackupEnabled, ...c }: Cluster",
      "c",
    ],
  ])("may lack a property that %s", async (_what, types, taken, sent) => {
    const text = typescript(types, taken, sent);
    const { findings } = await analyze("a.ts", text);
    expect(findings.filter(({ message }) => message.includes("rejected"))).toEqual([]);
    expect((await outcome("a.ts", text))[1]).toBe("display-only");
  });

  it("may have a type of another file", async () => {
    const files = {
      "types.ts": cluster("providerBackupEnabled: boolean"),
      "a.ts": typescript('import type { Cluster } from "./types";', "c: Cluster", "c"),
    };
    const { units } = await fixFiles(files);
    expect(units.map(({ applicability }) => applicability)).not.toContain("safe");
    const errors = units.flatMap(({ findings }) => findings).filter(({ severity }) => severity === "error");
    expect(errors.map(({ ruleId, place }) => `${ruleId} ${place.path}`)).toContain(
      "no-removed-property types.ts",
    );
  });
});

describe("a struct of Go that is sent", () => {
  it("has the fields that nothing is assigned to", async () => {
    const text = go(BACKUP, "name string", "Cluster{Name: name}");
    expect(await outcome("a.go", text)).toEqual([["error"], "display-only"]);
  });

  it("lacks those with omitempty", async () => {
    const fields = field("ProviderBackupEnabled", "bool", "providerBackupEnabled,omitempty");
    expect(await outcome("a.go", go(fields, "name string", "Cluster{Name: name}"))).toEqual([
      ["warning"],
      "safe",
    ]);
  });

  it("has those that its type writes after it is read from a response", async () => {
    const text = go(BACKUP, "data []byte", "read(data)").replace(
      "func Create",
      "func read(data []byte) Cluster {\n\tvar c Cluster\n\tjson.Unmarshal(data, &c)\n\treturn c\n}\n\nfunc Create",
    );
    expect(await outcome("a.go", text)).toEqual([["error"], "display-only"]);
  });
});
