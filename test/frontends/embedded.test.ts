import { describe, expect, it } from "vitest";
import { jenkinsPieces } from "../../src/frontends/embedded/jenkins.js";
import { OPERATIONS_PER_STEP, workDone } from "../../src/analysis/evaluation/work.js";
import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { SourceText } from "../../src/core/source-text.js";
import type { FileFacts } from "../../src/facts/file-facts.js";
import { describe as asRead } from "../../src/facts/text.js";
import { embeddingFrontend } from "../../src/frontends/embedded/entry.js";
import { masked } from "../../src/frontends/embedded/placeholders.js";
import { readPlain } from "../../src/frontends/plain/frontend.js";

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

describe("requests of Ansible", () => {
  const play = `- hosts: all
  vars:
    base: ${BASE}
  tasks:
    - uri:
        url: "{{ base }}/groups/{{ group }}/clusters"
        method: POST
        headers:
          Accept: a/b
        body_format: json
        body:
          name: "{{ name }}"
          numShards: 1
    - ansible.builtin.uri:
        method: DELETE
        url: "{{base}}/groups/1"
    - uri: path=/tmp
`;

  it("are those of tasks, with their headers, bodies and variables", async () => {
    const { requests } = await factsOf("play.yml", play);
    const sent = requests.map(({ methods, urls, headers, body }) => ({
      methods,
      path: asRead(urls[0]!).replace(BASE, ""),
      headers: headers.entries.map(({ name, values }) => `${name}: ${asRead(values[0]!)}`),
      keys: body?.kind === "object" ? body.members.map(({ key }) => key) : [],
    }));
    expect(sent).toEqual([
      {
        methods: ["POST"],
        path: "/groups/{group}/clusters",
        headers: ["accept: a/b", "content-type: application/json"],
        keys: ["name", "numShards"],
      },
      { methods: ["DELETE"], path: "/groups/1", headers: [], keys: [] },
    ]);
  });

  it("have the places of the task, and are read once", async () => {
    const { requests, fields } = await factsOf("play.yml", play);
    expect(requests.map(({ site: { start, end } }) => play.slice(start, end).split("\n")[0])).toEqual([
      '{{ base }}/groups/{{ group }}/clusters"',
      "DELETE",
    ]);
    expect(fields.map(({ place: { start, end } }) => play.slice(start, end))).toEqual(["numShards"]);
  });
});

describe("requests of HTTP files", () => {
  const file = `@host = https://cloud.mongodb.com
@base = {{host}}/api/atlas/v1.0
### list
# all of them
GET {{base}}/groups/{{group}}/clusters HTTP/1.1
Accept: a/b

###
POST {{base}}/groups
Content-Type: application/json

{ "name": "a", "numShards": 1 }

> {% client.log("x") %}
### not one
not a request
`;

  it.each(["a.http", "a.rest"])("are read in %s, with variables, headers and bodies", async (path) => {
    const { requests, fields } = await factsOf(path, file);
    const sent = requests.map(({ methods, urls, headers }) => [
      ...methods,
      asRead(urls[0]!).replace(BASE, ""),
      ...headers.entries.map(({ name, values }) => `${name}: ${asRead(values[0]!)}`),
    ]);
    expect(sent).toEqual([
      ["GET", "/groups/{group}/clusters", "accept: a/b"],
      ["POST", "/groups", "content-type: application/json"],
    ]);
    expect(requests.map(({ site }) => file.slice(0, site.start).split("\n").length)).toEqual([5, 9]);
    expect(fields.map(({ place: { start, end } }) => file.slice(start, end))).toEqual(['"numShards"']);
  });
});

describe("credentials of Ansible", () => {
  it.each([
    ["", "unknown"],
    ["    force_basic_auth: yes\n", "basic"],
  ])("answer a challenge unless Basic is forced: %j", async (line, credentials) => {
    const { requests } = await factsOf("a.yml", `- uri:\n    url: ${BASE}/groups\n    user: u\n${line}`);
    expect(requests.map((one) => one.credentials)).toEqual([credentials]);
  });
});

describe("defaults of modules in Ansible", () => {
  const defaults = (key: string, value: string) =>
    `module_defaults: { ${key}: { headers: { Accept: ${value} } } }`;
  const play = (own: string, task: string, block = "") => `- hosts: all
  ${own}
  tasks:
    - name: all
      ${block}
      block:
        - ansible.builtin.uri:
            url: ${BASE}/groups
            ${task}
`;

  it.each<[what: string, text: string, headers: readonly string[]]>([
    ["of a play", play(defaults("ansible.builtin.uri", "a/b"), ""), ["accept: a/b"]],
    ["by the short name", play(defaults("uri", "a/b"), ""), ["accept: a/b"]],
    [
      "of a block before those of the play",
      play(defaults("uri", "x"), "", defaults("uri", "a/b")),
      ["accept: a/b"],
    ],
    ["without those that the task states itself", play(defaults("uri", "x"), "headers: { X: y }"), ["x: y"]],
    ["of another module", play(defaults("get_url", "x"), ""), []],
  ])("are arguments of its tasks: %s", async (_, text, headers) => {
    const { requests } = await factsOf("play.yml", text);
    const sent = requests.map((request) =>
      request.headers.entries.map(({ name, values }) => `${name}: ${asRead(values[0]!)}`),
    );
    expect(sent).toEqual([headers]);
  });

  it("send nothing themselves", async () => {
    const text = `- hosts: all\n  module_defaults:\n    uri:\n      url: ${BASE}/groups\n  tasks: []\n`;
    expect((await factsOf("play.yml", text)).requests).toEqual([]);
  });
});

describe("shell in other files", () => {
  it.each([
    [
      "a workflow",
      ".github/workflows/a.yml",
      `jobs:\n  a:\n    steps:\n      - run: |\n          X=1\n          @curl "${BASE}/groups/$X"\n`,
    ],
    ["a workflow with one line", "a.yml", `steps:\n  - run: @curl ${BASE}/groups/1\n`],
    ["a quoted text", "a.yml", `script:\n  - "@curl '${BASE}/groups/1' # \\"x\\""\n`],
    [
      "a list of commands",
      ".gitlab-ci.yml",
      `a:\n  script:\n    - X=1\n    - echo\n    - @curl ${BASE}/groups/$X\n`,
    ],
    ["a folded text", "pod.yaml", `args:\n  - >\n    @curl -s\n    ${BASE}/groups/1\n`],
    [
      "variables of the workflow, the job and the step in templates",
      "a.yml",
      `env:\n  B: ${BASE}\njobs:\n  a:\n    env: { P: groups }\n    steps:\n      - env: { X: 1 }\n        run: @curl "\${{ env.B }}/\${{ env.P }}/\${{env.X}}"\n`,
    ],
    ["variables of the job", "a.yml", `env:\n  B: ${BASE}\na:\n  env: { X: 1 }\n  run: @curl $B/groups/$X\n`],
    ["Markdown", "a.md", `# A\n\n\`\`\`sh\n@curl ${BASE}/groups/1\n\`\`\`\n`],
    ["Markdown without a language", "a.md", `\`\`\`\n1| @curl -s \\\n2|   ${BASE}/groups/1\n\`\`\`\n`],
    [
      "a session in Markdown",
      "a.md",
      `\`\`\`console\n$ X=1\n1\n$ @curl -s \\\n>  ${BASE}/groups/$X\n{}\n\`\`\`\n`,
    ],
    [
      "two fences",
      "a.md",
      `\`\`\`sh\nX=1\n# curl\n\`\`\`\n\n\`\`\`sh\ncurl example.com\n@curl ${BASE}/groups/1\n\`\`\`\n`,
    ],
    ["a here-document of Terraform", "a.tf", `command = <<EOT\n@curl ${BASE}/groups/1\nEOT\n`],
    ["a command of Terraform", "a.tf", `command = "@curl \\"${BASE}/groups/1\\""\n`],
    ["a script without an ending", "bin/list", `#!/usr/bin/env bash\nX=1\n@curl ${BASE}/groups/$X\n`],
    ["a script with the name of an ending", "bin/go", `#!/usr/bin/env bash\nX=1\n@curl ${BASE}/groups/$X\n`],
    ["a Dockerfile", "Dockerfile", `FROM a\nARG X=1\nRUN apt-get update && \\\n  @curl ${BASE}/groups/$X\n`],
    [
      "the check of a Dockerfile",
      "Dockerfile",
      `FROM a\nENV B=${BASE}\nHEALTHCHECK --retries=2 CMD @curl $B/groups/1\n`,
    ],
    ["two variables of a Dockerfile", "Dockerfile", `FROM a\nENV X=1 B=${BASE}\nRUN @curl $B/groups/1\n`],
    ["the command of a Dockerfile", "Dockerfile", `FROM a\nCMD @curl ${BASE}/groups/1\n`],
    ["a script of npm", "package.json", `{"scripts": {"a": "X=1; @curl \\"${BASE}/groups/$X\\" | jq ."}}`],
    [
      "a makefile",
      "Makefile",
      `B := ${BASE}\nX ?= 1\nall: x\n\techo curl\n\t-@curl -s \\\n\t  $(B)/groups/$(X)\n`,
    ],
    [
      "a command in a variable of a makefile",
      "Makefile",
      `B = ${BASE}\nCURL = @curl -s -u "$(KEY)"\nall:\n\t@$(CURL) $(B)/groups/1\n`,
    ],
    ["a recipe that is not printed", "Makefile", `B = ${BASE}\nall:\n\t@@curl "$(B)/groups/1"\n`],
    [
      "a batch file",
      "a.bat",
      `rem curl\r\nset B=${BASE}\r\n@curl --digest ^\r\n  "%B%/groups/1"\r\n:: curl x\r\n`,
    ],
    ["an included makefile", "a.mk", `all:\n\tX=1; @curl "${BASE}/groups/$$X"\n`],
    ["a table of jobs", "crontab", `B=${BASE}\n*/5 * * * 1-5 @curl -s $B/groups/1 > /dev/null\n`],
    ["a table of jobs with users", "etc/cron.d/a", `# a\n0 1 * * 1 root @/usr/bin/curl ${BASE}/groups/1\n`],
    ["a task with a template", "a.yml", `- vars: { b: "${BASE}" }\n  shell: "@curl {{ b }}/groups/1"\n`],
    [
      "a step of Jenkins with settings",
      "Jenkinsfile",
      `sh(script: "@curl ${BASE}/groups/1", returnStdout: true)\n`,
    ],
    [
      "a Jenkinsfile with variables of its environment",
      "Jenkinsfile",
      `environment {\n  API = '${BASE}/groups'\n  X = credentials('x')\n}\nsh '''\n  @curl -u "$X" \\\n    "$API/1"\n'''\n`,
    ],
    [
      "a Jenkinsfile with variables of Groovy",
      "Jenkinsfile",
      `def base = "${BASE}"\nsh "echo"\nwithEnv(["HERE=\${base}/groups"]) {\n  sh """\n    @curl \${env.HERE}/1\n  """\n}\n`,
    ],
    ["a Jenkinsfile", "Jenkinsfile", `steps {\n  sh '''\n    @curl ${BASE}/groups/1\n  '''\n}\n`],
  ])("is followed in %s, with its place", async (_title, path, marked) => {
    const text = marked.replace(/@(?!@)/, "");
    const { requests: all } = await factsOf(path, text);
    const requests = all.filter(({ urls }) => asRead(urls[0]!).startsWith(BASE));
    expect(requests.map(({ urls, site }) => [asRead(urls[0]!), site.start])).toEqual([
      [`${BASE}/groups/1`, marked.search(/@(?!@)/)],
    ]);
  });

  it("gives a variable of a Jenkinsfile each of its values", async () => {
    const text = `def base = '${BASE}'\nif (old) {\n  base = '${BASE}/groups'\n}\nsh "curl \${base}/1"\n`;
    const { requests } = await factsOf("Jenkinsfile", text);
    expect(requests.flatMap(({ urls }) => urls.map(asRead)).sort()).toEqual([
      `${BASE}/1`,
      `${BASE}/groups/1`,
    ]);
  });

  it("does not put all of very many assignments of a Jenkinsfile in front of each script", () => {
    const source = `${'A = "b"\n'.repeat(5000)}${'sh "curl $A"\n'.repeat(10)}`;
    const lengths = jenkinsPieces(source).map(({ text }) => text.length);
    expect(lengths).toHaveLength(10);
    expect(Math.max(...lengths)).toBeLessThan(3000);
  });

  it("has bodies and reads at the place where a name is written, over lines that are indented", async () => {
    const text = `run: |\n    curl -d '{\n      "numShards": 1\n    }' ${BASE}/groups/1/clusters | jq '.srvAddress'\n`;
    const { fields } = await factsOf("a.yml", text);
    expect(fields.map(({ access, place }) => [access, text.slice(place.start, place.end)])).toEqual([
      ["read", "srvAddress"],
      ["write", '"numShards"'],
    ]);
  });

  it("leaves what the plain reading gives", async () => {
    const text = `a: ${BASE}\nb: curl ${BASE}/groups\nsrvAddress: 1\n`;
    const plain = readPlain(new SourceText("a.yml", text), interest);
    expect(await factsOf("a.yml", text)).toMatchObject({
      strings: plain.strings,
      reading: "text",
      language: "yaml",
    });
  });

  it("has requests with ids of their own in each file", async () => {
    const text = `list:\n\tcurl ${BASE}/groups\n`;
    const ids = [await factsOf("Makefile", text), await factsOf("a/Makefile", text)].flatMap(({ requests }) =>
      requests.map(({ id }) => id),
    );
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(2);
  });

  it("is a problem in YAML that does not parse", async () => {
    const jobs = `jobs:\n  - run: curl ${BASE}/groups\n`;
    const block = `a: |\n  {{ include "x" }}\n    indented\nb: curl "${BASE}/groups/1"\n`;
    expect((await factsOf("a.yml", block)).problems).toEqual([]);
    expect((await factsOf("a.yml", jobs)).problems).toEqual([]);
    const broken = `${jobs}  - run: curl -H "Accept: a/b" ${BASE}/orgs\n`;
    expect((await factsOf("a.yml", broken)).problems).toEqual([
      {
        path: "a.yml",
        kind: "syntax",
        line: 3,
        message: "does not parse as YAML, so some of its commands may not be read",
      },
    ]);
  });

  it("is none where nothing is called", async () => {
    for (const text of [`a: ${BASE}\n`, "a: we curl up\nb: {\n", `run: curl '${BASE}\n`])
      expect((await factsOf("a.yml", text)).requests.length).toBeLessThan(2);
    expect((await factsOf("a.md", `Use curl: ${BASE}\n`)).requests).toEqual([]);
  });
});

describe("placeholders", () => {
  it.each([
    ["${{ secrets.KEY }}", "${_secrets_KEY__}"],
    ["{{ x }}", "${_x__}"],
    ["${var.x}", "${_var}"],
    ["${A[@]} ${B[0]}", "${A[@]} ${B[0]}"],
    ["<GROUP-ID>", "_GROUP_ID_"],
    ["cat < a > b", "cat < a > b"],
  ])("%s becomes what a shell can parse, of the same length", (text, expected) => {
    expect(masked(text)).toHaveLength(text.length);
    if (!text.startsWith("$") || text.includes("[")) expect(masked(text)).toBe(expected);
  });
});

describe("hostile text around shell", () => {
  it("that is nested too deeply is searched as text, and the problem says so", async () => {
    const deep = `${"$(echo ".repeat(20_000)}${")".repeat(20_000)}`;
    const facts = await factsOf("a.md", `\`\`\`sh\ncurl ${BASE}/groups/${deep}\n\`\`\`\n`);
    expect(facts.requests).toEqual([]);
    expect(facts.strings.map(({ value }) => value)).toContain("/api/atlas/v1.0");
    expect(facts.problems).toEqual([expect.objectContaining({ path: "a.md", kind: "too-deep" })]);
  });

  it("that opens fences and here-documents without an end is read in one pass", async () => {
    const fences = "```sh\ncurl x\n".repeat(5_000);
    expect((await factsOf("a.md", `${fences}${BASE}/groups\n`)).strings.length).toBeGreaterThan(0);
    const documents = Array.from({ length: 20_000 }, (_, index) => `a = <<E${index}\ncurl x\n`).join("");
    expect((await factsOf("a.tf", `${documents}# ${BASE}/groups\n`)).strings.length).toBeGreaterThan(0);
  });

  it("shares the steps of one file: each of 80 scripts had as many as a file of its own", async () => {
    const levels = Array.from(
      { length: 18 },
      (_, at) => `f${at}() { f${at + 1} "$1" a; f${at + 1} "$1" b; }`,
    );
    const script = [...levels, `f18() { curl "$1/groups/$2"; }`, `f0 ${BASE}`];
    const block = `- run: |\n${script.map((line) => `    ${line}\n`).join("")}`;
    const before = workDone();
    const facts = await factsOf("a.yaml", block.repeat(80));
    expect((workDone() - before) / OPERATIONS_PER_STEP).toBeLessThan(1_500_000);
    expect(facts.problems).toEqual([
      expect.objectContaining({ path: "a.yaml", kind: "limit", limit: "steps" }),
    ]);
    expect(facts.strings.filter(({ value }) => value === "/api/atlas/v1.0")).toHaveLength(80);
  });
});
