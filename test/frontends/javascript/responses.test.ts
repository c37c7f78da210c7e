import { describe, expect, it } from "vitest";
import { factsOf } from "../../support/requests.js";

const URL = `"https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters"`;

/** The properties of interest that code reads from responses, with their paths. */
function readsOf(code: string): string[] {
  return factsOf(code)
    .fields.filter(({ access, owner }) => access === "read" && owner.kind === "response")
    .map(({ path }) => path.join("."));
}

describe("reads of responses", () => {
  const cases: readonly (readonly [name: string, code: string, ...paths: string[]])[] = [
    [
      "await and json()",
      `const r = await fetch(${URL}); const c = await r.json(); c.srvAddress;`,
      "srvAddress",
    ],
    ["then", `fetch(${URL}).then((r) => r.json()).then((c) => c.srvAddress);`, "srvAddress"],
    [
      "axios data",
      `import axios from "axios"; const { data } = await axios.get(${URL}); data.results[0].mongoURI;`,
      "results.[].mongoURI",
    ],
    [
      "got json",
      `import got from "got"; const c = await got(${URL}).json(); c.providerSettings.regionName;`,
      "providerSettings",
    ],
    [
      "got body",
      `import got from "got"; const { body } = await got(${URL}); JSON.parse(body).numShards;`,
      "numShards",
    ],
    [
      "superagent",
      `const s = require("superagent"); s.get(${URL}).end((err, res) => res.body.autoScaling);`,
      "autoScaling",
    ],
    [
      "request callback",
      `require("request")(${URL}, (err, res, body) => { JSON.parse(body).replicationFactor; });`,
      "replicationFactor",
    ],
    [
      "request-promise",
      `const rp = require("request-promise"); const c = JSON.parse(await rp(${URL}).auth("a", "b", false)); c.mongoURIWithOptions;`,
      "mongoURIWithOptions",
    ],
    [
      "urllib callback",
      `require("urllib").request(${URL}, {}, (err, data, res) => { JSON.parse(data).mongoURIUpdated; });`,
      "mongoURIUpdated",
    ],
    [
      "urllib data",
      `const { data } = await require("urllib").request(${URL}, { dataType: "json" }); data.replicationSpec;`,
      "replicationSpec",
    ],
    [
      "https, gathered by hand",
      `require("https").get(${URL}, (res) => { let body = ""; res.on("data", (d) => { body += d; }); res.on("end", () => { JSON.parse(body).srvAddress; }); });`,
      "srvAddress",
    ],
    [
      "https, gathered in a list",
      `require("https").get(${URL}, (res) => { const all = []; res.on("data", (d) => all.push(d)); res.on("end", () => { JSON.parse(Buffer.concat(all).toString()).srvAddress; }); });`,
      "srvAddress",
    ],
    [
      "App Services",
      `exports = async () => { const r = await context.http.get({ url: ${URL} }); return EJSON.parse(r.body.text()).results.map((c) => c.providerSettings); };`,
      "results.[].providerSettings",
    ],
    [
      "destructuring with renames and defaults",
      `const { results: all = [] } = await (await fetch(${URL})).json(); for (const { srvAddress: uri, ...rest } of all) { uri; rest.numShards; }`,
      "results.[].srvAddress",
      "results.[].numShards",
    ],
    [
      "list methods",
      `const { results } = await (await fetch(${URL})).json(); results.filter((c) => c.providerBackupEnabled).find((c) => c.numShards > 1).autoScaling;`,
      "results.[].providerBackupEnabled",
      "results.[].numShards",
      "results.[].autoScaling",
    ],
    [
      "reduce",
      `const { results } = await (await fetch(${URL})).json(); results.reduce((all, c) => ({ ...all, [c.name]: c.mongoURI }), {});`,
      "results.[].mongoURI",
    ],
    [
      "for in",
      `const { results } = await (await fetch(${URL})).json(); for (const i in results) results[i].srvAddress;`,
      "results.[].srvAddress",
    ],
    [
      "a counted loop",
      `const { results } = await (await fetch(${URL})).json(); for (let i = 0; i < results.length; i++) { const c = results[i]; c.srvAddress; }`,
      "results.[].srvAddress",
    ],
    [
      "handed on",
      `async function list() { const r = await fetch(${URL}); return (await r.json()).results; } async function main() { for (const c of await list()) show(c); } function show(cluster) { console.log(cluster.srvAddress); } main();`,
      "results.[].srvAddress",
    ],
    [
      "kept in state",
      `class Store { clusters = []; async load() { this.clusters = (await (await fetch(${URL})).json()).results; } names() { return this.clusters.map((c) => c.srvAddress); } } const s = new Store(); await s.load(); s.names();`,
      "results.[].srvAddress",
    ],
    [
      "kept in a Map",
      `const seen = new Map(); const g = process.env.G; seen.set(g, (await (await fetch(${URL})).json()).results); for (const c of seen.get(g)) c.srvAddress;`,
      "results.[].srvAddress",
    ],
    [
      "kept in a Map under a JSON text",
      `const seen = new Map(); const once = (f) => (...a) => { const k = JSON.stringify(a); if (!seen.has(k)) seen.set(k, f(...a)); return seen.get(k); }; const load = once(async (g) => (await (await fetch(${URL})).json()).results); await load(g); (await load(h)).map((c) => c.srvAddress);`,
      "results.[].srvAddress",
    ],
    [
      "gone through in a Map",
      `const seen = new Map(); seen.set(process.env.G, (await (await fetch(${URL})).json()).results); for (const all of seen.values()) all[0].srvAddress; for (const [, all] of seen.entries()) all[0].mongoURI; seen.forEach((all) => all[0].numShards);`,
      "results.[].srvAddress",
      "results.[].mongoURI",
      "results.[].numShards",
    ],
    [
      "gathered in a Set",
      `const seen = new Set(); seen.add((await (await fetch(${URL})).json()).results); if (process.argv[2]) seen.add(process.argv[2]); for (const all of seen) all[0].srvAddress;`,
      "results.[].srvAddress",
    ],
    ...[
      `import { LRUCache } from "lru-cache"; const cache = new LRUCache({ max: 9 });`,
      `const LRU = require("lru-cache"); const cache = new LRU(9);`,
      `import QuickLRU from "quick-lru"; const cache = new QuickLRU({ maxSize: 9 });`,
      `import NodeCache from "node-cache"; const cache = new NodeCache();`,
      `import Keyv from "keyv"; const cache = new Keyv();`,
      `import { Keyv } from "keyv"; const cache = new Keyv();`,
    ].map(
      (made) =>
        [
          `kept by ${made}`,
          `${made} async function list(g) { const hit = await cache.get(g); if (hit) return hit; const all = (await (await fetch(${URL})).json()).results; await cache.set(g, all); return all; } await list(g); for (const c of await cache.get(process.env.G)) c.srvAddress;`,
          "results.[].srvAddress",
        ] as const,
    ),
    [
      "loaded by a cache",
      `import { LRUCache } from "lru-cache"; const cache = new LRUCache({ fetchMethod: async (g) => (await (await fetch(${URL})).json()).results }); for (const c of await cache.fetch("g")) c.srvAddress;`,
      "results.[].srvAddress",
    ],
    [
      "a copy",
      `const c = await (await fetch(${URL})).json(); const copy = { ...c, name: "x" }; copy.providerSettings;`,
      "providerSettings",
    ],
    [
      "optional chaining",
      `const c = await (await fetch(${URL})).json(); c?.providerSettings?.["regionName"];`,
      "providerSettings",
    ],
    [
      "a computed key",
      `const key = "srvAddress"; const c = await (await fetch(${URL})).json(); c[key];`,
      "srvAddress",
    ],
    ["nothing of interest", `const c = await (await fetch(${URL})).json(); c.connectionStrings.standardSrv;`],
  ];
  for (const [name, code, ...paths] of cases) {
    it(name, () => {
      expect(readsOf(code)).toEqual(paths);
    });
  }

  it("tells the local name of a renamed property", () => {
    const code = `const { srvAddress: uri } = await (await fetch(${URL})).json();`;
    const [field] = factsOf(code).fields;
    expect(field).toMatchObject({ name: "srvAddress", binding: "uri" });
    expect(code.slice(field!.place.start, field!.place.end)).toBe("srvAddress");
  });
});
