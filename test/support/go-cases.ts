import { BASE, TYPE, type FixCase as Case } from "./fix-cases.js";

export const GET = `http.NewRequest("GET", base+"/groups/1/alerts", nil)`;
export const CHECK = "\tif err != nil {\n\t\treturn err\n\t}\n";
const ACCEPT = `\treq.Header.Set("Accept", "${TYPE}")\n`;

export function go(what: string, before: string, after: string, imports: readonly string[] = []): Case {
  const text = (version: string, body: string): string =>
    `package calls\n\nimport (\n${["net/http", ...imports].map((path) => `\t"${path}"\n`).join("")})\n\nconst base = "${BASE}/${version}"\n\n${body}`;
  return { what, path: "main.go", before: text("v1.0", before), after: text("v2", after) };
}

export const inRun = (body: string): string => `func run() error {\n${body}\treturn nil\n}\n`;
export const SEND = "\t_, err = http.DefaultClient.Do(req)\n";

const JSON_TYPE = `\treq.Header.Set("Content-Type", "application/json")\n`;
const CLUSTERS = `\treq, _ := http.NewRequest("GET", base+"/groups/1/clusters", nil)\n`;

export const decoded = (body: string): string =>
  `func run() {\n${CLUSTERS}\tres, _ := http.DefaultClient.Do(req)\n\tvar data map[string]interface{}\n\tjson.NewDecoder(res.Body).Decode(&data)\n\tfor _, item := range data["results"].([]interface{}) {\n\t\tone := item.(map[string]interface{})\n${body}\n\t}\n}\n`;

/** Sends an expression as the new values of a cluster. */
export const patched = (value: string, to = `"PATCH", base+"/groups/1/clusters/a"`): string =>
  `\tbody, _ := json.Marshal(${value})\n\treq, err := http.NewRequest(${to}, bytes.NewReader(body))\n${CHECK}${JSON_TYPE}${SEND}`;
const patchedV2 = (value: string, to?: string): string =>
  patched(value, to).replace(JSON_TYPE, JSON_TYPE + ACCEPT);
const POST = `"POST", base+"/groups/1/clusters"`;
const SENDING = ["bytes", "encoding/json"];

/** Texts in Go that fixes change. */
export const CHANGED: readonly Case[] = [
  go(
    "a map that is sent, on one line",
    inRun(patched(`map[string]any{"providerBackupEnabled": true, "pitEnabled": false}`)),
    inRun(patchedV2(`map[string]any{"backupEnabled": true, "pitEnabled": false}`)),
    SENDING,
  ),
  go(
    "a map with lists of maps without their types, and comments",
    inRun(
      patched(
        `map[string]interface{}{\n\t\t"name": "a",\n\t\t"clusterType": "SHARDED",\n\t\t"replicationSpecs": []map[string]interface{}{\n\t\t\t// The only zone.\n\t\t\t{"zoneName": "A", "numShards": 2, "regionsConfig": map[string]interface{}{\n\t\t\t\t"US_EAST_1": map[string]interface{}{"electableNodes": 3, "priority": 7, "readOnlyNodes": 0},\n\t\t\t}},\n\t\t},\n\t\t"providerSettings": map[string]interface{}{"providerName": "AWS", "instanceSizeName": size()},\n\t\t"autoScaling": map[string]interface{}{"diskGBEnabled": false},\n\t}`,
        POST,
      ),
    ) + '\nfunc size() string { return "M30" }\n',
    inRun(
      patchedV2(
        `map[string]interface{}{\n\t\t"name": "a",\n\t\t"clusterType": "SHARDED",\n\t\t"replicationSpecs": []map[string]interface{}{\n\t\t\t// The only zone.\n\t\t\t{"zoneName": "A", "numShards": 2, "regionConfigs": []map[string]interface{}{\n\t\t\t\t{\n\t\t\t\t\t"regionName": "US_EAST_1",\n\t\t\t\t\t"providerName": "AWS",\n\t\t\t\t\t"priority": 7,\n\t\t\t\t\t"electableSpecs": map[string]interface{}{"instanceSize": size(), "nodeCount": 3},\n\t\t\t\t\t"autoScaling": map[string]interface{}{\n\t\t\t\t\t\t"diskGB": map[string]interface{}{"enabled": false},\n\t\t\t\t\t},\n\t\t\t\t},\n\t\t\t}},\n\t\t},\n\t}`,
        POST,
      ),
    ) + '\nfunc size() string { return "M30" }\n',
    SENDING,
  ),
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
    "a call that has no place for headers",
    inRun(`\tresp, err := http.Get(base + "/groups/1/alerts")\n${CHECK}\tdefer resp.Body.Close()\n`),
    inRun(
      `\treq, err := http.NewRequest(http.MethodGet, base + "/groups/1/alerts", nil)\n${CHECK}${ACCEPT}\tresp, err := http.DefaultClient.Do(req)\n${CHECK}\tdefer resp.Body.Close()\n`,
    ),
  ),
  go(
    "a call of a client with another name for the request",
    inRun(
      `\treq := &http.Client{}\n\tresp, err := req.Get(base + "/groups/1/alerts")\n${CHECK}\tprintln(resp)\n`,
    ),
    inRun(
      `\treq := &http.Client{}\n\trequest, err := http.NewRequest(http.MethodGet, base + "/groups/1/alerts", nil)\n${CHECK}${ACCEPT.replace("req", "request")}\tresp, err := req.Do(request)\n${CHECK}\tprintln(resp)\n`,
    ),
  ),
  go(
    "two calls in one scope, each with a request of its own",
    inRun(
      `\ta, err := http.Get(base + "/groups/1/alerts")\n${CHECK}\tprintln(a)\n\tb, err := http.Get(base + "/groups/2/alerts")\n${CHECK}\tprintln(b)\n`,
    ),
    inRun(
      `\treq, err := http.NewRequest(http.MethodGet, base + "/groups/1/alerts", nil)\n${CHECK}${ACCEPT}\ta, err := http.DefaultClient.Do(req)\n${CHECK}\tprintln(a)\n\treq2, err := http.NewRequest(http.MethodGet, base + "/groups/2/alerts", nil)\n${CHECK}${ACCEPT.replace("req", "req2")}\tb, err := http.DefaultClient.Do(req2)\n${CHECK}\tprintln(b)\n`,
    ),
  ),
  go(
    "a call where the usual names of a request are taken",
    inRun(
      `\tvar req, request, req2 string\n\tresp, err := http.Get(base + "/groups/1/alerts")\n${CHECK}\tprintln(resp, req, request, req2)\n`,
    ),
    inRun(
      `\tvar req, request, req2 string\n\treq3, err := http.NewRequest(http.MethodGet, base + "/groups/1/alerts", nil)\n${CHECK}${ACCEPT.replace("req", "req3")}\tresp, err := http.DefaultClient.Do(req3)\n${CHECK}\tprintln(resp, req, request, req2)\n`,
    ),
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
    "a request that cannot fail",
    `func run() {\n\treq := digest_auth_client.NewRequest("a", "b", "GET", base+"/groups/1/alerts", "")\n\treq.Header.Set("X-Me", "1")\n\tres, err := req.Execute()\n\tprintln(res, err)\n}\n`,
    `func run() {\n\treq := digest_auth_client.NewRequest("a", "b", "GET", base+"/groups/1/alerts", "")\n\treq.Header.Set("X-Me", "1")\n${ACCEPT}\tres, err := req.Execute()\n\tprintln(res, err)\n}\n`,
    ["github.com/xinsnake/go-http-digest-auth-client"],
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
    inRun(`\treq, err := ${GET}\n${CHECK}\treq.Header = http.Header{"Accept": []string{"${TYPE}"}}\n${SEND}`),
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
];
