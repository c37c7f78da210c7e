import { describe, expect, it } from "vitest";
import type { HeldNames } from "../../src/frontends/frontend.js";
import type { FilesToImport } from "../../src/hosting/importers.js";
import { Sought } from "../../src/hosting/sought-files.js";

/** Checks whether a text that imports a file with a class `Check` may use what the class has of the API. */
function mayUse(text: string, held: Partial<HeldNames>): boolean {
  const all: HeldNames = {
    members: new Set(["execute", "this.execute", "new Check"]),
    isHandedOn: false,
    isHandedOnFromBelow: false,
    ...held,
  };
  const shared = { names: new Set<string>(), isWhole: false, held: new Map([["Check", all]]) };
  const sought = new Sought({ sharedNames: () => shared } as unknown as FilesToImport);
  sought.add(["checks/base"]);
  return sought.mayBeUsedIn(text, "checks/base");
}

describe("a text that imports a class with members that matter", () => {
  it.each([
    ["calls one", "from base import Check\ndef run(check: Check):\n    return check.execute()\n"],
    [
      "has one with arguments",
      "from base import Check\nclass Own(Check):\n    def execute(self, cluster):\n        pass\n",
    ],
    ["makes an object", "from base import Check\none = Check()\n"],
  ])("may use them where it %s", (_, text) => {
    expect(mayUse(text, {})).toBe(true);
  });

  it("does not use them where it has a method of its own of that name, which gets nothing", () => {
    const own = "from base import Check\nclass Own(Check):\n    def execute(self):\n        return []\n";
    expect(mayUse(own, { members: new Set(["execute", "this.execute"]) })).toBe(false);
    expect(mayUse(`${own}Own().execute()\n`, { members: new Set(["execute"]) })).toBe(true);
  });

  it.each([
    [
      "Python",
      "from base import Check, Check_Report\nclass Own(Named, Check):\n    def execute(self):\n        pass\n",
    ],
    ["Ruby", "class Own < Check\nend\n"],
    ["C#", "using Base;\nclass Own : Named, Check {}\n"],
    ["JavaScript", `import { Check } from "./base";\nexport class Own extends Check {}\n`],
    [
      "TypeScript",
      `import { Check } from "./base";\nexport class Own<T> extends Named implements Check {}\n`,
    ],
  ])("has no objects of other classes below it where it only extends it, in %s", (_, text) => {
    expect(mayUse(text, { isHandedOnFromBelow: true })).toBe(false);
    expect(mayUse(text, { isHandedOn: true })).toBe(true);
  });

  it.each([
    ["Python", "from base import Check\nclass Runner:\n    check: Check\n"],
    [
      "one line of JavaScript",
      `import{Check}from"./base";class Runner{constructor(){this.check=Check.of()}}`,
    ],
    ["Java", "import base.Check;\nclass Runner<T extends Check> { T check; }\n"],
    ["Kotlin", "class Runner(val check: Check)\n"],
    [
      "TypeScript",
      `import { Check } from "./base";\nclass Runner extends Named { constructor(readonly check: Check) {} }\n`,
    ],
  ])("may have them where a class has one in a member, in %s", (_, text) => {
    expect(mayUse(text, { isHandedOnFromBelow: true })).toBe(true);
  });
});
