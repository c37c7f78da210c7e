import type { InvalidCase, ValidCase } from "../../support/rule-tester.js";

const TYPE = "application/vnd.%vendor%.2023-02-01+json";
const NEW = "%host%/api/%admin%/v2";
const OLD = "%host%/api/%admin%/v1.0";

/** Languages that are searched. */
export const valid: readonly ValidCase[] = [
  {
    name: "text with a dated media type as well",
    filename: "a.py",
    code: `BASE = "${NEW}/groups/1"\nold = {"Accept": "application/json"}\nnew = {"Accept": "${TYPE}"}`,
  },
  {
    name: "a Content-Type in text",
    filename: "b.py",
    code: `BASE = "${NEW}/groups/1"\nheaders = {"Content-Type": "application/json"}`,
  },
  {
    name: "a request in Scala with the media type",
    filename: "c.scala",
    code: `val r = Request.Builder().url("${NEW}/groups/$id/clusters").header("Accept", "${TYPE}").build()`,
  },
  {
    name: "a step of Jenkins with the media type, and one that sends to others",
    filename: "Jenkinsfile",
    code: `def base = "${NEW}"
httpRequest url: "https://hooks.example.com/x", httpMode: "POST"
httpRequest url: "\${base}/groups", customHeaders: [[name: "Accept", value: "${TYPE}"]]`,
  },
  {
    name: "a route, a map and a declaration in languages that are searched",
    filename: "b.scala",
    code: `const val OLD = "${OLD}"
routing { get("/api/%admin%/v1.0/groups") { call.respond(list) } }
fun get(url: String = OLD) = known.get(id)`,
  },
];

/** Calls in languages that have no parser here. */
const calls: readonly InvalidCase[] = [
  [
    "own.scala",
    "missing",
    `val client = HttpClient(CIO)\nval r = client.⟦get("${NEW}/groups/$id/clusters")⟧.body()`,
  ],
  [
    "d.scala",
    "missing",
    `private const val BASE = "${OLD}"\nclient.⟦get("$BASE/groups/$id/clusters")⟧.body()`,
  ],
  [
    "b.scala",
    "missing",
    `val url = "${OLD}/groups/$id"\n// more\nval r = client.⟦patch(url)⟧ { setBody(it) }`,
  ],
  [
    "c.scala",
    "plain",
    `val r = Request.Builder().⟦url("${OLD}/groups/$id")⟧.header("Accept", "application/json").build()
http.newCall(r).execute()`,
  ],
  ["a.swift", "missing", `let url = URL(string: "${OLD}/groups/\\(id)")!\nvar r = ⟦URLRequest(url: url)⟧`],
  [
    "b.swift",
    "missing",
    `let url = URL(string: "${OLD}/groups/\\(id)")\nvar r = ⟦URLRequest(url: url!)⟧\nr.httpMethod = "GET"`,
  ],
  ["a.dart", "missing", `final base = "${OLD}";\nawait http.⟦get(Uri.parse("$base/groups/\${id}"))⟧;`],
  [
    "Jenkinsfile",
    "missing",
    `def url = '${OLD}'
def body = """{ \\"name\\": \\"""" + name + """\\" }"""
def resp = ⟦httpRequest httpMode: 'POST',
  url: url + "/groups/" + id + "/clusters",
  requestBody: body⟧
println resp.content`,
  ],
  [
    "deploy.groovy",
    "plain",
    `steps.⟦httpRequest(url: "${OLD}/groups", customHeaders: [[name: 'Accept', value: 'application/json']])⟧`,
  ],
  ["a.scala", "missing", `val base = "${OLD}"\nbasicRequest.⟦get(uri"$base/groups")⟧.send(backend)`],
].map(([filename = "", messageId = "", code = ""]) => ({
  name: `a call in text that is not parsed: ${filename}`,
  filename,
  code,
  errors: [{ messageId, confidence: "medium" } as const],
}));

/** Calls of the versioned API whose client may be in another file. */
const moved: readonly InvalidCase[] = [
  ["a.scala", `def list() = service().⟦get("${NEW}/groups")⟧`],
  ["a.swift", `session.⟦dataTask(with: URL(string: "${NEW}/groups")!)⟧`],
].map(([filename = "", code = ""]) => ({
  name: `a call of the versioned API in text that is not parsed: ${filename}`,
  filename,
  code,
  vocabulary: "atlas",
  withLow: true,
  errors: [{ messageId: "missing", confidence: "low" } as const],
}));

const plain: readonly InvalidCase[] = [
  ["a.py", 'headers = {"Accept": "⟦application/json⟧"}'],
  ["a.pl", "curl -H 'Accept: ⟦application/json⟧' $URL"],
  ["a.go", 'request.Header.Set("Accept", "⟦application/json⟧")'],
  ["b.pl", "request['Accept'] = '⟦application/json⟧'"],
  ["a.php", "$headers = ['Accept' => '⟦application/json⟧'];"],
  ["a.rs", 'client.get(url).header(ACCEPT, "⟦application/json⟧")'],
].map(([filename = "", header = ""]) => ({
  name: `text that is not parsed: ${filename}`,
  filename,
  code: `BASE = "${NEW}/groups/1"\n${header}`,
  errors: [{ messageId: "plainInText", confidence: "medium" } as const],
}));

/** Requests that are read in a file that is searched. */
const requests: readonly InvalidCase[] = [
  {
    name: "a header of a task of Ansible is reported once",
    filename: "play.yml",
    code: `- uri:\n    url: "⟦${NEW}/groups/{{ project }}/clusters"\n    headers:\n      Accept: application/json⟧\n`,
    errors: [{ messageId: "plain", confidence: "medium" }],
  },
  {
    name: "a header of a command in a workflow is reported once, and that of an unknown command as before",
    filename: ".github/workflows/a.yml",
    vocabulary: "atlas",
    code: `jobs:
  a:
    steps:
      - run: |
          ⟦curl --digest -H "Accept: application/json" ${NEW}/groups⟧
          tool -H "Accept: ⟦application/json⟧" /groups
`,
    errors: [
      { messageId: "plain", confidence: "medium" },
      { messageId: "plainInText", confidence: "medium" },
    ],
  },
];

export const invalid: readonly InvalidCase[] = [...plain, ...calls, ...moved, ...requests];
