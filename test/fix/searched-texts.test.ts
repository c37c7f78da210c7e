import { describe, expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const URL = "https://cloud.mongodb.com/api/atlas/v1.0/groups/a/clusters";
const OPTIONS = `{ headers: { accept: "application/json" } }`;
const TEXT = `const text = await (await fetch("${URL}", ${OPTIONS})).text();\n`;

/** Returns the applicability and the reasons of the only unit. */
async function moveOf(code: string): Promise<{ applicability: string; reasons: string }> {
  const { units } = await fixFiles({ "a.js": `${code}\n` });
  expect(units).toHaveLength(1);
  const [{ applicability, reasons }] = units as [(typeof units)[number]];
  return { applicability, reasons: reasons.join("; ") };
}

/** A request of node, with what is done with its chunks and at their end. */
function chunked(start: string, gather: string, end: string): string {
  return `import https from "node:https";\nhttps.get("${URL}", ${OPTIONS}, (res) => {\n  ${start}\n  res.on("data", (chunk) => { ${gather} });\n  res.on("end", () => { ${end} });\n});`;
}

describe("a move is not safe where the text of an answer is searched for a property that changes", () => {
  it.each([
    [
      "match",
      `const [, srv] = text.match(/"srvAddress":"([^"]+)"/);`,
      /match .* \/"srvAddress":.*srvAddress changes/,
    ],
    [
      "matchAll",
      `for (const one of text.matchAll(/"mongoURI":"(.*?)"/g)) go(one.index);`,
      /mongoURI changes/,
    ],
    ["search", `if (text.search(/srvAddress/) > 0) go();`, /search in a\.js .* \/srvAddress\//],
    ["test", `if (/srvAddress/.test(text)) go();`, /\/srvAddress\/\.test .* srvAddress changes/],
    ["exec", `const found = /"srv\\w+":"(.*?)"/.exec(text);`, /srvAddress changes/],
    ["includes", `if (text.includes('"srvAddress"')) go();`, /includes in a\.js .* for "srvAddress"/],
    ["indexOf", `if (text.indexOf("mongoURI") > 0) go();`, /indexOf in a\.js .* for mongoURI/],
    ["lastIndexOf", `if (text.lastIndexOf("mongoURI") > 0) go();`, /lastIndexOf/],
    ["split", `const rest = text.split('"srvAddress":')[1];`, /split in a\.js .* for "srvAddress":/],
    ["replace", `const masked = text.replace(/srvAddress/, "x");`, /replace in a\.js/],
    ["replaceAll", `const masked = text.replaceAll("providerSettings", "x");`, /providerSettings changes/],
    [
      "a name inside of another property",
      `if (text.includes("instanceSizeName")) go();`,
      /instanceSizeName changes/,
    ],
    ["the beginning of a name", `if (text.includes("srvAdd")) go();`, /srvAddress changes/],
    ["the end of a name", `const at = text.indexOf('Address":"');`, /srvAddress changes/],
    ["any name", `const names = text.match(/"(\\w+)":/g);`, /changes/],
    [
      "a part of the text",
      `if (text.trim().split("\\n")[0].includes("srvAddress")) go();`,
      /srvAddress changes/,
    ],
    ["a string that is not known", `if (text.includes(process.argv[2])) go();`, /an unknown text/],
    ["a pattern that is not known", `if (text.match(pattern)) go();`, /an unknown text/],
    ["a pattern that may take its time", `if (text.match(/("[^"]+",?)+\\]/)) go();`, /changes/],
    [
      "after it was parsed",
      `const list = JSON.parse(text);\nconsole.log(list.results.length);\nif (text.includes("srvAddress")) go();`,
      /includes/,
    ],
  ])("%s", async (_what, code, reason) => {
    const { applicability, reasons } = await moveOf(TEXT + code);
    expect(applicability).toBe("unsafe");
    expect(reasons).toMatch(reason);
  });

  it.each([
    ["chunks of node", chunked(`let body = "";`, `body += chunk;`, `if (body.includes("srvAddress")) go();`)],
    [
      "chunks and exec",
      chunked(`let body = "";`, `body += chunk;`, `go(/"srvAddress":"(.*?)"/.exec(body));`),
    ],
    [
      "chunks and match",
      chunked(`let body = "";`, `body += chunk;`, `go(body.match(/"srvAddress":"(.*?)"/));`),
    ],
    [
      "chunks of bytes",
      chunked(
        `const chunks = [];`,
        `chunks.push(chunk);`,
        `go(Buffer.concat(chunks).toString("utf8").match(/srvAddress/));`,
      ),
    ],
    [
      "chunks in a list",
      chunked(
        `const chunks = [];`,
        `chunks.push(chunk);`,
        `if (chunks.join("").indexOf("srvAddress") > 0) go();`,
      ),
    ],
    [
      "got",
      `import got from "got";\nif ((await got("${URL}", ${OPTIONS}).text()).includes("srvAddress")) go();`,
    ],
    [
      "the body of got",
      `import got from "got";\nconst { body } = await got("${URL}", ${OPTIONS});\nif (body.includes("srvAddress")) go();`,
    ],
    [
      "superagent",
      `import request from "superagent";\nconst res = await request.get("${URL}").set("accept", "application/json");\nif (res.text.includes("srvAddress")) go();`,
    ],
    [
      "request",
      `import request from "request";\nrequest({ url: "${URL}", headers: { accept: "application/json" } }, (error, res, body) => { if (body.match(/srvAddress/)) go(); });`,
    ],
    [
      "axios",
      `import axios from "axios";\nconst { data } = await axios.get("${URL}", { headers: { accept: "application/json" }, responseType: "text" });\nif (/srvAddress/.exec(data)) go();`,
    ],
  ])("of %s", async (_what, code) => {
    const { applicability, reasons } = await moveOf(code);
    expect(applicability).toBe("unsafe");
    expect(reasons).toMatch(/searches the text of the cluster for .*, but srvAddress changes/);
  });

  it.each([
    ["by another string", `if (text.includes("error")) go();`],
    ["by another pattern", `if (/error/.test(text) || text.match(/"errorCode":"(.*?)"/)) go();`],
    [
      "by what is in no name",
      `go(text.split("\\n").length, text.replace(/\\s+/g, " "), text.startsWith("{"));`,
    ],
    ["by a name that stays", `if (text.includes("name") || text.includes('"id":')) go();`],
    ["for its length", `if (text.length > 3 || text.trim() === "") go();`],
    ["in a property that stays", `for (const one of JSON.parse(text).results) if (/x/.test(one.name)) go();`],
    ["in a list", `if (JSON.parse(text).results.includes(process.argv[2])) go();`],
  ])("and safe where it is asked %s", async (_what, code) => {
    expect((await moveOf(TEXT + code)).applicability).toBe("safe");
  });
});

describe("a reviver of JSON.parse reads by name", () => {
  it.each([
    [
      "a name that changes",
      `(key, value) => (key === "srvAddress" ? value.toUpperCase() : value)`,
      /srvAddress/,
    ],
    [
      "one of several",
      `(key, value) => { switch (key) { case "numShards": return 1; default: return value; } }`,
      /numShards/,
    ],
    ["a property of the value", `(key, value) => value?.providerSettings ?? value`, /providerSettings/],
    ["what is not known", `(key, value) => (names.has(key) ? 1 : value)`, /an unknown text/],
    ["what it holds", `function (key, value) { return this[key] ?? value; }`, /an unknown text/],
    ["what is not seen", `reviver`, /an unknown text/],
  ])("%s", async (_what, reviver, reason) => {
    const { applicability, reasons } = await moveOf(
      `${TEXT}go(JSON.parse(text, ${reviver}).results.length);`,
    );
    expect(applicability).toBe("unsafe");
    expect(reasons).toMatch(/the reviver of JSON\.parse in a\.js searches/);
    expect(reasons).toMatch(reason);
  });

  it("also of chunks that were gathered", async () => {
    const parse = `go(JSON.parse(body, (key, value) => (key === "srvAddress" ? 1 : value)).results.length);`;
    const { reasons } = await moveOf(chunked(`let body = "";`, `body += chunk;`, parse));
    expect(reasons).toMatch(/for srvAddress, but srvAddress changes/);
  });

  it.each([
    ["a property that stays", `(key, value) => (key === "createDate" ? new Date(value) : value)`],
    ["no name", `(_key, value) => (typeof value === "string" ? value.trim() : value)`],
    ["nothing", `null`],
  ])("and is safe where it asks for %s", async (_what, reviver) => {
    const { applicability } = await moveOf(`${TEXT}go(JSON.parse(text, ${reviver}).results.length);`);
    expect(applicability).toBe("safe");
  });
});
