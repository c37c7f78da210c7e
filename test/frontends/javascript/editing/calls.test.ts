import { describe } from "vitest";
import { editCases } from "./edit-cases.js";

describe("an argument", () => {
  const NO_ARGUMENTS = "refused: the call has no parentheses for arguments";
  editCases(
    (editor, [call]) => editor.addArgument(call!, 1, { object: { Accept: "x" } }),
    [
      ["behind the first", `⟦f(a)⟧;`, `f(a, { Accept: "x" });`],
      ["behind what is left out", `⟦f()⟧;`, `f(undefined, { Accept: "x" });`],
      ["behind a comment alone", `⟦f(/* none */)⟧;`, `f(/* none */ undefined, { Accept: "x" });`],
      ["behind a trailing comma", `⟦f(a,)⟧;`, `f(a, { Accept: "x" },);`],
      ["on a line of its own", `⟦f(\n  a\n)⟧;`, `f(\n  a,\n  { Accept: "x" }\n);`],
      [
        "on a line behind a comma and a comment",
        `⟦f(\n  a, // one\n)⟧;`,
        `f(\n  a, // one\n  { Accept: "x" },\n);`,
      ],
      ["behind a line comment", `⟦f(a // one\n)⟧;`, `f(a, // one\n  { Accept: "x" }\n);`],
      ["behind a block comment", `⟦f(a /* ) */)⟧;`, `f(a /* ) */, { Accept: "x" });`],
      ["behind parentheses", `⟦f((a))⟧;`, `f((a), { Accept: "x" });`],
      ["behind an arrow function", `⟦f((a) => (b))⟧;`, `f((a) => (b), { Accept: "x" });`],
      ["of a constructor", `⟦new F(a)⟧;`, `new F(a, { Accept: "x" });`],
      ["of a function in parentheses", `⟦(0, f)(a)⟧;`, `(0, f)(a, { Accept: "x" });`],
      ["of a function that may be absent", `⟦f?.(a)⟧;`, `f?.(a, { Accept: "x" });`],
      [
        "of a function with type arguments",
        `⟦f<A<(b: B) => C>>(a)⟧;`,
        `f<A<(b: B) => C>>(a, { Accept: "x" });`,
      ],
      ["behind an argument in a template", "`${⟦f(a)⟧}`;", '`${f(a, { Accept: "x" })}`;'],
      ["in the place of undefined", `⟦f(a, undefined, b)⟧;`, `f(a, { Accept: "x" }, b);`],
      ["where one is", `⟦f(a, b)⟧;`, "refused: the call already has an argument number 2"],
      ["where null is", `⟦f(a, null)⟧;`, "refused: the call already has an argument number 2"],
      [
        "behind a spread",
        `⟦f(...a)⟧;`,
        "refused: the call spreads a list into its arguments, so their number is unknown",
      ],
      ["of a constructor without parentheses", `⟦new F⟧;`, NO_ARGUMENTS],
      ["of a constructor in parentheses", `⟦new (f())⟧;`, NO_ARGUMENTS],
      ["of a constructor inside of a call", `g(⟦new F⟧);`, NO_ARGUMENTS],
      ["of no call", `⟦f⟧;`, "refused: there is no call at this place"],
    ],
  );
});

describe("a call in a chain", () => {
  editCases(
    (editor, [call]) => editor.addChainCall(call!, "set", '"Accept", "x"'),
    [
      ["on one line", `⟦request.get(url)⟧;`, `request.get(url).set("Accept", "x");`],
      ["in the middle", `⟦request.get(url)⟧.send();`, `request.get(url).set("Accept", "x").send();`],
      [
        "in a chain over lines",
        `await ⟦request\n  .get(url)⟧ // one\n  .send();`,
        `await request\n  .get(url)\n  .set("Accept", "x") // one\n  .send();`,
      ],
      [
        "before the first link with a line of its own",
        `⟦request.get(url)⟧\n\t.send();`,
        `request.get(url)\n\t.set("Accept", "x")\n\t.send();`,
      ],
      ["of what may be absent", `⟦client?.get(url)⟧;`, `client?.get(url).set("Accept", "x");`],
      [
        "before a link that may be absent",
        `⟦client.get(url)⟧\n  ?.send();`,
        `client.get(url)\n  .set("Accept", "x")\n  ?.send();`,
      ],
      ["in parentheses", `(⟦request.get(url)⟧).send();`, `(request.get(url).set("Accept", "x")).send();`],
      ["of a function", `⟦request(url)⟧;`, `request(url).set("Accept", "x");`],
      ["of a constructor", `⟦new Request(url)⟧;`, `new Request(url).set("Accept", "x");`],
      [
        "of a constructor without parentheses",
        `⟦new Request⟧;`,
        "refused: the call has no parentheses for arguments",
      ],
      [
        "that is there",
        `⟦request.get(url)⟧.query({}).set("Accept", "x").send();`,
        "refused: the chain has a call of `set` like this one",
      ],
    ],
  );
});
