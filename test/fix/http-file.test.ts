import { describe, it } from "vitest";
import { BASE, TYPE, expectFixed, type FixCase } from "../support/fix-cases.js";

const http = (what: string, before: string, after: string): FixCase => ({
  what,
  path: "a.http",
  before: `@base = ${BASE}/v1.0\n\n### first\n${before}\n`,
  after: `@base = ${BASE}/v2\n\n### first\n${after}\n`,
});

describe("requests in files of HTTP clients", () => {
  it.each([
    http(
      "without headers",
      `# all of them\nGET {{base}}/groups/1/alerts\n\n### other\nGET https://example.com/`,
      `# all of them\nGET {{base}}/groups/1/alerts\nAccept: ${TYPE}\n\n### other\nGET https://example.com/`,
    ),
    http(
      "with other headers and a script",
      `GET {{base}}/groups/1/alerts HTTP/1.1\nAuthorization: Digest {{a}} {{b}}\n# mine\nX-A: 1\n\n> {% client.log("x") %}`,
      `GET {{base}}/groups/1/alerts HTTP/1.1\nAuthorization: Digest {{a}} {{b}}\n# mine\nX-A: 1\nAccept: ${TYPE}\n\n> {% client.log("x") %}`,
    ),
    http(
      "with a header of another value, and a body",
      `PATCH {{base}}/groups/1/clusters/a\naccept:application/json\nContent-Type: application/json\n\n{\n  "providerBackupEnabled": true,\n  "diskSizeGB": 40\n}`,
      `PATCH {{base}}/groups/1/clusters/a\naccept:${TYPE}\nContent-Type: application/json\n\n{\n  "backupEnabled": true,\n  "diskSizeGB": 40\n}`,
    ),
  ])("are changed $what", expectFixed);

  it("are changed with the line endings of the file", () =>
    expectFixed({
      what: "",
      path: "a.http",
      before: `GET ${BASE}/v1.0/groups/1/alerts\r\nX-A: 1\r\n`,
      after: `GET ${BASE}/v2/groups/1/alerts\r\nX-A: 1\r\nAccept: ${TYPE}\r\n`,
    }));

  it("are left where the URL goes on in the next line", () =>
    expectFixed({
      what: "",
      path: "a.http",
      before: `GET ${BASE}/v1.0/groups/1/alerts\n    ?pageNum=1\n`,
      refused: /cannot find the request/,
    }));
});
