import { describe, expect, it } from "vitest";
import { mutated } from "../fuzz/mutate.js";
import { Random } from "../fuzz/random.js";
import { phpFrontend } from "../../src/frontends/php/entry.js";
import { API, LanguageFacts, requestsOf } from "./language-facts.js";

const php = new LanguageFacts(phpFrontend, "a.php", "<?php\n");

describe("requests in PHP", () => {
  it.each<[client: string, code: string, request: string]>([
    [
      "curl",
      `$ch = curl_init();
curl_setopt($ch, CURLOPT_URL, "${API}/groups/$id/clusters");
curl_setopt($ch, CURLOPT_HTTPHEADER, ["Accept: a/b", 'X-One: ' . 1]);
curl_setopt($ch, CURLOPT_HTTPAUTH, CURLAUTH_DIGEST);
curl_setopt($ch, CURLOPT_USERPWD, "$user:$key");
$r = curl_exec($ch);`,
      "GET /groups/{}/clusters ; accept: a/b ; x-one: 1",
    ],
    [
      "curl with options in an array",
      `$ch = curl_init("${API}/groups");
curl_setopt_array($ch, [
  CURLOPT_RETURNTRANSFER => true,
  CURLOPT_CUSTOMREQUEST => "PATCH",
  CURLOPT_POSTFIELDS => json_encode(["a" => 1]),
  CURLOPT_HTTPHEADER => array("Accept: a/b"),
]);
curl_exec($ch);`,
      "PATCH /groups ; accept: a/b",
    ],
    [
      "curl that posts",
      `$ch = curl_init("${API}/groups");\ncurl_setopt($ch, CURLOPT_POST, 1);\ncurl_exec($ch);`,
      "POST /groups",
    ],
    [
      "Guzzle with a base",
      `use GuzzleHttp\\Client;
$client = new Client(["base_uri" => "${API}/", "auth" => [$u, $p, "digest"], "headers" => ["X-One" => "1"]]);
$client->request("GET", "groups/" . $id, ["headers" => ["Accept" => "a/b"]]);`,
      "GET /groups/{} ; x-one: 1 ; accept: a/b",
    ],
    [
      "Guzzle with constants for options",
      `use GuzzleHttp\\Client;
use GuzzleHttp\\RequestOptions;
$c = new Client(["base_uri" => "${API}/", RequestOptions::HEADERS => ["Accept" => "a/b"]]);
$c->get("groups", [RequestOptions::AUTH => [$public, $private, "digest"]]);`,
      "GET /groups ; accept: a/b",
    ],
    [
      "Guzzle by its full name",
      `(new \\GuzzleHttp\\Client())->post("${API}/groups", ["headers" => ["Accept" => "a/b"], "json" => []]);`,
      "POST /groups ; accept: a/b",
    ],
    [
      "a request of Guzzle that is made first",
      `use GuzzleHttp\\{Client, Psr7\\Request};
$r = new Request("DELETE", "${API}/groups/1", ["Accept" => "a/b"]);
(new Client)->send($r);`,
      "DELETE /groups/1 ; accept: a/b",
    ],
    [
      "a chain of Laravel",
      `use Illuminate\\Support\\Facades\\Http;
Http::withDigestAuth($u, $p)->accept("a/b")->withHeaders(["X-One" => "1"])->get("${API}/groups");`,
      "GET /groups ; accept: a/b ; x-one: 1",
    ],
    [
      "a base of Laravel",
      `$api = Http::baseUrl("${API}")->acceptJson();\n$api->patch("/groups/1", ["a" => 1]);`,
      "PATCH /groups/1 ; accept: application/json",
    ],
    [
      "Symfony",
      `use Symfony\\Component\\HttpClient\\HttpClient;
HttpClient::create(["headers" => ["Accept" => "a/b"]])->request("GET", "${API}/groups");`,
      "GET /groups ; accept: a/b",
    ],
    [
      "a client that a container gives",
      `use Symfony\\Contracts\\HttpClient\\HttpClientInterface;
class Atlas {
  public function __construct(private HttpClientInterface $client, private string $base = "${API}") {}
  public function groups() {
    return $this->client->request("GET", $this->base . "/groups", ["headers" => ["Accept" => "a/b"]]);
  }
}`,
      "GET {}/groups | /groups ; accept: a/b",
    ],
    [
      "file_get_contents",
      `$context = stream_context_create(["http" => ["method" => "POST", "header" => "Accept: a/b\\r\\nX-One: 1\\r\\n", "content" => "{}"]]);
file_get_contents("${API}/groups", false, $context);`,
      "POST /groups ; accept: a/b ; x-one: 1",
    ],
    [
      "WordPress",
      `wp_remote_get("${API}/groups", ["headers" => ["Accept" => "a/b"]]);`,
      "GET /groups ; accept: a/b",
    ],
    [
      "a wrapper with a static method and constants",
      `class Atlas {
  const BASE = "${API}";
  private static array $headers = ["Accept" => "a/b"];
  public static function get(string $path, array $more = []) {
    return Http::withHeaders(array_merge(self::$headers, $more))->get(static::BASE . "/" . ltrim($path, "/"));
  }
}
Atlas::get("/groups", ["X-One" => "1"]);`,
      "GET /groups ; accept: a/b ; x-one: 1",
    ],
    [
      "a wrapper of curl with a method for all",
      `class Client {
  protected $headers = [];
  private string $base;
  function __construct($base) { $this->base = rtrim($base, "/"); $this->headers[] = "Accept: a/b"; }
  private function call($method, $path, $body = null) {
    $ch = curl_init(sprintf("%s/%s", $this->base, $path));
    curl_setopt($ch, CURLOPT_CUSTOMREQUEST, $method);
    curl_setopt($ch, CURLOPT_HTTPHEADER, $this->headers);
    if ($body !== null) { curl_setopt($ch, CURLOPT_POSTFIELDS, json_encode($body)); }
    return json_decode(curl_exec($ch), true);
  }
  public function groups() { return $this->call("GET", "groups"); }
}
(new Client("${API}/"))->groups();`,
      "GET /groups ; accept: a/b",
    ],
  ])("%s", (_client, code, request) => {
    expect(requestsOf(php.of(code))).toEqual([request]);
  });

  it("knows how requests authenticate", () => {
    const code = `$ch = curl_init("${API}/a");
curl_setopt_array($ch, [CURLOPT_USERPWD => "u:p", CURLOPT_HTTPAUTH => CURLAUTH_DIGEST]);
curl_exec($ch);
Http::withDigestAuth("u", "p")->get("${API}/b");
(new \\GuzzleHttp\\Client)->get("${API}/c", ["auth" => ["u", "p", "digest"]]);
(new \\GuzzleHttp\\Client(["auth" => ["u", "p"]]))->get("${API}/d");
`;
    const { requests } = php.of(code);
    expect(requests.map(({ credentials }) => credentials)).toEqual(["digest", "digest", "digest", "basic"]);
  });
});

describe("reads and bodies in PHP", () => {
  it.each<[name: string, read: string]>([
    ["an array", `json_decode($r->getBody(), true)["mongoURI"];`],
    ["an object", `json_decode((string) $r->getBody()->getContents())->mongoURI;`],
    ["with a default", `json_decode($r->body(), true)["mongoURI"] ?? null;`],
    ["each result", `foreach ($r->json()["results"] as $c) { echo $c["mongoURI"]; }`],
    ["a column", `array_column($r->toArray()["results"], "mongoURI");`],
    ["a function", `array_map(fn($c) => $c->mongoURI, $r->object()->results);`],
    ["a path", `$r->json("mongoURI");`],
    ["parts", `["mongoURI" => $uri] = $r->json();`],
    ["isset", `if (isset($r->json()["mongoURI"])) {}`],
  ])("reads %s", (_name, read) => {
    const code = `$r = Http::get("${API}/groups/1/clusters/a");\n${read}\n`;
    expect(php.fieldsOf(code)).toEqual(["read mongoURI"]);
  });

  it("reads what curl gives", () => {
    const code = `$ch = curl_init("${API}/groups/1/clusters/a");\n$r = json_decode(curl_exec($ch), true);\necho $r["mongoURI"];`;
    expect(php.fieldsOf(code)).toEqual(["read mongoURI"]);
  });

  it("knows the body of a request", () => {
    const code = `$body = ["name" => "a", "providerSettings" => ["providerName" => "AWS"]];
$body["numShards"] = 2;
(new \\GuzzleHttp\\Client)->post("${API}/groups/1/clusters", ["body" => json_encode(array_merge($body, ["backupEnabled" => true]))]);
`;
    const [request] = php.of(code).requests;
    expect(JSON.stringify(request!.body)).toMatch(/providerSettings.*numShards.*backupEnabled/s);
  });
});

describe("files of PHP", () => {
  it.each<[name: string, files: Record<string, string>, request: string]>([
    [
      "variables and constants of a file that is included",
      {
        "bin/run.php": `<?php require_once __DIR__ . "/../config.php";\nHttp::get("$base/groups/" . GROUP);`,
        "config.php": `<?php $base = "${API}";\ndefine("GROUP", "1");`,
      },
      "GET /groups/1",
    ],
    [
      "what a file returns",
      {
        "run.php": `<?php $config = require "config/app.php";\nHttp::get($config["base"] . "/groups");`,
        "config/app.php": `<?php return ["base" => "${API}"];`,
      },
      "GET /groups",
    ],
    [
      "settings of Laravel",
      {
        "app/Run.php": `<?php Http::get(config("services.atlas.base") . "/groups");`,
        "config/services.php": `<?php return ["atlas" => ["base" => env("X", "${API}")]];`,
      },
      "GET {}/groups | /groups",
    ],
    [
      "a class of a namespace, where composer.json has it",
      {
        "src/Run.php": `<?php namespace App; use App\\Util\\Settings as S;\nHttp::get(S::BASE . Paths::groups());`,
        "composer.json": `{"autoload": {"psr-4": {"App\\\\": "src/"}}}`,
        "src/Util/Settings.php": `<?php namespace App\\Util; final class Settings { public const BASE = "${API}"; }`,
        "src/Paths.php": `<?php namespace App; class Paths { static function groups() { return "/groups"; } }`,
      },
      "GET /groups",
    ],
    [
      "a function of a file that is included",
      {
        "run.php": `<?php include "lib/helpers.php";\nHttp::get(base_url() . "/groups");`,
        "lib/helpers.php": `<?php function base_url() { return "${API}"; }`,
      },
      "GET /groups",
    ],
    [
      "a class above in another file",
      {
        "run.php": `<?php require "Base.php"; class A extends Base { function go() { $this->send("/groups"); } }\n(new A)->go();`,
        "Base.php": `<?php class Base { protected $root = "${API}"; protected function send($p) { return Http::get($this->root . $p); } }`,
      },
      "",
    ],
  ])("follows %s", (_name, files, request) => {
    expect(requestsOf(php.ofFiles(files))).toEqual(request === "" ? [] : [request]);
  });

  it("reads around what does not parse, and says so", () => {
    const facts = php.of(`Http::get("${API}/groups");\n$x = (1 + ;\nfunction )( broken\n`);
    expect(facts.problems?.map(({ kind }) => kind)).toEqual(["syntax"]);
    expect(facts.strings.length).toBeGreaterThan(0);
  });

  it("treats comments as comments, also between other text", () => {
    const { strings } = php.ofFiles({
      "a.php": `<p>x</p><?php # see ${API}/groups\n/* ${API}/orgs */ $x = 1; ?>\n`,
    });
    expect(strings.map(({ setting }) => setting)).toEqual(["comment", "comment"]);
  });

  it("sends nothing where names only look alike", () => {
    const code = `namespace A; class Http { static function get($u) { return $u; } }
Http::get("/a"); get("/b"); $client->get("key"); curl_exec($other); file_get_contents("a.json");`;
    expect(php.of(code).requests).toEqual([]);
  });

  it("ends with facts or a problem, whatever the text is", () => {
    const text = `<?php namespace A\\B; use C\\{D, E as F};
abstract class B extends C { use T; const X = [1, 'a' => self::Y]; private static ?array $p = null;
  public function __construct(private readonly D $d, array &$x = [], ...$rest) { parent::__construct(...$rest); }
  static function f(): ?static { static $n = 0; global $g; [$a, 'k' => $b] = g($x); $x['a'][] = <<<E
    t {$a->b['c']} $d[e] u
    E; foreach ($l as $k => &$v): yield $k => $v; endforeach;
    return match(true) { $a?->b() => fn() => 1, default => throw new \\E("x") };
  } }
?><b><?= $x ?></b>
`;
    const random = new Random(7);
    for (let round = 0; round < 200; round++) {
      const made = mutated(text, random, [text]);
      expect(php.analyze(made)).toBeDefined();
    }
  });
});
