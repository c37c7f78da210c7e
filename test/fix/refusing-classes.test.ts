import { describe, expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const URL = "https://cloud.mongodb.com/api/atlas/v1.0/groups/g/clusters";

/** Returns how the requests of a program are moved, and the reasons. */
async function movesOf(file: string, code: string): Promise<readonly [string[], string]> {
  const { units } = await fixFiles({ [file]: code });
  const moves = units.filter(({ title }) => title.startsWith("move"));
  return [
    moves.map(({ applicability }) => applicability),
    moves.flatMap(({ reasons }) => reasons).join("; "),
  ];
}

const REFUSED = (names: readonly string[]): RegExp => new RegExp(`requires ${names.join(" and ")}, which`);

interface Case {
  readonly title: string;
  readonly body: string;
  /** The properties that the class requires; none if it takes both shapes. */
  readonly requires: readonly string[];
}

/** The decorators of class-validator 0.15 were tried once on an absent property. */
const DECORATED: readonly Case[] = [
  { title: "a validated property", body: "@IsString() srvAddress!: string;", requires: ["srvAddress"] },
  { title: "several decorators", body: "@IsInt() @Min(1) numShards!: number;", requires: ["numShards"] },
  {
    title: "a decorator of a namespace",
    body: "@V.IsNotEmpty() srvAddress!: string;",
    requires: ["srvAddress"],
  },
  {
    title: "a part of a list",
    body: "@ValidateNested({ each: true }) @Type(() => Part) replicationSpecs!: Part[];",
    requires: ["regionsConfig"],
  },
  {
    title: "a property under another name",
    body: `@Expose({ name: "srvAddress" }) @IsString() address!: string;`,
    requires: ["srvAddress"],
  },
  { title: "an optional property", body: "@IsOptional() @IsString() srvAddress?: string;", requires: [] },
  { title: "a condition", body: "@ValidateIf(() => false) @IsString() srvAddress?: string;", requires: [] },
  { title: "no decorator", body: "srvAddress!: string;", requires: [] },
  { title: "a value of its own", body: `@IsString() srvAddress: string = "";`, requires: [] },
  { title: "a group", body: `@IsString({ groups: ["old"] }) srvAddress!: string;`, requires: [] },
  {
    title: "a part that is not validated",
    body: "@Type(() => Part) replicationSpecs!: Part[];",
    requires: [],
  },
];

const HEAD = `import { Expose, Type, plainToInstance } from "class-transformer";
import * as V from "class-validator";
import { IsInt, IsOptional, IsString, Min, ValidateIf, ValidateNested, validateOrReject } from "class-validator";
class Part { @V.IsObject() regionsConfig!: object; }
`;

function decorated(body: string, validate: string): string {
  return `${HEAD}class Cluster { @IsString() name!: string; ${body} }
const answer = await (await fetch("${URL}/c0")).json();
${validate}
`;
}

describe("a class of class-validator", () => {
  it.each(DECORATED)("$title", async ({ body, requires }) => {
    const code = decorated(body, "await validateOrReject(plainToInstance(Cluster, answer));");
    const [how, reasons] = await movesOf("a.ts", code);
    if (requires.length > 0) {
      expect(how).toEqual(["display-only"]);
      expect(reasons).toMatch(REFUSED(requires));
    } else expect([how.includes("display-only"), /requires/.test(reasons)]).toEqual([false, false]);
  });

  const PROPERTY = "@IsString() srvAddress!: string;";

  it.each([
    "if (V.validateSync(plainToInstance(Cluster, answer)).length > 0) throw new Error();",
    "await new V.Validator().validateOrReject(plainToInstance(Cluster, answer));",
    "for (const one of plainToInstance(Cluster, answer.results)) await V.validate(one);",
    "await V.validate(Object.assign(new Cluster(), answer));",
    `await (await import("class-transformer-validator")).transformAndValidate(Cluster, answer);`,
    `await new (await import("@nestjs/common")).ValidationPipe().transform(answer, { type: "body", metatype: Cluster });`,
  ])("is asked by: %s", async (validate) => {
    const code = decorated(PROPERTY, validate);
    const isList = validate.includes("results");
    const [how, reasons] = await movesOf("a.ts", isList ? code.replace("/c0", "") : code);
    expect(how).toEqual(["display-only"]);
    expect(reasons).toMatch(REFUSED(["srvAddress"]));
  });

  it.each([
    "show(plainToInstance(Cluster, answer).name);",
    "await validateOrReject(plainToInstance(Cluster, answer), { skipMissingProperties: true });",
  ])("refuses nothing in: %s", async (validate) => {
    const [how, reasons] = await movesOf("a.ts", decorated(PROPERTY, validate));
    expect([how.includes("display-only"), /requires/.test(reasons)]).toEqual([false, false]);
  });
});

/** Descriptions in dry-struct, dry-schema and dry-validation, and a call on `answer`. */
const DRY: readonly Case[] = [
  {
    title: "a struct",
    body: "class C < Dry::Struct\n  attribute :srvAddress, Types::String\nend\nC.new(answer)",
    requires: ["srvAddress"],
  },
  {
    title: "a struct of a struct, with keys in another case",
    body: `class Base < Dry::Struct
  transform_keys { |key| key.to_s.underscore.to_sym }
end
class Spec < Base
  attribute :regions_config, Types::Hash
end
class C < Base
  attribute :replication_specs, Types::Array.of(Spec)
end
C.new(answer)`,
    requires: ["regionsConfig"],
  },
  {
    title: "a struct with a block",
    body: `class C < Dry::Struct
  attribute :providerSettings do
    attribute :instanceSizeName, Types::Strict::String
  end
end
C.(answer)`,
    requires: ["providerSettings"],
  },
  {
    title: "a struct that takes what is absent",
    body: `class C < Dry::Struct
  attribute :name, Types::String
  attribute? :srvAddress, Types::String
  attribute :numShards, Types::Integer.default(1)
  attribute :mongoURI, Types::String.meta(omittable: true)
end
C.new(answer)`,
    requires: [],
  },
  {
    title: "a schema",
    body: "S = Dry::Schema.JSON do\n  required(:srvAddress).filled(:string)\nend\nraise unless S.call(answer).success?",
    requires: ["srvAddress"],
  },
  {
    title: "a schema in a class, with a list",
    body: `class Client
  S = Dry::Schema.Params do
    required(:replicationSpecs).array(:hash) do
      required(:regionsConfig).hash
    end
  end
  def check(answer)
    S.(answer).errors
  end
end
Client.new.check(answer)`,
    requires: ["regionsConfig"],
  },
  {
    title: "a schema that names another one",
    body: `Part = Dry::Schema.JSON { required(:regionsConfig).hash }
S = Dry::Schema.JSON { required(:replicationSpecs).array(Part) }
S.call(answer)`,
    requires: ["regionsConfig"],
  },
  {
    title: "a contract",
    body: `class C < Dry::Validation::Contract
  json do
    required(:srvAddress).filled(:string)
  end
end
C.new.call(answer)`,
    requires: ["srvAddress"],
  },
  {
    title: "a schema that takes what is absent",
    body: "S = Dry::Schema.JSON do\n  required(:name).filled(:string)\n  optional(:srvAddress).maybe(:string)\nend\nS.call(answer)",
    requires: [],
  },
];

describe("a description of dry-rb", () => {
  it.each(DRY)("$title", async ({ body, requires }) => {
    const code = `require "dry-struct"
require "httparty"
module Types
  include Dry.Types()
end
answer = HTTParty.get("${URL}/c0").parsed_response
${body}
`;
    const [how, reasons] = await movesOf("a.rb", code);
    if (requires.length > 0) {
      expect(how).toEqual(["display-only"]);
      expect(reasons).toMatch(REFUSED(requires));
    } else expect([how.includes("display-only"), /requires/.test(reasons)]).toEqual([false, false]);
  });
});
