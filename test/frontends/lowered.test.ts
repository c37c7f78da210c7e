import { describe, expect, it, vi } from "vitest";
import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { SourceText } from "../../src/core/source-text.js";
import { flatten } from "../../src/facts/text.js";
import { nativeValue } from "../../src/analysis/builtins/native.js";
import { Run } from "../../src/analysis/evaluation/run.js";
import { UNDEFINED, computedText } from "../../src/analysis/evaluation/value.js";
import * as expressions from "../../src/frontends/lowered/build.js";
import * as statements from "../../src/frontends/lowered/build-statements.js";
import type { Stmt } from "../../src/frontends/lowered/core-tree.js";
import type { LoweredLanguage } from "../../src/frontends/lowered/language.js";
import { DEFAULT_LIMITS } from "../../src/frontends/limits.js";
import { loweredFrontend } from "../../src/frontends/lowered/frontend.js";
import { LoweredProgram } from "../../src/frontends/lowered/program.js";
import { pythonFrontend } from "../../src/frontends/python/entry.js";
import { shellFrontend } from "../../src/frontends/shell/entry.js";

const build = { ...expressions, ...statements };

/** A language with three statements: `use FILE`, `NAME is "TEXT{NAME}…"` and `get NAME`. */
const TOY: LoweredLanguage = {
  name: "toy",
  isOwn: (path) => path.endsWith(".toy"),
  lower: (source) => ({
    programs: [build.program(build.span(0, source.text.length), statementsOf(source.text))],
    comments: [],
    problems: [],
  }),
  specifiersIn: ({ text }) => [...text.matchAll(/^use (\w+)$/gm)].map(([, name]) => `toy:${name}`),
  resolve: (specifier, _from, host) => {
    const path = `${specifier.slice("toy:".length)}.toy`;
    return host.isFile?.(path) ? path : undefined;
  },
  moduleMaker: () => undefined,
  globalMaker: (name) =>
    name === "toy:get"
      ? () =>
          nativeValue("get", (run, call) => {
            const { response } = run.recorder.request(run, {
              client: "toy",
              call,
              url: call.args.at(0),
              method: computedText("GET"),
              headers: [],
              body: UNDEFINED,
            });
            return response;
          })
      : undefined,
  semantics: {},
};

function statementsOf(text: string): Stmt[] {
  return [...text.matchAll(/^(?:use (?<used>\w+)|(?<name>\w+) is "(?<value>.*)"|get (?<sent>\w+))$/gm)].map(
    ({ index, 0: line, groups = {} }): Stmt => {
      const place = build.span(index, index + line.length);
      const { used, name, value, sent } = groups;
      if (used !== undefined) {
        // Everything that the other file has.
        return build.importFrom(place, build.madeText(place, `toy:${used}`), {
          all: build.name(place, used),
        });
      }
      if (name !== undefined && value !== undefined) {
        const start = index + line.indexOf('"') + 1;
        const parts = [...value.matchAll(/\{(\w+)(?:\.(\w+))?\}|[^{}]+/g)].map((match) => {
          const own = build.span(start + match.index, start + match.index + match[0].length);
          if (match[1] === undefined) return { ...own, value: match[0] };
          const object = build.name(own, match[1]);
          return match[2] === undefined ? object : build.member(own, object, build.name(own, match[2]));
        });
        const init = build.template(build.span(start - 1, place.end), parts);
        return build.exported(build.declare(place, build.name(place, name), init, "const"));
      }
      const callee = build.name(place, "toy:get");
      return build.statement(build.call(place, callee, [build.name(place, sent!)]));
    },
  );
}

function factsOf(files: Readonly<Record<string, string>>, asked: readonly string[]) {
  const sources = new Map(Object.entries(files).map(([path, text]) => [path, new SourceText(path, text)]));
  const program = new LoweredProgram(TOY, CatalogInterest.of(loadCatalog()), {
    resolve: () => undefined,
    isFile: (path) => sources.has(path),
    read: (path) => sources.get(path),
  });
  for (const path of asked) expect(program.add(sources.get(path)!)).toBeUndefined();
  program.evaluate();
  return program.facts();
}

describe("a language that is lowered to the core tree", () => {
  it("has its requests followed through variables and texts, with exact places", () => {
    const text = `base is "https://cloud.mongodb.com/api/atlas/v1.0"\nurl is "{base}/groups/{id}/clusters"\nget url\n`;
    const [{ facts } = { facts: undefined }] = factsOf({ "a.toy": text }, ["a.toy"]);
    const [request] = facts!.requests;
    expect(flatten(request!.urls[0]!)).toContain("/api/atlas/v1.0/groups/");
    const [first] = request!.urls[0]!.parts;
    const written = first!.kind === "segment" ? first!.written : undefined;
    expect(written && text.slice(written.start, written.end)).toBe(
      "https://cloud.mongodb.com/api/atlas/v1.0",
    );
    expect(written?.exact).toBe(true);
    expect(facts!.language).toBe("toy");
  });

  it("lowers each text and searches it for imports once, however many users it has", () => {
    const counts = { lower: 0, specifiersIn: 0 };
    const frontend = loweredFrontend({
      ...TOY,
      lower: (...asked) => {
        counts.lower++;
        return TOY.lower(...asked);
      },
      specifiersIn: (source) => {
        counts.specifiersIn++;
        return TOY.specifiersIn(source);
      },
    });
    const source = new SourceText("a.toy", 'url is "/groups"\nget url\n');
    const interest = CatalogInterest.of(loadCatalog());
    const facts = [1, 2].map(() => {
      frontend.specifiersIn!(source);
      const program = frontend.begin!(interest, { resolve: () => undefined, read: () => undefined });
      program.add(source);
      program.evaluate();
      return program.facts();
    });
    expect(facts[1]).toEqual(facts[0]);
    expect(counts).toEqual({ lower: 1, specifiersIn: 1 });
  });

  it("has only the functions evaluated that may have to do with the API", async () => {
    const text = `#!/bin/bash
log() { echo "$1" >&2; }
print_all() { for one in $names; do printf '%s' "$one"; done; }
call() { curl "https://cloud.mongodb.com/api/atlas/v1.0$1"; }
list() { call /groups; }
`;
    const entered = async (relevance: boolean): Promise<readonly string[]> => {
      const frontend = await shellFrontend.load();
      const source = new SourceText("a.sh", text);
      const host = { resolve: () => undefined, read: () => undefined };
      const limits = { ...DEFAULT_LIMITS, relevance };
      const program = frontend.begin!(CatalogInterest.of(loadCatalog()), host, limits);
      program.add(source);
      const names: string[] = [];
      const enter = Run.prototype.entered;
      const entering = vi.spyOn(Run.prototype, "entered").mockImplementation(function (this: Run, node) {
        names.push(/^\w*/.exec(text.slice(node.start))![0]);
        enter.call(this, node);
      });
      program.evaluate();
      entering.mockRestore();
      expect(program.facts()[0]!.facts.requests).not.toEqual([]);
      return [...new Set(names)].sort();
    };
    expect(await entered(false)).toEqual(["", "call", "list", "log", "print_all"]);
    expect(await entered(true)).toEqual(["", "call", "list"]);
  });

  it("has the methods of a class that no known code creates run once, whatever else has run since", async () => {
    const text = `import requests
API = "https://cloud.mongodb.com/api/atlas/v1.0"
class Checks:
    def prepare(self):
        self.found = requests.get(API + "/groups")
    def orgs(self):
        requests.get(API + "/orgs")
`;
    const frontend = await pythonFrontend.load();
    const host = { resolve: () => undefined, read: () => undefined };
    const program = frontend.begin!(CatalogInterest.of(loadCatalog()), host, DEFAULT_LIMITS);
    program.add(new SourceText("checks.py", text));
    const entering = vi.spyOn(Run.prototype, "entered");
    program.evaluate();
    const runs = entering.mock.calls.filter(([{ start }]) => text.slice(start).startsWith("def orgs"));
    entering.mockRestore();
    expect(program.facts()[0]!.facts.requests).toHaveLength(2);
    expect(runs).toHaveLength(1);
  });

  it("finds its own modules", () => {
    const facts = factsOf(
      {
        "main.toy": 'use settings\nurl is "{settings.base}/groups"\nget url\n',
        "settings.toy": 'base is "https://cloud.mongodb.com/api/atlas/v1.0"\n',
      },
      ["main.toy"],
    );
    const main = facts.find(({ source }) => source.path === "main.toy")!;
    expect(flatten(main.facts.requests[0]!.urls[0]!)).toBe("https://cloud.mongodb.com/api/atlas/v1.0/groups");
    expect(main.facts.uses).toContain("settings.toy");
  });
});
