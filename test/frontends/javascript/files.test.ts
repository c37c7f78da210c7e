import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CatalogInterest } from "../../../src/catalog/interest.js";
import { loadCatalog } from "../../../src/catalog/load.js";
import { SourceText } from "../../../src/core/source-text.js";
import type { RequestFact } from "../../../src/facts/request.js";
import { JavaScriptProgram } from "../../../src/frontends/javascript/program.js";
import { repositoryModules } from "../../../src/workspace/module-host.js";
import { briefly } from "../../support/requests.js";
import { git } from "../../support/repository.js";
import { sharedTree } from "../../support/tree.js";

const BODY = '{ "name": "a", "numShards": 1 }\n';

const root = sharedTree({
  "repository/package.json": "{}",
  "repository/src/base.txt": "http://a",
  "repository/src/body.json": BODY,
  "repository/src/base.js": "http://code",
  "repository/src/.base": "http://hidden",
  "repository/src/data.json": '"http://with-ending"',
  "repository/src/long.txt": "x".repeat(300_000),
  "repository/src/deep.json": "[".repeat(20_000),
  "repository/both.txt": "http://root",
  "repository/own/package.json": "{}",
  "repository/own/both.txt": "http://package",
  "outside.txt": "http://outside",
});
const repository = join(root, "repository");
git(repository, "init", "-q");
const modules = repositoryModules(repository);
const interest = CatalogInterest.of(loadCatalog());

function requestsIn(code: string, path = "src/file.mjs"): readonly RequestFact[] {
  const program = new JavaScriptProgram(interest, {
    ...modules,
    environmentFile: () => undefined,
    read: (file) => new SourceText(file, readFileSync(join(repository, file), "utf8")),
  });
  program.add(new SourceText(path, code), true);
  program.evaluate();
  return program.facts().flatMap(({ facts }) => facts.requests);
}

const IMPORTS = `import fs, { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
`;

/** Returns the URLs of `fetch(expression)`. */
function urlOf(expression: string, path?: string): string[] {
  return requestsIn(`${IMPORTS}fetch(${expression});`, path).map((request) =>
    briefly(request).replace(/^GET /, ""),
  );
}

describe("files that code reads", () => {
  it.each([
    ["a URL", 'readFileSync(new URL("base.txt", import.meta.url), "utf8")'],
    ["a URL from elsewhere", 'readFileSync(new URL("../src/base.txt", import.meta.url), "utf8")'],
    ["a path of a URL", 'readFileSync(fileURLToPath(new URL("./base.txt", import.meta.url)), "utf-8")'],
    ["path.join", 'fs.readFileSync(path.join(__dirname, "base.txt"), "utf8")'],
    ["path.join with dots", 'fs.readFileSync(path.join(__dirname, "..", "src", "base.txt"), "utf8")'],
    ["path.resolve", 'fs.readFileSync(path.resolve(__dirname, "./base.txt"), "utf8")'],
    ["path.resolve at the package", 'fs.readFileSync(path.resolve("src", "base.txt"), "utf8")'],
    ["the working directory", 'fs.readFileSync(path.join(process.cwd(), "src/base.txt"), "utf8")'],
    ["a template", 'fs.readFileSync(`${__dirname}/base.txt`, { encoding: "UTF8" })'],
    ["import.meta.dirname", 'fs.readFileSync(import.meta.dirname + "/base.txt", "utf8")'],
    ["dirname of the file", 'fs.readFileSync(path.join(path.dirname(__filename), "base.txt"), "utf8")'],
    ["a literal", 'fs.readFileSync("src/base.txt", "utf8")'],
    ["bytes", 'fs.readFileSync("./src/base.txt").toString()'],
    ["bytes in a template", '`${fs.readFileSync("src/base.txt")}`'],
    ["a promise", 'await fs.promises.readFile("src/base.txt", "utf8")'],
  ])("are known by %s", (_name, expression) => {
    expect(urlOf(expression)).toEqual(["http://a"]);
  });

  it.each([
    ["another encoding", 'readFileSync("src/base.txt", "latin1")'],
    ["bytes in another encoding", 'readFileSync("src/base.txt").toString("base64")'],
    ["an encoding that is not known", 'readFileSync("src/base.txt", options)'],
    ["a file outside of the repository", 'readFileSync("../outside.txt", "utf8")'],
    ["an absolute path", `readFileSync(${JSON.stringify(join(repository, "src/base.txt"))}, "utf8")`],
    ["a path that is not known", 'readFileSync(`${folder}/base.txt`, "utf8")'],
    ["code", 'readFileSync("src/base.js", "utf8")'],
    ["a hidden file", 'readFileSync("src/.base", "utf8")'],
    ["a name without its ending", 'readFileSync("src/data", "utf8")'],
    ["what is not there", 'readFileSync("src/nothing.txt", "utf8")'],
    ["a long file", 'readFileSync("src/long.txt", "utf8")'],
    ["a deep file", 'JSON.parse(readFileSync("src/deep.json", "utf8"))'],
    ["another URL", 'readFileSync(new URL("base.txt", base), "utf8")'],
  ])("are not known by %s", (_name, expression) => {
    expect(urlOf(expression)).toEqual([expect.stringMatching(/^\{.+\}$/)]);
  });

  it("are not known where two may be meant", () => {
    expect(urlOf('readFileSync("both.txt", "utf8")')).toEqual(["http://root"]);
    expect(urlOf('readFileSync("both.txt", "utf8")', "own/file.mjs")).toEqual([
      expect.stringMatching(/^\{.+\}$/),
    ]);
  });

  it("keep apart what the same code reads in two folders", () => {
    const code = 'readFileSync(new URL("both.txt", import.meta.url), "utf8")';
    expect(urlOf(code, "own/file.mjs")).toEqual(["http://package"]);
    expect(urlOf(code, "file.mjs")).toEqual(["http://root"]);
  });

  it.each([
    ["as a text", 'readFileSync("src/body.json", "utf8")'],
    ["as bytes", 'readFileSync("src/body.json")'],
    ["as a value", 'JSON.stringify(JSON.parse(readFileSync("src/body.json")))'],
  ])("tell where a body is written that is sent %s", (_name, body) => {
    const [request] = requestsIn(`${IMPORTS}fetch("http://a", { method: "POST", body: ${body} });`);
    const sent = request?.body;
    if (sent?.kind !== "object") throw new Error("The body is not known.");
    expect(sent.place).toEqual({ path: "src/body.json", start: 0, end: BODY.length - 1 });
    expect(sent.members.map(({ key, keyPlace }) => [key, keyPlace])).toEqual([
      ["name", { path: "src/body.json", start: 2, end: 8 }],
      ["numShards", { path: "src/body.json", start: 15, end: 26 }],
    ]);
  });
});
