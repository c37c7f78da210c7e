import { expect, it } from "vitest";
import { tomlEntries } from "../../src/frontends/embedded/toml-entries.js";

/** Writes each entry as `path = texts`. */
function entries(source: string): string[] {
  return tomlEntries(source).map(
    ({ path, texts }) =>
      `${path.map(({ value }) => value).join("/")} = ${texts.map(({ value }) => value).join("|")}`,
  );
}

it.each<[string, string, string[]]>([
  ["keys with dots and quotes", `a."b c".d = 'x'`, ["a/b c/d = x"]],
  ["tables, also of lists", '[a.b]\nc = "x"\n[[d]]\ne = "y"', ["a/b/c = x", "d/e = y"]],
  [
    "lists of several lines with comments",
    'a = [\n  "x", # "no"\n  \'y\',\n]\nb = "z"',
    ["a = x|y", "b = z"],
  ],
  [
    "texts of several lines",
    'a = """\n[b]\nc = "x"\n"""\nd = \'\'\'e = 1\'\'\'',
    ['a = \n[b]\nc = "x"\n', "d = e = 1"],
  ],
  ["escapes and comments", 'a = "x\\"y" # b = "z"\n# c = "d"', ['a = x\\"y']],
  ["values without texts", "a = 1\nb = true # x\nc = { d = 'x' }", ["a = ", "b = ", "c = x"]],
  ["lines that do not parse", 'a b = "x"\n]\n= "y"\n"open\nc = "z', ["c = "]],
  ["line ends of Windows", '[a]\r\nb = "x"\r\nc = ["y",\r\n"z"]\r\n', ["a/b = x", "a/c = y|z"]],
])("TOML with %s", (_what, source, expected) => {
  expect(entries(source)).toEqual(expected);
});

it("the place of a text is without its quotes", () => {
  const source = `a = ["x"]\nb = """yz"""`;
  const places = tomlEntries(source).flatMap(({ texts }) => texts);
  expect(places.map(({ start, end }) => source.slice(start, end))).toEqual(["x", "yz"]);
});

it("TOML takes time that grows with the text", () => {
  expect(tomlEntries("[".repeat(300_000))).toEqual([]);
  expect(tomlEntries("a = [".repeat(100_000))).toHaveLength(1);
  expect(tomlEntries('"'.repeat(300_000))).toEqual([]);
});
