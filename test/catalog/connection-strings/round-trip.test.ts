import fc from "fast-check";
import { expect, test } from "vitest";
import { classify } from "../../../src/catalog/connection-strings/classify.js";
import type { ConnectionStringKind } from "../../../src/catalog/connection-strings/kinds.js";
import { DATA, ATLAS, DOMAINS } from "./words.js";

/** Names of clusters that hold no marker, so that one kind alone is right. */
const MARKER = /(?:^|-)(?:pl|psc|pri|lb|shard|config|ac|atlas)(?:-|$)/;
const cluster = fc
  .stringMatching(/^[a-z][a-z0-9]{0,8}(-[a-z0-9]{1,6}){0,2}$/)
  .filter((name) => !MARKER.test(name));
const suffix = fc.stringMatching(/^[a-z0-9]{5,7}$/);
const digit = fc.nat({ max: 9 });

const parts = fc.record({
  cluster,
  suffix,
  node: digit.map((index) => `0${index}`),
  shard: fc.nat({ max: 99 }).map((index) => String(index).padStart(2, "0")),
  endpoint: digit,
  endpointPort: fc.integer({ min: 1024, max: 2000 }),
  aws: fc.constantFrom(...DATA.regions.AWS),
  azure: fc.constantFrom(...DATA.regions.AZURE),
  gcp: fc.constantFrom(...DATA.regions.GCP),
  zone: fc.constantFrom("a", "b", "c"),
  label: fc.constantFrom("azure", "gcp"),
  id: fc.stringMatching(/^[a-z0-9]{7}$/),
  domain: fc.constantFrom(...DOMAINS),
});
type Parts = typeof parts extends fc.Arbitrary<infer Value> ? Value : never;

interface Shape {
  readonly form: "direct" | "srv";
  readonly host: (parts: Parts) => string;
  readonly port?: (parts: Parts) => number;
  readonly tells?: (parts: Parts) => object;
}

const nodePort = (): number => 27017;
const endpointPort = (p: Parts): number => p.endpointPort;
const named = (p: Parts): object => ({ cluster: p.cluster, suffix: p.suffix });
const plain = (
  form: "direct" | "srv",
  host: Shape["host"],
  tells: NonNullable<Shape["tells"]> = named,
): Shape => (form === "srv" ? { form, host, tells } : { form, host, tells, port: nodePort });
const endpoint = (host: Shape["host"], tells: NonNullable<Shape["tells"]>): Shape => ({
  form: "direct",
  host,
  tells,
  port: endpointPort,
});

const SHAPES: readonly [kind: ConnectionStringKind, shape: Shape][] = [
  ["standard.direct", plain("direct", (p) => `${p.cluster}-shard-00-${p.node}.${p.suffix}`)],
  ["standard.direct.sharded", plain("direct", (p) => `${p.cluster}-config-${p.shard}-${p.node}.${p.suffix}`)],
  [
    "standard.direct.sharded",
    {
      form: "direct",
      host: (p) => `${p.cluster}-shard-${p.shard}-${p.node}.${p.suffix}`,
      port: () => 27016,
      tells: named,
    },
  ],
  [
    "standard.direct.shared-tier",
    plain(
      "direct",
      (p) => `ac-${p.id}-shard-00-${p.node}.${p.suffix}`,
      (p) => ({ suffix: p.suffix }),
    ),
  ],
  ["standard.srv", plain("srv", (p) => `${p.cluster}.${p.suffix}`)],
  [
    "standard.provider-label",
    plain("direct", (p) => `${p.cluster}-shard-00-${p.node}.${p.suffix}.${p.label}`),
  ],
  ["standard.provider-label", plain("srv", (p) => `${p.cluster}.${p.suffix}.${p.label}`)],
  ["peering.direct", plain("direct", (p) => `${p.cluster}-shard-${p.shard}-${p.node}-pri.${p.suffix}`)],
  ["peering.srv", plain("srv", (p) => `${p.cluster}-pri.${p.suffix}`)],
  [
    "private-endpoint.aws.direct",
    endpoint(
      (p) => `pl-${p.endpoint}-${p.aws}${p.zone}.${p.suffix}`,
      (p) => ({ provider: "AWS", region: p.aws, regionalized: false }),
    ),
  ],
  [
    "private-endpoint.aws.srv",
    plain(
      "srv",
      (p) => `pl-${p.endpoint}-${p.aws}${p.zone}.${p.suffix}`,
      (p) => ({ provider: "AWS", region: p.aws, suffix: p.suffix }),
    ),
  ],
  [
    "private-endpoint.aws.regionalized.direct",
    endpoint(
      (p) => `pl-${p.endpoint}-${p.aws}.${p.suffix}`,
      (p) => ({ provider: "AWS", region: p.aws }),
    ),
  ],
  [
    "private-endpoint.aws.regionalized.srv",
    plain("srv", (p) => `${p.cluster}-pl-${p.endpoint}-${p.aws}.${p.suffix}`),
  ],
  ["private-endpoint.aws.optimized.srv", plain("srv", (p) => `${p.cluster}-pl-${p.endpoint}-lb.${p.suffix}`)],
  ["private-endpoint.srv", plain("srv", (p) => `${p.cluster}-pl-${p.endpoint}.${p.suffix}`)],
  [
    "private-endpoint.azure.direct",
    endpoint(
      (p) => `pl-${p.endpoint}-${p.azure}.${p.suffix}`,
      (p) => ({ provider: "AZURE", region: p.azure }),
    ),
  ],
  [
    "private-endpoint.azure.direct",
    endpoint(
      (p) => `pl-${p.endpoint}-${p.azure}-azure.${p.suffix}`,
      (p) => ({ provider: "AZURE", region: p.azure }),
    ),
  ],
  ["private-endpoint.azure.srv", plain("srv", (p) => `${p.cluster}-pl-${p.endpoint}-${p.azure}.${p.suffix}`)],
  [
    "private-endpoint.gcp.direct",
    endpoint(
      (p) => `pl-${p.endpoint}-${p.gcp}-gcp.${p.suffix}`,
      (p) => ({ provider: "GCP", region: p.gcp }),
    ),
  ],
  ["private-endpoint.gcp.srv", plain("srv", (p) => `${p.cluster}-psc-${p.endpoint}.${p.suffix}`)],
  ["legacy.aws", plain("direct", (p) => `${p.cluster}-shard-00-${p.node}-${p.suffix}`)],
  ["legacy.aws", plain("srv", (p) => `${p.cluster}-${p.suffix}`)],
  ["legacy.azure", plain("direct", (p) => `${p.cluster}-shard-00-${p.node}-${p.suffix}.azure`)],
  ["legacy.gcp", plain("srv", (p) => `${p.cluster}-${p.suffix}.gcp`)],
  [
    "legacy.private-endpoint",
    endpoint(
      (p) => `pl-${p.endpoint}-${p.aws}-${p.suffix}`,
      (p) => ({ region: p.aws, suffix: p.suffix }),
    ),
  ],
  ["legacy.private-endpoint", plain("srv", (p) => `${p.cluster}-pl-${p.endpoint}-${p.suffix}`)],
  [
    "internal-identifier",
    plain(
      "direct",
      (p) => `atlas-${p.id.slice(1)}-shard-${p.shard}-${p.node}.${p.suffix}`,
      (p) => ({ suffix: p.suffix }),
    ),
  ],
  ["federated", { form: "direct", host: (p) => `${p.cluster}-${p.suffix}.a.query`, tells: named }],
];

const around = fc.record({
  credentials: fc.constantFrom("", "user:pa%2Fss@", "<user>:<password>@", "u:{p}@"),
  tail: fc.constantFrom("", "/", "/db", "/db?retryWrites=true&w=majority", "/?ssl=true&authSource=admin"),
  upper: fc.boolean(),
  port: fc.boolean(),
});

test.each(SHAPES)("%s (row %#) is recognised by its parts", (kind, { form, host, port, tells }) => {
  fc.assert(
    fc.property(parts, around, (p, { credentials, tail, upper, port: written }) => {
      const name = `${host(p)}.${p.domain}`;
      const isEndpoint = port === endpointPort || kind === "standard.direct.sharded";
      const ending = port && (written || isEndpoint) ? `:${port(p)}` : "";
      const scheme = form === "srv" ? "mongodb+srv" : "mongodb";
      const text = `${scheme}://${credentials}${upper ? name.toUpperCase() : name}${ending}${tail}`;
      const classification = classify(text, ATLAS);
      expect(classification).toMatchObject({ kind, form, domain: p.domain, portProblems: [], ...tells?.(p) });
      expect(classification.hosts.map(({ start, end }) => text.slice(start, end).toLowerCase())).toEqual([
        name + ending,
      ]);
    }),
  );
});
