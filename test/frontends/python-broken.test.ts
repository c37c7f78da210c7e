import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { SourceText } from "../../src/core/source-text.js";
import { LoweredProgram } from "../../src/frontends/lowered/program.js";
import { pythonLanguage } from "../../src/frontends/python/language.js";
import { loadParser } from "../../src/frontends/tree-sitter/grammars.js";

const language = pythonLanguage(await loadParser("python"));
const interest = CatalogInterest.of(loadCatalog());
const TEXT = `${readFileSync("fixtures/projects/polyglot/python/clusters.py", "utf8")}
class Client(Base, metaclass=M):
    """Calls the API."""
    url: str = field(default="https://cloud.mongodb.com/api/atlas/v1.0")
    def __init__(self, *, key=None, **options):
        super().__init__(key, *options, **{"a": 1})
        self.a, (self.b, *rest) = [x for x in y if (z := x) for q in z], {k: v for k, v in d.items()}
    @property
    async def all(self):
        async with self.session.get(f"{self.url!r}/{'x'}{{}}" '%s' % key) as r:
            yield from (await r.json())["results"][-1:]
match x:
    case "a" | 1: pass
    case {"k": v}: del d["x"], e
try:
    import a.b.c, d as e
    from . import (f, g as h)
    from i import *
except (A, B) as error: raise X("y") from error
else: lambda x, y=2: x if not y else 1 < x <= 3
finally: print(*a, sep="")
`;

/** Numbers of a generator that is the same on every machine: https://en.wikipedia.org/wiki/Linear_congruential_generator */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** A text that was cut off, of which something was taken out, doubled, moved or replaced. */
function broken(random: Generator<number, never>): string {
  const at = (length: number): number => Math.floor(random.next().value * length);
  let text = TEXT;
  for (let change = 0; change <= at(3); change++) {
    const [from, size] = [at(text.length), at(60)];
    const piece = text.slice(from, from + size);
    const others = [
      "",
      piece + piece,
      "(",
      '"""',
      "\n    ",
      "\u{1f40d}",
      "\t",
      "f'{",
      "\\",
      "\0",
      TEXT.slice(at(900), 900),
    ];
    text = text.slice(0, from) + others[at(others.length)]! + text.slice(from + size);
  }
  return at(4) === 0 ? text.slice(0, at(text.length)) : text;
}

it("reads 60 broken texts without a failure, and says what did not parse", () => {
  const random = numbers(20230201);
  let problems = 0;
  for (let round = 0; round < 60; round++) {
    const source = new SourceText("a.py", broken(random));
    const program = new LoweredProgram(language, interest);
    const problem = program.add(source);
    if (problem) {
      problems++;
      continue;
    }
    program.evaluate();
    for (const { facts } of program.facts()) problems += facts.problems.length;
  }
  expect(problems).toBeGreaterThan(20);
});
