import { describe, expect, it } from "vitest";
import { pythonFrontend } from "../../src/frontends/python/entry.js";
import { LanguageFacts, urlsOf } from "./language-facts.js";

const API = "https://cloud.mongodb.com/api";
const python = new LanguageFacts(pythonFrontend, "a.py", "import requests\nimport collections\n");

describe("named tuples of Python", () => {
  it.each([
    `C = collections.namedtuple("C", ["base", "version"])\nc = C(base="${API}", version="atlas/v1.0")`,
    `C = collections.namedtuple("C", ["base", "version"])\nc = C("${API}", version="atlas/v1.0")`,
    `C = collections.namedtuple("C", "base, version")\nc = C("${API}", "atlas/v1.0")`,
    `from collections import namedtuple\nC = namedtuple("C", "base version")\nc = C("${API}", "atlas/v1.0")`,
    `class C(collections.namedtuple("P", "base version")):\n    pass\nc = C("${API}", "atlas/v1.0")`,
  ])("have fields: %s", (code) => {
    const facts = python.of(`${code}\nrequests.get(c.base + "/" + c.version + "/groups")\n`);
    expect(urlsOf(facts)).toEqual([`${API}/atlas/v1.0/groups`]);
  });

  it.each([
    `C = collections.namedtuple("C", names)\nc = C("${API}", "atlas/v1.0")`,
    `C = collections.namedtuple("C", "base version")\nc = C(*values)`,
  ])("are not known where their fields are not: %s", (code) => {
    const facts = python.of(`${code}\nrequests.get(c.base + "/groups")\n`);
    expect(urlsOf(facts)).toEqual(["{}/groups"]);
  });
});

describe("namespaces of Python", () => {
  it.each([
    `from types import SimpleNamespace\nc = SimpleNamespace(base="${API}", version="atlas/v1.0")`,
    `import types\nc = types.SimpleNamespace(version="atlas/v1.0", **{"base": "${API}"})`,
    `import argparse\nc = argparse.Namespace(base="${API}", version="atlas/v1.0")`,
    `from types import SimpleNamespace\nc = SimpleNamespace(base="x", version="atlas/v1.0")\nc.base = "${API}"`,
  ])("have their keyword arguments as attributes: %s", (code) => {
    const facts = python.of(`${code}\nrequests.get(c.base + "/" + c.version + "/groups")\n`);
    expect(urlsOf(facts)).toEqual([`${API}/atlas/v1.0/groups`]);
  });

  it.each(["values", "*values", "**values"])("are not known if made of %s", (given) => {
    const code = `import types\nc = types.SimpleNamespace(${given})\nrequests.get(c.base + "/groups")\n`;
    expect(urlsOf(python.of(code))).toEqual(["{}/groups"]);
  });
});
