import rule from "../../rules/no-invalid-version-media-type.js";
import { testRule } from "../support/rule-tester.js";
import { OK, RIGHT, VENDOR, WRONG } from "./no-invalid-version-media-type/types.js";

const LIST = "%host%/api/%admin%/v2/groups/1/clusters";
const LOG = "%host%/api/%admin%/v2/groups/1/clusters/h/logs/mongodb.gz";

const MALFORMED = { messageId: "malformed", confidence: "high" } as const;
const UNPUBLISHED = { messageId: "unpublished", confidence: "high" } as const;
const WRONG_VENDOR = { messageId: "wrongVendor", confidence: "high" } as const;

testRule(rule, {
  valid: [
    ...RIGHT.map(([name, type]) => ({ name, code: `const TYPE = "${type}";` })),
    {
      name: "a date that a test invents, which no request sends",
      filename: "test/header.test.js",
      code: `assert.equal(written, "Accept: ${VENDOR}.1991-05-17+json");`,
    },
    {
      name: "a date that the specification speaks of, of a resource that it does not describe",
      code: `fetch("%host%/api/%admin%/v2/groups/1/widgets", { headers: { Accept: "${VENDOR}.2023-06-01+json" } });`,
      vocabulary: "service",
    },
    {
      name: "put together from parts",
      code: 'const DATE = "2023-02-01";\nexport const TYPE = `application/vnd.%vendor%.${DATE}+json`;',
    },
    { name: "added up in a constant", code: `const TYPE = "${VENDOR}." + "2023-02-01" + "+json";` },
    {
      name: "added up in a request",
      code: `fetch("${LIST}", { headers: { Accept: "${VENDOR}." + "2023-02-01" + "+json" } });`,
    },
    {
      name: "a date that is not known",
      code: "export const typeOf = (date) => `application/vnd.%vendor%.${date}+json`;",
    },
    {
      name: "a date of the environment",
      code: `fetch("${LIST}", { headers: { Accept: "${VENDOR}." + process.env.DATE + "+json" } });`,
    },
    {
      name: "a template that is filled in",
      code: `const type = "${VENDOR}.{date}+json".replace("{date}", date);`,
    },
    {
      name: "a regular expression",
      code: "const date = /^application\\/vnd\\.%vendor%\\.(\\d{4}-\\d{2}-\\d{2})\\+json$/.exec(type);",
    },
    {
      name: "a regular expression without its start",
      code: "const isTyped = /vnd\\.%vendor%\\.2023-06-15\\+json/.test(type);",
    },
    { name: "a test of the beginning", code: `if (type.startsWith("${VENDOR}.")) parse(body);` },
    {
      name: "equal dates",
      code: `fetch("${LIST}", { method: "POST", headers: { Accept: "${OK}", "Content-Type": "${OK}" }, body: "{}" });`,
    },
    {
      name: "a dated Accept and plain JSON",
      code: `fetch("${LIST}", { method: "POST", headers: { Accept: "${OK}", "Content-Type": "application/json" }, body: "{}" });`,
    },
    {
      name: "dates of which one is not known",
      code: `import { TYPE } from "./types.js";\nfetch("${LIST}", { method: "POST", headers: { Accept: "${OK}", "Content-Type": TYPE }, body: "{}" });`,
    },
    {
      name: "discovery with its own type",
      code: `fetch("%host%/%metrics%/v1.0/groups/1/discovery", { headers: { Accept: "application/json" } }); // ${VENDOR}`,
    },
    {
      name: "a download in its format",
      code: `fetch("${LOG}", { headers: { Accept: "${VENDOR}.2023-02-01+gzip" } });`,
      vocabulary: "atlas",
    },
    {
      name: "a download of which only the format is not known",
      code: `import { FORMAT } from "./formats.js";\nfetch("${LOG}", { headers: { Accept: \`${VENDOR}.2023-02-01+\${FORMAT}\` } });`,
    },
    {
      name: "a path that is not known is no download",
      code: `export const get = (path) => fetch("%host%/api/%admin%/v2" + path, { headers: { Accept: "${VENDOR}.2023-02-01+gzip" } });`,
    },
    {
      name: "another service's vendor type on its own path",
      code: `fetch("https://api.github.com/repos", { headers: { Accept: "application/vnd.github.2023-06-15+json" } }); // ${VENDOR}`,
    },
    {
      name: "a plain type is another rule's matter",
      code: `fetch("${LIST}", { headers: { Accept: "application/vnd.other+json" } });`,
    },
    { name: "XML", filename: "settings.xml", code: `<accept>${OK}</accept>` },
    {
      name: "the end of a sentence",
      filename: "docs/usage.md",
      code: `Send ${OK}. Not **${OK}**, or |${OK}|.`,
    },
    {
      name: "a shell variable",
      filename: "list.pl",
      code: `curl -H "Accept: ${VENDOR}.$DATE+json" -H 'Accept: ${VENDOR}.'"$DATE"'+json'`,
    },
    {
      name: "formatted in Python",
      filename: "client.py",
      code: `a = f"${VENDOR}.{VERSION}+json"\nb = "${VENDOR}.%s+json" % VERSION\nc = "${VENDOR}." + VERSION + "+json"`,
    },
    { name: "formatted in Ruby and Go", filename: "client.pl", code: `a = "${VENDOR}.#{version}+json"` },
    { name: "nothing of the vendor", code: 'const TYPE = "application/json";', noAnchor: true },
  ],
  invalid: [
    {
      name: "a date that was never released, which a test sends",
      filename: "test/call.test.js",
      code: `fetch("%host%/api/%admin%/v2/groups/1/clusters", { headers: { Accept: "⟦${VENDOR}.1991-05-17+json⟧" } });`,
      errors: [{ messageId: "tooEarly", confidence: "high" }],
    },
    {
      name: "a date of another service",
      code: `fetch("%host%/api/%admin%/v2/groups/1/widgets", { headers: { Accept: "⟦${VENDOR}.2023-06-01+json⟧" } });`,
      vocabulary: "atlas",
      errors: [{ messageId: "unpublished", confidence: "high", severity: "error" }],
    },
    ...WRONG.map(([name, type]) => ({
      name,
      code: `const TYPE = "⟦${type}⟧";`,
      errors: [{ ...MALFORMED, message: `${type} does not have the form ${VENDOR}.<yyyy-mm-dd>+json.` }],
    })),
    {
      name: "a dated media type beside one for any type",
      code: `fetch("${LIST}", { headers: { ⟦Accept⟧: "${OK}, */*" } });`,
      errors: [{ messageId: "alsoAny", confidence: "high", severity: "warning" }],
    },
    {
      name: "malformed in a request",
      code: `fetch("${LIST}", { headers: { Accept: "⟦${VENDOR}.2023-2-1+json⟧" } });`,
      errors: [MALFORMED],
    },
    {
      name: "only the vendor, as a header",
      code: `fetch("${LIST}", { headers: { Accept: "⟦${VENDOR}⟧" } });`,
      errors: [MALFORMED],
    },
    {
      name: "malformed as Content-Type",
      code: `fetch("${LIST}", { method: "POST", headers: { Accept: "${OK}", "Content-Type": "⟦${VENDOR}.2023-2-1+json⟧" }, body: "{}" });`,
      errors: [MALFORMED],
    },
    {
      name: "a day that does not exist",
      code: `const TYPE = "⟦${VENDOR}.2023-02-30+json⟧";`,
      errors: [{ messageId: "noSuchDay", confidence: "high", message: "2023-02-30 in " }],
    },
    {
      name: "a date between releases",
      code: `const TYPE = "⟦${VENDOR}.2023-01-15+json⟧";`,
      errors: [
        {
          ...UNPUBLISHED,
          message: "2023-01-15 is not a released version; the last version before it is 2023-01-01.",
        },
      ],
    },
    { name: "a later date", code: `const TYPE = "⟦${VENDOR}.2025-12-31+json⟧";`, errors: [UNPUBLISHED] },
    {
      name: "a date that may have been released since",
      code: `const TYPE = "⟦${VENDOR}.2099-01-01+json⟧";`,
      errors: [{ ...UNPUBLISHED, confidence: "medium" }],
    },
    {
      name: "a date before the first release",
      code: `const TYPE = "⟦${VENDOR}.2022-12-31+json⟧";`,
      errors: [
        { messageId: "tooEarly", confidence: "high", message: "2022-12-31 is earlier than 2023-01-01" },
      ],
    },
    {
      name: "a date in a constant of its own",
      code: 'const DATE = "⟦2023-01-15⟧";\nexport const TYPE = `application/vnd.%vendor%.${DATE}+json`;',
      errors: [UNPUBLISHED],
    },
    {
      name: "a date in a constant, in a request",
      code: `const DATE = "⟦2023-01-15⟧";\nfetch("${LIST}", { headers: { Accept: \`${VENDOR}.\${DATE}+json\` } });`,
      errors: [UNPUBLISHED],
    },
    {
      name: "one constant for both headers",
      code: `const DATE = "⟦2023-01-15⟧";\nconst type = \`${VENDOR}.\${DATE}+json\`;\nfetch("${LIST}", { method: "POST", headers: { Accept: type, "Content-Type": type }, body: "{}" });`,
      errors: [UNPUBLISHED],
    },
    {
      name: "one constant for many requests",
      code: `const TYPE = "⟦${VENDOR}.2023-01-15+json⟧";\nfetch("${LIST}", { headers: { Accept: TYPE } });\nfetch("${LIST}/a", { headers: { Accept: TYPE } });`,
      errors: [UNPUBLISHED],
    },
    {
      name: "added up in a request, malformed",
      code: `fetch("${LIST}", { headers: { Accept: "${VENDOR}." + "⟦2023-2-1⟧" + "+json" } });`,
      errors: [{ ...MALFORMED, message: `${VENDOR}.2023-2-1+json does not have` }],
    },
    {
      name: "one type of a list",
      code: `fetch("${LIST}", { headers: { Accept: "application/json, ⟦${VENDOR}.2023-01-15+json⟧;q=0.9" } });`,
      errors: [UNPUBLISHED],
    },
    {
      name: "a list of strings",
      code: `exports = () => context.http.get({ scheme: "https", host: "h.test", path: "/api/%admin%/v2/groups/1/clusters", headers: { Accept: ["⟦${VENDOR}.2023-2-1+json⟧"] } });`,
      errors: [MALFORMED],
    },
    {
      name: "the headers of an instance",
      code: `import axios from "axios";\nconst c = axios.create({ baseURL: "%host%/api/%admin%/v2", headers: { Accept: "⟦${VENDOR}.2023-01-15+json⟧" } });\nc.get("/groups/1/clusters");\nc.get("/groups/1/clusters/a");`,
      errors: [UNPUBLISHED],
    },
    {
      name: "TypeScript",
      filename: "types.ts",
      code: `export const TYPE = "⟦${VENDOR}.2023-01-15+json⟧" as const;\nexport type Type = typeof TYPE;`,
      errors: [UNPUBLISHED],
    },
    {
      name: "JSX",
      filename: "help.jsx",
      code: `export const Help = () => <code>⟦${VENDOR}.2023-01-15+json⟧</code>;`,
      errors: [UNPUBLISHED],
    },
    {
      name: "a comment",
      code: `// Accept: ⟦${VENDOR}.2023-01-15+json⟧\nexport {};`,
      errors: [{ ...UNPUBLISHED, severity: "info" }],
    },
    {
      name: "a page of documentation",
      filename: "README.md",
      code: `Send **⟦${VENDOR}.2023-01-15+json⟧**.`,
      errors: [{ ...UNPUBLISHED, confidence: "medium", severity: "info" }],
    },
    {
      name: "a shell script",
      filename: "list.pl",
      code: `curl -H "Accept: ⟦${VENDOR}.2023-2-1+json⟧" "${LIST}"`,
      errors: [{ ...MALFORMED, confidence: "medium" }],
    },
    {
      name: "a type without a format in text, where it may be a part",
      filename: "version.scala",
      code: `let expected = "⟦${VENDOR}.2023-2-1⟧";`,
      withLow: true,
      errors: [{ ...MALFORMED, confidence: "low" }],
    },
    {
      name: "YAML",
      filename: "client.yaml",
      code: `accept: ⟦${VENDOR}.2023-01-15+json⟧\n`,
      errors: [{ ...UNPUBLISHED, confidence: "medium" }],
    },
    {
      name: "an element of XML",
      filename: "settings.xml",
      code: `<accept>⟦${VENDOR}.2023-01-15+json⟧</accept>`,
      errors: [{ ...UNPUBLISHED, confidence: "medium" }],
    },
    {
      name: "different dates",
      code: `fetch("${LIST}", { method: "POST", headers: { Accept: "${OK}", ⟦"Content-Type"⟧: "${VENDOR}.2023-01-01+json" }, body: "{}" });`,
      errors: [
        {
          messageId: "differentDates",
          confidence: "high",
          message:
            "Accept names the version 2023-02-01, but Content-Type names 2023-01-01; they must be the same.",
        },
      ],
    },
    {
      name: "discovery",
      code: `fetch("%host%/%metrics%/v1.0/groups/1/discovery", { headers: { Accept: "⟦${OK}⟧" } });`,
      errors: [
        {
          messageId: "discovery",
          confidence: "high",
          message: `it needs Accept: application/json, not ${OK}.`,
        },
      ],
    },
    {
      name: "discovery on a moved base",
      code: `fetch("%host%/%metrics%/v2/groups/1/discovery", { headers: { accept: "⟦${OK}⟧" } });`,
      errors: [{ messageId: "discovery", confidence: "high" }],
    },
    {
      name: "a shared header that discovery gets, too",
      code: `const headers = { Accept: "⟦${OK}⟧" };\nfetch("${LIST}", { headers });\nfetch("%host%/%metrics%/v1.0/groups/1/discovery", { headers });`,
      errors: [{ messageId: "discovery", confidence: "high" }],
    },
    {
      name: "the other vocabulary's vendor",
      code: 'fetch("%host%/api/admin/v2/groups/1/clusters", { headers: { ⟦Accept⟧: "application/vnd.atlas.2023-02-01+json" } });',
      vocabulary: "service",
      errors: [
        {
          ...WRONG_VENDOR,
          message:
            "application/vnd.atlas.2023-02-01+json does not belong to the service of the path /api/admin/v2.",
        },
      ],
    },
    {
      name: "the specification's vendor on the public path",
      code: 'fetch("%host%/api/atlas/v2/groups/1/clusters", { headers: { ⟦Accept⟧: "application/vnd.service.2023-02-01+json" } });',
      vocabulary: "atlas",
      errors: [WRONG_VENDOR],
    },
    {
      name: "a vendor that nobody has",
      code: `fetch("${LIST}", { headers: { ⟦Accept⟧: "application/vnd.mongodb.2023-02-01+json" } });`,
      errors: [WRONG_VENDOR],
    },
    {
      name: "a vendor that nobody has, before the move",
      code: 'fetch("%host%/api/%admin%/v1.0/groups/1/clusters", { headers: { ⟦Accept⟧: "application/vnd.admin.2023-02-01+json" } });',
      errors: [WRONG_VENDOR],
    },
    {
      name: "another vendor as Content-Type",
      code: `fetch("${LIST}", { method: "POST", headers: { Accept: "${OK}", ⟦"Content-Type"⟧: "application/vnd.other.2023-02-01+json" }, body: "{}" });`,
      errors: [WRONG_VENDOR],
    },
    {
      name: "a download asked for as JSON",
      code: `fetch("${LOG}", { headers: { ⟦Accept⟧: "${OK}" } });`,
      vocabulary: "atlas",
      errors: [
        {
          messageId: "format",
          confidence: "high",
          message:
            "/groups/{GROUP-ID}/clusters/{HOST-NAME}/logs/{LOG-NAME}.gz responds with +gzip, not with +json.",
        },
      ],
    },
    {
      name: "an invoice asked for as JSON",
      code: `fetch("%host%/api/%admin%/v2/orgs/1/invoices/2/csv", { headers: { ⟦Accept⟧: "${VENDOR}.2023-01-01+json" } });`,
      vocabulary: "atlas",
      errors: [{ messageId: "format", confidence: "high", message: "responds with +csv" }],
    },
    {
      name: "JSON asked for as a download",
      code: `fetch("${LIST}", { headers: { ⟦Accept⟧: "${VENDOR}.2023-02-01+gzip" } });`,
      errors: [
        {
          messageId: "format",
          confidence: "high",
          message: "/groups/{GROUP-ID}/clusters responds with +json, not with +gzip.",
        },
      ],
    },
    {
      name: "a format that unknown options may replace",
      code: `const load = (options) => fetch("${LIST}", { headers: { ⟦Accept⟧: "${VENDOR}.2023-02-01+gzip", ...options } });\nload(given);`,
      errors: [{ messageId: "format", confidence: "medium", severity: "warning" }],
    },
    {
      name: "a wrapper with the download among its callers",
      code: `const get = (path) => fetch("%host%/api/%admin%/v2" + path, { headers: { ⟦Accept⟧: "${OK}" } });\nget("/groups/1/clusters");\nget("/groups/1/clusters/h/logs/mongodb.gz");`,
      vocabulary: "atlas",
      errors: [{ messageId: "format", confidence: "high" }],
    },
    {
      name: "malformed and for discovery",
      code: `fetch("%host%/%metrics%/v1.0/groups/1/discovery", { headers: { Accept: "⟦${VENDOR}.2023-2-1+json⟧" } });`,
      errors: [{ messageId: "discovery", confidence: "high" }],
    },
  ],
});
