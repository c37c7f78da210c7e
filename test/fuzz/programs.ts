import type { Sample } from "./corpus.js";
import { KOTLIN_TEXTS } from "./kotlin-programs.js";
import { RUST_TEXTS } from "./rust-programs.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";

/** Small programs and settings in languages of which the fixtures have few, each full of what its frontend models. */
const TEXTS: Readonly<Record<string, string>> = {
  "client.py": `import json, os
import requests
from requests.auth import HTTPDigestAuth
from dataclasses import dataclass, field
from .settings import Settings

BASE = os.environ.get("BASE", "${BASE}")

@dataclass
class Cluster:
    name: str
    size: float = 10
    tags: dict = field(default_factory=dict)

class Api:
    headers = {"Accept": "application/json"}

    def __init__(self, key, base=BASE, **options):
        self.session = requests.Session()
        self.session.auth = HTTPDigestAuth("pub", key)
        self.session.headers.update({**self.headers, **options})
        self.base = base.rstrip("/")

    @property
    def groups(self):
        return f"{self.base}/groups"

    async def all(self, *ids, page=1):
        for one in [i.strip() for i in ids if i]:
            yield self.session.get("%s/%s/clusters?pageNum={}".format(page) % (self.groups, one)).json()["results"]

    def create(self, group, cluster: Cluster):
        body = {"name": cluster.name, "diskSizeGB": cluster.size, "providerSettings": {"instanceSizeName": "M10"}}
        with self.session.post(f"{self.groups}/{group}/clusters", data=json.dumps(body), timeout=3) as r:
            if r.status_code == 201 and (found := r.json()):
                return found["srvAddress"], found.get("mongoURI", "")
            raise ValueError(r.text)

def main(argv=None):
    api = Api("secret-key", *(argv or []))
    try:
        match argv:
            case [group, *rest]: print(api.create(group, Cluster("a")))
            case _: pass
    except (KeyError, ValueError) as error:
        print(error)
    finally:
        del api

if __name__ == "__main__":
    main()
`,
  "urls.py": `from urllib.parse import urljoin, urlencode, quote
from urllib.request import Request, urlopen
import httpx, aiohttp, http.client

URL = urljoin("https://cloud.mongodb.com/", "/api/atlas/v1.0/" + "/".join(["groups", quote("a b")]))
urlopen(Request(URL + "?" + urlencode({"pretty": True}), data=b"{}", headers={"Accept": "*/*"}, method="PATCH"))
client = httpx.Client(base_url="${BASE}", headers={"accept": "application/vnd.atlas.2023-02-01+json"})
client.request("GET", "/groups", params={"x": 1})
async def f():
    async with aiohttp.ClientSession("${BASE}") as s, s.get("/orgs") as r:
        return (await r.json())["links"][0]["href"]
c = http.client.HTTPSConnection("cloud.mongodb.com")
c.request("GET", "/api/atlas/v1.0/groups", headers=dict(a="b"))
x, *y = c.getresponse().read().decode().split(",") * 2
total = sum(map(lambda v: int(v) if v.isdigit() else 0, y)) or {k: v for k, v in zip(x, y)}
`,
  "settings.py": `class Settings:\n    BASE = "${BASE}"\n    HOSTS = ["a", "b"] * 3\n    URL = BASE + "/groups/%(id)s" % {"id": 1}\n`,
  "call.sh": `#!/usr/bin/env bash
set -euo pipefail
source "$(dirname "$0")/env.sh"
BASE=\${BASE:-${BASE}}
AUTH=(--digest -u "$PUBLIC:$PRIVATE" -H 'Accept: application/json')
readonly GROUP="\${1:?group}" NAME=\${2%%-*}
get() { local path=$1; shift; curl -fsS "\${AUTH[@]}" "$BASE/\${path//\\/\\//\\/}" "$@" | jq -r '.results[] | select(.name == $n) | .srvAddress // "none"' --arg n "$NAME"; }
for id in a b $(get groups | sort | uniq); do
  case $id in a*|b) get "groups/$id/clusters?pageNum=$((1 + 2))" ;; *) continue ;; esac
done
body=$(jq -n --arg name "$NAME" '{name: $name, providerSettings: {instanceSizeName: "M10"}, diskSizeGB: (1 + 2 * 5)}')
curl -X POST -H "Content-Type: application/json" --data "$body" "$BASE/groups/$GROUP/clusters" -o out.json
curl -d @- "$BASE/groups" <<JSON
{ "name": "$NAME", "mongoURI": "\${NAME^^}" }
JSON
if [[ $(cat out.json) =~ srvAddress && -n \${GROUP:-} ]]; then wget -q --header="Accept: a" "$BASE/orgs"; fi
while read -r line; do echo "$line" | sed 's/a/b/g' | tr a-z A-Z | xargs -I{} curl "$BASE/groups/{}"; done < list.txt
jq '[.results[] | {id, (.name): .providerSettings.regionName}] | map(.id) | join(",") as $x | reduce .[] as $i (0; . + 1)' out.json
`,
  "env.sh": `export BASE=${BASE}\nGROUP=\`echo $BASE | cut -d/ -f3\`\nPUBLIC=abc PRIVATE=def-012345\n`,
  "main.go": `package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
)

const (
	host = "https://cloud.mongodb.com"
	Base = host + "/api/atlas/v1.0"
)

type Settings struct {
	Size   string \`json:"instanceSizeName,omitempty"\`
	Region *string \`json:"regionName"\`
}
type Cluster struct {
	Settings
	Name     string            \`json:"name"\`
	Disk     float64           \`json:"diskSizeGB"\`
	Provider map[string]string \`json:"providerSettings"\`
	SRV      string            \`json:"srvAddress"\`
}
type Client[T any] struct { *http.Client; base string }

func (c *Client[T]) do(method, path string, in any, out *T) (err error) {
	defer func() { _ = recover() }()
	b, _ := json.Marshal(in)
	req, err := http.NewRequest(method, c.base+path, bytes.NewReader(b))
	if err != nil { return fmt.Errorf("a: %w", err) }
	req.Header.Set("Accept", "application/json")
	req.SetBasicAuth(os.Getenv("USER"), "secret")
	resp, err := c.Do(req)
	switch { case err != nil: return; case resp.StatusCode >= 400: return io.EOF; default: }
	return json.NewDecoder(resp.Body).Decode(out)
}

func main() {
	c := &Client[Cluster]{http.DefaultClient, Base}
	for i, id := range append([]string{"a", "b"}, os.Args[1:]...) {
		var out Cluster
		u, _ := url.Parse(fmt.Sprintf("%s/groups/%s/clusters?pageNum=%d", Base, url.PathEscape(id), i))
		q := u.Query(); q.Add("x", strings.Join([]string{"a", id}, ",")); u.RawQuery = q.Encode()
		http.Get(u.String())
		go c.do(http.MethodPost, "/groups/"+id+"/clusters", Cluster{Name: id, Provider: map[string]string{"a": "b"}}, &out)
		fmt.Println(out.SRV, out.Region)
	}
}
`,
  "go.mod": "module example.com/m\n\ngo 1.22\n\nreplace example.com/x => ../x\n",
  "Api.java": `package app;

import java.net.URI;
import java.net.http.*;
import java.util.*;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.client.RestTemplate;
import org.springframework.http.*;
import okhttp3.*;
import static app.Paths.*;

public class Api extends Base<Cluster> implements AutoCloseable {
  private static final String BASE = "${BASE}";
  @Value("\${api.base:${BASE}}") private String base;
  private final RestTemplate rest = new RestTemplate();
  record Cluster(String name, double diskSizeGB, Map<String, Object> providerSettings) {}
  enum Kind { A, B { String path() { return "b"; } }; String path() { return "a"; } }

  Api(@Value("\${api.key}") String key) { super(key); this.base = key == null ? BASE : base; }

  String all(String... ids) throws Exception {
    StringBuilder out = new StringBuilder(BASE).append("/groups");
    for (String id : ids) out.append('/').append(id).append(String.format("?x=%s&y=%d", id, 1 + 2));
    HttpRequest request = HttpRequest.newBuilder(URI.create(out.toString())).header("Accept", "application/json").GET().build();
    var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    return switch (answer.statusCode()) { case 200, 201 -> answer.body(); default -> { yield ""; } };
  }

  Object create(String group) {
    HttpHeaders headers = new HttpHeaders();
    headers.setAccept(List.of(MediaType.APPLICATION_JSON));
    Map<String, Object> body = new HashMap<>(Map.of("name", "a", "diskSizeGB", 10));
    body.put("providerSettings", Map.of("instanceSizeName", "M10"));
    ResponseEntity<Map> r = rest.exchange(base + "/groups/{g}/clusters", HttpMethod.POST, new HttpEntity<>(body, headers), Map.class, group);
    Optional.ofNullable(r.getBody()).map(b -> b.get("srvAddress")).ifPresent(System.out::println);
    Request q = new Request.Builder().url(HttpUrl.parse(BASE).newBuilder().addPathSegment("orgs").build()).addHeader("a", "b").build();
    try (Response x = new OkHttpClient().newCall(q).execute()) { return x.body().string(); } catch (Exception | Error e) { throw new RuntimeException(e); } finally { close(); }
  }
  public void close() { do { synchronized (this) { int[] a = {1, 2}; a[0] <<= 2; } } while (false); }
  static String text() { return """
      { "mongoURI": "a\\tb" }
      """; }
}
`,
  "client.php": `<?php
namespace App\\Atlas;
use GuzzleHttp\\{Client, Psr7\\Request};
require_once __DIR__ . '/settings.php';
const VERSION = 'v1.0';
define('ROOT', "https://cloud.mongodb.com/api/atlas/" . VERSION);
trait Logs { private array $lines = []; protected function log(string ...$all) { $this->lines[] = implode(' ', $all); } }
abstract class Api implements \\Countable {
  use Logs;
  public const HEADERS = ['Accept' => 'application/json', 5 => 'x'];
  private static ?Client $shared = null;
  public function __construct(protected readonly string $key, private string $base = ROOT, &...$rest) {
    self::$shared ??= new Client(['base_uri' => rtrim($base, '/') . '/', 'auth' => ['pub', $key, 'digest']]);
  }
  public function all($id, ?array $query = null) {
    foreach ($this->call('GET', "groups/{$id}/clusters", query: $query)['results'] ?? [] as $k => ['name' => $name, 'srvAddress' => $uri]) {
      yield $name => match (true) { $uri === null => throw new \\E("no $name[0]"), default => $uri };
    }
  }
  private function call($method, $path, $body = null, ...$options) {
    $ch = curl_init();
    curl_setopt_array($ch, [CURLOPT_URL => "{$this->base}/$path", CURLOPT_HTTPHEADER => ['Accept: a/b'], CURLOPT_CUSTOMREQUEST => $method]);
    if ($body !== null) curl_setopt($ch, CURLOPT_POSTFIELDS, json_encode([...$body, 'diskSizeGB' => 10, 'providerSettings' => (object) []]));
    try { $r = json_decode(curl_exec($ch), true); } catch (A | B $e) { $r = []; } finally { curl_close($ch); }
    switch ($method) { case 'GET': case 'HEAD': break; default: $r['x']['y'][] = <<<END
      a {$r['mongoURI']} b $r[c]
      END; }
    [$a, [, $b]] = [$r, [1, 2]]; list('k' => $c) = $r; unset($r['x']); static $n = 0; $n++;
    return $r + array_map(fn ($one) => $one->id ?: $n, array_filter($options)) + ['f' => function () use ($a, &$b) { return $b?->c(); }];
  }
}
enum Size: string { case M10 = 'M10'; const D = self::M10; public static function of(int $i): static { return new class($i) extends Api {}; } }
if (isset($argv[1]) and !empty($argv[1])): echo (new Api("k"))->all($argv[1]), PHP_EOL; else: exit(1); endif;
for ($i = 0, $j = 1; $i < 3; ++$i) { $j .= sprintf('%s/%05d', $i, $j); while (true) { if ($j) break 2; else continue 2; } }
?>
<p title="<?= $uri ?? '' ?>"><?php print \`ls\` ?></p>
`,
  "settings.php": `<?php\nreturn ['atlas' => ['base' => env('BASE', "${BASE}"), 'key' => getenv('KEY')], 'on' => true];\n`,
  "client.ps1": `param([string]$Group = $env:GROUP, [Parameter(Mandatory = $true)][string]$Key)
. "$PSScriptRoot/settings.ps1"
Import-Module ./x.psm1 -Force
$script:headers = @{ Accept = 'application/json'; "X-One" = @(1, 'b', $true) } + @{}
function Invoke-Atlas {
  [CmdletBinding()]
  param(
    [Parameter(ValueFromPipeline)] [object] $Body, [string] $Path, [switch] $Post, [hashtable] $More = @{ a = 1 }
  )
  begin { $base = "${BASE}/groups/$($Group.Trim('/'))/\${Path}" }
  process {
    $p = @{ Uri = $base -replace 'v1', 'v1'; Headers = $headers; ContentType = "application/json" }
    if ($Post -and -not $More.Count) { $p.Method = 'POST'; $p['Body'] = ($Body | ConvertTo-Json -Depth 10) }
    elseif ($Body -eq $null) { $p += @{ Method = "Get" } } else { throw "no" }
    try { return Invoke-RestMethod @p -Credential (Get-Credential) } catch [System.Exception] { Write-Error $_ } finally { $i++ }
  }
}
$r = @{ name = 'a'; providerSettings = @{ instanceSizeName = "M{0}" -f 10 } } | Invoke-Atlas -Path clusters -Post:$true
foreach ($c in $r.results) { Write-Host "$($c.mongoURI): $c.name" }
$r.results | Where-Object { $_.name -match 'a' } | ForEach-Object { $_.srvAddress } | Select-Object -First 1
switch ($r.stateName) {
  'IDLE' { break }
  default { $x = @"
  { "diskSizeGB": $($r.diskSizeGB) }
"@ }
}
class Size : Base { [string] $Name = 'M10'; Size([string] $n) { $this.Name = $n } [int] Count() { return [Size]::new("a").Name.Length } }
curl.exe --digest -u "\${Key}:$Key" -X PATCH "${BASE}/groups" -H 'Accept: a/b' -d $x
& curl.exe @('-s', $base); $y = (iwr $base -UseBasicParsing).Content | ConvertFrom-Json; 1..3 | % { $y[$_] }
while ($true) { do { if ($y) { continue } else { break } } while ($x); for ($i = 0; $i -lt 3; $i++) { $x, $y = 1, 2 } }
`,
  "Paths.java": `package app;\ninterface Paths { String GROUPS = "${BASE}" + "/groups"; static String of(Object id) { return GROUPS + "/" + id; } }\n`,
  "client.rb": `require "net/http"
require "json"
require_relative "settings"
require "faraday"

module Cloud
  BASE = ENV.fetch("BASE", "${BASE}").freeze
  class Error < StandardError; def initialize(answer) = super("failed: #{answer.code}"); end

  Cluster = Struct.new(:name, :size, keyword_init: true) do
    def to_h = { "name" => name, diskSizeGB: size || 10, "providerSettings": { instanceSizeName: "M10" } }
  end

  class Client
    attr_reader :base
    HEADERS = { "Accept" => "application/json", **Settings::HEADERS }.freeze

    def initialize(key, base: BASE, **options, &block)
      @key, @base = key, base.chomp("/")
      @http = Faraday.new(url: @base, headers: HEADERS.merge(options[:headers] || {})) do |f|
        f.request :digest, "public", @key
        f.adapter Faraday.default_adapter
      end
      instance_eval(&block) if block_given?
    end

    def clusters(*ids, page: 1)
      ids.compact.flat_map { |id| get("/groups/%s/clusters?pageNum=%d" % [id, page])["results"] }.map { _1["srvAddress"] }
    end

    def get(path)
      uri = URI.join(@base + "/", path.sub(%r{\\A/}, ""))
      request = Net::HTTP::Get.new(uri, HEADERS)
      request["Accept"] = "application/vnd.atlas.2023-02-01+json" unless path =~ /old$/i
      request.basic_auth("public", "secret-key")
      answer = Net::HTTP.start(uri.host, uri.port, use_ssl: true) { |http| http.request(request) }
      case answer
      when Net::HTTPSuccess then JSON.parse(answer.body)
      else raise Error, answer
      end
    rescue Timeout::Error, SocketError => e
      retry if (tries ||= 0) < 3 && (tries += 1)
      warn e.message
    ensure
      @last = path
    end

    def create(group, cluster) = @http.post("groups/#{group}/clusters", cluster.to_h.to_json).then { |r| r.body&.dig("mongoURI") }
  end
end

body = <<~JSON
  { "name": "a#{1 + 2}", "providerSettings": { "regionName": "EU_WEST_1" } }
JSON
client = Cloud::Client.new(*ARGV.first(1)) { @extra = %w[a b].to_h { |x| [x.to_sym, 1] } }
%i[a b].each_with_index { |id, i| puts client.clusters(id, page: i).first(2).join(",") } while false
client.public_send(:get, "/orgs") if __FILE__ == $0
`,
  "settings.rb": `module Settings\n  HEADERS = { "Content-Type" => "application/json" }\n  PATHS = %w[groups orgs].map { |x| "${BASE}/#{x}" }\n  def self.method_missing(name, *) = PATHS.fetch(0)\nend\n`,
  "Api.cs": `using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json.Serialization;
using System.Threading.Tasks;
using static App.Paths;
using RestSharp;

namespace App;

public record Cluster([property: JsonPropertyName("name")] string Name, double DiskSizeGB = 10)
{
    public Dictionary<string, object> ProviderSettings { get; init; } = new() { ["instanceSizeName"] = "M10" };
    [JsonPropertyName("srvAddress")] public string? Srv { get; set; }
}

public sealed class Api<T> : BaseApi, IDisposable where T : class, new()
{
    private const string Base = $"{Host}/api/atlas/v1.0";
    private readonly HttpClient _http;
    private static readonly string[] Kinds = { "clusters", "users" };

    public Api(IConfiguration settings, HttpClient? http = null) : base(settings["Api:Key"]!)
    {
        _http = http ?? new HttpClient(new HttpClientHandler { Credentials = new NetworkCredential("public", "secret-key") }) { BaseAddress = new Uri(settings["Api:Base"] ?? Base + "/") };
        _http.DefaultRequestHeaders.Accept.Add(new MediaTypeWithQualityHeaderValue("application/json"));
    }

    public async Task<T?> Get(string group, int page = 1, params string[] more)
    {
        var path = string.Format("groups/{0}/clusters?pageNum={1:D2}", Uri.EscapeDataString(group), page) + string.Join("&", more.Where(x => x is { Length: > 0 } and not "b").Select(x => $"{x}=1"));
        using var request = new HttpRequestMessage(HttpMethod.Get, path) { Headers = { { "Accept", "application/vnd.atlas.2023-02-01+json" } } };
        using HttpResponseMessage answer = await _http.SendAsync(request).ConfigureAwait(false);
        return answer.StatusCode switch { System.Net.HttpStatusCode.OK => await answer.Content.ReadFromJsonAsync<T>(), _ => throw new Exception(nameof(Get)) };
    }

    public async IAsyncEnumerable<string> All()
    {
        foreach (var (kind, i) in Kinds.Select((k, i) => (k, i)))
        {
            var body = new { name = kind, providerSettings = new { instanceSizeName = "M10" }, diskSizeGB = 1 << i };
            var answer = await _http.PostAsJsonAsync($"{Base}/groups/{i}/{kind}", body);
            dynamic json = await answer.Content.ReadAsStringAsync();
            if (json?.mongoURI is string uri) yield return uri; else continue;
        }
        try { var client = new RestClient("${BASE}"); var r = new RestRequest("/orgs/{id}", Method.Get).AddUrlSegment("id", 1).AddHeader("Accept", "*/*"); client.Execute(r); }
        catch (HttpRequestException e) when (e.Message != "") { Console.WriteLine(e); }
        finally { lock (this) { goto end; } }
        end: ;
    }

    public void Dispose() => _http.Dispose();
    static string Text => """
        { "mongoURI": "a" }
        """ + @"c:\\a ""b""";
}
`,
  "Paths.cs": `namespace App { static class Paths { public const string Host = "https://cloud.mongodb.com"; public static string Of(object id) => Host + "/api/atlas/v1.0/groups/" + id; } }\n`,
  "appsettings.json": `{ "Api": { "Base": "${BASE}/", "Key": "abc-0123" }, "Logging": { "Level": "x" } } // a\n`,
  "application.yml": `api:\n  base: &b ${BASE}\n  key: \${API_KEY:abc}\n  other: *b\nspring:\n  <<: {a: b}\n---\napi: {base: x}\n`,
  "workflow.yaml": `on: push
env: { BASE: "${BASE}", NAME: a }
jobs:
  a:
    env: &e
      PATH_OF: /groups/\${{ secrets.GROUP }}
    steps:
      - run: |
          curl -u "$PUBLIC:\${{ secrets.KEY }}" --digest "$BASE$PATH_OF/clusters" | jq .results[0].srvAddress
      - run: >-
          curl -X POST
          -d '{"providerSettings": {"instanceSizeName": "M10"}}'
          $BASE/groups/{{ group }}/clusters
      - { run: "curl \\"$BASE/orgs\\"", env: *e }
script: [set -e, 'curl "$BASE/groups"', "curl $BASE/users"]
`,
  "README.md": `# Calls\n\n\`\`\`sh\n$ BASE=${BASE}\n$ curl -u pub:key \\\n>   "$BASE/groups/<GROUP-ID>/clusters"\n{ "results": [] }\n\`\`\`\n\n~~~ {.bash}\ncurl -d '{"diskSizeGB": 10}' $BASE/groups\n~~~\n\n<!-- v2ready-disable-next-line no-unversioned-base-path -- an example -->\nCall \`${BASE}/orgs\`.\n\n| a | b |\n|---|---|\n| \`srvAddress\` | [x](${BASE}) |\n\n\`\`\`diff\n-curl ${BASE}\n+curl https://cloud.mongodb.com/api/atlas/v2/groups\n\`\`\`\n`,
  "main.tf": `resource "null_resource" "a" {\n  provisioner "local-exec" {\n    command = "curl -u \${var.pub}:\${var.key} \\"${BASE}/groups/\${var.id}\\""\n  }\n  user_data = <<-EOF\n    #!/bin/sh\n    BASE=${BASE}\n    curl $BASE/groups/\${mongodbatlas_project.a.id}/clusters\n  EOF\n}\n`,
  Dockerfile: `FROM alpine\nARG BASE=${BASE}\nENV GROUP=abc\nRUN --mount=type=cache,target=/x apk add curl && \\\n    curl -s "$BASE/groups/$GROUP" -o /a\nCMD ["sh"]\n`,
  Jenkinsfile: `pipeline { stages { stage('a') { steps {\n  sh 'curl ${BASE}/groups'\n  sh(script: """\n    curl -X PATCH -d '{"diskSizeGB": 1}' "${BASE}/groups/\${env.GROUP}/clusters/a"\n  """, returnStdout: true)\n} } } }\n`,
  "setup.cfg": "[options]\npackage_dir =\n    = src\npackages = find:\n",
};

/** The samples of languages that are lowered, and of files that have shell in them. */
export const PROGRAMS: readonly Sample[] = Object.entries({ ...TEXTS, ...KOTLIN_TEXTS, ...RUST_TEXTS }).map(
  ([path, text]) => ({
    path,
    text,
  }),
);
