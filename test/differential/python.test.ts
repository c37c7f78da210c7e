import { execFileSync, spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { SourceText } from "../../src/core/source-text.js";
import { HOLE_MARK, flatten } from "../../src/facts/text.js";
import { LoweredProgram } from "../../src/frontends/lowered/program.js";
import { pythonLanguage } from "../../src/frontends/python/language.js";
import { loadParser } from "../../src/frontends/tree-sitter/grammars.js";

const language = pythonLanguage(await loadParser("python"));
const interest = new CatalogInterest(loadCatalog());

/** Numbers of a generator that is the same on every machine: https://en.wikipedia.org/wiki/Linear_congruential_generator */
class Random {
  constructor(private state: number) {}

  below(limit: number): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * limit);
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}

/** An expression that is a text, of variables that a program has. */
function text(random: Random, depth: number): string {
  const inner = (): string => text(random, depth - 1);
  if (depth <= 0)
    return random.of(["a", "b", "'x/'", '"{}"', "d['k']", "l[0]", "C.U", "'%s'", "r'\\d'", "f()"]);
  return random.of([
    () => `${inner()} + ${inner()}`,
    () =>
      `f"{${inner().replaceAll('"', "'").replaceAll("\\", "")}}-{n}"`.replace(/\{'[^']*\{\}[^']*'\}/g, "{a}"),
    () => `"%s:%d%%" % (${inner()}, n)`,
    () => `"{}/{k}".format(${inner()}, k=${inner()})`,
    () => `(${inner()}).strip("/")`,
    () => `(${inner()}).rstrip("x")`,
    () => `(${inner()}).replace("x", ${inner()})`,
    () => `(${inner()}).upper()`,
    () => `"-".join([${inner()}, ${inner()}])`,
    () =>
      `(${inner()} if ${random.of(["n > 2", "l", "[]", "'x' in a", "d.get('q')", "not n", "n == 3"])} else ${inner()})`,
    () => `(${random.of(["None", "''", "d.get('q')", "a"])} or ${inner()})`,
    () => `d.get(${random.of(["'k'", "'q'"])}, ${inner()})`,
    () => `(${inner()})[${random.of(["1:", ":2", ":-1", "-2:"])}]`,
    () => `"".join(x + "." for x in l if x != "x")`,
    () => `f(${inner()}, z=${inner()})`,
    () => `str(${random.of(["n", "True", "None", "n + 1", "n * 2", "7 // 2", "len(l)", inner()])})`,
    () => `"".join(k + v for k, v in d.items())`,
    () => `C(${inner()}).get()`,
    () => `[${inner()}, ${inner()}][${random.of(["0", "-1", "1"])}]`,
    () => `{**d, "k": ${inner()}}["k"]`,
  ])();
}

function statement(random: Random): string {
  return random.of([
    () => `a = ${text(random, 2)}`,
    () => `b += ${text(random, 1)}`,
    () => `d["k"] = ${text(random, 1)}`,
    () => `l.append(${text(random, 1)})`,
    () => `l.insert(0, ${text(random, 1)})`,
    () => `l = l + [${text(random, 1)}]`,
    () => `n = n + ${random.below(3)}`,
    () => `a, b = b, a`,
    () => `for x in l:\n    b = x + "!"`,
    () => `for i, x in enumerate(l[:3]):\n    a = str(i) + x`,
    () => `if n > ${random.below(6)}:\n    a = ${text(random, 1)}\nelse:\n    b = ${text(random, 1)}`,
    () => `d.update({"k": ${text(random, 1)}, "z": "1"})`,
    () => `d.pop("z", None)`,
    () => `try:\n    a = ${text(random, 1)}\nfinally:\n    n += 1`,
    () => `C.U = ${text(random, 1)}`,
  ])();
}

function program(random: Random): string {
  const lines = Array.from({ length: 2 + random.below(6) }, () => statement(random));
  return `import requests
a, b, n = "https://h.example/x", "y", ${random.below(6)}
l = ["x", "z/"]
d = {"k": "v", "items": "w"}
class C:
    U = "/u"
    def __init__(self, p, q="q"):
        self.p = p
    def get(self):
        return self.p + self.U
def f(y="0", *rest, z="1"):
    return y + z + "".join(rest)
${lines.join("\n")}
requests.get(${text(random, 3)})
`;
}

/** Runs all programs in one interpreter and prints what each requested, or null if it failed. */
const RUN = `
import json, sys, types
out = []
for code in json.load(sys.stdin):
    sent = []
    fake = types.ModuleType("requests")
    fake.get = sent.append
    sys.modules["requests"] = fake
    try:
        exec(compile(code, "p", "exec"), {"__name__": "p"})
        out.append(sent[-1] if sent and isinstance(sent[-1], str) else None)
    except Exception:
        out.append(None)
json.dump(out, sys.stdout)
`;

const isThere = spawnSync("python3", ["--version"]).status === 0;

it.runIf(isThere)("Python sends what the analysis says: 200 programs (needs python3)", () => {
  const random = new Random(20230201);
  const programs = Array.from({ length: Number(process.env["PROGRAMS"] ?? 200) }, () => program(random));
  const printed = execFileSync("python3", ["-c", RUN], { input: JSON.stringify(programs), encoding: "utf8" });
  const sent = JSON.parse(printed) as (string | null)[];
  const wrong: string[] = [];
  let known = 0;
  for (const [index, code] of programs.entries()) {
    const expected = sent[index];
    if (expected === null || expected === undefined) continue;
    const analysis = new LoweredProgram(language, interest);
    analysis.add(new SourceText("p.py", code));
    analysis.evaluate();
    const urls = analysis
      .facts()
      .flatMap(({ facts }) => facts.requests.flatMap((one) => one.urls.map(flatten)));
    if (urls.some((url) => url.includes(HOLE_MARK))) continue;
    if (urls.includes(expected)) known++;
    else wrong.push(`${code}\n# sends ${expected}\n# not ${urls.join(" | ")}`);
  }
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(known).toBeGreaterThan(programs.length / 4);
});
