import { describe, expect, it } from "vitest";
import { CatalogInterest } from "../../../src/catalog/interest.js";
import { loadCatalog } from "../../../src/catalog/load.js";
import { SourceText } from "../../../src/core/source-text.js";
import type { FileFacts } from "../../../src/facts/file-facts.js";
import { JavaScriptProgram } from "../../../src/frontends/javascript/program.js";

const interest = CatalogInterest.of(loadCatalog());

function factsOf(code: string): FileFacts {
  const program = new JavaScriptProgram(interest);
  program.add(new SourceText("src/file.mjs", code));
  program.evaluate();
  return program.facts()[0]!.facts;
}

const stepsOf = (code: string): number => factsOf(code).steps!;

/** A client with some services, each of which holds the client or something else. */
const clientWith = (services: number, held: string): string => {
  const names = Array.from({ length: services }, (_, index) => `service${index}`);
  return `import { send } from "somewhere";
const other = {};
const client = {};
${names.map((name) => `client.${name} = { held: ${held} };\n`).join("")}
await fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups", { headers: { accept: "text/plain" } });
send(client);
`;
};

describe("objects that hold each other", () => {
  it("are searched once where they are passed on, not once for each way to them", () => {
    expect(stepsOf(clientWith(60, "client")) / stepsOf(clientWith(60, "other"))).toBeLessThan(1.5);
  });

  it("are in a body once inside each other, not once for each way to them", () => {
    const { requests } = factsOf(`const node = { name: "a" };
node.left = node;
node.right = node;
node.next = [node];
await fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups", { method: "POST", body: node });`);
    const body = JSON.stringify(requests[0]!.body);
    expect(body).toContain('"name"');
    expect(body.length).toBeLessThan(2_000);
  });
});
