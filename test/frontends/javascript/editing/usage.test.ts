import { expect, it } from "vitest";
import { ModuleEditor } from "../../../../src/frontends/javascript/editing/module-editor.js";
import { unmark } from "./edit-cases.js";

const usage = (marked: string, path = "a.tsx") => {
  const { text, places } = unmark(path, marked);
  return (ModuleEditor.open(path, text) as ModuleEditor).usage(places[0]!);
};

it.each([
  "connect(c.⟦uri⟧);",
  "new MongoClient(c.⟦uri⟧!, options);",
  "console.log(c?.⟦uri⟧);",
  "const f = () => { return c.⟦uri⟧; };",
  "const f = (c) => c.⟦uri⟧;",
  "this.uri = c.⟦uri⟧;",
  "f({ uri: c.⟦uri⟧ });",
  "f([c.⟦uri⟧]);",
  "f(<A uri={c.⟦uri⟧} />);",
  "f(await c.⟦uri⟧);",
  "f(c.⟦uri⟧ || process.env.URI);",
  "f((c.⟦uri⟧ as string).trim());",
  "f(String(c.⟦uri⟧));",
  "if (c.⟦uri⟧) f();",
  "if (!c.⟦uri⟧) f();",
  'if (c.⟦uri⟧ !== "") f();',
  "if (c.⟦uri⟧ === undefined) f();",
  "const uri = c.⟦uri⟧; connect(uri);",
  "let uri; uri = c.⟦uri⟧; connect(uri);",
  "const { ⟦uri⟧ } = c; connect(uri); f({ uri });",
  "const { ⟦uri⟧: a = 1 } = c; g(a);",
  "const a = c.⟦uri⟧; const b = a; connect(b);",
  "export const a = c.⟦uri⟧;",
  "for (const { ⟦uri⟧ } of results) f(uri);",
  "c.⟦uri⟧;",
  "x ? c.⟦uri⟧ : y;",
  "const open = (uri) => connect(uri); open(c.⟦uri⟧);",
  "function uri() { return c.⟦uri⟧; } connect(uri());",
])("a string is used whole: %s", (marked) => expect(usage(marked)).toBe("whole"));

it.each([
  'f(c.⟦uri⟧ + "/db");',
  "f(`${c.⟦uri⟧}/db`);",
  "f(`mongosh ${c?.⟦uri⟧ ?? x}`);",
  'f(c.⟦uri⟧.concat("/db"));',
  'f("a".concat(c.⟦uri⟧));',
  'f([c.⟦uri⟧, "db"].join("/"));',
  "const uri = c.⟦uri⟧; f(`${uri}/db`); g(uri);",
  "const { ⟦uri⟧ } = c; f(uri + x);",
  'let uri = c.⟦uri⟧; uri += "/db"; f(uri);',
  "a += c.⟦uri⟧;",
  "util.format('%s', c.⟦uri⟧);",
])("a string is put together with others: %s", (marked) => expect(usage(marked)).toBe("concatenated"));

it.each([
  'f(c.⟦uri⟧.split("/"));',
  'const host = (uri) => uri.split("@")[1]; host(c.⟦uri⟧);',
  'function host(a, uri = "") { return uri.split("@")[1]; } host(1, c.⟦uri⟧);',
  'function uri() { return c.⟦uri⟧; } f(uri().split("@"));',
  'f(c.⟦uri⟧?.replace("mongodb://", ""));',
  "f(c.⟦uri⟧.trim().slice(3));",
  "f(c.⟦uri⟧![0]);",
  "new URL(c.⟦uri⟧).host;",
  "url.parse(c.⟦uri⟧);",
  "/x/.test(c.⟦uri⟧);",
  "f([...c.⟦uri⟧]);",
  "for (const a of c.⟦uri⟧) f(a);",
  "const { ⟦uri⟧ } = c; g(uri); const h = uri.match(/x/); f(uri + x);",
  "const { ⟦uri⟧: { length } } = c;",
  "const { length } = c.⟦uri⟧;",
  "let a; const f = () => a.split(); a = c.⟦uri⟧;",
])("a string is taken apart: %s", (marked) => expect(usage(marked)).toBe("taken-apart"));

it.each([
  "f(c.⟦uri⟧ === other);",
  "f(c.⟦uri⟧.startsWith(x));",
  "f(c.⟦uri⟧.length);",
  "f(html`<a href=${c.⟦uri⟧}>`);",
  "switch (c.⟦uri⟧) {}",
  "uri = c.⟦uri⟧;",
  "f(⟦uri⟧);",
  "f({ ⟦uri⟧: 1 });",
])("what is done with a string is not known: %s", (marked) => expect(usage(marked)).toBe("unknown"));

it("the markup of a component may do anything with what its script declares at the top", () => {
  const make = (script: string) =>
    usage(`<script setup>\n${script}\n</script>\n<p>{{ uri.split() }}</p>`, "a.vue");
  expect(make("const uri = c.⟦uri⟧;")).toBe("unknown");
  expect(make("function f() { const uri = c.⟦uri⟧; g(uri); }")).toBe("whole");
});
