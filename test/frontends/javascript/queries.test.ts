import { describe, expect, it } from "vitest";
import { requestsOf } from "../../support/requests.js";

/** A URL whose host and one parameter are not known. */
const URL_OF = "const url = new URL(`${process.env.BASE}/a?x=1&y=${process.env.Y}&x=2#end`);";

describe("the query of a URL, parts of which are not known", () => {
  const cases: readonly (readonly [name: string, code: string, query: string])[] = [
    [
      "set replaces the first and removes the others",
      `url.searchParams.set("x", "3");`,
      "x=3&y={process.env.Y}",
    ],
    ["set adds", `url.searchParams.set("z", "3");`, "x=1&y={process.env.Y}&x=2&z=3"],
    ["append adds", `url.searchParams.append("x", "3");`, "x=1&y={process.env.Y}&x=2&x=3"],
    ["delete removes all of the name", `url.searchParams.delete("x");`, "y={process.env.Y}"],
    ["a value that is not known", `url.searchParams.set("y", process.env.Z);`, "x=1&y={process.env.Z}&x=2"],
    ["a value that is encoded", `url.searchParams.set("y", "a b&c");`, "x=1&y=a+b%26c&x=2"],
    ["a name that is not known", `url.searchParams.set(process.env.N, "1");`, "{query}"],
    ["a query that is written", `url.search = "?z=" + process.env.Z;`, "z={process.env.Z}"],
    ["a query without its mark", `url.search = new URLSearchParams({ z: "1" }).toString();`, "z=1"],
    [
      "parameters beside the URL",
      `const all = new URLSearchParams({ z: process.env.Z }); all.append("w", "1"); url.search = String(all);`,
      "z={process.env.Z}&w=1",
    ],
  ];

  it.each(cases)("%s", (_name, code, query) => {
    const [request] = requestsOf(`${URL_OF} ${code} await fetch(url);`);
    expect(request?.replace(/#end$/, "")).toBe(`GET {process.env.BASE}/a?${query}`);
  });

  it("is empty after the last parameter is removed", () => {
    const code = `const url = new URL(process.env.BASE + "/a?x=1"); url.searchParams.delete("x"); await fetch(url);`;
    expect(requestsOf(code)).toEqual(["GET {process.env.BASE}/a"]);
  });

  it("has both values where one of them is set in a branch", () => {
    const code = `const url = new URL(process.env.BASE + "/a");
      if (process.env.ALL) url.searchParams.set("x", "1"); await fetch(url);`;
    expect(requestsOf(code)).toEqual(["GET {process.env.BASE}/a?x=1|{process.env.BASE}/a"]);
  });
});
