import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fixTree, type Fixed } from "../../support/fixing.js";
import type { Tree } from "../../workspace/support/tree.js";

const PATH = "https://cloud.mongodb.com/api/atlas/v1.0/groups/g/alerts";
const HEADERS = `export const headers = { authorization: token };\n`;
const CLIENT = `import { headers } from "./headers.mjs";\nawait fetch("${PATH}", { headers });\n`;
const WRAPPER = `export const get = async (url) => (await fetch(url, { headers: { authorization: token } })).json();\n`;

async function fix(tree: Tree, ...args: string[]): Promise<Fixed & { read(path: string): string }> {
  const fixed = await fixTree(tree, ...args);
  return { ...fixed, read: (path) => readFileSync(join(fixed.root, path), "utf8") };
}

describe("files without a mention of the API that import what a fix would change", () => {
  it.each([
    ["sends it to another service", `await fetch("https://weather.example", { headers });\n`],
    ["hands it to something unknown", `send(headers);\n`],
    ["hands a copy to something unknown", `send({ headers: { ...headers, team: "db" } });\n`],
    ["sets each", `for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);\n`],
    ["sets each by its name", `for (const name in headers) request.setHeader(name, headers[name]);\n`],
    ["counts them", `if (Object.keys(headers).length !== 1) throw new Error("changed");\n`],
    ["prints them", `console.log({ headers });\n`],
    ["makes a text of them", `save(JSON.stringify(structuredClone({ headers })));\n`],
    ["goes through a copy", `for (const one of Object.values({ ...headers })) use(one);\n`],
  ])("who %s keeps it from changing", async (_what, use) => {
    const other = `import { headers } from "./headers.mjs";\n${use}`;
    const { read } = await fix({ "headers.mjs": HEADERS, "client.mjs": CLIENT, "other.mjs": other });
    expect(read("headers.mjs")).toBe(HEADERS);
    expect(read("other.mjs")).toBe(other);
    expect(read("client.mjs")).toContain(
      `{ headers: { ...headers, Accept: "application/vnd.atlas.2023-02-01+json" } }`,
    );
  });

  it("changes where nobody does", async () => {
    const other = `import { shared } from "./shared.mjs";\nconsole.log(shared);\n`;
    const { read, stdout } = await fix({ "headers.mjs": HEADERS, "client.mjs": CLIENT, "other.mjs": other });
    expect(read("headers.mjs")).toContain("application/vnd.atlas.2023-02-01+json");
    expect(read("client.mjs")).toBe(CLIENT.replace("v1.0", "v2"));
    expect(stdout).toContain("; 0 findings left");
  });

  it("a function that also sends requests of another service is left to a person", async () => {
    const client = `import { get } from "./http.mjs";\nawait get("${PATH}");\n`;
    const other = `import { get } from "./again.mjs";\nawait get("https://weather.example");\n`;
    const again = `export * from "./http.mjs";\n`;
    const { changed, stdout } = await fix({
      ...{ "http.mjs": WRAPPER, "client.mjs": client },
      ...{ "again.mjs": again, "other.mjs": other },
    });
    expect(changed).toBe("");
    expect(stdout).toContain(
      "the fetch call to https://weather.example, which does not use this API, sends the same headers",
    );
  });

  it("counts outside of the paths that were asked about, and is not changed or told there", async () => {
    const other = `import { headers } from "./headers.mjs";\nawait fetch("https://weather.example", { headers });\nawait fetch("${PATH}");\n`;
    const { changed, stdout, read } = await fix(
      { "headers.mjs": HEADERS, "client.mjs": CLIENT, "other.mjs": other },
      "client.mjs",
    );
    expect(changed.trim()).toBe("M client.mjs");
    expect(read("client.mjs")).toContain("...headers");
    expect(stdout).not.toContain("other.mjs");
  });

  it("who tells the version that others make URLs of keeps the fix from being safe", async () => {
    const version = `export const VERSION = "v1.0";\n`;
    const client = `import { VERSION } from "./version.mjs";\nawait fetch(\`https://cloud.mongodb.com/api/atlas/\${VERSION}/groups/g/alerts\`);\n`;
    const about = `import { VERSION } from "./version.mjs";\nconsole.log("tool " + VERSION);\n`;
    const tree = { "version.mjs": version, "client.mjs": client, "about.mjs": about };
    const { changed, stdout } = await fix(tree);
    expect(changed).toBe("");
    expect(stdout).toContain("the version alone, which changes, is also passed to console.log");
    expect((await fix(tree, "--unsafe-fixes")).changed).toContain("version.mjs");
  });
});

describe("headers that code enumerates", () => {
  it.each([
    ["a spread", "[...headers]"],
    ["a for...of loop", "await (async () => { for (const [name] of headers) use(name); })()"],
    ["Array.from", "Array.from(headers)"],
    ["Object.fromEntries", "Object.fromEntries(headers)"],
    ["forEach", "headers.forEach((value) => use(value))"],
    ["keys", "[...headers.keys()]"],
  ])("are not added to: Headers, %s", async (by, use) => {
    const headers = HEADERS.replace("{ authorization: token }", "new Headers({ authorization: token })");
    const other = `import { headers } from "./headers.mjs";\nuse(${use});\n`;
    const { changed, stdout } = await fix({
      ...{ "headers.mjs": headers, "client.mjs": CLIENT, "other.mjs": other },
    });
    expect(changed).toBe("");
    expect(stdout).toContain(`the headers are also passed to ${by}`);
  });

  it.each([
    ["options at the call", "check({ headers: { authorization: token } })", "check"],
    ["shared headers", "check({ headers })", "check"],
    ["what replaces fetch", "{ headers }", "patch"],
    ["what replaces fetch, in options by a name", "options", "patch"],
  ])("are left where that leads to the request: %s", async (_what, options, by) => {
    const count = `if (Object.keys(given.headers).length !== 1) throw new Error("changed");`;
    const patch = `const real = globalThis.fetch;\nglobalThis.fetch = (url, given) => {\n  ${count}\n  return real(url, given);\n};\n`;
    const check = `const check = (given) => {\n  ${count}\n  return given;\n};\n`;
    const client = [
      ...['import { headers } from "./headers.mjs";\n', by === "patch" ? patch : check],
      `const options = { headers };\nawait fetch("${PATH}", ${options});\n`,
    ].join("");
    const { changed, stdout } = await fix({ "headers.mjs": HEADERS, "client.mjs": client });
    expect(changed).toBe("");
    expect(stdout).toContain("the headers are also passed to Object.keys");
  });

  it("are added to at the call where a factory makes them for another service as well", async () => {
    const factory = `export const options = (base) => ({ url: base, headers: { authorization: token } });\n`;
    const client = `import { options } from "./factory.mjs";\nconst { url, headers } = options("${PATH}");\nawait fetch(url, { headers });\n`;
    const other = `import { options } from "./factory.mjs";\nconsole.log(options("https://weather.example"));\n`;
    const { read, changed } = await fix({
      ...{ "factory.mjs": factory, "client.mjs": client, "other.mjs": other },
    });
    expect(changed.trim()).toBe("M client.mjs");
    expect(read("client.mjs")).toContain("headers: { ...headers, Accept:");
  });

  it("are added to where only a body is made text, and where the call alone gets what it prints", async () => {
    const client = `const headers = { authorization: token };\nconsole.log(headers);\nexport const add = (user) => fetch("${PATH.replace("alerts", "databaseUsers")}", { method: "POST", headers, body: JSON.stringify({ name: user.name }) });\n`;
    const { read, stdout } = await fix({ "client.mjs": client });
    expect(read("client.mjs")).toContain("{ authorization: token };\nconsole.log(headers)");
    expect(read("client.mjs")).toContain("headers: {\n  ...headers,\n  Accept:");
    expect(stdout).toContain("; 0 findings left");
  });
});
