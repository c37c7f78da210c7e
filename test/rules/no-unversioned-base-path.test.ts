import rule from "../../rules/no-unversioned-base-path.js";
import { uses } from "./no-unversioned-base-path/uses.js";
import { testRule } from "../support/rule-tester.js";

const HIGH = { messageId: "unversioned", confidence: "high" } as const;
const MEDIUM = { messageId: "unversioned", confidence: "medium" } as const;

testRule(rule, {
  valid: [
    {
      name: "other versions of an everyday word, and what goes on behind the version",
      code: 'const old = "%host%/api/%admin%/v1.0-beta";\nfetch("/api/admin/v2.0/groups/1");\nfetch("/api/admin/v1/groups");\nfetch("%host%/api/%admin%/v2/groups/1");\nfetch("/api/%admin%/v2beta/groups");\nfetch("/api/%admin%/${version}/groups");',
    },
    {
      name: "the versioned base",
      code: 'const BASE = "%host%/api/%admin%/v2"; const OLD = "v1.0";',
      noAnchor: true,
    },
    {
      name: "the discovery base stays",
      code: "const url = `%host%/%metrics%/v1.0/groups/${id}/discovery`; // /api/%admin%/ and more",
    },
    {
      name: "another API of the same host",
      code: 'fetch("%host%/api/public/v1.0/groups"); const service = "/%admin%";',
    },
    {
      name: "Microsoft Graph",
      code: 'fetch(`https://graph.microsoft.com/v1.0/groups/${id}/members`); const role = "/%admin%";',
    },
    {
      name: "an application's own versioned API beside a version of its own",
      code: 'app.use("/api/%admin%/v2", router); const VERSION = "v1.0";',
      noAnchor: true,
    },
    {
      name: "a longer version number",
      code: 'const url = "%host%/api/%admin%/v1.01/groups";',
      noAnchor: true,
    },
    { name: "a version with a third part", code: 'const url = "%host%/api/%admin%/v1.0.2/groups";' },
    { name: "a pre-release of something else", code: 'const url = "%host%/api/%admin%/v1.0-beta/groups";' },
    { name: "a word that ends in the segment", code: 'const url = "/api/super-%admin%/v1.0/users";' },
    {
      name: "a word that starts with the segment",
      code: 'const url = "/api/%admin%istration/v1.0/users"; // "/%admin%/"',
    },
    {
      name: "the segment without the API",
      code: 'const url = "/%admin%/v1.0/users";',
      vocabulary: "service",
    },
    {
      name: "the form v1.5 is of one vocabulary",
      code: 'const url = "%host%/api/%admin%/v1.5/groups"; // /%admin%/ v1.0',
      vocabulary: "service",
    },
    {
      name: "parts that are never put together",
      code: 'const base = "%host%/api/%admin%"; const version = "v1.0"; log(version);',
    },
    {
      name: "a version that depends on the environment alone",
      code: "fetch(`%host%/api/%admin%/${process.env.VERSION}/groups`); // v1.0",
    },
    { name: "no part of the path at all", code: 'fetch("/healthz");', noAnchor: true },
    {
      name: "Python, the versioned base",
      filename: "client.py",
      code: 'BASE = "%host%/api/%admin%/v2"  # was v1.0',
      noAnchor: true,
    },
  ],
  invalid: [
    {
      name: "a whole URL",
      code: "const url = `%host%⟦/api/%admin%/v1.0⟧/groups/${id}/clusters`;",
      errors: [
        {
          ...HIGH,
          message:
            "/api/%admin%/v1.0 is the base path of the unversioned administration API; /api/%admin%/v2 replaces it.",
        },
      ],
    },
    {
      name: "a constant that requests start with",
      code: 'const BASE = "%host%⟦/api/%admin%/v1.0⟧";\nfetch(`${BASE}/groups/${id}/clusters`);',
      errors: [HIGH],
    },
    {
      name: "a constant of an everyday word that nothing is known of",
      code: 'export const BASE = "%host%⟦/api/%admin%/v1.0⟧";',
      vocabulary: "service",
      errors: [MEDIUM],
    },
    {
      name: "a constant of a distinctive word",
      code: 'export const BASE = "%host%⟦/api/%admin%/v1.0⟧";',
      vocabulary: "atlas",
      errors: [HIGH],
    },
    ...uses,
    { name: "a trailing slash", code: 'const BASE = "%host%⟦/api/%admin%/v1.0⟧/groups/";', errors: [HIGH] },
    {
      name: "without a slash in front",
      code: 'fetch(host + "/" + "⟦api/%admin%/v1.0⟧/groups/" + id);',
      errors: [HIGH],
    },
    {
      name: "the version in a constant of its own",
      code: 'const VERSION = "⟦v1.0⟧";\nconst url = `%host%/api/%admin%/${VERSION}/groups/${id}/clusters`;',
      errors: [HIGH],
    },
    {
      name: "only the number in a constant of its own",
      code: 'const VERSION = "⟦1.0⟧";\nconst url = `%host%/api/%admin%/v${VERSION}/groups/${id}`;',
      errors: [HIGH],
    },
    {
      name: "parts joined with +, in a request",
      code: 'const host = "%host%", api = "/api/%admin%", version = "⟦/v1.0⟧";\nfetch(host + api + version + "/groups/" + id + "/clusters");',
      errors: [HIGH],
    },
    {
      name: "an array joined with slashes",
      code: 'const url = ["%host%", "api", "%admin%", "⟦v1.0⟧", "groups", id].join("/");',
      errors: [HIGH],
    },
    {
      name: "concat, in a request",
      code: 'fetch("%host%".concat("/api/%admin%/", "⟦v1.0⟧", "/groups/", id));',
      errors: [HIGH],
    },
    {
      name: "new URL with a base",
      code: 'fetch(new URL("⟦/api/%admin%/v1.0⟧/groups", "%host%"));',
      errors: [HIGH],
    },
    {
      name: "class fields",
      code: [
        "class Client {",
        '  base = "%host%/api/%admin%";',
        '  version = "⟦v1.0⟧";',
        "  list(id) { return fetch(`${this.base}/${this.version}/groups/${id}/clusters`); }",
        "}",
      ].join("\n"),
      errors: [HIGH],
    },
    {
      name: "a field that the constructor sets",
      code: [
        "class Client {",
        '  constructor() { this.url = "%host%⟦/api/%admin%/v1.0⟧"; }',
        "  list(id) { return fetch(this.url + `/groups/${id}/clusters`); }",
        "}",
        "new Client().list(1);",
      ].join("\n"),
      errors: [HIGH],
    },
    {
      name: "an enum in TypeScript",
      filename: "versions.ts",
      code: 'enum Version { Old = "⟦v1.0⟧", New = "v2" }\nfetch(`%host%/api/%admin%/${Version.Old}/groups/${id}/clusters` as string);',
      errors: [HIGH],
    },
    {
      name: "a constant object in TypeScript",
      filename: "config.ts",
      code: 'const config = { base: "%host%⟦/api/%admin%/v1.0⟧" } as const;\nfetch(`${config.base}/groups/${id}/clusters`);',
      errors: [HIGH],
    },
    {
      name: "the default of an environment variable",
      code: 'const base = process.env.BASE ?? "%host%⟦/api/%admin%/v1.0⟧";\nfetch(`${base}/groups/${id}/clusters`);',
      errors: [HIGH],
    },
    {
      name: "one of two versions",
      code: 'const version = old ? "⟦v1.0⟧" : "v2";\nfetch(`%host%/api/%admin%/${version}/groups/${id}/clusters`);',
      errors: [HIGH],
    },
    {
      name: "the argument of a wrapper",
      code: 'const get = (version, path) => fetch(`%host%/api/%admin%/${version}${path}`);\nget("⟦v1.0⟧", "/groups/1/clusters");\nget("v2", "/groups/1/clusters");',
      errors: [HIGH],
    },
    {
      name: "an instance",
      code: 'import axios from "axios";\nconst client = axios.create({ baseURL: "%host%⟦/api/%admin%/v1.0⟧" });\nclient.get("/groups/1/clusters");',
      errors: [HIGH],
    },
    {
      name: "path and host apart",
      code: 'exports = () => context.http.get({ scheme: "https", host: "example.test", path: "⟦/api/%admin%/v1.0⟧/groups", digestAuth: true });',
      errors: [HIGH],
    },
    {
      name: "two places",
      code: 'fetch("%host%⟦/api/%admin%/v1.0⟧/groups/1/clusters");\nfetch("%host%⟦/api/%admin%/v1.0⟧/groups/2/clusters");',
      errors: [HIGH, HIGH],
    },
    {
      name: "a regular expression, of an everyday word",
      code: "const isCall = /\\⟦/api\\/%admin%\\/v1\\.0⟧\\/[^/]+/.test(url);",
      vocabulary: "service",
      errors: [{ ...MEDIUM, message: "/api/%admin%/v1.0 is the base path" }],
    },
    {
      name: "a regular expression with a path of the API behind it",
      code: "const isCall = /\\⟦/api\\/%admin%\\/v1\\.0⟧\\/groups\\/[^/]+/.test(url);",
      vocabulary: "service",
      errors: [{ ...HIGH, message: "/api/%admin%/v1.0 is the base path" }],
    },
    {
      name: "a regular expression, of a distinctive word",
      code: "const isCall = /\\⟦/api\\/%admin%\\/v1\\.0⟧\\/groups\\/[^/]+/.test(url);",
      vocabulary: "atlas",
      errors: [HIGH],
    },
    {
      name: "JSX, in an attribute",
      filename: "link.jsx",
      code: 'export const Link = () => <a href="%host%⟦/api/%admin%/v1.0⟧/groups">groups</a>;',
      errors: [HIGH],
    },
    {
      name: "TSX, in an effect",
      filename: "list.tsx",
      code: "export function List({ id }: { id: string }) {\n  useEffect(() => { void fetch(`⟦/api/%admin%/v1.0⟧/groups/${id}/clusters`); }, [id]);\n  return <ul />;\n}",
      errors: [HIGH],
    },
    {
      name: "a line comment breaks nothing",
      code: "// see %host%⟦/api/%admin%/v1.0⟧/groups/{GROUP-ID}/clusters\nexport {};",
      errors: [{ ...HIGH, severity: "info" }],
    },
    {
      name: "a comment of documentation",
      code: "/**\n * @see ⟦/api/%admin%/v1.0⟧/groups\n */\nexport function list() {}",
      errors: [{ ...HIGH, severity: "info" }],
    },
    {
      name: "a page of documentation",
      filename: "docs/usage.md",
      code: "Call `GET %host%⟦/api/%admin%/v1.0⟧/groups/{GROUP-ID}/clusters`.",
      errors: [{ ...MEDIUM, severity: "info" }],
    },
    {
      name: "a test file is code",
      filename: "test/client.test.js",
      code: 'expect(url).toBe("%host%⟦/api/%admin%/v1.0⟧/groups");',
      errors: [HIGH],
    },
    {
      name: "Python",
      filename: "client.py",
      code: 'BASE = "%host%⟦/api/%admin%/v1.0⟧"\nurl = f"{BASE}/groups/{group}/clusters"',
      errors: [HIGH],
    },
    {
      name: "Go",
      filename: "client.go",
      code: 'package a\n\nimport "net/http"\n\nconst base = "%host%⟦/api/%admin%/v1.0⟧/"\n\nfunc list() { http.Get(base + "groups") }\n',
      errors: [{ messageId: "unversioned", confidence: "high" }],
    },
    {
      name: "YAML",
      filename: "config.yaml",
      code: "client:\n  baseUrl: %host%⟦/api/%admin%/v1.0⟧\n",
      errors: [MEDIUM],
    },
    {
      name: "a shell script",
      filename: "list.pl",
      code: 'curl --digest -u "$USER:$KEY" \\\n  "%host%⟦/api/%admin%/v1.0⟧/groups/$GROUP/clusters?pretty=true"',
      errors: [MEDIUM],
    },
    {
      name: "a script of settings",
      filename: ".env.example",
      code: "BASE_URL=%host%⟦/api/%admin%/v1.0⟧",
      errors: [MEDIUM],
    },
    {
      name: "without /api, of a distinctive word",
      code: "fetch(`${origin}⟦/atlas/v1.0⟧/groups/${id}/clusters`);",
      vocabulary: "atlas",
      errors: [HIGH],
    },
    {
      name: "v1.5, which has the new shape of clusters",
      code: 'const url = "%host%⟦/api/%admin%/v1.5⟧/groups/1/clusters";',
      vocabulary: "atlas",
      errors: [
        {
          messageId: "newShape",
          confidence: "high",
          message:
            "is a base path of the unversioned administration API with clusters of 2023-02-01; /api/atlas/v2 replaces it.",
          advice: "The bodies stay as they are.",
        },
      ],
    },
    {
      name: "v1.5, to a target with another shape",
      code: 'const BASE = "%host%⟦/api/%admin%/v1.5⟧"; fetch(`${BASE}/groups/1/clusters`);',
      vocabulary: "atlas",
      target: "2024-08-05",
      errors: [HIGH],
    },
    {
      name: "staying on the first version asks for the path, too",
      code: 'fetch("%host%⟦/api/%admin%/v1.0⟧/groups/1/clusters");',
      target: "2023-01-01",
      errors: [HIGH],
    },
  ],
});
