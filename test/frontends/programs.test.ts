import { describe, expect, it } from "vitest";
import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { SourceText } from "../../src/core/source-text.js";
import type { FileFacts } from "../../src/facts/file-facts.js";
import { describe as asRead } from "../../src/facts/text.js";
import { frontendFor } from "../../src/frontends/registry.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";
const interest = CatalogInterest.of(loadCatalog());

async function factsOf(path: string, text: string): Promise<FileFacts> {
  const frontend = await frontendFor(path).load();
  const source = new SourceText(path, text);
  await frontend.prepare?.(source);
  if (!frontend.begin) {
    const facts = frontend.analyze(source, interest);
    if (!("requests" in facts)) throw new Error(facts.message);
    return facts;
  }
  const program = frontend.begin(interest, { resolve: () => undefined, read: () => undefined });
  program.add(source);
  program.evaluate();
  return program.facts()[0]!.facts;
}

describe("programs whose code is in another file", () => {
  it.each([
    [
      "a here-document of a script",
      "a.sh",
      `X=1\npython3 - <<'EOF'\nimport requests\n@requests.get("${BASE}/groups/1")\nEOF\n`,
    ],
    ["an argument of a command", "a.sh", `node -e '@fetch("${BASE}/groups/1")'\n`],
    [
      "an argument in double quotes",
      "a.sh",
      `python -c "import requests; @requests.get('${BASE}/groups/1')" | jq .\n`,
    ],
    [
      "a here-document with variables of the shell",
      "a.sh",
      `BASE="${BASE}"\nURL=$BASE/groups\nBASE=\npython3 - <<EOF\nimport requests\n@requests.get("\${URL}/1")\nEOF\n`,
    ],
    [
      "an argument with a variable of the shell",
      "a.sh",
      `export BASE='${BASE}' # here\nnode -e "const x = 1; @fetch(\\\`$BASE/groups/\\\${x}\\\`)"\n`,
    ],
    [
      "a here-document in quotes, which has no variables of the shell",
      "a.sh",
      `x=2\nnode - <<'EOF'\nconst x = 1;\n@fetch(\`${BASE}/groups/\${x}\`);\nEOF\n`,
    ],
    [
      "a command of a workflow",
      "a.yml",
      `run: |\n  python3 <<EOF\n  import requests\n  @requests.get("${BASE}/groups/1")\n  EOF\n`,
    ],
    [
      "a step of a workflow",
      "a.yml",
      `uses: actions/github-script\nwith:\n  script: |\n    const x = 1;\n    await @fetch(\`${BASE}/groups/\${x}\`);\n`,
    ],
    [
      "a function of a template",
      "a.yaml",
      `ZipFile: |\n  import urllib3\n  http = urllib3.PoolManager()\n  r = @http.request("GET", "${BASE}/groups/1")\n`,
    ],
    ["a command that a page shows as data", "a.md", `\`\`\`json\n// list\n@curl ${BASE}/groups/1\n\`\`\`\n`],
    [
      "a file of a diff",
      "a.md",
      `\`\`\`diff\n--- a/x.json\n+++ b/x.json\n-[]\n+[1]\n--- a/x.js\n+++ b/x.js\n-old(\n+const x = 1;\n \n+@fetch(\`${BASE}/groups/\${x}\`);\n\`\`\`\n`,
    ],
    ["a request that a page shows", "a.md", `\`\`\`http\n@GET ${BASE}/groups/1\nAccept: a/b\n\`\`\`\n`],
  ])("are followed in %s, with their places", async (_title, path, marked) => {
    const text = marked.replace("@", "");
    const { requests } = await factsOf(path, text);
    const line = (offset: number): number => text.slice(0, offset).split("\n").length;
    expect(requests.map(({ urls, site }) => [asRead(urls[0]!), line(site.start)])).toEqual([
      [`${BASE}/groups/1`, line(marked.indexOf("@"))],
    ]);
  });

  it("leave the facts of the script around them, without repeating any", async () => {
    const text = `curl ${BASE}/groups/2\npython3 <<EOF\nimport requests\nrequests.get("${BASE}/groups/1")\nEOF\n`;
    const { requests, strings } = await factsOf("a.sh", text);
    expect(requests.map(({ urls }) => asRead(urls[0]!))).toEqual([`${BASE}/groups/2`, `${BASE}/groups/1`]);
    expect(strings.map(({ what }) => what)).toEqual(["base-path", "base-path"]);
  });

  it("are not made of texts that only look like code", async () => {
    const text = `a: |\n  import tax of ${BASE}\n  let it be = 1\nb: python3 -c ${BASE}\n`;
    expect((await factsOf("a.yml", text)).requests).toEqual([]);
  });
});
