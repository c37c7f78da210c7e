import { describe, expect, it } from "vitest";
import { fixFiles, type Files } from "../support/fix-files.js";

const URL = "https://cloud.mongodb.com/api/atlas/v1.0/groups/g/clusters/c";

const RUBY = `require "net/http"
uri = URI("${URL}")
res = Net::HTTP.get_response(uri, { "Accept" => "application/json" })
store = JSON.parse(res.body)
`;
const PYTHON = `import requests
from flask import Flask, render_template
app = Flask(__name__)
@app.route("/x")
def show():
    store = requests.get("${URL}", headers={"Accept": "application/json"}).json()
    return render_template("x.html", **locals())
`;
const PHP = (how: string): string => `<?php
$curl = curl_init("${URL}");
curl_setopt($curl, CURLOPT_RETURNTRANSFER, true);
curl_setopt($curl, CURLOPT_HTTPHEADER, ["Accept: application/json"]);
$store = json_decode(curl_exec($curl), true);
${how} 'view.php';
`;

describe("code that has the variables of other code without getting them", () => {
  it.each<[string, Files]>([
    [
      "a template of Ruby with a binding",
      {
        "x.rb": `${RUBY}puts ERB.new(File.read("x.erb")).result(binding)\n`,
        "x.erb": '<%= store["mongoURI"] %>\n',
      },
    ],
    [
      "a template of Sinatra with variables of the object",
      {
        "x.rb": `require "sinatra"\nget "/x" do\n${RUBY.replace("store =", "@store =")}  erb :show\nend\n`,
        "views/show.erb": '<%= @store["mongoURI"] %>\n',
      },
    ],
    [
      "a template of Python with all local variables",
      { "x.py": PYTHON, "templates/x.html": "{{ store.mongoURI }}\n" },
    ],
    [
      "a file of PHP that is included",
      { "x.php": PHP("include"), "view.php": "<?= $store['mongoURI'] ?>\n" },
    ],
    [
      "a file of PHP that is required",
      { "x.php": PHP("require_once"), "view.php": "<?= $store['mongoURI'] ?>\n" },
    ],
  ])("keeps a request from a safe fix: %s", async (_what, files) => {
    const { units, files: after } = await fixFiles(files);
    expect(after).toEqual(files);
    const [reasons] = units.map((one) => one.reasons);
    expect(reasons?.slice(-1)).toEqual([
      expect.stringMatching(/^the (?:template|included file) \S+ reads mongoURI of an unknown object$/),
    ]);
  });

  it.each<[string, Files, string]>([
    [
      "a template of Ruby in the program",
      { "x.rb": `${RUBY}puts ERB.new("<%= store['mongoURI'] %>").result(binding)\n` },
      "result",
    ],
    [
      "a template of Python in the program",
      { "x.py": PYTHON.replace('render_template("x.html"', 'render_template_string("{{ store.mongoURI }}"') },
      "render_template_string",
    ],
    [
      "a file of PHP with a path that is not known",
      { "x.php": PHP("").replace(" 'view.php'", '$page = $_GET["page"]; include "views/$page.php"') },
      "include",
    ],
  ])("keeps a request from a safe fix that unknown code may read: %s", async (_what, files, to) => {
    const { units, files: after } = await fixFiles(files);
    expect(after).toEqual(files);
    const [reason] = units.flatMap(({ reasons }) => reasons);
    expect(reason).toMatch(new RegExp(`${to} gets the cluster in the response`));
  });

  it.each<[string, Files]>([
    [
      "a template that reads what stays",
      {
        "x.py": PYTHON.replace("**locals()", 'store={"name": store["name"]}'),
        "templates/x.html": "{{ store.name }} mongoURI\n",
      },
    ],
    [
      "an included file that reads what stays",
      { "x.php": PHP("include"), "view.php": "<?= $store['name'] ?>\n" },
    ],
    [
      "a file of PHP that is not included",
      { "x.php": PHP("echo"), "view.php": "<?= $store['mongoURI'] ?>\n" },
    ],
  ])("does not keep a request from a safe fix: %s", async (_what, files) => {
    const { files: after } = await fixFiles(files);
    const [path] = Object.keys(files);
    expect(after[path!]).toContain("/api/atlas/v2/");
  });
});

/** A workflow whose first job asks for a cluster and gives it to others. */
const workflow = (give: string, rest: string): string => `on: push
jobs:
  a:
    steps:
      - id: get
        run: |
          c=$(curl -s --digest -u "$A:$B" -H "Accept: application/json" ${URL})
          echo "C=$c" >> "$${give}"
${rest}`;
const OUTPUTS = '    outputs: { c: "${{ steps.get.outputs.C }}" }\n';
const SHOW = 'import json, os\nprint(json.loads(os.environ["C"])["mongoURI"])\n';

describe("what a step of a workflow gives to others", () => {
  it.each<[string, string, string]>([
    [
      "JSON of a job that this one needs",
      "GITHUB_OUTPUT",
      `${OUTPUTS}  b:\n    steps:\n      - run: echo "\${{ fromJSON(needs.a.outputs.c).mongoURI }}"\n`,
    ],
    ["the output of a job", "GITHUB_OUTPUT", OUTPUTS],
    [
      "an input of an action",
      "GITHUB_OUTPUT",
      '      - uses: x/y@v1\n        with: { c: "${{ steps.get.outputs.C }}" }\n',
    ],
    ["a variable of the environment", "GITHUB_ENV", "      - run: python3 show.py\n"],
    [
      "a variable of a step",
      "GITHUB_OUTPUT",
      '      - run: python3 show.py\n        env: { C: "${{ steps.get.outputs.C }}" }\n',
    ],
    [
      "a program in the workflow",
      "GITHUB_ENV",
      `      - shell: python\n        run: |\n          ${SHOW.replace("\n", "\n          ")}`,
    ],
  ])("keeps a request from a safe fix: %s", async (_what, give, rest) => {
    const files = { ".github/workflows/x.yml": workflow(give, rest), "show.py": SHOW };
    expect((await fixFiles(files)).files).toEqual(files);
  });

  it("does not keep a request from a safe fix that gives only a name", async () => {
    const text = workflow("GITHUB_OUTPUT", OUTPUTS).replace("C=$c", "C=$(jq -r .name <<< $c)");
    const { files, remaining } = await fixFiles({ ".github/workflows/x.yml": text });
    expect(remaining).toEqual([]);
    expect(files[".github/workflows/x.yml"]).toContain("/api/atlas/v2/");
  });

  it("keeps a request of an action from a safe fix if the action gives the response", async () => {
    const text = `outputs: { c: { value: "\${{ steps.get.outputs.C }}" } }
runs:
  using: composite
  steps:
    - id: get
      run: |
        c=$(curl -s --digest -u "$A:$B" -H "Accept: application/json" ${URL})
        echo "C=$c" >> "$GITHUB_OUTPUT"
      shell: bash
`;
    expect((await fixFiles({ "x/action.yml": text })).files["x/action.yml"]).toBe(text);
  });
});
