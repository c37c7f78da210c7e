import { describe, expect, it } from "vitest";
import { fixFiles, type Files } from "../support/fix-files.js";

const HOST = "https://cloud.mongodb.com";
const CODE = `const BASE = "${HOST}/api/atlas/v1.0";
const url = new URL(BASE + "/groups/g1/databaseUsers");
const answer = await fetch(url);
`;

async function move(files: Files): Promise<{ how: string; reasons: string }> {
  const { units } = await fixFiles(files);
  const [unit] = units.filter(({ title }) => title.startsWith("move"));
  return { how: unit!.applicability, reasons: unit!.reasons.join("\n") };
}

describe("characters of a URL that are counted over its version", () => {
  it.each([
    "url.pathname.slice(16)",
    "url.pathname.substring(16)",
    "url.pathname.substr(15 + 1)",
    "url.href.substring(41, 47)",
    "String(url).slice(41)",
    "BASE.charAt(38)",
    "BASE.at(-1)",
    "BASE.slice(0, -5)",
    'url.pathname.startsWith("groups", 16)',
    "answer.url.slice(41)",
    "new URL(answer.url).pathname.slice(16)",
    "(await answer.json()).links[0].href.slice(41)",
  ])("keep it from being safe to make that shorter: %s", async (count) => {
    const { how, reasons } = await move({ "a.js": `${CODE}show(${count});\n` });
    expect(how).toBe("unsafe");
    expect(reasons).toContain("of a URL that gets shorter");
  });

  it("may be stated elsewhere", async () => {
    const code = `const LENGTH = 16;\n${CODE}show(url.pathname.slice(LENGTH));\n`;
    expect((await move({ "a.js": code })).reasons).toBe(
      "slice in a.js counts 16 characters from the start of a URL that gets shorter",
    );
  });

  it("may be those of the path that a client sent", async () => {
    const code = `import axios from "axios";\nconst { request } = await axios.get("${HOST}/api/atlas/v1.0/groups/g1/alerts");\nshow(request.path.substring(16));\n`;
    expect((await move({ "a.js": code })).how).toBe("unsafe");
    expect((await move({ "a.js": code.replace("16", "1") })).how).toBe("safe");
  });

  it.each([
    `http.createServer((request, response) => response.end(request.url.slice(16)));`,
    `globalThis.fetch = async (url) => new Response(url.slice(41));`,
  ])("may be counted in a test: %s", async (test) => {
    const client = `export const users = () => fetch("${HOST}/api/atlas/v1.0/groups/g1/databaseUsers");\n`;
    const files = {
      "a.js": client,
      "a.test.js": `import { users } from "./a.js";\n${test}\nawait users();\n`,
    };
    expect((await move(files)).how).toBe("unsafe");
  });

  it.each([
    "url.pathname.slice(1)",
    "url.pathname.slice(0, -1)",
    "BASE.slice(8)",
    "BASE.slice(0, 8)",
    "url.href.slice(BASE.length)",
    "url.href.slice(BASE.length + 1)",
    'url.pathname.slice(0, -"Users".length)',
    'url.pathname.split("/")[5].slice(2)',
    '"abcdefghijklmnopqrstuvwxyz".slice(16)',
    "answer.url.slice(8)",
    "(await answer.json()).id.slice(16)",
  ])("are distinguished from others: %s", async (count) => {
    expect(await move({ "a.js": `${CODE}console.log(${count});\n` })).toEqual({ how: "safe", reasons: "" });
  });
});
