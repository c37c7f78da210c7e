import { execFileSync } from "node:child_process";
import { pythonFrontend } from "../../../src/frontends/python/entry.js";
import type { Random } from "../../fuzz/random.js";
import type { Interpreted } from "./compare.js";

/** An expression that is a text, of variables that a program has. */
function text(random: Random, depth: number): string {
  const inner = (): string => text(random, depth - 1);
  if (depth <= 0)
    return random.pick(["a", "b", "'x/'", '"{}"', "d['k']", "l[0]", "C.U", "'%s'", "r'\\d'", "f()"]);
  return random.pick([
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
      `(${inner()} if ${random.pick(["n > 2", "l", "[]", "'x' in a", "d.get('q')", "not n", "n == 3"])} else ${inner()})`,
    () => `(${random.pick(["None", "''", "d.get('q')", "a"])} or ${inner()})`,
    () => `d.get(${random.pick(["'k'", "'q'"])}, ${inner()})`,
    () => `(${inner()})[${random.pick(["1:", ":2", ":-1", "-2:"])}]`,
    () => `"".join(x + "." for x in l if x != "x")`,
    () => `f(${inner()}, z=${inner()})`,
    () => `str(${random.pick(["n", "True", "None", "n + 1", "n * 2", "7 // 2", "len(l)", inner()])})`,
    () => `"".join(k + v for k, v in d.items())`,
    () => `C(${inner()}).get()`,
    () => `[${inner()}, ${inner()}][${random.pick(["0", "-1", "1"])}]`,
    () => `{**d, "k": ${inner()}}["k"]`,
  ])();
}

function statement(random: Random): string {
  return random.pick([
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

/** Python. A module that replaces `requests` notes what is sent. */
export const python: Interpreted = {
  command: "python3",
  frontend: pythonFrontend,
  path: "p.py",
  program,
  run: (programs) => {
    const printed = execFileSync("python3", ["-c", RUN], {
      input: JSON.stringify(programs),
      encoding: "utf8",
    });
    return (JSON.parse(printed) as (string | null)[]).map((one) => (one === null ? undefined : [one]));
  },
  source: (program) => program,
};
