import rule from "../../rules/valid-discovery-request.js";
import { testRule, type ExpectedFinding } from "../support/rule-tester.js";
import { validParameters, wrongParameters } from "./valid-discovery-request/query-parameters.js";

function finding(messageId: string, expected: Partial<ExpectedFinding> = {}): ExpectedFinding {
  return { messageId, confidence: "high", severity: "error", ...expected };
}

const base = (expected: Partial<ExpectedFinding> = {}) => finding("base", expected);
const mediaType = (expected: Partial<ExpectedFinding> = {}) => finding("mediaType", expected);
const parameter = (expected: Partial<ExpectedFinding> = {}) => finding("parameter", expected);
const credentials = (expected: Partial<ExpectedFinding> = {}) => finding("credentials", expected);
const label = (expected: Partial<ExpectedFinding> = {}) => finding("label", expected);

/** A file in which the labels come from a discovery request. */
const withGroups = (
  code: string,
) => `const response = await fetch("%host%/%metrics%/v1.0/groups/1/discovery", init);
const groups = await response.json();
${code}`;

testRule(rule, {
  valid: [
    {
      name: "a request as it should be",
      code: `await fetch("%host%/%metrics%/v1.0/groups/1/discovery", {
  headers: { Accept: "application/json", Authorization: "Basic " + pair },
});`,
    },
    {
      name: "the values of targetScheme, and none",
      code: `const url = \`%host%/%metrics%/v1.0/groups/\${group}/discovery\`;
await fetch(url, init);
await fetch(url + "?targetScheme=PUBLIC", init);
await fetch(\`\${url}?pretty=true&targetScheme=PRIVATE\`, init);`,
    },
    {
      name: "a scheme that is not known",
      code: `await fetch(\`%host%/%metrics%/v1.0/groups/\${group}/discovery?targetScheme=\${process.env.SCHEME}\`, init);
await fetch("%host%/%metrics%/v1.0/groups/1/discovery?targetScheme=" + scheme, init);
const open = "%host%/%metrics%/v1.0/groups/1/discovery?targetScheme=";`,
    },
    {
      name: "a parameter of another name",
      code: `await fetch("%host%/%metrics%/v1.0/groups/1/discovery?scheme=INTERNAL&TargetScheme=x", init);`,
    },
    ...validParameters,
    {
      name: "an environment variable with a good default",
      code: `const base = process.env.METRICS_BASE ?? "%host%/%metrics%/v1.0";
const scheme = process.env.SCHEME || "PRIVATE";
await fetch(\`\${base}/groups/\${group}/discovery?targetScheme=\${scheme}\`, init);`,
    },
    {
      name: "a version that is not known",
      code: `await fetch(\`%host%/%metrics%/\${version}/groups/\${group}/discovery\`, init);
const other = "%host%/%metrics%/v1.0";`,
    },
    {
      name: "the administration API beside discovery",
      code: `import DigestClient from "digest-fetch";
await new DigestClient(key, secret).fetch("%host%/api/%admin%/v2/groups/1/clusters", {
  headers: { Accept: "application/vnd.%vendor%.2023-02-01+json" },
});
await fetch("%host%/%metrics%/v1.0/groups/1/discovery", init);`,
    },
    {
      name: "another metrics service",
      code: `await fetch("https://telemetry.example.org/%metrics%/v2/query?discovery=1&targetScheme=INTERNAL");
await fetch("https://telemetry.example.org/%metrics%/v2/groups/discovery");
// /groups/
await fetch("https://telemetry.example.org/%metrics%/v1/groups/a/discovery-agents?targetScheme=INTERNAL");`,
    },
    {
      name: "the discovery of another service",
      code: `await fetch("https://www.example.org/discovery/v1/apis/admin/v2/rest");
await fetch("https://graph.example.com/v1.0/groups/1/discovery?targetScheme=x");
// api/%admin%/v2`,
    },
    {
      name: "the values of the labels",
      code: withGroups(`for (const { labels, targets } of groups) {
  if (labels.node_type === "ELECTABLE" || labels.node_type === "READ_ONLY") add(targets);
  else if (labels.node_type !== "ANALYTICS") warn(labels.node_type);
  switch (labels.provider) {
    case "AWS":
    case "GCP":
    case "AZURE":
      break;
  }
}`),
    },
    {
      name: "labels without a list of values, and comparisons that state none",
      code: withGroups(`const found = groups.filter(({ labels }) => labels.region === "us-east-1" && labels.cl_name === name);
if (groups[0].labels.node_type === "" || groups[0].labels.provider === wanted) report(found);
if (groups[0].labels.node_type === \`\${kind}_NODE\`) report(found);`),
    },
    {
      name: "other properties of a group of targets",
      code: withGroups(
        `if (groups[0].node_type === "PRIMARY" || groups[0].meta.provider === "aws") report(groups);`,
      ),
    },
    {
      name: "labels of other systems",
      code: `if (pod.metadata.labels.node_type === "worker" && pod.metadata.labels.provider === "aws") drain(pod);
const client = await fetch("https://kubernetes.example.org/%metrics%/v1/discovery");`,
    },
    {
      name: "labels of another response in a file with discovery",
      code: withGroups(`const nodes = await (await fetch("https://inventory.example.org/nodes")).json();
if (nodes[0].labels.node_type === "worker") report(nodes);`),
    },
    {
      name: "documentation, with the punctuation of sentences and links",
      filename: "README.md",
      code: `Ask (%host%/%metrics%/v1.0/groups/abc/discovery?targetScheme=PUBLIC), or %host%/%metrics%/v1.0/groups/abc/discovery?targetScheme=PRIVATE.
See [discovery](%host%/%metrics%/v1.0/groups/{GROUP-ID}/discovery?targetScheme={SCHEME}).
`,
    },
    {
      name: "a scrape configuration",
      filename: "prometheus.yml",
      code: `http_sd_configs:
  - url: %host%/%metrics%/v1.0/groups/abc/discovery?targetScheme=PRIVATE
    basic_auth: { username: app, password: secret }
`,
    },
    {
      name: "placeholders of format strings",
      filename: "discover.py",
      code: `URL = "%host%/%metrics%/v1.0/groups/%s/discovery?targetScheme=%s" % (group, scheme)
OTHER = f"%host%/%metrics%/v1.0/groups/{group}/discovery?targetScheme={scheme}"
`,
    },
    {
      name: "no anchor",
      code: `if (target.labels.node_type === "PRIMARY") scrape(target, "targetScheme");`,
      noAnchor: true,
    },
  ],
  invalid: [
    {
      name: "a versioned base of discovery",
      code: `await fetch("%host%⟦/%metrics%/v2⟧/groups/1/discovery", init);
await fetch(\`%host%⟦/%metrics%/v2.0⟧/groups/\${group}/discovery\`, init);
await fetch("%host%⟦/%metrics%/v1⟧/groups/1/discovery", init);`,
      errors: [
        base({
          message:
            "/%metrics%/v2 has no discovery endpoint; discovery stays at /%metrics%/v1.0 and is not part of the migration.",
        }),
        base(),
        base(),
      ],
    },
    {
      name: "the administration base, of either version",
      code: `await fetch("%host%⟦/api/%admin%/v2⟧/groups/1/discovery", init);
await fetch(\`%host%⟦/api/%admin%/v1.0⟧/groups/\${group}/discovery/\`, init);`,
      errors: [base({ message: /^\/api\/\w+\/v2 has no discovery/ }), base()],
    },
    {
      name: "a base in a constant, and one that is split",
      code: `const BASE = "%host%⟦/%metrics%/v2⟧";
const ROOT = "%host%/%metrics%";
await fetch(\`\${BASE}/groups/\${group}/discovery\`, init);
await fetch(ROOT + "⟦/v3⟧/groups/" + group + "/discovery", init);`,
      errors: [base(), base()],
    },
    {
      name: "an axios instance, a class field, a default of an environment variable",
      filename: "discovery.ts",
      code: `import axios from "axios";
const api = axios.create({ baseURL: "%host%⟦/%metrics%/v2⟧", auth });
export const targets = (group: string) => api.get<Group[]>(\`/groups/\${group}/discovery\`);
export class Discovery {
  private readonly base: string = process.env.METRICS_BASE ?? "%host%⟦/api/%admin%/v2⟧";
  targets(group: string) {
    return fetch(\`\${this.base}/groups/\${group}/discovery\`, this.init);
  }
}`,
      errors: [base(), base()],
    },
    {
      name: "App Services and https, with host and path apart",
      code: `const https = require("https");
exports = async function (group) {
  await context.http.get({ scheme: "https", host: "metrics.example.org", path: \`⟦/%metrics%/v2⟧/groups/\${group}/discovery\`, username, password });
  https.get({ host: "metrics.example.org", path: \`⟦/%metrics%/v2⟧/groups/\${group}/discovery\`, auth }, done);
};`,
      errors: [base(), base()],
    },
    {
      name: "a URL that nothing is seen to be done with, and a comment",
      code: `export const url = (group) => \`%host%⟦/%metrics%/v2⟧/groups/\${group}/discovery\`;
// soon: %host%⟦/api/%admin%/v2⟧/groups/{GROUP-ID}/discovery`,
      errors: [base(), base({ severity: "info" })],
    },
    {
      name: "escaped slashes",
      code: String.raw`export const url = "https:\/\/metrics.example.org\⟦/%metrics%\/v2\/groups\/1\/discovery⟧";`,
      errors: [base({ message: /^\/\w+\/v2 has no discovery/ })],
    },
    {
      name: "a versioned media type",
      code: `await fetch("%host%/%metrics%/v1.0/groups/1/discovery", {
  headers: { Accept: "⟦application/vnd.%vendor%.2023-02-01+json⟧", Authorization: "Basic " + pair },
});`,
      errors: [
        mediaType({
          message:
            "The discovery endpoint does not accept application/vnd.%vendor%.2023-02-01+json; it has no versions and needs application/json.",
        }),
      ],
    },
    {
      name: "a versioned media type of an instance, in a constant",
      code: `import got from "got";
const ACCEPT = "⟦application/vnd.%vendor%.2024-08-05+json⟧";
const client = got.extend({ prefixUrl: "%host%/%metrics%/v1.0", headers: { accept: ACCEPT } });
export const targets = (group) => client.get(\`groups/\${group}/discovery\`);`,
      errors: [mediaType()],
    },
    {
      name: "an over-eager migration: base and media type",
      code: `await fetch("%host%⟦/%metrics%/v2⟧/groups/1/discovery", {
  headers: { Accept: "⟦application/vnd.%vendor%.2023-02-01+json⟧" },
});`,
      errors: [base(), mediaType()],
    },
    {
      name: "a scheme that is none",
      code: `await fetch("%host%/%metrics%/v1.0/groups/1/discovery?targetScheme=⟦INTERNAL⟧", init);
await fetch(\`%host%/%metrics%/v1.0/groups/\${group}/discovery?pretty=true&targetScheme=⟦VPC⟧&x=1\`, init);`,
      errors: [
        parameter({ message: "INTERNAL is not a value of targetScheme; the values are PUBLIC and PRIVATE." }),
        parameter(),
      ],
    },
    ...wrongParameters,
    {
      name: "the wrong case of a scheme",
      code: `await fetch("%host%/%metrics%/v1.0/groups/1/discovery?targetScheme=⟦private⟧", init);`,
      errors: [parameter({ message: "private is not a value of targetScheme" })],
    },
    {
      name: "a scheme in a constant, an argument and a default",
      code: `const SCHEME = "⟦LAN⟧";
const url = (scheme) => \`%host%/%metrics%/v1.0/groups/\${group}/discovery?targetScheme=\${scheme}\`;
await fetch(url(SCHEME), init);
await fetch(url("⟦WAN⟧"), init);
await fetch(url(process.env.SCHEME ?? "⟦public⟧"), init);
await fetch(url("PUBLIC"), init);`,
      errors: [parameter(), parameter(), parameter()],
    },
    {
      name: "both a base and a scheme",
      code: `await fetch("%host%⟦/api/%admin%/v2⟧/groups/1/discovery?targetScheme=⟦PEERED⟧", init);`,
      errors: [base(), parameter()],
    },
    {
      name: "digest keys",
      code: `import DigestClient from "digest-fetch";
import AxiosDigestAuth from "@mhoc/axios-digest-auth";
import { request } from "urllib";
import rp from "request-promise";
const url = \`%host%/%metrics%/v1.0/groups/\${group}/discovery\`;
⟦new DigestClient(key, secret).fetch(url)⟧;
⟦new AxiosDigestAuth({ username: key, password: secret }).request({ method: "GET", url })⟧;
⟦request(url, { digestAuth: \`\${key}:\${secret}\` })⟧;
⟦rp.get(url)⟧.auth(key, secret, false);
⟦context.http.get({ url, username: key, password: secret, digestAuth: true })⟧;`,
      errors: [
        credentials({
          message:
            "The discovery endpoint needs the user name and password of the integration, not digest authentication with an API key.",
        }),
        credentials(),
        credentials(),
        credentials(),
        credentials(),
      ],
    },
    {
      name: "one digest client for both surfaces",
      filename: "client.ts",
      code: `import DigestClient from "digest-fetch";
const client = new DigestClient(key, secret);
const get = (path: string) => ⟦client.fetch("%host%" + path)⟧;
export const clusters = (group: string) => get(\`/api/%admin%/v1.0/groups/\${group}/clusters\`);
export const targets = (group: string) => get(\`/%metrics%/v1.0/groups/\${group}/discovery\`);`,
      errors: [credentials()],
    },
    {
      name: "a value that a label does not have",
      code: withGroups(`const primary = groups.filter((group) => group.labels.node_type === "⟦PRIMARY⟧");
if (groups[0].labels.provider !== "⟦aws⟧") report(primary);`),
      errors: [
        label({
          message:
            "PRIMARY is not a value of the label node_type; the values are ELECTABLE, READ_ONLY, ANALYTICS.",
        }),
        label({ message: "aws is not a value of the label provider; the values are AWS, GCP, AZURE." }),
      ],
    },
    {
      name: "patterns, switches and promises",
      code: `fetch("%host%/%metrics%/v1.0/groups/1/discovery", init)
  .then((response) => response.json())
  .then((groups) => {
    for (const { labels: { node_type, provider }, targets } of groups) {
      switch (node_type) {
        case "ELECTABLE":
        case "⟦READONLY⟧":
          scrape(targets);
      }
      if ("⟦Azure⟧" == provider) scrape(targets);
    }
  });`,
      errors: [label({ message: "READONLY is not a value" }), label({ message: "Azure is not a value" })],
    },
    {
      name: "lists of values",
      code: withGroups(`const CLOUDS = new Set(["AWS", "⟦google⟧"]);
const some = groups.filter(({ labels }) => ["AWS", "⟦gcp⟧"].includes(labels.provider));
report(some, groups.some((group) => CLOUDS.has(group.labels.provider)));`),
      errors: [label({ message: "google is not a value" }), label({ message: "gcp is not a value" })],
    },
    {
      name: "labels of unknown origin in a file with discovery",
      code: withGroups(`export const isReadOnly = (target) => target.labels.node_type === "⟦read-only⟧";`),
      errors: [label({ confidence: "medium" })],
    },
    {
      name: "labels of unknown origin are shown on request only",
      code: `export const isPrimary = (target) => target.labels.node_type === "⟦PRIMARY⟧";`,
      withLow: true,
      errors: [label({ confidence: "low" })],
    },
    {
      name: "Python",
      filename: "discover.py",
      code: `URL = f"%host%⟦/api/%admin%/v2⟧/groups/{group}/discovery?targetScheme=PRIVATE"
OTHER = "%host%/%metrics%/v1.0/groups/%s/discovery?targetScheme=⟦INTERNAL⟧" % group
`,
      errors: [base(), parameter()],
    },
    {
      name: "a scrape configuration",
      filename: "prometheus.yml",
      code: `http_sd_configs:
  - url: %host%⟦/%metrics%/v2⟧/groups/abc/discovery
  - url: "%host%/%metrics%/v1.0/groups/abc/discovery?targetScheme=⟦vpc⟧"
`,
      errors: [base({ confidence: "medium" }), parameter({ confidence: "medium" })],
    },
    {
      name: "documentation",
      filename: "docs/discovery.md",
      code: `Call \`GET ⟦/api/%admin%/v2⟧/groups/{GROUP-ID}/discovery?targetScheme=⟦LAN⟧\`.
`,
      errors: [
        base({ confidence: "medium", severity: "info" }),
        parameter({ confidence: "medium", severity: "info" }),
      ],
    },
    {
      name: "JSON, and a collection of requests",
      filename: "metrics.postman_collection.json",
      code: `{
  "info": { "name": "metrics", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
  "item": [
    { "name": "base", "request": { "method": "GET", "header": [], "url": "%host%⟦/api/%admin%/v2⟧/groups/1/discovery?targetScheme=⟦LAN⟧" } },
    { "name": "keys", "request": ⟦{ "method": "GET", "auth": { "type": "digest", "digest": [] }, "header": [], "url": "%host%/%metrics%/v1.0/groups/1/discovery" }⟧ }
  ]
}
`,
      errors: [base(), parameter(), credentials()],
    },
  ],
});
