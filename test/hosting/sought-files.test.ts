import { describe, expect, it } from "vitest";
import type { HeldNames } from "../../src/frontends/frontend.js";
import type { FilesToImport } from "../../src/hosting/importers.js";
import { SourceText } from "../../src/core/source-text.js";
import type { ModuleHost } from "../../src/frontends/module-host.js";
import { frontendFor } from "../../src/frontends/registry.js";
import { CodeWords } from "../../src/hosting/code-words.js";
import { Sought } from "../../src/hosting/sought-files.js";

const python = await frontendFor("own.py").load();

/** Returns the files that are searched for: one with a class `Check` that has members that matter. */
function soughtWith(held: Partial<HeldNames>): Sought {
  const all: HeldNames = {
    members: new Set(["execute", "this.execute", "new Check"]),
    isHandedOn: false,
    isHandedOnFromBelow: false,
    ...held,
  };
  const shared = { names: new Set<string>(), isWhole: false, held: new Map([["Check", all]]) };
  const sought = new Sought({ sharedNames: () => shared } as unknown as FilesToImport);
  sought.add(["checks/base.py"]);
  return sought;
}

function codeOf(text: string): CodeWords {
  return CodeWords.of(new SourceText("checks/own.py", text), python);
}

/** Checks whether a text that imports a file with a class `Check` may use what the class has of the API. */
function mayUse(text: string, held: Partial<HeldNames>): boolean {
  return soughtWith(held).mayBeUsedIn(codeOf(text), "checks/base.py");
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

  it.each([
    ["a comment", "from base import Check\n# Check.execute() is for others.\nclass Own: pass\n"],
    ["a docstring", 'class Own:\n    """Check what execute gives.\n\n    Check twice.\n    """\n'],
    ["a longer word", "class Checker:\n    def execute_all(self, Checks):\n        pass\n"],
  ])("does not use them where only %s has its name", (_, text) => {
    expect(mayUse(text, { isHandedOnFromBelow: true })).toBe(false);
    expect(mayUse(`${text}Check().execute()\n`, {})).toBe(true);
  });

  it("may use them where a text that is not a docstring has its name", () => {
    const text =
      'class Own:\n    made = """\nCheck"""\n    def run(self):\n        make(self.made).execute()\n';
    expect(mayUse(text, {})).toBe(true);
  });
});

describe("a text that imports something of a file", () => {
  const host = { isFile: (path: string) => path === "checks/base.py" } as unknown as ModuleHost;
  const uses = "def run(one: Check):\n    return one.execute()\n";

  it.each([
    ["from base import Check"],
    ["from base import (  # the base (of all)\n    Other,\n    Check as Base,\n)"],
    ["from base import Other, \\\n    Check"],
    ["from base import *"],
    ["import base"],
    ["from . import base"],
    ["from .base import Other\nfrom .base import Check"],
    ["from ..checks.base import Check"],
  ])("may use its names after %s", (imports) => {
    expect(soughtWith({}).isImportedBy(codeOf(`${imports}\n${uses}`), python, host)).toBe(true);
  });

  it.each([["from base import Other"], ["from other import Check"], ["import other.base2"]])(
    "uses none of them after %s",
    (imports) => {
      expect(soughtWith({}).isImportedBy(codeOf(`${imports}\n${uses}`), python, host)).toBe(false);
    },
  );
});
