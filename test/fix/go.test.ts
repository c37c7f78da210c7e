import { describe, expect, it } from "vitest";
import { BASE, TYPE, expectFixed, type FixCase as Case } from "../support/fix-cases.js";

const GET = `http.NewRequest("GET", base+"/groups/1/alerts", nil)`;
const CHECK = "\tif err != nil {\n\t\treturn err\n\t}\n";
const ACCEPT = `\treq.Header.Set("Accept", "${TYPE}")\n`;

function go(what: string, before: string, after: string, imports: readonly string[] = []): Case {
  const text = (version: string, body: string): string =>
    `package main\n\nimport (\n${["net/http", ...imports].map((path) => `\t"${path}"\n`).join("")})\n\nconst base = "${BASE}/${version}"\n\n${body}`;
  return { what, path: "main.go", before: text("v1.0", before), after: text("v2", after) };
}

const inRun = (body: string): string => `func run() error {\n${body}\treturn nil\n}\n`;
const SEND = "\t_, err = http.DefaultClient.Do(req)\n";

const JSON_TYPE = `\treq.Header.Set("Content-Type", "application/json")\n`;
const CLUSTERS = `\treq, _ := http.NewRequest("GET", base+"/groups/1/clusters", nil)\n`;

const decoded = (body: string): string =>
  `func run() {\n${CLUSTERS}\tres, _ := http.DefaultClient.Do(req)\n\tvar data map[string]interface{}\n\tjson.NewDecoder(res.Body).Decode(&data)\n\tfor _, item := range data["results"].([]interface{}) {\n\t\tone := item.(map[string]interface{})\n${body}\n\t}\n}\n`;

function left(what: string, body: string, refused: RegExp): Case {
  const { path, before } = go(what, body, "", ["encoding/json", "bytes"]);
  return { what, path, before, refused };
}

describe("fixes in Go", () => {
  it.each([
    go(
      "a request without headers, behind the check of its error",
      inRun(`\treq, err := ${GET}\n${CHECK}${SEND}`),
      inRun(`\treq, err := ${GET}\n${CHECK}${ACCEPT}${SEND}`),
    ),
    go(
      "a request whose error is left out",
      inRun(`\treq, _ := ${GET} // one\n\t_, err := http.DefaultClient.Do(req)\n\tprintln(err)\n`),
      inRun(`\treq, _ := ${GET} // one\n${ACCEPT}\t_, err := http.DefaultClient.Do(req)\n\tprintln(err)\n`),
    ),
    go(
      "a request with another header",
      inRun(`\tvar req, err = ${GET}\n${CHECK}\treq.Close = true\n\treq.Header.Add("X-Me", "1")\n${SEND}`),
      inRun(
        `\tvar req, err = ${GET}\n${CHECK}\treq.Close = true\n\treq.Header.Add("X-Me", "1")\n${ACCEPT}${SEND}`,
      ),
    ),
    go(
      "a request that is used before its error is checked",
      inRun(`\treq, err := ${GET}\n\treq.Close = true\n${CHECK}${SEND}`),
      inRun(`\treq, err := ${GET}\n\treq.Close = true\n${CHECK}${ACCEPT}${SEND}`),
    ),
    go(
      "a request in a case",
      `func run(n int) {\n\tswitch n {\n\tcase 1:\n\t\treq, _ := ${GET}\n\t\thttp.DefaultClient.Do(req)\n\t}\n}\n`,
      `func run(n int) {\n\tswitch n {\n\tcase 1:\n\t\treq, _ := ${GET}\n\t${ACCEPT}\t\thttp.DefaultClient.Do(req)\n\t}\n}\n`,
    ),
    go(
      "all headers as one literal",
      inRun(`\treq, err := ${GET}\n${CHECK}\treq.Header = http.Header{"X-Me": {"1"}}\n${SEND}`),
      inRun(`\treq, err := ${GET}\n${CHECK}\treq.Header = http.Header{"X-Me": {"1"}}\n${ACCEPT}${SEND}`),
    ),
    go(
      "a body without its type",
      inRun(
        `\treq, err := http.NewRequest("POST", base+"/groups/1/databaseUsers", strings.NewReader("{}"))\n${CHECK}${SEND}`,
      ),
      inRun(
        `\treq, err := http.NewRequest("POST", base+"/groups/1/databaseUsers", strings.NewReader("{}"))\n${CHECK}${ACCEPT}\treq.Header.Set("Content-Type", "application/json")\n${SEND}`,
      ),
      ["strings"],
    ),
    go(
      "another value",
      inRun(`\treq, err := ${GET}\n${CHECK}\treq.Header.Add("accept", "application/json")\n${SEND}`),
      inRun(`\treq, err := ${GET}\n${CHECK}\treq.Header.Add("accept", "${TYPE}")\n${SEND}`),
    ),
    go(
      "another value that is a constant",
      `const mediaType = "application/json"\n\n${inRun(`\treq, err := ${GET}\n${CHECK}\treq.Header.Set("Accept", mediaType)\n${SEND}`)}`,
      `const mediaType = "application/json"\n\n${inRun(`\treq, err := ${GET}\n${CHECK}\treq.Header.Set("Accept", "${TYPE}")\n${SEND}`)}`,
    ),
    go(
      "another value in a literal of headers",
      inRun(`\treq, err := ${GET}\n${CHECK}\treq.Header = http.Header{"Accept": []string{"*/*"}}\n${SEND}`),
      inRun(
        `\treq, err := ${GET}\n${CHECK}\treq.Header = http.Header{"Accept": []string{"${TYPE}"}}\n${SEND}`,
      ),
    ),
    go(
      "a format",
      inRun(
        `\treq, err := http.NewRequest(http.MethodGet, fmt.Sprintf("%s/groups/%s/alerts", base, "1"), nil)\n${CHECK}${SEND}`,
      ),
      inRun(
        `\treq, err := http.NewRequest(http.MethodGet, fmt.Sprintf("%s/groups/%s/alerts", base, "1"), nil)\n${CHECK}${ACCEPT}${SEND}`,
      ),
      ["fmt"],
    ),
    go(
      "a function that all requests go through",
      `func call(method, path string, body io.Reader) (*http.Response, error) {\n\treq, err := http.NewRequest(method, base+path, body)\n\tif err != nil {\n\t\treturn nil, err\n\t}\n\tif body != nil {\n\t\treq.Header.Set("Content-Type", "application/json")\n\t}\n\treturn http.DefaultClient.Do(req)\n}\n\nfunc run() {\n\tcall("GET", "/groups/1/alerts", nil)\n\tcall("POST", "/groups/1/databaseUsers", strings.NewReader("{}"))\n}\n`,
      `func call(method, path string, body io.Reader) (*http.Response, error) {\n\treq, err := http.NewRequest(method, base+path, body)\n\tif err != nil {\n\t\treturn nil, err\n\t}\n${ACCEPT}\tif body != nil {\n\t\treq.Header.Set("Content-Type", "application/json")\n\t}\n\treturn http.DefaultClient.Do(req)\n}\n\nfunc run() {\n\tcall("GET", "/groups/1/alerts", nil)\n\tcall("POST", "/groups/1/databaseUsers", strings.NewReader("{}"))\n}\n`,
      ["io", "strings"],
    ),
    go(
      "a chain of calls",
      `func run() {\n\tresty.New().R().\n\t\tSetDigestAuth("a", "b").\n\t\tGet(base + "/groups/1/alerts")\n}\n`,
      `func run() {\n\tresty.New().R().\n\t\tSetDigestAuth("a", "b").\n\t\tSetHeader("Accept", "${TYPE}").\n\t\tGet(base + "/groups/1/alerts")\n}\n`,
      ["github.com/go-resty/resty/v2"],
    ),
    go(
      "a chain on one line",
      `func run() {\n\tresty.New().R().SetHeader("Accept", "application/json").Get(base + "/groups/1/alerts")\n\tresty.New().R().Get(base + "/groups/1/users")\n}\n`,
      `func run() {\n\tresty.New().R().SetHeader("Accept", "${TYPE}").Get(base + "/groups/1/alerts")\n\tresty.New().R().SetHeader("Accept", "${TYPE}").Get(base + "/groups/1/users")\n}\n`,
      ["github.com/go-resty/resty/v2"],
    ),
    go(
      "sling",
      `func run(out *any) {\n\tsling.New().Base(base + "/").Get("groups/1/alerts").ReceiveSuccess(out)\n}\n`,
      `func run(out *any) {\n\tsling.New().Base(base+"/").Get("groups/1/alerts").Set("Accept", "${TYPE}").ReceiveSuccess(out)\n}\n`.replace(
        `base+"/"`,
        `base + "/"`,
      ),
      ["github.com/dghubble/sling"],
    ),
    go(
      "reads of maps",
      decoded(`\t\t\tprintln(one["srvAddress"].(string))`),
      decoded(
        `\t\t\tprintln(one["connectionStrings"].(map[string]interface{})["standardSrv"].(string))`,
      ).replace(CLUSTERS, `${CLUSTERS}\treq.Header.Set("Accept", "${TYPE}")\n`),
      ["encoding/json"],
    ),
    go(
      "JSON in a raw string",
      inRun(
        `\treq, err := http.NewRequest("PATCH", base+"/groups/1/clusters/a", strings.NewReader(\`{\n\t\t"providerBackupEnabled": true\n\t}\`))\n${CHECK}${JSON_TYPE}${SEND}`,
      ),
      inRun(
        `\treq, err := http.NewRequest("PATCH", base+"/groups/1/clusters/a", strings.NewReader(\`{\n\t\t"backupEnabled": true\n\t}\`))\n${CHECK}${JSON_TYPE}${ACCEPT}${SEND}`,
      ),
      ["strings"],
    ),
    go(
      "JSON in a string with escape sequences",
      inRun(
        `\treq, err := http.NewRequest("PATCH", base+"/groups/1/clusters/a", strings.NewReader("{\\"providerBackupEnabled\\": true}"))\n${CHECK}${JSON_TYPE}${SEND}`,
      ),
      inRun(
        `\treq, err := http.NewRequest("PATCH", base+"/groups/1/clusters/a", strings.NewReader("{\\"backupEnabled\\": true}"))\n${CHECK}${JSON_TYPE}${ACCEPT}${SEND}`,
      ),
      ["strings"],
    ),
  ])("change $what", expectFixed);

  it.each([
    left(
      "a call without a request",
      `func run() {\n\thttp.Get(base + "/groups/1/alerts")\n}\n`,
      /cannot find where this client's headers are set/,
    ),
    left(
      "a request that a function gives",
      `func make() (*http.Request, error) {\n\treturn ${GET}\n}\n\nfunc run() {\n\treq, _ := make()\n\thttp.DefaultClient.Do(req)\n}\n`,
      /not put into a variable of its own/,
    ),
    left(
      "a request in a condition",
      `func run() {\n\tif req, err := ${GET}; err == nil {\n\t\thttp.DefaultClient.Do(req)\n\t}\n}\n`,
      /made inside of another statement/,
    ),
    left(
      "a request whose error is checked too late",
      `func run() {\n\treq, err := ${GET}\n\tif err == nil {\n\t\thttp.DefaultClient.Do(req)\n\t}\n}\n`,
      /error of the new request is not checked/,
    ),
    left(
      "a variable that would have no use",
      inRun(
        `\tmedia := "application/json"\n\treq, err := ${GET}\n${CHECK}\treq.Header.Set("Accept", media)\n${SEND}`,
      ),
      /nothing else uses media/,
    ),
    left(
      "a package that would have no use",
      inRun(`\treq, err := ${GET}\n${CHECK}\treq.Header.Set("Accept", fmt.Sprint("*/*"))\n${SEND}`),
      /value of the header is computed|cannot tell which Accept header/,
    ),
    left(
      "statements on one line",
      `func run() { req, _ := ${GET}; http.DefaultClient.Do(req) }\n`,
      /shares its line/,
    ),
    left(
      "a read that asks whether there is a value",
      decoded(`\t\t\tif uri, ok := one["srvAddress"].(string); ok {\n\t\t\t\tprintln(uri)\n\t\t\t}`),
      /goes on where there is no value/,
    ),
    left(
      "a field of a struct",
      `type cluster struct {\n\tURI string \`json:"srvAddress"\`\n}\n\nfunc run() {\n\treq, _ := http.NewRequest("GET", base+"/groups/1/clusters/a", nil)\n\tres, _ := http.DefaultClient.Do(req)\n\tvar one cluster\n\tjson.NewDecoder(res.Body).Decode(&one)\n\tprintln(one.URI)\n}\n`,
      /a type declares it|field of a struct/,
    ),
    left(
      "a map that is sent",
      inRun(
        `\tbody, _ := json.Marshal(map[string]interface{}{"providerBackupEnabled": true})\n\treq, err := http.NewRequest("PATCH", base+"/groups/1/clusters/a", bytes.NewReader(body))\n${CHECK}${SEND}`,
      ),
      /maps and structs/,
    ),
  ])("leave $what", expectFixed);

  it("leaves a request that another service gets as well", async () => {
    const { before } = go(
      "",
      `func call(url string) {\n\treq, _ := http.NewRequest("GET", url, nil)\n\thttp.DefaultClient.Do(req)\n}\n\nfunc run() {\n\tcall(base + "/groups/1/alerts")\n\tcall("https://other.example/x")\n}\n`,
      "",
    );
    await expectFixed({
      what: "",
      path: "main.go",
      before,
      refused: /does not use this API, sends the same headers/,
    });
    expect(before).toContain("other.example");
  });
});
