import { describe, expect, it } from "vitest";
import { report } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

const PHP = (body: string): string => `<?php\nclass Atlas {\n${body}\n}\n`;

/** A base that v2ready cannot know, by the name of the file that uses it. Each is one request of the API, or none. */
const CASES: readonly (readonly [what: string, files: Readonly<Record<string, string>>])[] = [
  [
    "two unknown parts in JavaScript",
    {
      "a.js":
        "export const a = (g) => fetch(process.env.HOST + process.env.BASE + `/groups/${g}/clusters`);\n",
    },
  ],
  [
    "unknown segments in JavaScript",
    {
      "a.js": "export const a = (g) => fetch(`${process.env.HOST}/${process.env.P}/groups/${g}/clusters`);\n",
    },
  ],
  [
    "an unknown segment before the version in JavaScript",
    {
      "a.js":
        "export const a = (g) => fetch(`${process.env.HOST}/${process.env.P}/v1.0/groups/${g}/clusters`);\n",
    },
  ],
  [
    "unknown segments in Python",
    {
      "a.py":
        "import os, requests\ndef a(g):\n    return requests.get(f\"{os.environ['H']}/api/{os.environ['P']}/groups/{g}/clusters\")\n",
    },
  ],
  [
    "a member that a PHP class never assigns",
    {
      "a.php": PHP(
        'private ?string $v;\nfunction all($g) { return (new \\GuzzleHttp\\Client(["base_uri" => $this->v]))->get("/groups/$g/clusters"); }',
      ),
    },
  ],
  [
    "a static member that a PHP class never assigns",
    {
      "a.php": PHP(
        'private static $base;\nstatic function all($g) { return file_get_contents(self::$base . "/groups/$g/clusters"); }',
      ),
    },
  ],
  [
    "a constant of PHP that is defined elsewhere",
    { "a.php": "<?php\necho file_get_contents(BASE . '/groups/' . $g . '/clusters');\n" },
  ],
  [
    "a base of another class in Scala",
    {
      "A.scala":
        'def all(g: String) = http.newCall(Request.Builder().url(Config.host + Config.base + "/groups/$g/clusters").build())\n',
    },
  ],
  [
    "a base of another class in Swift",
    { "a.swift": 'let r = URLRequest(url: URL(string: "\\(Config.base)/groups/\\(g)/clusters")!)\n' },
  ],
  [
    "a base of another class in Dart",
    { "a.dart": "Future all(String g) => http.get(Uri.parse('${Config.base}/groups/$g/clusters'));\n" },
  ],
  [
    "a base of another class in Scala",
    { "A.scala": 'object A { def all(g: String) = http.get(Conf.base + "/groups/" + g + "/clusters") }\n' },
  ],
  [
    "a placeholder of a template in YAML",
    { "a.yml": "url: 'https://x/api/{{ kind }}/v1.0'\n# /groups/1/clusters\n" },
  ],
  [
    "a placeholder of Objective-C",
    { "a.m": '[NSString stringWithFormat:@"https://cloud.mongodb.com/api/%@/v1.0", kind];\n' },
  ],
  [
    "parts that stand beside properties of a cluster in Scala",
    {
      "A.scala":
        'val base = "/api/" + kind + "/v1.0"\nval size = c["providerSettings"]["instanceSizeName"]\n',
    },
  ],
];

describe("a base that is not known is counted as undetermined", () => {
  it.each(CASES)("%s", async (_what, files) => {
    const { summary } = await report([], { cwd: sharedTree(files) });
    expect(summary.undetermined).toBe(1);
  });

  it("and a searched file that sends such a request is not checked", async () => {
    const [, files] = CASES.find(([what]) => what.endsWith("another class in Scala"))!;
    const { unchecked } = await report([], { cwd: sharedTree(files) });
    expect(unchecked).toMatchObject([{ kind: "plain-text", places: [{ path: "A.scala" }] }]);
  });
});

describe("a base that is not known is not counted", () => {
  it.each([
    [
      "before a path of another API",
      "export const a = (g) => fetch(`${H}/${P}/groups/${g}/members`); // /clusters\n",
    ],
    [
      "behind the host of another API",
      "export const a = (g) => fetch(`https://x.net/${P}/groups/${g}/clusters`);\n",
    ],
  ])("%s", async (_what, text) => {
    const { summary } = await report([], { cwd: sharedTree({ "a.js": text }) });
    expect(summary.undetermined).toBe(0);
  });

  it("if PHP assigns a member later, or reads a file", async () => {
    const text = PHP(
      'private $client;\nfunction all($g) {\n  if (!$this->client) $this->client = new \\GuzzleHttp\\Client(["base_uri" => "https://x.net"]);\n  return $this->client->get("/groups/$g/clusters") . file_get_contents($this->folder . "/groups.txt");\n}',
    );
    const { summary } = await report([], { cwd: sharedTree({ "a.php": text }) });
    expect(summary.undetermined).toBe(0);
  });
});
