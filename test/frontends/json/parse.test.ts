import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SourceText } from "../../../src/core/source-text.js";
import type { JsonValue } from "../../../src/frontends/json/nodes.js";
import { parseJson } from "../../../src/frontends/json/parse.js";
import { PlacedText } from "../../../src/frontends/json/placed-text.js";
import { read } from "./support.js";

function parse(text: string) {
  return parseJson(PlacedText.of(new SourceText("file.json", text)));
}

/** The plain value of a node; the last of two equal keys counts. */
function plain(value: JsonValue): unknown {
  switch (value.kind) {
    case "object":
      return Object.fromEntries(value.members.map((member) => [member.key.value, plain(member.value)]));
    case "list":
      return value.items.map(plain);
    default:
      return value.value;
  }
}

function valuesIn(text: string): unknown[] {
  const parsed = parse(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.roots.map(plain);
}

describe("parseJson", () => {
  it.each([
    { name: "a document", text: '{"a":[1,true,null,"x"]}', expected: [{ a: [1, true, null, "x"] }] },
    { name: "comments", text: '// one\n{"a":1 /* two */}', expected: [{ a: 1 }] },
    { name: "trailing commas", text: '{"a":[1,],}', expected: [{ a: [1] }] },
    { name: "equal keys", text: '{"a":1,"a":2}', expected: [{ a: 2 }] },
    { name: "CRLF", text: '{\r\n"a":1\r\n}\r\n', expected: [{ a: 1 }] },
    { name: "nothing but a comment", text: "// none", expected: [] },
    { name: "an escape that JSON does not have", text: String.raw`{"a":"\d1"}`, expected: [{ a: "1" }] },
    { name: "a tab in a string", text: '{"a":"x\ty"}', expected: [{ a: "x\ty" }] },
    { name: "JSON Lines", text: '{"a":1}\n\n{"a":2}\r\n', expected: [{ a: 1 }, { a: 2 }] },
    {
      name: "placeholders of Postman",
      text: '{"a":{{ size }},"b":"{{x}}"}',
      expected: [{ a: "{ size }", b: "{{x}}" }],
    },
    {
      name: "placeholders of shells",
      text: '{"a":${A},"b":$B,"c":$(C)}',
      expected: [{ a: "{A", b: "", c: "(C" }],
    },
    {
      name: "placeholders of documentation",
      text: '{"a":<number of nodes>}',
      expected: [{ a: "number of nodes" }],
    },
    { name: "a quote in a placeholder", text: '{"a":{{ get "x" }}}', expected: [{ a: "{ get 'x' }" }] },
    {
      name: "conditions of Jinja",
      text: '{ {% if a %} "a": 1, {% endif %} "b": 2 }',
      expected: [{ a: 1, b: 2 }],
    },
    { name: "blocks of Handlebars", text: "[{{#each all}} 1, {{/each}} {{else}}]", expected: [[1]] },
  ])("reads $name", ({ text, expected }) => {
    expect(valuesIn(text)).toEqual(expected);
  });

  it.each([
    { name: "a missing comma", text: '{"a":1\n"b":2}', line: 2, message: "a comma is expected" },
    { name: "a missing value", text: '{\n\n"a":}', line: 3, message: "a value is expected" },
    { name: "a missing colon", text: '{"a" 1}', line: 1, message: "a colon is expected" },
    { name: "a key without quotes", text: "{\na: 1}", line: 2, message: "a symbol that JSON does not have" },
    { name: "no closing brace", text: '{"a":1\n', line: 2, message: "a closing brace is expected" },
    { name: "no closing bracket", text: "[1\n\n", line: 3, message: "a closing bracket is expected" },
    { name: "a string that is not closed", text: '["a\n', line: 1, message: "a string is not closed" },
    { name: "a comment that is not closed", text: "[1]\n/* a", line: 2, message: "a comment is not closed" },
    { name: "text behind the document", text: "{} {}", line: 1, message: "something follows the document" },
    {
      name: "a bad line of several",
      text: '{"a":1}\n{"a":2}\n{"a":\n',
      line: 3,
      message: "a value is expected",
    },
    {
      name: "an object in braces of its own",
      text: '{"a":{{"numShards":1}}}',
      line: 1,
      message: "a key in double quotes",
    },
    {
      name: "another language",
      text: "export default {}",
      line: 1,
      message: "a symbol that JSON does not have",
    },
  ])("refuses $name", ({ text, line, message }) => {
    const problem = read(text);
    expect(problem).toMatchObject({
      path: "file.json",
      kind: "syntax",
      line,
      message: expect.stringContaining(message) as string,
    });
    expect(problem).toMatchObject({
      message: expect.stringMatching(/^is not valid JSON: .*, searched as plain text$/) as string,
    });
  });

  it("keeps the place of every value", () => {
    const text = '{\n  "a": [10, "x\\n", {}]\n}';
    const parsed = parse(text);
    if (!parsed.ok) throw new Error(parsed.message);
    const seen: string[] = [];
    const visit = (value: JsonValue): void => {
      seen.push(text.slice(value.start, value.end));
      if (value.kind === "list") value.items.forEach(visit);
      if (value.kind !== "object") return;
      for (const member of value.members) {
        visit(member.key);
        visit(member.value);
      }
    };
    parsed.roots.forEach(visit);
    expect(seen).toEqual([text, '"a"', '[10, "x\\n", {}]', "10", '"x\\n"', "{}"]);
  });

  it("reads whatever JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(4), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(valuesIn(text)).toEqual([JSON.parse(text)]);
      }),
    );
  });
});
