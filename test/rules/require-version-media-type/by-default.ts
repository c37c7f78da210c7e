import type { InvalidCase, ValidCase } from "../../support/rule-tester.js";

const TYPE = "application/vnd.%vendor%.2023-02-01+json";
const NEW = "%host%/api/%admin%/v2";
const LIST = "/groups/1/clusters";

const BY_DEFAULT = { messageId: "plainByDefault", confidence: "medium" } as const;

/** A value from outside gives the header, and the code may have another one for where that is not set. */
export const valid: readonly ValidCase[] = [
  {
    name: "a variable without a default",
    code: `fetch("${NEW}${LIST}", { headers: { Accept: process.env.TYPE } });`,
  },
  {
    name: "a dated type by default",
    code: `fetch("${NEW}${LIST}", { headers: { Accept: process.env.TYPE ?? "${TYPE}" } });`,
  },
  {
    name: "a default that is not known",
    code: `export const f = (type) => fetch("${NEW}${LIST}", { headers: { Accept: process.env.TYPE ?? type } });`,
  },
  {
    name: "a variable that is a part of the value",
    code: `fetch("${NEW}${LIST}", { headers: { Accept: "application/" + (process.env.TYPE ?? "json") } });`,
  },
  {
    name: "headers that the callers of a versioned call hand in",
    code: `export const list = (headers) => fetch("${NEW}${LIST}", { headers });`,
  },
];

export const invalid: readonly InvalidCase[] = [
  {
    name: "another type by default",
    code: `export const f = (g) => fetch("${NEW}/groups/" + g + "/clusters", { headers: ⟦{ Accept: process.env.TYPE ?? "application/json" }⟧ });`,
    errors: [
      {
        ...BY_DEFAULT,
        message:
          "GET /groups/{g}/clusters sends Accept: application/json unless process.env.TYPE is set to something else. application/json is not a dated media type; the versioned API responds with 406.",
      },
    ],
  },
  {
    name: "with ||",
    code: `fetch("${NEW}${LIST}", { headers: ⟦{ Accept: process.env.TYPE || "application/json" }⟧ });`,
    errors: [BY_DEFAULT],
  },
  {
    name: "in Python",
    filename: "list.py",
    code: `import os, requests
requests.get("${NEW}${LIST}", headers=⟦{"Accept": os.environ.get("TYPE", "application/json")}⟧)
`,
    errors: [BY_DEFAULT],
  },
  {
    name: "in Ruby",
    filename: "list.rb",
    code: `require "net/http"
uri = URI("${NEW}${LIST}")
request = Net::HTTP::Get.new(uri, ⟦{ "Accept" => ENV.fetch("TYPE", "application/json") }⟧)
Net::HTTP.start(uri.host) { |http| http.request(request) }
`,
    errors: [BY_DEFAULT],
  },
  {
    name: "in Java",
    filename: "A.java",
    code: `import java.net.URI;
import java.net.http.*;
class A {
  void list() throws Exception {
    String type = System.getenv().getOrDefault("TYPE", "application/json");
    HttpRequest request = ⟦HttpRequest.newBuilder(URI.create("${NEW}${LIST}"))⟧.header("Accept", type).build();
    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }
}
`,
    errors: [{ ...BY_DEFAULT, message: "unless System.getenv().TYPE is set" }],
  },
  {
    name: "in shell",
    filename: "list.sh",
    code: `type=\${TYPE:-application/json}
⟦curl --digest -u "$KEYS" -H "Accept: $type" "${NEW}${LIST}"⟧
`,
    errors: [BY_DEFAULT],
  },
];
