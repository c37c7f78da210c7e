import type { Library } from "./schema-library-cases.js";

const DATA_FIRST = (schema: string): string => `validator.validate(answer, ${schema})`;

/** Validators of JSON Schema: how a validator is made, and called. */
const VALIDATORS: Readonly<Record<string, readonly [head: string, parse: Library["parse"]]>> = {
  jsonschema: [`import { Validator } from "jsonschema";\nconst validator = new Validator();\n`, DATA_FIRST],
  tv4: [`import validator from "tv4";\n`, DATA_FIRST],
  "z-schema": [`import ZSchema from "z-schema";\nconst validator = new ZSchema();\n`, DATA_FIRST],
  "is-my-json-valid": [
    `import validator from "is-my-json-valid";\n`,
    (schema) => `validator(${schema})(answer)`,
  ],
};

/** Libraries that are not installed here: what they refuse was tried once, with the named version. */
export const TRIED: readonly Library[] = [
  // arktype 2.1
  {
    module: "arktype",
    name: "type",
    isInstalled: false,
    head: `import { type } from "arktype";\n`,
    parse: (schema) => `${schema}.assert(answer)`,
    refusing: [
      "type({ name: `string`, srvAddress: `string` })",
      "type({ srvAddress: type.string })",
      "type({ srvAddress: `string | undefined` })",
      "type({ replicationSpecs: type({ regionsConfig: { '[string]': `unknown` } }).array() })",
      "type({ replicationSpecs: [{ regionsConfig: `object` }, `[]`] })",
      "type({ '...': { numShards: `number > 0` }, name: `string` })",
      "type({ name: `string` }).and({ srvAddress: `string` })",
      "type({ name: `string` }).merge({ srvAddress: `string` })",
      "type({ 'srvAddress?': `string` }).required()",
      "type({ name: `string`, srvAddress: `string` }).pick(`srvAddress`)",
    ],
    taking: [
      "type({ name: `string`, 'srvAddress?': `string` })",
      "type({ srvAddress: `string?` })",
      "type({ srvAddress: `string = 'none'` })",
      "type({ srvAddress: [`string`, `?`], numShards: [`number`, `=`, 1] })",
      "type({ srvAddress: type.string.optional(), numShards: type(`number`).default(1) })",
      "type({ srvAddress: `string` }).partial()",
      "type({ name: `string`, srvAddress: `string` }).omit(`srvAddress`)",
      "type({ srvAddress: `string` }).or({ connectionStrings: `object` })",
      "type({ srvAddress: `string` }, `|`, { connectionStrings: `object` })",
    ],
  },
  // effect 3.19
  {
    module: "effect",
    name: "Schema",
    isInstalled: false,
    head: `import { Schema, pipe } from "effect";\n`,
    parse: (schema) => `Schema.decodeUnknownSync(${schema})(answer)`,
    refusing: [
      "Schema.Struct({ name: Schema.String, srvAddress: Schema.String })",
      "Schema.Struct({ srvAddress: Schema.String.pipe(Schema.minLength(1)) })",
      "Schema.Struct({ srvAddress: Schema.NullOr(Schema.String) })",
      "Schema.Struct({ replicationSpecs: Schema.Array(Schema.Struct({ regionsConfig: Schema.Record({ key: Schema.String, value: Schema.Unknown }) })) })",
      "Schema.extend(Schema.Struct({ id: Schema.String }), Schema.Struct({ srvAddress: Schema.String }))",
      "Schema.Struct({ ...Schema.Struct({ numShards: Schema.Number }).fields, id: Schema.String })",
      "Schema.Struct({ address: Schema.propertySignature(Schema.String).pipe(Schema.fromKey(`srvAddress`)) })",
      "(class C extends Schema.Class(`C`)({ srvAddress: Schema.String }) {})",
      "pipe(Schema.Struct({ id: Schema.String, srvAddress: Schema.String }), Schema.pick(`srvAddress`))",
    ],
    taking: [
      "Schema.Struct({ name: Schema.String, srvAddress: Schema.optional(Schema.String) })",
      "Schema.Struct({ srvAddress: Schema.String.pipe(Schema.optional) })",
      "Schema.Struct({ srvAddress: Schema.UndefinedOr(Schema.String) })",
      "Schema.Struct({ srvAddress: Schema.Union(Schema.String, Schema.Undefined) })",
      "Schema.Struct({ numShards: Schema.optionalWith(Schema.Number, { default: () => 1 }) })",
      "Schema.partial(Schema.Struct({ srvAddress: Schema.String }))",
      "Schema.Struct({ name: Schema.String, srvAddress: Schema.String }).pipe(Schema.omit(`srvAddress`))",
      "Schema.Union(Schema.Struct({ srvAddress: Schema.String }), Schema.Struct({ connectionStrings: Schema.Unknown }))",
    ],
  },
  // runtypes 7.0, and `Record` of its older versions
  {
    module: "runtypes",
    name: "R",
    isInstalled: false,
    parse: (schema) => `${schema}.check(answer)`,
    refusing: [
      "R.Object({ name: R.String, srvAddress: R.String })",
      "R.Record({ name: R.String, srvAddress: R.String })",
      "R.Object({ srvAddress: R.String.undefinedable() })",
      "R.Object({ srvAddress: R.Union(R.String, R.Undefined) })",
      "R.Object({ replicationSpecs: R.Array(R.Object({ regionsConfig: R.Record(R.String, R.Unknown) })) })",
      "R.Object({ id: R.String }).extend({ srvAddress: R.String.withConstraint((one) => one !== ``) })",
      "R.Intersect(R.Object({ id: R.String }), R.Object({ numShards: R.Number }))",
    ],
    taking: [
      "R.Object({ name: R.String, srvAddress: R.String.optional() })",
      "R.Object({ numShards: R.Number.default(1) })",
      "R.Object({ srvAddress: R.String }).asPartial()",
      "R.Union(R.Object({ srvAddress: R.String }), R.Object({ connectionStrings: R.Unknown }))",
    ],
  },
  // decoders 2.12, and `guard` of version 1
  {
    module: "decoders",
    name: "D",
    isInstalled: false,
    parse: (schema) => `${schema}.verify(answer)`,
    refusing: [
      "D.object({ name: D.string, srvAddress: D.string })",
      "D.object({ srvAddress: D.nullable(D.string) })",
      "D.inexact({ numShards: D.positiveInteger })",
      "D.object({ replicationSpecs: D.array(D.object({ regionsConfig: D.record(D.unknown) })) })",
      "D.object({ srvAddress: D.string.refine((one) => one !== ``, `empty`).describe(`an address`) })",
      "D.object({ numShards: D.either(D.number, D.string) })",
    ],
    taking: [
      "D.object({ name: D.string, srvAddress: D.optional(D.string) })",
      "D.inexact({ srvAddress: D.nullish(D.string, ``), numShards: D.optional(D.number, 1) })",
      "D.either(D.object({ srvAddress: D.string }), D.object({ connectionStrings: D.unknown }))",
      "D.object({ providerSettings: D.optional(D.object({ instanceSizeName: D.string })) })",
      "D.object({ srvAddress: D.either(D.string, D.undefined_) })",
    ],
  },
  // jsonschema 1.5, tv4 1.3, z-schema 6 and is-my-json-valid 2.20
  ...Object.entries(VALIDATORS).map(([module, [head, parse]]): Library => ({
    ...{ module, name: "validator", isInstalled: false, head, parse },
    refusing: [
      "{ type: `object`, properties: { name: { type: `string` }, srvAddress: { type: `string` } }, required: [`name`, `srvAddress`] }",
      "{ properties: { replicationSpecs: { items: { properties: { regionsConfig: { type: `object` } }, required: [`regionsConfig`] } } } }",
      ...(module === "jsonschema"
        ? ["{ properties: { srvAddress: { type: `string`, required: true } } }"]
        : []),
    ],
    taking: [
      "{ type: `object`, properties: { name: { type: `string` }, srvAddress: { type: `string` } }, required: [`name`] }",
      "{ anyOf: [{ properties: { srvAddress: { type: `string` } }, required: [`srvAddress`] }, { type: `object` }] }",
      "{ properties: { srvAddress: { type: `string` } } }",
    ],
  })),
  // @effect/schema 0.33, before its functions got the names that they have in effect
  {
    module: "@effect/schema/Schema",
    name: "S",
    isInstalled: false,
    parse: (schema) => `S.parseSync(${schema})(answer)`,
    refusing: [
      "S.struct({ name: S.string, srvAddress: S.string })",
      "S.struct({ srvAddress: S.nullable(S.string) })",
      "S.struct({ replicationSpecs: S.array(S.struct({ regionsConfig: S.record(S.string, S.unknown) })) })",
      "S.struct({ id: S.string }).pipe(S.extend(S.struct({ srvAddress: S.string })))",
      "S.struct({ srvAddress: S.string.pipe(S.minLength(1)) })",
    ],
    taking: [
      "S.struct({ name: S.string, srvAddress: S.optional(S.string) })",
      "S.struct({ numShards: S.optional(S.number).withDefault(() => 1) })",
      "S.partial(S.struct({ srvAddress: S.string }))",
      "S.union(S.struct({ srvAddress: S.string }), S.struct({ connectionStrings: S.unknown }))",
    ],
  },
];
