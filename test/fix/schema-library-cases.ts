/** A library of schemas, with schemas that refuse the new shape of a cluster, and schemas that take it. */
export interface Library {
  readonly module: string;
  /** The name of the library in the examples. */
  readonly name: string;
  /** Its import under that name, if that is not `import * as`. */
  readonly head?: string;
  /** False for packages that are not installed here: what they refuse was tried once, with the named version. */
  readonly isInstalled?: false;
  /** Code that parses `answer`; it throws or gives something falsy where the schema refuses. */
  readonly parse: (schema: string) => string;
  /** Schemas that refuse the new shape and take the old one. */
  readonly refusing: readonly string[];
  /** Schemas that take both. */
  readonly taking: readonly string[];
}

/** Libraries that are installed here: the test runs each schema on both shapes. */
export const INSTALLED: readonly Library[] = [
  {
    module: "zod",
    name: "z",
    parse: (schema) => `${schema}.parse(answer)`,
    refusing: [
      "z.object({ name: z.string(), srvAddress: z.string() })",
      "z.looseObject({ replicationSpecs: z.array(z.object({ regionsConfig: z.record(z.string(), z.any()) })) })",
      "z.object({ srvAddress: z.string().optional() }).extend({ numShards: z.number().int() })",
      "z.object({ providerSettings: z.object({ instanceSizeName: z.string() }).optional() }).required()",
    ],
    taking: [
      "z.object({ name: z.string(), srvAddress: z.string().optional() })",
      "z.object({ srvAddress: z.string() }).partial()",
      "z.object({ numShards: z.number().default(1), srvAddress: z.string().catch(``) })",
      "z.union([z.object({ srvAddress: z.string() }), z.object({ connectionStrings: z.any() })])",
    ],
  },
  {
    module: "valibot",
    name: "v",
    parse: (schema) => `v.parse(${schema}, answer)`,
    refusing: [
      "v.object({ name: v.string(), srvAddress: v.string() })",
      "v.object({ srvAddress: v.pipe(v.string(), v.startsWith(`db`)) })",
      "v.looseObject({ replicationSpecs: v.array(v.object({ regionsConfig: v.record(v.string(), v.any()) })) })",
      "v.object({ ...v.object({ numShards: v.number() }).entries, id: v.string() })",
      "v.required(v.object({ numShards: v.optional(v.number()) }))",
      "v.object({ srvAddress: v.undefinedable(v.string()) })",
      "v.intersect([v.object({ id: v.string() }), v.object({ srvAddress: v.nullable(v.string()) })])",
      "v.pick(v.object({ name: v.string(), srvAddress: v.string() }), [`srvAddress`])",
    ],
    taking: [
      "v.object({ name: v.string(), srvAddress: v.optional(v.string()) })",
      "v.object({ srvAddress: v.nullish(v.string(), ``) })",
      "v.partial(v.object({ srvAddress: v.string() }))",
      "v.omit(v.object({ name: v.string(), srvAddress: v.string() }), [`srvAddress`])",
      "v.union([v.object({ srvAddress: v.string() }), v.object({ connectionStrings: v.any() })])",
      "v.fallback(v.object({ srvAddress: v.string() }), { srvAddress: `` })",
      "v.object({ providerSettings: v.optional(v.object({ instanceSizeName: v.string() })) })",
    ],
  },
  {
    module: "superstruct",
    name: "s",
    parse: (schema) => `s.create(answer, ${schema})`,
    refusing: [
      "s.type({ name: s.string(), srvAddress: s.string() })",
      "s.type({ srvAddress: s.pattern(s.string(), /^db/) })",
      "s.type({ replicationSpecs: s.array(s.type({ regionsConfig: s.record(s.string(), s.any()) })) })",
      "s.assign(s.type({ id: s.string() }), s.type({ srvAddress: s.nullable(s.string()) }))",
      "s.pick(s.type({ name: s.string(), numShards: s.number() }), [`numShards`])",
    ],
    taking: [
      "s.type({ name: s.string(), srvAddress: s.optional(s.string()) })",
      "s.type({ numShards: s.defaulted(s.number(), 1) })",
      "s.union([s.type({ srvAddress: s.string() }), s.type({ connectionStrings: s.any() })])",
      "s.type({ providerSettings: s.optional(s.type({ instanceSizeName: s.string() })) })",
    ],
  },
  {
    module: "io-ts",
    name: "t",
    parse: (schema) => `right(${schema}.decode(answer))`,
    head: `import * as t from "io-ts";\nconst right = (decoded) => decoded._tag === "Right" && decoded.right;\n`,
    refusing: [
      "t.type({ name: t.string, srvAddress: t.string })",
      "t.strict({ replicationSpecs: t.array(t.type({ regionsConfig: t.record(t.string, t.unknown) })) })",
      "t.exact(t.type({ numShards: t.number }))",
      "t.intersection([t.type({ srvAddress: t.string }), t.partial({ numShards: t.number })])",
      "t.type({ srvAddress: t.union([t.string, t.null]) })",
    ],
    taking: [
      "t.partial({ name: t.string, srvAddress: t.string })",
      "t.type({ name: t.string, srvAddress: t.union([t.string, t.undefined]) })",
      "t.intersection([t.type({ name: t.string }), t.partial({ srvAddress: t.string })])",
      "t.union([t.type({ srvAddress: t.string }), t.type({ connectionStrings: t.unknown })])",
    ],
  },
  {
    module: "yup",
    name: "y",
    parse: (schema) => `${schema}.validateSync(answer)`,
    refusing: [
      "y.object({ name: y.string(), srvAddress: y.string().required() })",
      "y.object({ numShards: y.number().integer().defined() })",
      "y.object().shape({ srvAddress: y.string().matches(/^db/).required().nullable() })",
      "y.object({ providerSettings: y.object({ instanceSizeName: y.string().required() }) })",
      "y.object({ replicationSpecs: y.array().of(y.object({ regionsConfig: y.object().required(), id: y.string() })) })",
      "y.object({ id: y.string() }).concat(y.object({ srvAddress: y.string().required() }))",
    ],
    taking: [
      "y.object({ name: y.string().required(), srvAddress: y.string() })",
      "y.object({ srvAddress: y.string().required() }).partial()",
      "y.object({ srvAddress: y.string().required(), name: y.string() }).omit([`srvAddress`])",
      "y.object({ numShards: y.number().required().default(1) })",
      "y.object({ providerSettings: y.object({ instanceSizeName: y.string() }) })",
      "y.object({ srvAddress: y.string().required().notRequired() })",
    ],
  },
  {
    module: "joi",
    name: "Joi",
    head: `import Joi from "joi";\n`,
    parse: (schema) => `Joi.attempt(answer, ${schema}, { allowUnknown: true })`,
    refusing: [
      "Joi.object({ name: Joi.string(), srvAddress: Joi.string().required() })",
      "Joi.object().keys({ numShards: Joi.number().integer().min(1).required() }).unknown()",
      "Joi.object({ srvAddress: Joi.string().uri({ allowRelative: true }).required() }).unknown(true)",
      "Joi.object({ id: Joi.string() }).concat(Joi.object({ srvAddress: Joi.string().required() }))",
      "Joi.object({ replicationSpecs: Joi.array().items(Joi.object({ regionsConfig: Joi.object().required() }).unknown()) })",
    ],
    taking: [
      "Joi.object({ name: Joi.string().required(), srvAddress: Joi.string() })",
      "Joi.object({ srvAddress: Joi.string().required().optional() })",
      "Joi.object({ numShards: Joi.number().default(1) })",
      "Joi.object({ providerSettings: Joi.object({ instanceSizeName: Joi.string().required() }).unknown() })",
      "Joi.alternatives(Joi.object({ srvAddress: Joi.string().required() }), Joi.object({ id: Joi.string() }))",
    ],
  },
  {
    module: "ajv",
    name: "Ajv",
    head: `import { Ajv } from "ajv";\n`,
    parse: (schema) => `new Ajv().compile(${schema})(answer)`,
    refusing: [
      "{ type: `object`, properties: { name: { type: `string` }, srvAddress: { type: `string` } }, required: [`name`, `srvAddress`] }",
      "{ type: `object`, properties: { replicationSpecs: { type: `array`, items: { type: `object`, properties: { regionsConfig: { type: `object` } }, required: [`regionsConfig`] } } } }",
      "{ type: `object`, allOf: [{ properties: { numShards: { type: `integer` } }, required: [`numShards`] }] }",
    ],
    taking: [
      "{ type: `object`, properties: { name: { type: `string` }, srvAddress: { type: `string` } }, required: [`name`] }",
      "{ type: `object`, properties: { srvAddress: { type: `string` } } }",
      "{ anyOf: [{ properties: { srvAddress: { type: `string` } }, required: [`srvAddress`] }, { type: `object` }] }",
      "{ type: `object`, properties: { providerSettings: { type: `object`, properties: { instanceSizeName: { type: `string` } }, required: [`instanceSizeName`] } } }",
    ],
  },
  {
    module: "@sinclair/typebox",
    name: "Type",
    head: `import { Type } from "@sinclair/typebox";\nimport { Value } from "@sinclair/typebox/value";\n`,
    parse: (schema) => `Value.Check(${schema}, answer)`,
    refusing: [
      "Type.Object({ name: Type.String(), srvAddress: Type.String() })",
      "Type.Object({ replicationSpecs: Type.Array(Type.Object({ regionsConfig: Type.Record(Type.String(), Type.Any()) })) })",
      "Type.Required(Type.Object({ numShards: Type.Optional(Type.Integer()) }))",
      "Type.Composite([Type.Object({ id: Type.String() }), Type.Object({ srvAddress: Type.String() })])",
      "Type.Pick(Type.Object({ name: Type.String(), srvAddress: Type.String() }), [`srvAddress`])",
    ],
    taking: [
      "Type.Object({ name: Type.String(), srvAddress: Type.Optional(Type.String()) })",
      "Type.Partial(Type.Object({ srvAddress: Type.String() }))",
      "Type.Union([Type.Object({ srvAddress: Type.String() }), Type.Object({ connectionStrings: Type.Any() })])",
      "Type.Omit(Type.Object({ name: Type.String(), srvAddress: Type.String() }), [`srvAddress`])",
    ],
  },
];
