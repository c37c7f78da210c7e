import { describe, expect, it } from "vitest";
import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { SourceText } from "../../src/core/source-text.js";
import type { FileFacts } from "../../src/facts/file-facts.js";
import { describe as asRead } from "../../src/facts/text.js";
import { embeddingFrontend } from "../../src/frontends/embedded/entry.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";
const frontend = await embeddingFrontend.load();
const interest = CatalogInterest.of(loadCatalog());

async function factsOf(path: string, text: string): Promise<FileFacts> {
  const source = new SourceText(path, text);
  await frontend.prepare?.(source);
  const facts = frontend.analyze(source, interest);
  if (!("requests" in facts)) throw new Error(facts.message);
  return facts;
}

/** The first character of each request, and its address. */
async function requestsIn(path: string, text: string): Promise<[number, string][]> {
  const { requests } = await factsOf(path, text);
  return requests
    .map(({ site, urls }): [number, string] => [site.start, asRead(urls[0]!)])
    .filter(([, url]) => url.startsWith(BASE))
    .sort(([a], [b]) => a - b);
}

/** A function of each language that sends a request where the mark is. */
const SENDERS: Readonly<Record<string, string>> = {
  python: `def get(x):\n    return @requests.get("${BASE}/groups/1", auth=x)\n`,
  javascript: `async function get() {\n  return await @fetch("${BASE}/groups/1");\n}\n`,
  ts: `const get = async (x: string) => {\n  await @fetch("${BASE}/groups/1");\n};\n`,
  go: `func get() {\n\t@http.Get("${BASE}/groups/1")\n}\n`,
  ruby: `require "net/http"\ndef get\n  @Net::HTTP.get(URI("${BASE}/groups/1"))\nend\n`,
  php: `$ch = curl_init("${BASE}/groups/1");\n$answer = @curl_exec($ch);\n`,
  powershell: `function Get-Group {\n  @Invoke-RestMethod -Uri "${BASE}/groups/1"\n}\nGet-Group\n`,
  csharp: `var client = new HttpClient();\nvar answer = await @client.GetAsync("${BASE}/groups/1");\n`,
  sh: `get() {\n  @curl ${BASE}/groups/1\n}\nget\n`,
};

/** The surroundings of a block in a page. */
const PAGES: Readonly<Record<string, (fence: string) => string>> = {
  "at the start of its lines": (fence) => `# Title\n\n${fence}\n\nText\n`,
  "in a list": (fence) => `1. First\n\n${indented(fence, "   ")}\n\n2. Second\n`,
  "in a quote": (fence) => `> Text\n>\n${indented(fence, "> ")}\n`,
  "in an element": (fence) => `<Tab title="a">\n${fence}\n</Tab>\n`,
  "with Windows line ends": (fence) => `# Title\n\n${fence}\n\nText\n`.replaceAll("\n", "\r\n"),
};

function indented(text: string, by: string): string {
  return text.replaceAll(/^/gm, by);
}

function fenced(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\`\`\``;
}

/** Takes the marks out of a text, and tells where they were. */
function unmarked(marked: string): { text: string; places: number[] } {
  const parts = marked.split("@");
  let at = 0;
  const places = parts.slice(0, -1).map((part) => (at += part.length));
  return { text: parts.join(""), places };
}

const LANGUAGES = Object.keys(SENDERS);

describe.each(LANGUAGES)("a block of %s in a page", (language) => {
  it.each(Object.keys(PAGES))("has its requests at their places, %s", async (around) => {
    const { text, places } = unmarked(PAGES[around]!(fenced(language, SENDERS[language]!)));
    expect(await requestsIn("a.md", text)).toEqual(places.map((at) => [at, `${BASE}/groups/1`]));
  });

  it("may repeat what another block declares, and one that does not parse hides neither", async () => {
    const fence = fenced(language, SENDERS[language]!);
    const broken = fenced(language, `((( [[[ "${BASE}\n`);
    const { text, places } = unmarked(`${fence}\n\n${broken}\n\n${fence}\n`);
    expect((await requestsIn("a.md", text)).map(([at]) => at)).toEqual(places);
  });
});

describe("blocks of a page in one language", () => {
  it.each([
    ["python", `BASE = "${BASE}"\n`, '@requests.get(BASE + "/groups/1")\n'],
    ["js", `const BASE = "${BASE}";\n`, "await @fetch(`${BASE}/groups/1`);\n"],
    ["go", `const Base = "${BASE}"\n`, 'resp, err := @http.Get(Base + "/groups/1")\nreturn resp\n'],
    ["ruby", `BASE = "${BASE}"\n`, 'require "faraday"\n@Faraday.get("#{BASE}/groups/1")\n'],
    ["php", `<?php\n$base = "${BASE}";\n`, '@file_get_contents($base . "/groups/1");\n'],
    ["powershell", `$Base = "${BASE}"\n`, '@irm "$base/groups/1"\n'],
    ["bash", `BASE=${BASE}\n`, "@curl $BASE/groups/1\n"],
  ])("continue each other in %s", async (language, first, second) => {
    const page = `${fenced(language, first)}\n\nThen:\n\n${fenced(language, second)}\n`;
    const { text, places } = unmarked(page);
    expect(await requestsIn("a.md", text)).toEqual(places.map((at) => [at, `${BASE}/groups/1`]));
  });

  it("are not mixed with those of another language", async () => {
    const page = `${fenced("js", `const BASE = "${BASE}";\n`)}\n\n${fenced("python", 'requests.get(BASE + "/groups/1")\n')}\n`;
    expect(await requestsIn("a.md", page)).toEqual([]);
  });
});

describe("other pages with code", () => {
  const PYTHON = `import requests\nBASE = "${BASE}"\n@requests.get(BASE + "/groups/1")\n`;

  it.each([
    ["AsciiDoc", "a.adoc", `= A\n\n[source,python]\n.Title\n----\n${PYTHON}----\n\n@text\n`],
    ["AsciiDoc with a fence", "a.adoc", `\`\`\`python\n${PYTHON}\`\`\`\n`],
    ["AsciiDoc with a command", "a.adoc", `....\n$ @curl ${BASE}/groups/1\n....\n`],
    [
      "a directive",
      "a.rst",
      `A\n=\n\n.. code-block:: python\n   :linenos:\n\n${indented(PYTHON, "   ")}\n\nText\n`,
    ],
    ["a literal block", "a.rst", `Run::\n\n    $ @curl ${BASE}/groups/1\n\nText\n`],
    ["a literal block with CRLF", "a.rst", `Run::\r\n\r\n    $ @curl ${BASE}/groups/1\r\n`],
    [
      "HTML",
      "a.html",
      `<p>A</p><pre><code class="language-python">${PYTHON.replaceAll('"', "&quot;")}</code></pre>`,
    ],
    ["marked HTML", "a.html", `<pre class="lang-js"><b>await</b> @fetch(<i>"${BASE}/groups/1"</i>);</pre>`],
    ["a script in HTML", "a.html", `<html><script>\n@fetch("${BASE}/groups/1");\n</script></html>`],
  ])("are followed: %s", async (_title, path, marked) => {
    const { text, places } = unmarked(marked.replace("@text", "text"));
    expect(await requestsIn(path, text)).toEqual(places.map((at) => [at, `${BASE}/groups/1`]));
  });

  it("has no code where a page ends or opens a listing again and again", async () => {
    for (const [path, line] of [
      ["a.adoc", "[source,js]\n----\nfetch(x)\n"],
      ["a.rst", ".. code:: js\n"],
      ["a.rst", "::\n\n "],
      ["a.html", '<pre><code class="language-js">'],
    ] as const)
      expect((await factsOf(path, line.repeat(5000) + BASE)).strings.length).toBeGreaterThan(0);
  });
});

describe("notebooks", () => {
  const notebook = (cells: readonly (readonly string[])[], metadata = {}): string =>
    JSON.stringify(
      {
        cells: cells.map((source) => ({ cell_type: "code", source, outputs: [] })),
        metadata,
        nbformat: 4,
      },
      undefined,
      1,
    );

  it("have cells in one namespace, with the places in the lines of the file", async () => {
    const text = notebook([
      ["%pip install requests\n", "import requests\n", `BASE = "${BASE}"\n`],
      ["%%time\n", "def get(path):\n", '    return requests.get(f"{BASE}{path}").json()\n'],
      ['cluster = get("/groups/1/clusters/c")\n', 'print(cluster["srvAddress"])'],
    ]);
    const { requests, fields } = await factsOf("a.ipynb", text);
    expect(
      requests.map(({ site, urls }) => [text.slice(site.start, site.start + 13), asRead(urls[0]!)]),
    ).toEqual([["requests.get(", `${BASE}/groups/1/clusters/c`]]);
    const [field] = fields.filter(({ name }) => name === "srvAddress");
    expect(text.slice(field!.place.start, field!.place.end)).toContain("srvAddress");
    const line = new SourceText("a.ipynb", text).position(field!.place.start).line;
    expect(text.split("\n")[line - 1]).toContain('print(cluster[\\"srvAddress\\"])');
  });

  it.each([
    ["a command", [`!curl ${BASE}/groups/1\n`]],
    ["a cell of shell", ["%%bash\n", `X=1\n`, `curl ${BASE}/groups/$X\n`]],
    ["text in one piece", `import requests\nrequests.get("${BASE}/groups/1")` as unknown as string[]],
  ])("run %s", async (_title, source) => {
    const text = notebook([source]);
    const at = Math.max(text.indexOf("curl"), text.lastIndexOf("requests.get"));
    expect(await requestsIn("a.ipynb", text)).toEqual([[at, `${BASE}/groups/1`]]);
  });

  it("are in the language that they name, and cells for something else are not read", async () => {
    const text = notebook([[`fetch("${BASE}/groups/1")`], ["%%html\n", `fetch("${BASE}/groups/1")`]], {
      language_info: { name: "javascript" },
    });
    expect(await requestsIn("a.ipynb", text)).toEqual([[text.indexOf("fetch"), `${BASE}/groups/1`]]);
  });

  it("have no results of earlier runs, and their text is documentation", async () => {
    const cells = [
      { cell_type: "markdown", source: [`See ${BASE}/groups.`] },
      {
        cell_type: "code",
        source: [`URL = "${BASE}/orgs"`],
        outputs: [{ output_type: "stream", text: [`id: ${BASE}/groups/1/processes/a\n`] }],
      },
    ];
    const text = JSON.stringify({ cells, nbformat: 4 });
    const { strings, mentionsApi } = await factsOf("a.ipynb", text);
    expect(strings.map(({ setting, place }) => [setting, place.start])).toEqual([
      ["comment", text.indexOf("/api/atlas/v1.0/groups.")],
      ["text", text.indexOf("/api/atlas/v1.0/orgs")],
    ]);
    expect(mentionsApi).toBe(true);
    const ran = JSON.stringify({ cells: cells.slice(1), nbformat: 4 });
    expect((await factsOf("a.ipynb", ran.replace(`URL = \\"${BASE}/orgs\\"`, "run()"))).mentionsApi).toBe(
      false,
    );
  });

  it("are searched as text if they are not JSON", async () => {
    expect((await factsOf("a.ipynb", `{"cells": [{ ${BASE}`)).strings).toHaveLength(1);
  });
});

describe("objects in a page", () => {
  const SETTINGS = `providerSettings: { providerName: "AWS", instanceSizeName: "M10", regionName: "X" }`;
  const QUOTED = SETTINGS.replaceAll(/(\w+):/g, '"$1":');

  it.each([
    ["an object in JavaScript", "js", `{ name: "c", clusterType: "REPLICASET", @${SETTINGS} }`],
    ["a list in TypeScript", "typescript", `[\n  {\n    name: "c",\n    @${SETTINGS},\n    ...\n  }\n]`],
    ["members of an object in JavaScript", "ts", `name: "c",\n@${SETTINGS},`],
    ["JSON", "json", `{ "name": "c", @${QUOTED} }`],
    ["JSON with a gap", "json", `{\n  "name": "c",\n  ...\n  @${QUOTED}\n}`],
    ["members of an object in JSON", "json", `"name": "c",\n@${QUOTED}`],
    ["JSON that is JavaScript", "json", `{ name: 'c', @${SETTINGS} }`],
    ["JSON without a language", "", `{\n  "name": "c",\n  @${QUOTED}\n}`],
    [
      "an object in a variable, without a language",
      "text",
      `data = {\n  "name": name, "paused": False, @${QUOTED}\n}`,
    ],
    ["JSON that a command gets", "bash", `atlas-tool create --data '{ "name": "c", @${QUOTED} }'`],
  ])("are read as data: %s", async (_title, language, code) => {
    const { text, places } = unmarked(`# A\n\n${fenced(language, `${code}\n`)}\n`);
    const { fields, strings } = await factsOf("a.md", text);
    const found = fields.filter(({ name }) => name === "providerSettings");
    expect(found.map(({ place }) => place.start)).toEqual(places);
    // The search finds it as well, and it is reported once.
    expect(strings.filter(({ value }) => value.includes("providerSettings"))).toEqual([]);
  });
});

describe("the values of a YAML file", () => {
  /** The places of the names, each with the text that is there. */
  async function namesIn(text: string): Promise<string[]> {
    const { fields } = await factsOf("a.yaml", text);
    return fields.map(
      ({ place, path }) => `${text.slice(place.start, place.end)} ${place.start} ${path.join(".")}`,
    );
  }

  it.each([
    [
      "a resource",
      "spec:\n  parameters:\n    cluster:\n      @providerSettings:\n        regionName: X\n",
      "spec.parameters.cluster.",
    ],
    ["a quoted key", 'cluster: { "@providerSettings": { regionName: X } }\n', "cluster."],
    [
      "a template",
      '{{- if .x }}\ncluster:\n  name: {{ .Values.name }}\n  @providerSettings:\n    a: "{{ .b }}"\n{{- end }}\n',
      "cluster.",
    ],
    ["a list after another document", "a: 1\n---\n- cluster:\n    @providerSettings: {}\n", "cluster."],
    [
      "JSON in a text of several lines",
      'body: |\n  {\n    "name": "a\\nb",\n    "@providerSettings": {}\n  }\n',
      "",
    ],
  ])("are read as a payload: %s", async (_title, marked, above) => {
    const { text, places } = unmarked(marked);
    const [found] = await namesIn(text);
    expect(found).toMatch(
      new RegExp(`^providerSettings ${places[0]} ${above.replaceAll(".", "\\.")}providerSettings$`),
    );
  });

  it("are not read where the file does not parse, refers to other values, or is nested too deeply", async () => {
    expect(await namesIn("a: [ {\nproviderSettings: 1\n")).toEqual([]);
    expect(await namesIn("a: &a { providerSettings: {} }\nb: *a\n")).toHaveLength(1);
    expect((await factsOf("a.yaml", `${"[".repeat(5000)}\n# ${BASE}\n`)).strings).toHaveLength(1);
  });

  it("do not make the rest of the file checked", async () => {
    expect((await factsOf("a.yaml", `uri: ${BASE}/groups\n`)).mentionsApi).toBe(true);
  });
});

describe("what was not checked", () => {
  it.each([
    ["all of it is in blocks that parse", `\`\`\`js\nfetch("${BASE}/groups");\n\`\`\`\n`, false],
    ["some of it is outside", `\`\`\`js\nfetch("${BASE}/groups");\n\`\`\`\n\n${BASE}\n`, true],
    ["the block does not parse", `\`\`\`js\nfetch("${BASE}/groups" ((\n\`\`\`\n`, true],
  ])("is known where %s", async (_title, text, expected) => {
    expect((await factsOf("a.md", text)).mentionsApi).toBe(expected);
  });
});

describe("pages with strange blocks", () => {
  it("never fail, whatever is cut, doubled or moved", async () => {
    const page = LANGUAGES.map((language) => fenced(language, SENDERS[language]!.replace("@", ""))).join(
      "\n\n",
    );
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < 30; round++) {
      const [from, to, at] = [random(page.length), random(page.length), random(page.length)];
      const piece = page.slice(Math.min(from, to), Math.max(from, to));
      const text =
        page.slice(0, at) +
        ["", piece, "> ", "```\n", "~~~js\n", "\t", "    "][random(7)]! +
        page.slice(at + random(9));
      const { requests, fields, strings } = await factsOf("a.md", text);
      for (const { place } of [...fields, ...strings]) {
        expect(place.path).toBe("a.md");
        expect(text.slice(place.start, place.end)).toHaveLength(place.end - place.start);
      }
      expect(new Set(requests.map(({ id }) => id)).size).toBe(requests.length);
    }
  });
});
