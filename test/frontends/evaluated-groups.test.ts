import { posix } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { SourceText } from "../../src/core/source-text.js";
import type { FileFacts } from "../../src/facts/file-facts.js";
import { flatten } from "../../src/facts/text.js";
import type { FrontendEntry } from "../../src/frontends/frontend.js";
import * as evaluation from "../../src/analysis/evaluation/module-evaluation.js";
import { Modules } from "../../src/analysis/evaluation/modules.js";
import * as parsing from "../../src/analysis/evaluation/parse-module.js";
import { csharpFrontend } from "../../src/frontends/csharp/entry.js";
import { javascriptFrontend } from "../../src/frontends/javascript/entry.js";
import { pythonFrontend } from "../../src/frontends/python/entry.js";
import { shellFrontend } from "../../src/frontends/shell/entry.js";

vi.mock(import("../../src/analysis/evaluation/module-evaluation.js"), { spy: true });
vi.mock(import("../../src/analysis/evaluation/parse-module.js"), { spy: true });

const API = "https://cloud.mongodb.com/api/atlas/v1.0";

afterEach(() => {
  vi.clearAllMocks();
});

async function factsOf(
  entry: FrontendEntry,
  texts: Readonly<Record<string, string>>,
  added = Object.keys(texts),
  reads?: (path: string) => void,
): Promise<ReadonlyMap<string, FileFacts>> {
  const frontend = await entry.load();
  const sources = new Map(Object.entries(texts).map(([path, text]) => [path, new SourceText(path, text)]));
  const program = frontend.begin!(CatalogInterest.of(loadCatalog()), {
    resolve: (specifier, from) => {
      const path = posix.join(posix.dirname(from), specifier);
      return sources.has(path) ? path : undefined;
    },
    isFile: (path) => sources.has(path),
    filesIn: (folder) =>
      [...sources.keys()]
        .filter((path) => path.replace(/\/?[^/]*$/, "") === (folder === "." ? "" : folder))
        .map((path) => path.replace(/.*\//, "")),
    read: (path) => {
      reads?.(path);
      return sources.get(path);
    },
    packageOf: (path) => path.replace(/\/?[^/]*$/, ""),
  });
  for (const path of added) expect(program.add(sources.get(path)!)).toBeUndefined();
  program.evaluate();
  return new Map(program.facts().map(({ facts }) => [facts.path, facts]));
}

/** The files of each evaluation. */
function evaluated(): string[][] {
  return vi
    .mocked(evaluation.evaluateModules)
    .mock.calls.map(([, modules]) => modules.map(({ path }) => path));
}

function urlsIn(facts: FileFacts | undefined): string[] {
  return facts?.requests.flatMap(({ urls }) => urls.map(flatten)) ?? [];
}

describe("files that have nothing to do with each other", () => {
  it("are evaluated one group after the other, those that import each other together", async () => {
    const texts = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [
        [
          `p${index}/client.py`,
          `import requests\ndef get(path):\n    return requests.get("${API}" + path)\n`,
        ],
        [`p${index}/job.py`, `from .client import get\nget("/groups/${index}")\n`],
      ]).flat(),
    );
    const facts = await factsOf(pythonFrontend, texts);
    expect(evaluated()).toEqual(
      Array.from({ length: 20 }, (_, index) => [`p${index}/client.py`, `p${index}/job.py`]),
    );
    expect([...facts.keys()]).toEqual(Object.keys(texts));
    const ids = [...facts.values()].flatMap(({ requests }) => requests.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(urlsIn(facts.get("p7/client.py"))).toEqual([`${API}/groups/7`]);
  });

  it("are evaluated together where they import the same other file", async () => {
    const texts = {
      "a.py": 'from base import API\nimport requests\nrequests.get(API + "/a")\n',
      "b.py": 'from base import API\nimport requests\nrequests.get(API + "/b")\n',
      "base.py": `API = "${API}"\n`,
      "c.py": `import requests\nrequests.get("${API}/c")\n`,
    };
    const facts = await factsOf(pythonFrontend, texts, ["a.py", "b.py", "c.py"]);
    expect(evaluated()).toEqual([["a.py", "b.py"], ["c.py"]]);
    expect(["a.py", "b.py", "c.py"].flatMap((path) => urlsIn(facts.get(path)))).toEqual([
      `${API}/a`,
      `${API}/b`,
      `${API}/c`,
    ]);
  });

  it("are evaluated together once a path that is computed leads from one to the other", async () => {
    const texts = {
      "a/main.js": 'const name = "send";\nrequire("../b/" + name + ".js").send("/groups");\n',
      "b/send.js": `exports.send = (path) => fetch("${API}" + path);\n`,
      "c/other.js": `fetch("${API}/orgs");\n`,
    };
    const facts = await factsOf(javascriptFrontend, texts);
    expect(evaluated().at(-1)).toEqual(["c/other.js"]);
    expect(evaluated()).toContainEqual(["a/main.js", "b/send.js"]);
    expect(urlsIn(facts.get("b/send.js"))).toEqual([`${API}/groups`]);
  });

  it("end their evaluation as soon as it comes to a file of others", async () => {
    const texts = {
      "a/main.js": `const name = "send";\nrequire("../b/" + name + ".js").send("/groups");\nrequire("./late.js");\n`,
      "a/late.js": "exports.late = 1;\n",
      "b/send.js": `exports.send = (path) => fetch("${API}" + path);\n`,
    };
    await factsOf(javascriptFrontend, texts, ["a/main.js", "b/send.js"]);
    const { results } = vi.mocked(evaluation.evaluateModules).mock;
    expect(results.map(({ type }) => type)).toEqual(["throw", "return"]);
    const ran = vi.mocked(parsing.parseModule).mock.calls.map(([{ path }]) => path);
    expect(ran.filter((path) => path === "a/late.js")).toHaveLength(1);
  });

  it("are evaluated together where one changes a library that the other one has", async () => {
    const texts = {
      "settings.py": `import requests\nrequests.base = "${API}"\n`,
      "client.py": `import requests\nrequests.get(requests.base + "/groups")\n`,
      "c.py": `import requests\nrequests.get("${API}/orgs")\n`,
    };
    const facts = await factsOf(pythonFrontend, texts);
    expect(evaluated().at(-1)).toEqual(["settings.py", "client.py", "c.py"]);
    expect(urlsIn(facts.get("client.py"))).toEqual([`${API}/groups`]);
  });

  it("are evaluated together where one registers the client that the other one gets by its name", async () => {
    const texts = {
      "Program.cs": `var host = new HostBuilder().ConfigureServices(s => {
    s.AddHttpClient("Atlas", client => { client.BaseAddress = new Uri("https://cloud.mongodb.com/"); });
}).Build();
`,
      "Job.cs": `public class Job {
    private readonly IHttpClientFactory factory;
    public Job(IHttpClientFactory factory) { this.factory = factory; }
    public async Task Run() {
        var client = factory.CreateClient("Atlas");
        await client.GetAsync("api/atlas/v1.0/groups");
    }
}
`,
      "Other.cs": `public class Other {
    public void Run() { new HttpClient().GetAsync("${API}/orgs"); }
}
`,
    };
    const facts = await factsOf(csharpFrontend, texts);
    expect(evaluated().map((paths) => paths.join(" "))).toContain("Program.cs Job.cs");
    expect(evaluated().at(-1)).toEqual(["Other.cs"]);
    expect(urlsIn(facts.get("Job.cs"))).toEqual([`${API}/groups`]);
  });

  it("are distinguished by few other files if they are few themselves", async () => {
    const chain = (name: string): [string, string][] =>
      Array.from({ length: 30 }, (_, index) => [`${name}${index}.py`, `import ${name}${index + 1}\n`]);
    const texts = {
      "a.py": `import requests, c0\nrequests.get("${API}/groups")\n`,
      "b.py": `import requests, d0\nrequests.get("${API}/orgs")\n`,
      ...Object.fromEntries([...chain("c"), ...chain("d")]),
    };
    const read = vi.fn<(path: string) => void>();
    const facts = await factsOf(pythonFrontend, texts, ["a.py", "b.py"], read);
    expect([urlsIn(facts.get("a.py")), urlsIn(facts.get("b.py"))]).toEqual([
      [`${API}/groups`],
      [`${API}/orgs`],
    ]);
    expect(evaluated()).toEqual([["a.py", "b.py"]]);
    const readAtAll = new Set(read.mock.calls.map(([path]) => path));
    expect(readAtAll.size).toBeGreaterThan(0);
    expect(readAtAll.size).toBeLessThan(20);
    await factsOf(pythonFrontend, texts, ["a.py"], read.mockClear());
    expect(read.mock.calls.length).toBeLessThan(5);
  });

  it("are the packages of JavaScript, whose files share libraries", async () => {
    const texts = {
      "one/setup.js": `const axios = require("axios");\naxios.defaults.baseURL = "${API}";\n`,
      "one/use.js": 'const axios = require("axios");\naxios.get("/groups");\n',
      "two/use.js": 'const axios = require("axios");\naxios.get("/groups");\n',
    };
    const facts = await factsOf(javascriptFrontend, texts);
    expect(evaluated()).toEqual([["one/setup.js", "one/use.js"], ["two/use.js"]]);
    expect(urlsIn(facts.get("one/use.js"))).toEqual([`${API}/groups`]);
    expect(urlsIn(facts.get("two/use.js"))).toEqual(["/groups"]);
  });
});

describe("trees of many files", () => {
  const filler = `# ${"x".repeat(60_000)}\n`;
  const many = 30;
  const parsed = (): number => vi.mocked(parsing.parseModule).mock.calls.length;

  it("are not kept from when they are parsed to when they are evaluated", async () => {
    const texts = Object.fromEntries(
      Array.from({ length: many }, (_, index) => [
        `f${index}.sh`,
        `${filler}curl "${API}/groups/${index}"\n`,
      ]),
    );
    const facts = await factsOf(shellFrontend, texts);
    // The first 16 are kept.
    expect(parsed()).toBe(many + 14);
    expect([...facts.values()].flatMap(urlsIn)).toHaveLength(many);
  });

  it("are kept where the files are evaluated together", async () => {
    const texts = Object.fromEntries(
      Array.from({ length: many }, (_, index) => [
        `f${index}.sh`,
        `${filler}source ./f0.sh\ncurl "$API/groups/${index}"\n`,
      ]),
    );
    const added = vi.spyOn(Modules.prototype, "addRoot");
    await factsOf(shellFrontend, { ...texts, "f0.sh": `${filler}API="${API}"\n` });
    expect(parsed()).toBe(many);
    expect(added).toHaveBeenCalledTimes(many);
  });
});

// A value leads to the tree of its file and to all other values of the evaluation.
it("facts keep no value of the evaluation in memory", async () => {
  const text = `export interface Cluster { name: string }
export async function create(group: string, body: Cluster, settings: string) {
  const answer = await fetch(\`${API}/groups/\${group}/clusters?\${settings}\`, {
    method: "POST",
    body: JSON.stringify({ ...body, providerSettings: body }),
  });
  return (await answer.json()).providerSettings;
}
`;
  const facts = await factsOf(javascriptFrontend, { "a.ts": text });
  expect(facts.get("a.ts")?.requests).toHaveLength(1);
  expect(facts.get("a.ts")?.requests[0]?.body).toMatchObject({ kind: "object" });
  const kinds = new Set<unknown>();
  const seen = new Set<object>([...facts.values()]);
  for (const one of seen) {
    kinds.add(Object.getPrototypeOf(one));
    const members: unknown[] = one instanceof Map ? [...one.values()] : Object.values(one);
    for (const member of members) {
      expect(member).not.toBeTypeOf("function");
      if (typeof member === "object" && member !== null) seen.add(member);
    }
  }
  const plain: ReadonlySet<unknown> = new Set([Object.prototype, Array.prototype, Map.prototype]);
  expect([...kinds].filter((kind) => !plain.has(kind))).toEqual([]);
});
