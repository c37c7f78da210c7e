import { describe, expect, it } from "vitest";
import { fixFiles, type Files } from "../support/fix-files.js";

const HOST = "https://cloud.mongodb.com";
const PATH = "/api/atlas/v1.0/groups/g1/clusters";
const TYPE = "application/vnd.atlas.2023-02-01+json";
const SHAPE = `{ name: "n", autoScaling: { diskGBEnabled: true }, providerSettings: { providerName: "AWS", instanceSizeName: "M10", regionName: "US_EAST_1" } }`;
const LIST = `{ results: [{ name: "a", srvAddress: "mongodb+srv://a.example.net" }] }`;
const HEADERS = `{ Accept: "application/json", "Content-Type": "application/json" }`;

const CLIENT = `export async function clusters() {
  const answer = await fetch("${HOST}${PATH}", { headers: { Accept: "application/json" } });
  return (await answer.json()).results.map((cluster) => connect(cluster.srvAddress));
}
`;
const CREATOR = `export async function create() {
  await fetch("${HOST}${PATH}", { method: "POST", headers: ${HEADERS}, body: JSON.stringify(${SHAPE}) });
}
`;

const NOCK = `import nock from "nock";\n`;
const MSW = `import { http, HttpResponse } from "msw";\n`;
const FETCH_MOCK = `import fetchMock from "fetch-mock";\n`;
const AXIOS = `import axios from "axios";\nimport MockAdapter from "axios-mock-adapter";\nconst mock = new MockAdapter(axios);\n`;
const UNDICI = `import { MockAgent } from "undici";\nconst pool = new MockAgent().get("${HOST}");\n`;

async function fixed(test: string, client = CLIENT, name = "clusters") {
  const files: Files = {
    "client.js": client,
    "client.test.js": `import { ${name} } from "./client.js";\n${test}\nawait ${name}();\n`,
  };
  const { units, files: after } = await fixFiles(files, ["safe", "unsafe"]);
  const [unit] = units.filter(({ title }) => title.startsWith("move"));
  return { how: unit!.applicability, reasons: unit!.reasons.join("\n"), test: after["client.test.js"]! };
}

describe("a header that a test double asks for", () => {
  it.each([
    [
      "nock",
      `${NOCK}nock("${HOST}").get("${PATH}").matchHeader("accept", "application/json").reply(200, ${LIST});`,
    ],
    [
      "nock, for a scope",
      `${NOCK}nock("${HOST}").matchHeader("Accept", "application/json").get("${PATH}").reply(200, ${LIST});`,
    ],
    [
      "nock, in options",
      `${NOCK}nock("${HOST}", { reqheaders: { accept: "application/json" } }).get("${PATH}").reply(200, ${LIST});`,
    ],
    [
      "nock, for a method by name",
      `${NOCK}nock("${HOST}").intercept("${PATH}", "GET").matchHeader("accept", "application/json").reply(200, ${LIST});`,
    ],
    [
      "fetch-mock",
      `${FETCH_MOCK}fetchMock.get("${HOST}${PATH}", ${LIST}, { headers: { accept: "application/json" } });`,
    ],
    [
      "fetch-mock, in one object",
      `${FETCH_MOCK}fetchMock.route({ url: "${HOST}${PATH}", headers: { accept: "application/json" } }, ${LIST});`,
    ],
    [
      "axios-mock-adapter",
      `${AXIOS}mock.onGet("${HOST}${PATH}", { headers: { Accept: "application/json" } }).reply(200, ${LIST});`,
    ],
    [
      "axios-mock-adapter before 2",
      `${AXIOS}mock.onGet("${HOST}${PATH}", undefined, { Accept: "application/json" }).reply(200, ${LIST});`,
    ],
    [
      "undici",
      `${UNDICI}pool.intercept({ path: "${PATH}", headers: { accept: "application/json" } }).reply(200, ${LIST});`,
    ],
  ])("changes with the one that is sent: %s", async (_name, code) => {
    const { how, reasons, test } = await fixed(code);
    expect({ how, reasons }).toEqual({ how: "safe", reasons: "" });
    expect(test).toContain("/api/atlas/v2/groups/g1/clusters");
    expect(test).toContain(`"${TYPE}"`);
    expect(test).not.toContain("application/json");
    expect(test).toContain("connectionStrings: { standardSrv:");
  });

  it("stays where it is another one", async () => {
    const code = `${NOCK}nock("${HOST}").get("${PATH}").matchHeader("authorization", /^Digest/).reply(200, ${LIST});`;
    expect(await fixed(code)).toMatchObject({ how: "safe", reasons: "" });
  });

  it.each([
    [
      "a pattern of nock",
      `${NOCK}nock("${HOST}").get("${PATH}").matchHeader("accept", /json$/).reply(200, ${LIST});`,
      "checks Accept",
    ],
    [
      "a function of nock",
      `${NOCK}nock("${HOST}").get("${PATH}").matchHeader("accept", (type) => type.length < 20).reply(200, ${LIST});`,
      "checks Accept",
    ],
    [
      "one that must not be there",
      `${NOCK}nock("${HOST}", { badheaders: ["accept"] }).get("${PATH}").reply(200, ${LIST});`,
      "checks the request headers",
    ],
    [
      "one for paths of a pattern",
      `${NOCK}nock("${HOST}").get(/clusters$/).matchHeader("accept", "application/json").reply(200, { results: [] });`,
      "in the accept header, and has to change with the request",
    ],
    [
      "a resolver of msw",
      `${MSW}http.get("${HOST}${PATH}", ({ request }) => request.headers.get("accept") === "application/json" ? HttpResponse.json(${LIST}) : HttpResponse.error());`,
      "compares with application/json, which changes",
    ],
    [
      "a matcher of fetch-mock",
      `${FETCH_MOCK}fetchMock.mock((url, { headers }) => headers.Accept === "application/json", { results: [] });`,
      "compares with application/json, which changes",
    ],
    [
      "a matcher of Jest",
      `${AXIOS}mock.onGet("${HOST}${PATH}", undefined, expect.objectContaining({ Accept: "application/json" })).reply(200, ${LIST});`,
      "checks the request headers",
    ],
    [
      "a function of undici",
      `${UNDICI}pool.intercept({ path: "${PATH}", headers: (headers) => check(headers) }).reply(200, ${LIST});`,
      "checks the request headers",
    ],
    [
      "an assertion",
      `globalThis.fetch = jest.fn();\nexpect(fetch).toHaveBeenCalledWith("x", { headers: { Accept: "application/json" } });`,
      "in the accept header, and has to change with the request",
    ],
    [
      "an assertion on one value",
      `globalThis.fetch = jest.fn();\nexpect(fetch.mock.calls[0][1].headers.Accept).toBe("application/json");`,
      "in the accept header, and has to change with the request",
    ],
  ])("and that is not followed keeps the fix from being safe: %s", async (_name, code, reason) => {
    const { how, reasons } = await fixed(code);
    expect(how).toBe("unsafe");
    expect(reasons).toContain(reason);
  });

  it("is distinguished from the headers of a response", async () => {
    const code = `globalThis.fetch = async () => new Response("{}", { headers: { "content-type": "application/json" } });`;
    expect(await fixed(code)).toMatchObject({ how: "safe", reasons: "" });
  });
});

describe("a body that a test double expects", () => {
  it.each([
    ["nock", `${NOCK}nock("${HOST}").post("${PATH}", ${SHAPE}).reply(201, {});`],
    ["fetch-mock", `${FETCH_MOCK}fetchMock.post("${HOST}${PATH}", {}, { body: ${SHAPE} });`],
    ["axios-mock-adapter", `${AXIOS}mock.onPost("${HOST}${PATH}", ${SHAPE}).reply(201);`],
    [
      "undici",
      `${UNDICI}pool.intercept({ path: "${PATH}", method: "POST", body: JSON.stringify(${SHAPE}) }).reply(201, {});`,
    ],
  ])("is converted with the one that is sent: %s", async (_name, code) => {
    const { how, reasons, test } = await fixed(code, CREATOR, "create");
    expect({ how, reasons }).toEqual({ how: "safe", reasons: "" });
    expect(test).toContain("regionConfigs: [{ ");
    expect(test).not.toContain("providerSettings");
  });

  it.each([
    [
      "a predicate of nock",
      `${NOCK}nock("${HOST}").post("${PATH}", (body) => body.providerSettings.providerName === "AWS").reply(201, {});`,
      "reads providerSettings",
    ],
    [
      "a function that is not seen",
      `${NOCK}nock("${HOST}").post("${PATH}", (body) => check(body)).reply(201, {});`,
      "expects a body that is not converted",
    ],
    [
      "a pattern of nock",
      `${NOCK}nock("${HOST}").post("${PATH}", /providerSettings/).reply(201, {});`,
      "expects a body that is not converted",
    ],
    [
      "a part that is looked at",
      `${NOCK}nock("${HOST}").post("${PATH}", { name: "n", providerSettings: (own) => check(own) }).reply(201, {});`,
      "expects a body that is not converted",
    ],
    [
      "an answer of nock",
      `${NOCK}nock("${HOST}").post("${PATH}").reply((uri, body) => [201, { size: body.providerSettings.instanceSizeName }]);`,
      "reads providerSettings",
    ],
    [
      "an answer of axios-mock-adapter",
      `${AXIOS}mock.onPost("${HOST}${PATH}").reply((config) => [201, JSON.parse(config.data).providerSettings]);`,
      "reads providerSettings",
    ],
    [
      "a matcher of axios-mock-adapter",
      `${AXIOS}mock.onPost("${HOST}${PATH}", { asymmetricMatch: (body) => check(body) }).reply(201);`,
      "expects a body that is not converted",
    ],
    [
      "a resolver of msw",
      `${MSW}http.post("${HOST}${PATH}", async ({ request }) => HttpResponse.json((await request.json()).providerSettings));`,
      "reads providerSettings",
    ],
    [
      "a function of undici",
      `${UNDICI}pool.intercept({ path: "${PATH}", method: "POST", body: (text) => check(text) }).reply(201, {});`,
      "expects a body that is not converted",
    ],
    [
      "an assertion",
      `globalThis.fetch = jest.fn();\nexpect(JSON.parse(fetch.mock.calls[0][1].body).providerSettings.instanceSizeName).toBe("M10");`,
      "reads providerSettings",
    ],
  ])("and that is not followed keeps the fix from being safe: %s", async (_name, code, reason) => {
    const { how, reasons } = await fixed(code, CREATOR, "create");
    expect(how).toBe("unsafe");
    expect(reasons).toContain(reason);
  });
});

describe("a test double that answers for paths which are not followed", () => {
  it.each([
    [
      "nock with a base",
      `${NOCK}const scope = nock("${HOST}/api/atlas/v1.0").persist();\nscope.get(/\\/groups\\/\\w+\\/clusters$/).query(true).reply(200, (uri) => ({ uri, ...${LIST} }));`,
    ],
    [
      "nock with a function",
      `${NOCK}nock("${HOST}/api/atlas/v1.0").get((uri) => check(uri)).reply(200, ${LIST});`,
    ],
    ["nock with a host", `${NOCK}nock("${HOST}").get(/clusters$/).reply(200, ${LIST});`],
    ["msw", `${MSW}http.get("*/groups/:group/clusters", () => HttpResponse.json(${LIST}));`],
    ["fetch-mock", `${FETCH_MOCK}fetchMock.get("end:/clusters", ${LIST});`],
    ["axios-mock-adapter", `${AXIOS}mock.onGet(/clusters$/).reply(200, ${LIST});`],
    ["undici", `${UNDICI}pool.intercept({ path: (path) => check(path) }).reply(200, () => (${LIST}));`],
  ])("answers with what is read from then on, which is not safe: %s", async (_name, code) => {
    const { how, reasons, test } = await fixed(code);
    expect(how).toBe("unsafe");
    expect(reasons).toContain("has srvAddress and may be the response");
    expect(test).toContain("connectionStrings: { standardSrv:");
    expect(test).not.toContain("v1.0");
  });

  it("does so in the file of the request as well", async () => {
    const code = `${NOCK}nock("${HOST}/api/atlas/v1.0").get(/clusters$/).reply(200, ${LIST});\n${CLIENT}await clusters();\n`;
    const { units } = await fixFiles({ "a.mjs": code });
    expect(units.map(({ applicability }) => applicability)).toEqual(["unsafe"]);
    expect(units[0]!.reasons).toContain("cannot tell which paths a test double in a.mjs answers");
  });
});
