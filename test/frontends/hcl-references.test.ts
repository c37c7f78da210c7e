import { describe, expect, it } from "vitest";
import { ELEMENT, hclReferences } from "../../src/frontends/embedded/hcl-references.js";

function references(source: string): string[] {
  return hclReferences(source).map((names) =>
    names
      .map(({ name }) => name)
      .filter((name) => name !== ELEMENT)
      .join("."),
  );
}

describe("references of HCL", () => {
  it.each([
    ["indices, also with references in them", `a = x.y[var.i].z`, ["x.y.z", "var.i"]],
    ["a template inside a template", '"${a.b == "${c.d}" ? e.f : "}"} ${g.h}"', ["a.b", "c.d", "e.f", "g.h"]],
    ["an escaped quote and an escaped template", '"\\" $${a.b} %%{c.d}" , e.f', ["e.f"]],
    ["a directive of a template", '"%{ if a.b }x%{ endif }"', ["a.b"]],
    ["a here-document, and what is behind it", 'x = <<-EOT\n  ${a.b} "\n  EOT\ny = c.d\n', ["a.b", "c.d"]],
    ["a text without an end", 'x = "${a.b\ny = c.d\n', ["a.b", "c.d"]],
    ["a here-document without an end", "x = <<EOT\n${a.b}\n", ["a.b"]],
    ["brackets that do not fit", "x = a.b[(c.d]\n y = e.f}", ["a.b", "c.d", "e.f"]],
    ["a variable of for, only inside of it", "[for v in a.b : v.c]\nx = v.c", ["a.b", "a.b.c", "v.c"]],
    [
      "a variable of for in another one",
      "[for v in a.b : [for w in v.c : w.d]]",
      ["a.b", "a.b.c", "a.b.c.d"],
    ],
    ["an expression that is no reference alone", "[for v in concat(a.b, c.d) : v.e]", ["a.b", "c.d", "v.e"]],
    ["a local with an operator", "locals {\n  a = b.c == d.e\n}\nx = local.a.f", ["b.c", "d.e", "local.a.f"]],
    ["a key in quotes", `x = a.b["c"].d[0]["e"]`, ["a.b.c.d.e"]],
    ["a key that is looked up", `x = lookup(a.b[0], "c", "").d + lookup(e.f, g)`, ["a.b.c.d", "a.b", "e.f"]],
    [
      "calls that give the data of their argument",
      "locals {\n  a = try(jsondecode(b.c), {})\n}\nx = jsondecode(d.e).f + upper(d.g).h + local.a.i",
      ["b.c", "d.e.f", "d.e", "d.g", "b.c.i"],
    ],
    [
      "a local of a local",
      "locals {\n  a = b.c\n  d = local.a.e\n}\nx = local.d.f",
      ["b.c", "b.c.e", "b.c.e.f"],
    ],
  ])("knows %s", (_title, source, expected) => {
    expect(references(source)).toEqual(expected);
  });

  it("takes time that grows with the text", () => {
    const deep = 100_000;
    expect(references(`${"x.y[".repeat(deep)}0${"]".repeat(deep)}`)).toHaveLength(deep);
    expect(references("a.b[".repeat(deep))).toHaveLength(deep);
    expect(references('"${'.repeat(deep))).toEqual([]);
    const locals = Array.from({ length: 5_000 }, (_, at) => `  a${at + 1} = local.a${at}.b\n`).join("");
    expect(references(`locals {\n${locals}}\n`)).toHaveLength(5_000);
  });
});
