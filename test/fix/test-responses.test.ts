import { describe, expect, it } from "vitest";
import { fixFiles, type Files } from "../support/fix-files.js";

const CLIENT = `export class Client {
  constructor(base) { this.base = base; }
  async host() {
    const answer = await fetch(this.base + "/groups/a/clusters/b");
    return (await answer.json()).srvAddress;
  }
}
`;

/** A suite with a server of its own, and the same client as it is meant to be used. */
const suiteWith = (answer: string): string => `import http from "node:http";
import assert from "node:assert";
import { Client } from "./client.js";
const server = http.createServer((request, response) => {
  response.end(JSON.stringify(${answer}));
}).listen(0);
const mine = new Client(\`http://127.0.0.1:\${server.address().port}/api/atlas/v1.0\`);
assert.equal(await mine.host(), "mongodb+srv://fake.example.net");
connect(await new Client("https://cloud.mongodb.com/api/atlas/v1.0").host());
`;

const FAKE = `{ name: "b", srvAddress: "mongodb+srv://fake.example.net" }`;

async function fixedWith(answer: string, wanted: readonly ("safe" | "unsafe")[]): Promise<Files> {
  return (await fixFiles({ "client.js": CLIENT, "suite.js": suiteWith(answer) }, wanted)).files;
}

describe("a server that a test answers with", () => {
  it("keeps the reads of its answers from being safe", async () => {
    const files = await fixedWith(FAKE, ["safe"]);
    expect(files).toEqual({ "client.js": CLIENT, "suite.js": suiteWith(FAKE) });
  });

  it("answers with what is read from then on", async () => {
    const files = await fixedWith(FAKE, ["safe", "unsafe"]);
    expect(files["client.js"]).toContain("connectionStrings");
    expect(files["suite.js"]).toContain(
      `{ name: "b", connectionStrings: { standardSrv: "mongodb+srv://fake.example.net" } }`,
    );
  });

  it("has no effect if it answers with something else", async () => {
    const files = await fixedWith(`{ name: "b" }`, ["safe"]);
    expect(files["client.js"]).toContain("connectionStrings");
  });

  it("has no effect on clients that do not call it", async () => {
    const other = `import { api } from "./api.js";\napi.reply({ srvAddress: "mongodb+srv://fake.example.net" });\n`;
    const own = `const answer = await fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups/a/clusters/b");\nconnect((await answer.json()).srvAddress);\n`;
    const { files } = await fixFiles({ "a.js": own, "other.js": other });
    expect(files["a.js"]).toContain("/api/atlas/v2/");
    expect(files["other.js"]).toBe(other);
  });
});

describe("an object that only looks like a request", () => {
  const routes = `const routes = [];
exports.answer = (origin, path, body) => routes.push({ url: origin + path, body });
exports.find = (url) => routes.find((route) => route.url === url);
`;
  const users = `const BASE = "/api/atlas/v1.0";
exports.list = (host, group) => fetch(host + BASE + "/groups/" + group + "/databaseUsers");
`;
  const test = (version: string): string => `const { answer } = require("./routes");
const { list } = require("./users");
answer("https://cloud.mongodb.com", "/api/atlas/${version}/groups/a/databaseUsers", {});
list("https://cloud.mongodb.com", "a");
`;

  it("changes with the request that has its path, which is not safe", async () => {
    const files = { "routes.js": routes, "users.js": users, "test.js": test("v1.0") };
    expect((await fixFiles(files)).files).toEqual(files);
    const all = await fixFiles(files, ["safe", "unsafe"]);
    expect(all.files["users.js"]).toContain("/api/atlas/v2");
    expect(all.files["test.js"]).toBe(test("v2"));
  });
});
