import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const URL = "https://cloud.mongodb.com/api/atlas/v2/groups";
const TYPE = "application/vnd.atlas.2023-02-01+json";

/** `error`, `undetermined`, or `none` for a file whose requests send the header. */
async function verdict(path: string, text: string): Promise<string> {
  const { findings } = await analyze(path, text);
  const said = findings.map(({ ruleId }) => ruleId);
  if (said.includes("require-version-media-type")) return "error";
  return said.includes("undetermined-request") ? "undetermined" : "none";
}

const go = (headers: string, taken = "", given = ""): string => `package main
import "net/http"
type sender struct{ headers map[string]string }
func known() map[string]string { return map[string]string{"X-Own": "1", "Accept": "${TYPE}"} }
func send(c *http.Client, other bool, ${taken}) error {
	req, err := http.NewRequest("GET", "${URL}", nil)
	if err != nil { return err }
	${headers}
	_, err = c.Do(req)
	return err
}
func main() { send(http.DefaultClient, len(given) > 1, ${given}) }
`;

const KNOWN = `map[string]string{"X-Own": "1", "Accept": "${TYPE}"}`;
const SET = "{ req.Header.Set(k, v) }";

const python = (loop: string): string => `import urllib.request
HEADERS = {"X-Own": "1", "Accept": "${TYPE}"}
req = urllib.request.Request("${URL}")
${loop}
urllib.request.urlopen(req)
`;

const ruby = (loop: string): string => `require "net/http"
HEADERS = { "X-Own" => "1", "Accept" => "${TYPE}" }.freeze
uri = URI("${URL}")
req = Net::HTTP::Get.new(uri)
${loop}
Net::HTTP.start(uri.host, uri.port, use_ssl: true) { |http| http.request(req) }
`;

const csharp = (loop: string): string => `using System.Net.Http;
class Atlas {
  static readonly Dictionary<string, string> Headers = new() { ["X-Own"] = "1", ["Accept"] = "${TYPE}" };
  async Task Get() {
    var client = new HttpClient();
    var req = new HttpRequestMessage(HttpMethod.Get, "${URL}");
    ${loop}
    await client.SendAsync(req);
  }
}
`;

const powershell = (loop: string): string => `$known = @{ 'X-Own' = '1'; Accept = '${TYPE}' }
$headers = @{}
${loop}
Invoke-RestMethod ${URL} -Headers $headers -Credential $credential
`;

describe("headers that a loop over known entries sets", () => {
  it.each([
    ["a.go", go(`for k, v := range ${KNOWN} ${SET}`)],
    ["a.go", go(`for k, v := range h ${SET}`, "h map[string]string", KNOWN)],
    ["a.go", go(`for k, v := range s.headers ${SET}`, "s sender", `sender{${KNOWN}}`)],
    ["a.go", go(`for k, v := range known() ${SET}`)],
    ["a.go", go(`for _, h := range [][2]string{{"Accept", "${TYPE}"}} { req.Header.Add(h[0], h[1]) }`)],
    ["a.go", go(`for k, v := range ${KNOWN} { if v == "" { continue }; req.Header.Set(k, v) }`)],
    ["a.py", python("for k, v in HEADERS.items():\n    req.add_header(k, v)")],
    ["a.rb", ruby("HEADERS.each { |k, v| req[k] = v }")],
    ["a.rb", ruby("HEADERS.each_pair { |k, v| req.add_field(k, v) }")],
    ["a.cs", csharp("foreach (var h in Headers) { req.Headers.Add(h.Key, h.Value); }")],
    ["a.cs", csharp("foreach (var (k, v) in Headers) client.DefaultRequestHeaders.Add(k, v);")],
    ["a.ps1", powershell("foreach ($k in $known.Keys) { $headers[$k] = $known[$k] }")],
    ["a.ps1", powershell("$known.GetEnumerator() | ForEach-Object { $headers[$_.Key] = $_.Value }")],
    ["a.ps1", powershell("foreach ($h in $known.GetEnumerator()) { $headers.Add($h.Name, $h.Value) }")],
  ])("are sent: %s, case %#", async (path, text) => {
    expect(await verdict(path, text)).toBe("none");
  });

  it.each([
    ["a.go", go('for k, v := range map[string]string{"X-Own": "1"} { req.Header.Set(k, v) }')],
    ["a.go", go(`for k, v := range ${KNOWN} { if other { continue }; req.Header.Set(k, v) }`)],
    ["a.go", go(`for k, v := range ${KNOWN} { if other { break }; req.Header.Set(k, v) }`)],
    ["a.go", go(`for k, v := range ${KNOWN} { if other { req.Header.Set(k, v) } }`)],
    ["a.py", python("for k, v in {'X-Own': '1'}.items():\n    req.add_header(k, v)")],
    ["a.rb", ruby('{ "X-Own" => "1" }.each { |k, v| req[k] = v }')],
    [
      "a.cs",
      csharp(
        'foreach (var h in new Dictionary<string, string> { { "X-Own", "1" } }) req.Headers.Add(h.Key, h.Value);',
      ),
    ],
    ["a.ps1", powershell("$own = @{ 'X-Own' = '1' }; foreach ($k in $own.Keys) { $headers[$k] = $own[$k] }")],
  ])("are missing where a round does not set them: %s, case %#", async (path, text) => {
    expect(await verdict(path, text)).toBe("error");
  });

  it.each([
    ["a.go", go(`for k, v := range h ${SET}`, "h map[string]string", "read()")],
    ["a.py", python("for k, v in read().items():\n    req.add_header(k, v)")],
    ["a.rb", ruby("read.each { |k, v| req[k] = v }")],
    ["a.cs", csharp("foreach (var h in Read()) { req.Headers.Add(h.Key, h.Value); }")],
    ["a.ps1", powershell("$own = Read-Headers; foreach ($k in $own.Keys) { $headers[$k] = $own[$k] }")],
  ])("are not known where the entries are not: %s, case %#", async (path, text) => {
    expect(await verdict(path, text)).toBe("undetermined");
  });
});
