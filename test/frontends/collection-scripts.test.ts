import { describe, expect, it } from "vitest";
import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { SourceText } from "../../src/core/source-text.js";
import { frontendFor } from "../../src/frontends/registry.js";

const interest = CatalogInterest.of(loadCatalog());
const BASE = "https://cloud.mongodb.com/api/atlas/v2/groups/1";

/** An item of a collection whose script runs after its request. */
function item(exec: string | readonly string[], { path = "/clusters/c", listen = "test" } = {}) {
  return { name: "x", event: [{ listen, script: { exec } }], request: { method: "GET", url: BASE + path } };
}

/** Returns the reads of responses in a collection: the way to the property, its text in the file, and the request. */
async function readsIn(items: readonly object[], event: readonly object[] = []): Promise<string[]> {
  const text = JSON.stringify({ info: { name: "A" }, item: items, event });
  const source = new SourceText("a.postman_collection.json", text);
  const frontend = await frontendFor(source.path).load();
  await frontend.prepare?.(source);
  const facts = frontend.analyze(source, interest);
  if (!("requests" in facts)) throw new Error(facts.message);
  // The request that is made for a script is none of the collection.
  expect(facts.requests.every(({ client }) => client === "postman")).toBe(true);
  return facts.fields.flatMap(({ owner, path, place }) =>
    owner.kind === "response"
      ? [
          `${path.join(".")} ${text.slice(place.start, place.end)} of ${owner.requests.join().replace(/^script .*/, "a script")}`,
        ]
      : [],
  );
}

describe("a script of a Postman collection", () => {
  it.each<[what: string, exec: string | readonly string[], reads: readonly string[]]>([
    ["lines", ["const c = pm.response.json();", 'pm.expect(c.mongoURI, "x").to.exist;'], ["mongoURI"]],
    ["one text", 'pm.environment.set("a",\n\tpm.response.json().srvAddress)', ["srvAddress"]],
    ["the first form", ["var c = JSON.parse(responseBody);", "tests['a'] = c.srvAddress"], ["srvAddress"]],
    ["the text of today", ["const { mongoURI } = JSON.parse(pm.response.text())"], ["mongoURI"]],
    ["a function", ["pm.test('a', () => { pm.expect(pm.response.json().srvAddress) })"], ["srvAddress"]],
    [
      "a name of the sandbox",
      ["let responseBody = pm.response.json(); f(responseBody.mongoURI)"],
      ["mongoURI"],
    ],
    [
      "the same with `var`",
      ["var responseBody = pm.response.json(); f(responseBody.mongoURI)"],
      ["mongoURI"],
    ],
  ])("reads the response of its request: %s", async (_, exec, names) => {
    expect(await readsIn([item(exec)])).toEqual(names.map((name) => `${name} ${name} of 0`));
  });

  it("belongs to its own request, also in a folder", async () => {
    const list = item(["for (const c of pm.response.json().results) f(c.srvAddress)"], { path: "/clusters" });
    const reads = await readsIn([item("f(pm.response.json().mongoURI)"), { name: "f", item: [list] }]);
    expect(reads).toEqual(["mongoURI mongoURI of 0", "results.[].srvAddress srvAddress of 1"]);
  });

  it("of a folder or of the collection runs after each request in it", async () => {
    const script = (code: string) => [{ listen: "test", script: { exec: [code] } }];
    const folder = { name: "f", item: [item([]), item([])], event: script("f(pm.response.json().mongoURI)") };
    const reads = await readsIn([item([]), folder], script("f(pm.response.json().srvAddress)"));
    expect(reads).toEqual(["srvAddress srvAddress of 0,1,2", "mongoURI mongoURI of 1,2"]);
  });

  it.each(["test", "prerequest"])("may send requests of its own: %s", async (listen) => {
    const send = `pm.sendRequest({ url: "${BASE}/clusters/c" }, (e, r) => f(r.json().mongoURI))`;
    expect(await readsIn([item(send, { listen })])).toEqual(["mongoURI mongoURI of a script"]);
  });

  it.each<[what: string, given: object]>([
    ["rows of a file", item("f(data.mongoURI)")],
    ["variables", item("f(pm.environment.get('x').mongoURI, pm.iterationData.toObject().mongoURI)")],
    ["its own objects", item("const c = { mongoURI: pm.response.status }; f(c.mongoURI)")],
    ["what is there before the request", item("f(pm.response.json().mongoURI)", { listen: "prerequest" })],
    ["what does not parse", item("f(pm.response.json().mongoURI")],
  ])("does not read the response where it uses %s", async (_, given) => {
    expect(await readsIn([given])).toEqual([]);
  });
});
