import { describe, expect, it } from "vitest";
import { fixFiles, type Files } from "../support/fix-files.js";

const CLUSTER = "https://cloud.mongodb.com/api/atlas/v1.0/groups/a/clusters/b";
const JSON_TYPE = `headers: { "Content-Type": "application/json" }`;

/** Applies all existing fixes. Returns the files, with the reasons of all units. */
async function left(files: Files): Promise<{ files: Files; reasons: string }> {
  const fixed = await fixFiles(files, ["safe", "unsafe"]);
  return { files: fixed.files, reasons: fixed.units.flatMap(({ reasons }) => reasons).join("; ") };
}

describe("a cluster that goes on", () => {
  it("is read and sent back in one form", async () => {
    const before = `const answer = await fetch("${CLUSTER}");\nconst cluster = await answer.json();\nawait fetch("${CLUSTER}", { method: "PATCH", ${JSON_TYPE}, body: JSON.stringify({ ...cluster, diskSizeGB: 40 }) });\n`;
    const { files, reasons } = await left({ "a.js": before });
    expect(files["a.js"]).toBe(before);
    expect(reasons).toMatch(/cannot find which properties .* adds to the request body/);
  });

  it("moves with the request that sends its topology back", async () => {
    const before = `const answer = await fetch("${CLUSTER}");\nconst { replicationSpecs } = await answer.json();\nawait fetch("${CLUSTER}", { method: "PATCH", ${JSON_TYPE}, body: JSON.stringify({ replicationSpecs }) });\n`;
    const { units } = await fixFiles({ "a.js": before });
    expect(units.filter(({ title }) => title.startsWith("move"))).toHaveLength(1);
  });

  it("does not move with the request that sends back what is the same in both forms", async () => {
    const before = `const answer = await fetch("${CLUSTER}");\nconst { labels } = await answer.json();\nawait fetch("${CLUSTER}", { method: "PATCH", ${JSON_TYPE}, body: JSON.stringify({ labels }) });\n`;
    const { files, units } = await fixFiles({ "a.js": before });
    expect(files["a.js"]).not.toContain("v1.0");
    expect(units.filter(({ title }) => title.startsWith("move"))).toHaveLength(2);
  });

  it("stays where code that may get it reads what goes", async () => {
    const before = `import { Bus } from "company-bus";\nconst bus = new Bus();\nbus.on("cluster", (cluster) => connect(cluster.srvAddress));\nconst answer = await fetch("${CLUSTER}");\nbus.emit("cluster", await answer.json());\n`;
    const { files, reasons } = await left({ "a.js": before });
    expect(files["a.js"]).toBe(before);
    expect(reasons).toMatch(/a\.js reads srvAddress of an object that may be that cluster/);
  });

  it.each([
    [
      "a function that is handed to it gives it",
      `import { retry } from "company-retry";\nconst cluster = await retry(async () => (await fetch("${CLUSTER}")).json());\nconnect(cluster.srvAddress);\n`,
    ],
    [
      "a function that is handed to it gives the whole answer",
      `import { retry } from "company-retry";\nconst answer = await retry(() => fetch("${CLUSTER}"));\nconst cluster = await answer.json();\nconnect(cluster.srvAddress);\n`,
    ],
    [
      "a generator that is handed to it gives it",
      `import { Readable } from "node:stream";\nasync function* all() { yield await (await fetch("${CLUSTER}")).json(); }\nfor await (const cluster of Readable.from(all())) connect(cluster.srvAddress);\n`,
    ],
  ])("stays where something unknown may pass it on: %s", async (_what, before) => {
    const { files, reasons } = await left({ "a.js": before });
    expect(files["a.js"]).toBe(before);
    expect(reasons).toMatch(/a\.js reads srvAddress of an object that may be that cluster/);
  });

  it("moves where a runner of tests gets what a test gives", async () => {
    const before = `import { it } from "vitest";\nit("answers", async () => (await fetch("${CLUSTER}")).json());\n`;
    const { units } = await fixFiles({ "a.js": before });
    expect(units.map(({ applicability }) => applicability)).toEqual(["safe"]);
  });

  it.each([
    ["an interceptor", `const api = axios.create();\napi.interceptors.response.use(unwrap);`],
    ["a transform", `const api = axios.create({ transformResponse: unwrap });`],
    ["one of some transforms", `const api = axios.create({ transformResponse: [JSON.parse, unwrap] });`],
  ])("waits where it goes through a hook that is not followed: %s", async (_what, client) => {
    const before = `import axios from "axios";\nimport { unwrap } from "company-http";\n${client}\nexport const uri = async () => (await api.get("${CLUSTER}")).data.srvAddress;\n`;
    const { units } = await fixFiles({ "a.js": before });
    expect(units.map(({ applicability }) => applicability)).toEqual(["unsafe"]);
    expect(units[0]!.reasons.join()).toMatch(/company-http\.unwrap gets the cluster/);
  });

  it("moves with the hooks that it goes through", async () => {
    const before = `import axios from "axios";\nconst api = axios.create();\napi.interceptors.response.use((answer) => {\n  answer.data.uri = answer.data.srvAddress;\n  return answer;\n});\nexport const uri = async () => (await api.get("${CLUSTER}")).data.uri;\n`;
    const { files, units } = await fixFiles({ "a.js": before });
    expect(units.map(({ applicability }) => applicability)).toEqual(["safe"]);
    expect(files["a.js"]).toContain("answer.data.uri = answer.data.connectionStrings?.standardSrv;");
  });

  it("moves with what listens to an emitter", async () => {
    const before = `import { EventEmitter } from "node:events";\nconst bus = new EventEmitter();\nbus.on("cluster", (cluster) => connect(cluster.srvAddress));\nconst answer = await fetch("${CLUSTER}");\nbus.emit("cluster", await answer.json());\n`;
    const { files } = await left({ "a.js": before });
    expect(files["a.js"]).toContain("/api/atlas/v2/");
    expect(files["a.js"]).toContain("connect(cluster.connectionStrings?.standardSrv)");
  });

  it("stays as well where it is printed before", async () => {
    const before = `import { Bus } from "company-bus";\nconst bus = new Bus();\nbus.on("cluster", (cluster) => connect(cluster.srvAddress));\nconst answer = await fetch("${CLUSTER}");\nconst cluster = await answer.json();\nconsole.log(cluster);\nbus.emit("cluster", cluster);\n`;
    const { files, reasons } = await left({ "a.js": before });
    expect(files["a.js"]).toBe(before);
    expect(reasons).toMatch(/a\.js reads srvAddress of an object that may be that cluster/);
  });

  it.each([
    ["cluster", "console.log prints the cluster"],
    ["JSON.stringify(cluster)", "console.log prints the cluster"],
    ["Object.entries(cluster)", "console.log prints the cluster"],
    [`"cluster " + JSON.stringify(cluster)`, "JSON.stringify converts the cluster in the response to text"],
  ])("changes the output of console.log(%s), which is said", async (printed, who) => {
    const before = `const answer = await fetch("${CLUSTER}");\nconst cluster = await answer.json();\nconsole.log(${printed});\n`;
    const { units } = await fixFiles({ "a.js": before });
    expect(units.map(({ applicability }) => applicability)).toEqual(["unsafe"]);
    expect(units[0]!.reasons).toEqual([
      expect.stringMatching(new RegExp(`^${who}.*, so the (output|text) changes$`)),
    ]);
  });

  it("names what makes text of it as the language of the code does", async () => {
    const before = `import json\nimport requests\ncluster = requests.get("${CLUSTER}").json()\nprint("cluster " + json.dumps(cluster))\n`;
    const { units } = await fixFiles({ "a.py": before });
    expect(units[0]!.reasons).toEqual([
      "json.dumps converts the cluster in the response to text, so the text changes",
    ]);
  });

  it("is printed where Go writes it to the screen", async () => {
    const before = `package main

import (
\t"encoding/json"
\t"net/http"
\t"os"
)

func main() {
\treq, err := http.NewRequest("GET", "${CLUSTER}", nil)
\tif err != nil {
\t\tpanic(err)
\t}
\tresp, err := http.DefaultClient.Do(req)
\tif err != nil {
\t\tpanic(err)
\t}
\tvar cluster map[string]any
\tjson.NewDecoder(resp.Body).Decode(&cluster)
\tjson.NewEncoder(os.Stdout).Encode(cluster)
}
`;
    const { units } = await fixFiles({ "main.go": before });
    expect(units[0]!.reasons).toContain("print prints the cluster in the response, so the output changes");
  });

  it("names the code that gets it as the author does, with its place", async () => {
    const before = `let parts = load().parts();\nexports = async () => {\n  const answer = await fetch("${CLUSTER}");\n  const cluster = await answer.json();\n  parts.push(cluster);\n  console.log(cluster);\n};\n`;
    const { units } = await fixFiles({ "a.js": before });
    const [{ reasons, reasonPlaces } = { reasons: [], reasonPlaces: undefined }] = units;
    expect(reasons).toEqual([
      "console.log prints the cluster in the response, so the output changes",
      "parts.push gets the cluster in the response, whose properties change",
    ]);
    const lines = reasons.map(
      (reason) => before.slice(0, reasonPlaces!.get(reason)!.start).split("\n").length,
    );
    expect(lines).toEqual([6, 5]);
  });

  it("goes to the caller of a function, which a module system names", async () => {
    const before = `exports = async () => (await fetch("${CLUSTER}")).json();\n`;
    const { units } = await fixFiles({ "a.js": before });
    expect(units[0]!.reasons).toEqual([
      "the caller of the function gets the cluster in the response, whose properties change",
    ]);
  });

  it("is looked at in files that hold one name of it only, in every pass", async () => {
    const { files } = await left({
      "load.js": `const loaded = {};\nexport async function load(name) {\n  loaded[name] ??= await fetch("${CLUSTER}" + name).then((answer) => answer.json());\n  return loaded[name];\n}\n`,
      "main.js": `import { load } from "./load.js";\nconnect((await load("x")).srvAddress);\nshow((await load("y")).mongoURIUpdated === undefined);\n`,
    });
    expect(files["load.js"]).toContain("v1.0");
    expect(files["main.js"]).toContain("connectionStrings?.standardSrv");
  });
});

describe("a cluster whose properties are counted or listed", () => {
  const read = (url: string, rest: string): string =>
    `const answer = await fetch("${url}");\nconst cluster = await answer.json();\n${rest}\n`;

  it.each([
    ["Object.keys", "use(Object.keys(cluster).length);"],
    ["Object.values", "use(Object.values(cluster).length);"],
    ["Object.entries", "use(Object.entries(cluster).length);"],
    ["Object.keys", "use(Object.keys(cluster.providerSettings).length);"],
    ["a for...in loop", "let n = 0;\nfor (const key in cluster) n += key.length;"],
  ])("by %s may do otherwise", async (who, code) => {
    const { units } = await fixFiles({ "a.js": read(CLUSTER, code) });
    const move = units.find(({ title }) => title.startsWith("move"))!;
    expect(move.applicability).not.toBe("safe");
    if (move.applicability === "unsafe")
      expect(move.reasons.join()).toContain(`${who} lists the properties of the cluster`);
  });

  it("and copied before it is printed is printed otherwise", async () => {
    const code = "console.log({ ...cluster, links: undefined });";
    const { units } = await fixFiles({ "a.js": read(CLUSTER, code) });
    expect(units.map(({ applicability }) => applicability)).toEqual(["unsafe"]);
  });

  it.each(["cluster", "cluster.results", "cluster.results[0].labels"])(
    "does not where Object.keys gives those of %s in a list",
    async (what) => {
      const code = `console.log(Object.keys(${what}).length);`;
      const { units } = await fixFiles({ "a.js": read(CLUSTER.slice(0, -2), code) });
      expect(units.map(({ applicability }) => applicability)).toEqual(["safe"]);
    },
  );
});

describe("a cluster that is read under names that are not known", () => {
  const LIST_OF_THEM = CLUSTER.slice(0, -2);
  const read = (url: string, rest: string): Files => ({
    "a.js": `const answer = await fetch("${url}");\nconst found = await answer.json();\n${rest}\n`,
  });

  it.each([
    [CLUSTER, "use(found[process.argv[2]]);"],
    [CLUSTER, "const { [process.env.FIELD]: value } = found;\nuse(value);"],
    [CLUSTER, "use({ ...found }[process.env.FIELD]);"],
    [CLUSTER, `use(require("lodash").get(found, process.env.FIELD));`],
    [CLUSTER, `use(require("lodash").pick(found, process.env.FIELD));`],
    [CLUSTER, "use(text.replace(/{{(\\w+)}}/g, (_, key) => found[key]));"],
    [CLUSTER, "use(`{{${name}}}`.replace(/\\{\\{(\\w+)\\}\\}/g, (_, key) => found[key]));"],
    [LIST_OF_THEM, "for (const c of found.results) use(c[process.argv[2]]);"],
    [LIST_OF_THEM, `use(require("lodash").sortBy(found.results, process.env.FIELD).map((c) => c.name));`],
    [LIST_OF_THEM, "use(found.results.sort((a, b) => (a[by] < b[by] ? -1 : 1)).map((c) => c.name));"],
    [LIST_OF_THEM, `use(path.split(".").reduce((value, key) => value?.[key], found.results[0]));`],
  ])("of %s by %s is not safe to change", async (url, rest) => {
    const before = read(url, rest);
    const { files, units } = await fixFiles(before);
    expect(files).toEqual(before);
    expect(units.flatMap(({ reasons }) => reasons).join()).toContain(
      "a.js reads properties of the cluster in the response by computed names",
    );
  });

  it.each([
    [LIST_OF_THEM, "for (let i = 0; i < found.results.length; i++) use(found.results[i].name);"],
    [LIST_OF_THEM, "use(found.results[process.argv[2]].name);"],
    [LIST_OF_THEM, "const { results } = found;\nfor (const i in results) use(results[i].name);"],
    [CLUSTER, "use(found.replicationSpecs[process.argv[2]].id);"],
    [CLUSTER, `for (const key of ["name", "paused"]) use(found[key]);`],
    [CLUSTER, "use(found.labels[process.argv[2]]);"],
  ])("is safe to change where it is an element of %s by %s", async (url, rest) => {
    const { files } = await fixFiles(read(url, rest));
    expect(files["a.js"]).toContain("/api/atlas/v2/");
  });
});

describe("a body that goes on", () => {
  const body = `const body = { name: "b", autoScaling: { diskGBEnabled: true }, providerSettings: { providerName: "AWS", instanceSizeName: "M10", regionName: "US_EAST_1" } };\n`;
  const send = `await fetch("${CLUSTER.slice(0, -2)}", { method: "POST", ${JSON_TYPE}, body: JSON.stringify(body) });\n`;

  it.each(["body", "JSON.stringify(body)", `"creating", { body }`])(
    "as console.log(%s) looks different",
    async (printed) => {
      const before = `${body}console.log(${printed});\n${send}`;
      const { units } = await fixFiles({ "a.js": before });
      expect(units.map(({ applicability }) => applicability)).toEqual(["unsafe"]);
      expect(units[0]!.reasons.join()).toBe("console.log prints the request body, so the output changes");
    },
  );

  it.each([
    "console.log(Object.keys(body).join())",
    "for (const key in body) console.log(key)",
    "console.log(`${JSON.stringify(body).length} characters`)",
    "process.stdout.write(`${JSON.stringify(body).length}`)",
  ])("has other properties in %s", async (code) => {
    const { units } = await fixFiles({ "a.js": `${body}${code};\n${send}` });
    expect(units.map(({ applicability }) => applicability)).toEqual(["unsafe"]);
  });

  it("may be measured to be sent", async () => {
    const measured = send.replace(JSON_TYPE, JSON_TYPE.replace("{", `{ "Content-Length": text.length,`));
    const text = `const text = JSON.stringify(body);\n`;
    const { units } = await fixFiles({
      "a.js": body + text + measured.replace("JSON.stringify(body)", "text"),
    });
    expect(units.map(({ applicability }) => applicability)).toEqual(["safe"]);
  });

  it("in part does not", async () => {
    const { units } = await fixFiles({ "a.js": `${body}console.log(body.name);\n${send}` });
    expect(units.map(({ applicability }) => applicability)).toEqual(["safe"]);
  });
});
