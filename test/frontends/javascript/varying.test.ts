import { describe, expect, it } from "vitest";
import { requestsOf } from "../../support/requests.js";

describe("what may change on the way to a catch", () => {
  const afterRounds = (round: string): string[] =>
    requestsOf(
      `const o = { base: "http://a", n: 0 };
       try { ${Array.from({ length: 20 }, (_, index) => round.replaceAll("#", String(index))).join(" ")} } catch {}
       fetch(o.base + "/" + o.n);`,
    );

  it("is known where paths that meet write the same again and again", () => {
    const [request, ...others] = afterRounds("if (process.argv[#]) o.n = 1;");
    expect(others).toEqual([]);
    expect(request!.slice("GET ".length).split("|").sort()).toEqual(["http://a/0", "http://a/1"]);
  });

  it("is unknown if more values are written than the limit", () => {
    expect(afterRounds("o.n = #; run();").join()).toContain("{a value that changes in a loop}");
  });
});

describe("what may change before late code runs", () => {
  const tool = (stored: string, more = ""): string[] =>
    requestsOf(
      `class Tool {
         base = "http://a";
         register(on, all) {
           on(async () => { await null; fetch(this.base + "/b"); });
           ${stored}
         }
         ${more}
       }
       new Tool().register((run) => run(), {});`,
    );
  const known = ["GET http://a/b"];
  const update = `(name) => { all[name] = 1; };`;

  it("is not what a function does that only becomes a member", () => {
    expect(tool(`this.update = ${update}`)).toEqual(known);
    expect(tool(`this.update = ${update}`, "update;")).toEqual(known);
  });

  it.each([
    ["that runs behind it", `all[on.name] = 1;`],
    ["that becomes a member and is called", `this.update = ${update} this.update("base");`],
    ["that becomes a member and is handed on", `this.update = ${update} ["base"].forEach(this["update"]);`],
    ["that becomes a variable", `const update = ${update} register(update);`],
  ])("is what code does %s", (_name, stored) => {
    expect(tool(stored)).not.toEqual(known);
  });
});
