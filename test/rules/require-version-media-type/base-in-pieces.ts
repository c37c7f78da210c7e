import type { InvalidCase, ValidCase } from "../../support/rule-tester.js";

const PLAIN = { messageId: "plain", confidence: "high" } as const;
const MISSING = { messageId: "missing", confidence: "high" } as const;

/** Requests to a base that no literal holds as a whole: [name, language, code, error]. */
const PIECES: readonly (readonly [string, string, string, typeof PLAIN | typeof MISSING])[] = [
  [
    "three constants",
    "js",
    'const ROOT = "%host%", API = "api/%admin%", VERSION = "v2";\nfetch(`${ROOT}/${API}/${VERSION}/groups/1/clusters`, { headers: ⟦{ Accept: "application/json" }⟧ });',
    PLAIN,
  ],
  [
    "an object of settings",
    "js",
    'const config = { host: "%host%/api/%admin%", version: "v2" };\nfetch(config.host + "/" + config.version + "/groups/1/clusters", { headers: ⟦{ Accept: "application/json" }⟧ });',
    PLAIN,
  ],
  [
    "the number of the version",
    "js",
    'const VERSION = 2;\nfetch(`%host%/api/%admin%/v${VERSION}/groups/1/clusters`, { headers: ⟦{ Accept: "application/json" }⟧ });',
    PLAIN,
  ],
  [
    "segments of a list",
    "js",
    'fetch(["%host%", "api", "%admin%", "v2", "groups", "1", "clusters"].join("/"), { headers: ⟦{ Accept: "application/json" }⟧ });',
    PLAIN,
  ],
  [
    "a word of the path",
    "js",
    'const NAME = "%admin%";\nfetch(`%host%/api/${NAME}/v2/groups/1/clusters`, { headers: ⟦{ Accept: "application/json" }⟧ });',
    PLAIN,
  ],
  [
    "parts that are joined",
    "py",
    'import requests\nBASE = "%host%/api/%admin%"\nVERSION = "v2"\ndef get(*parts):\n    return requests.get("/".join([BASE, VERSION, *parts]), headers=⟦{"Accept": "application/json"}⟧)\nget("groups", "1", "clusters")',
    PLAIN,
  ],
  [
    "attributes of a class",
    "py",
    'import requests\nclass Client:\n    base_url = "%host%/api/%admin%"\n    api_version = "v2"\n    def get(self, path):\n        return ⟦requests.get(f"{self.base_url}/{self.api_version}/{path}")⟧\nClient().get("groups/1/clusters")',
    MISSING,
  ],
  [
    "constants",
    "go",
    'package main\n\nimport (\n\t"fmt"\n\t"net/http"\n)\n\nconst (\n\thost    = "%host%"\n\tapi     = "api/%admin%"\n\tversion = "v2"\n)\n\nfunc main() {\n\t⟦http.Get(fmt.Sprintf("%s/%s/%s/groups/1/clusters", host, api, version))⟧\n}',
    MISSING,
  ],
  [
    "path.Join",
    "go",
    'package main\n\nimport (\n\t"net/http"\n\t"path"\n)\n\nfunc main() {\n\t⟦http.Get("%host%/" + path.Join("api", "%admin%", "v2", "groups", "1", "clusters"))⟧\n}',
    MISSING,
  ],
  [
    "pathSegment",
    "java",
    'import org.springframework.web.util.UriComponentsBuilder;\nimport org.springframework.web.client.RestTemplate;\nclass A {\n  String go() {\n    String u = UriComponentsBuilder.fromHttpUrl("%host%").pathSegment("api", "%admin%", "v2", "groups", "1", "clusters").toUriString();\n    return ⟦new RestTemplate().getForObject(u, String.class)⟧;\n  }\n}',
    MISSING,
  ],
  [
    "AppendPathSegments",
    "cs",
    'using Flurl; using Flurl.Http;\nclass A { public Task<string> Go() => ⟦"%host%".AppendPathSegments("api", "%admin%", "v2", "groups", "1", "clusters")⟧.GetStringAsync(); }',
    MISSING,
  ],
  [
    "parts that are joined",
    "rb",
    'require "httparty"\nROOT = "%host%/api/%admin%"\nVERSION = "v2"\nHTTParty.get([ROOT, VERSION, "groups", "1", "clusters"].join("/"), headers: ⟦{ "Accept" => "application/json" }⟧)',
    PLAIN,
  ],
  [
    "variables",
    "php",
    "<?php\n$root = '%host%/api/%admin%'; $v = 'v2';\n$c = new \\GuzzleHttp\\Client();\n⟦$c->get(\"$root/$v/groups/1/clusters\")⟧;",
    MISSING,
  ],
];

export const valid: readonly ValidCase[] = [
  {
    name: "a base in pieces whose version is another one",
    noAnchor: true,
    code: 'const ROOT = "%host%", API = "api/%admin%", VERSION = "v2beta";\nfetch(`${ROOT}/${API}/${VERSION}/groups/1/clusters`, { headers: { Accept: "application/json" } });',
  },
];

export const invalid: readonly InvalidCase[] = PIECES.map(([name, language, code, error]) => ({
  name: `a base in pieces, in ${language}: ${name}`,
  filename: `a.${language}`,
  code,
  errors: [error],
}));
