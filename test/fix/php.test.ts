import { describe, it } from "vitest";
import { BASE, TYPE, expectFixed, type FixCase } from "../support/fix-cases.js";

const head = (version: string): string => `<?php\n$base = '${BASE}/${version}';\n`;

const php = (what: string, before: string, after: string): FixCase => ({
  what,
  path: "a.php",
  before: `${head("v1.0")}${before}\n`,
  after: `${head("v2")}${after}\n`,
});

const left = (what: string, before: string, refused: RegExp): FixCase => ({
  what,
  path: "a.php",
  before: `${head("v1.0")}${before}\n`,
  refused,
});

const GUZZLE = `$http = new GuzzleHttp\\Client(['timeout' => 5]);\n`;

describe("headers and base paths in PHP", () => {
  it.each([
    php(
      "a curl handle without headers",
      `$ch = curl_init($base . '/groups/1/alerts'); // one\nif (!curl_exec($ch)) { echo curl_errno($ch); }\ncurl_close($ch);`,
      `$ch = curl_init($base . '/groups/1/alerts'); // one\ncurl_setopt($ch, CURLOPT_HTTPHEADER, ['Accept: ${TYPE}']);\nif (!curl_exec($ch)) { echo curl_errno($ch); }\ncurl_close($ch);`,
    ),
    php(
      "options of curl in one array",
      `$ch = curl_init();\ncurl_setopt_array($ch, [\n    CURLOPT_URL => "$base/groups/1/alerts", // all\n    CURLOPT_TIMEOUT => 5\n]);\ncurl_exec($ch);`,
      `$ch = curl_init();\ncurl_setopt_array($ch, [\n    CURLOPT_URL => "$base/groups/1/alerts", // all\n    CURLOPT_TIMEOUT => 5,\n    CURLOPT_HTTPHEADER => ['Accept: ${TYPE}']\n]);\ncurl_exec($ch);`,
    ),
    php(
      "lines in a variable, one of them only in a branch",
      `$ch = curl_init("$base/groups/1/alerts");\n$lines = array('X-A: 1');\nif ($more) {\n    $lines[] = 'X-B: 2';\n}\ncurl_setopt($ch, CURLOPT_HTTPHEADER, $lines);\ncurl_exec($ch);`,
      `$ch = curl_init("$base/groups/1/alerts");\n$lines = array('X-A: 1', 'Accept: ${TYPE}');\nif ($more) {\n    $lines[] = 'X-B: 2';\n}\ncurl_setopt($ch, CURLOPT_HTTPHEADER, $lines);\ncurl_exec($ch);`,
    ),
    php(
      "another value in a line",
      `$ch = curl_init("$base/groups/1/alerts");\ncurl_setopt($ch, CURLOPT_HTTPHEADER, ["Accept: application/json", "X-A: 1"]);\ncurl_exec($ch);`,
      `$ch = curl_init("$base/groups/1/alerts");\ncurl_setopt($ch, CURLOPT_HTTPHEADER, ["Accept: ${TYPE}", "X-A: 1"]);\ncurl_exec($ch);`,
    ),
    php(
      "several handles that are sent together",
      `$many = curl_multi_init();\n$ch = curl_init("$base/groups/1/alerts");\ncurl_multi_add_handle($many, $ch);`,
      `$many = curl_multi_init();\n$ch = curl_init("$base/groups/1/alerts");\ncurl_setopt($ch, CURLOPT_HTTPHEADER, ['Accept: ${TYPE}']);\ncurl_multi_add_handle($many, $ch);`,
    ),
    php(
      "the text of headers of a stream",
      `$context = stream_context_create(['http' => ['header' => "X-A: 1\\r\\nX-B: 2"]]);\nfile_get_contents("$base/groups/1/alerts", false, $context);`,
      `$context = stream_context_create(['http' => ['header' => "X-A: 1\\r\\nX-B: 2\\r\\nAccept: ${TYPE}"]]);\nfile_get_contents("$base/groups/1/alerts", false, $context);`,
    ),
    php(
      "a stream with other options",
      `$context = stream_context_create(['http' => ['method' => 'GET', 'ignore_errors' => true]]);\nfile_get_contents($base . '/groups/1/alerts', false, $context);`,
      `$context = stream_context_create(['http' => ['method' => 'GET', 'ignore_errors' => true, 'header' => ['Accept: ${TYPE}']]]);\nfile_get_contents($base . '/groups/1/alerts', false, $context);`,
    ),
    php(
      "a line in the text of a stream",
      `$context = stream_context_create(['http' => ['header' => "Accept: application/json\\r\\nX-B: 2"]]);\nfile_get_contents("$base/groups/1/alerts", false, $context);`,
      `$context = stream_context_create(['http' => ['header' => "Accept: ${TYPE}\\r\\nX-B: 2"]]);\nfile_get_contents("$base/groups/1/alerts", false, $context);`,
    ),
    php(
      "a call of Guzzle without options",
      `${GUZZLE}$http->get($base . '/groups/1/alerts');`,
      `${GUZZLE}$http->get($base . '/groups/1/alerts', ['headers' => ['Accept' => '${TYPE}']]);`,
    ),
    php(
      "options of Guzzle on lines of their own",
      `${GUZZLE}$http->request('GET', $base . '/groups/1/alerts', [\n    'query' => ['a' => 1],\n]);`,
      `${GUZZLE}$http->request('GET', $base . '/groups/1/alerts', [\n    'query' => ['a' => 1],\n    'headers' => ['Accept' => '${TYPE}'],\n]);`,
    ),
    php(
      "headers that a client of Guzzle has",
      `$http = new GuzzleHttp\\Client(['headers' => ['accept' => 'application/json']]);\n$http->get($base . '/groups/1/alerts');`,
      `$http = new GuzzleHttp\\Client(['headers' => ['accept' => '${TYPE}']]);\n$http->get($base . '/groups/1/alerts');`,
    ),
    php(
      "a request of PSR-7",
      `${GUZZLE}$http->send(new GuzzleHttp\\Psr7\\Request('GET', $base . '/groups/1/alerts'));`,
      `${GUZZLE}$http->send(new GuzzleHttp\\Psr7\\Request('GET', $base . '/groups/1/alerts', ['Accept' => '${TYPE}']));`,
    ),
    php(
      "calls of Laravel, in a chain and alone",
      `use Illuminate\\Support\\Facades\\Http;\nHttp::get("$base/groups/1/alerts");\nHttp::withToken('t')\n    ->timeout(5)\n    ->get("$base/groups/1/users");`,
      `use Illuminate\\Support\\Facades\\Http;\nHttp::withHeaders(['Accept' => '${TYPE}'])->get("$base/groups/1/alerts");\nHttp::withToken('t')\n    ->timeout(5)\n    ->withHeaders(['Accept' => '${TYPE}'])\n    ->get("$base/groups/1/users");`,
    ),
    php(
      "calls of Laravel that ask for JSON",
      `use Illuminate\\Support\\Facades\\Http;\nHttp::acceptJson()->get("$base/groups/1/alerts");\nHttp::withHeader('Accept', 'application/json')->get("$base/groups/1/users");`,
      `use Illuminate\\Support\\Facades\\Http;\nHttp::accept('${TYPE}')->get("$base/groups/1/alerts");\nHttp::withHeader('Accept', '${TYPE}')->get("$base/groups/1/users");`,
    ),
  ])("change $what", expectFixed);

  it.each([
    left(
      "lines whose value is put together",
      `$ch = curl_init("$base/groups/1/alerts");\ncurl_setopt($ch, CURLOPT_HTTPHEADER, ['Accept: ' . 'application/json']);\ncurl_exec($ch);`,
      /put together|cannot read the value/,
    ),
    left(
      "a handle that is made inside of another call",
      `function made($ch) { return $ch; }\n$ch = made(curl_init("$base/groups/1/alerts"));\ncurl_exec($ch);`,
      /not kept in a variable/,
    ),
    left(
      "a stream without a context",
      `file_get_contents("$base/groups/1/alerts");`,
      /cannot add headers to this call/,
    ),
    left(
      "lines that another service gets, too",
      `$lines = ['Accept: application/json'];\nforeach (['https://example.com/', "$base/groups/1/alerts"] as $url) {\n    $ch = curl_init($url);\n    curl_setopt($ch, CURLOPT_HTTPHEADER, $lines);\n    curl_exec($ch);\n}`,
      /also sends this Accept header|same headers/,
    ),
    left(
      "options of Guzzle that take over others",
      `${GUZZLE}$http->get("$base/groups/1/alerts", [...$more, 'timeout' => 5]);`,
      /take over|cannot/,
    ),
  ])("leave $what", expectFixed);
});

describe("reads in PHP", () => {
  const get = (options = ""): string =>
    `$http = new GuzzleHttp\\Client(['timeout' => 5]);\n$text = $http->get($base . '/groups/1/clusters/a'${options})->getBody();\n`;
  const gets = get(`, ['headers' => ['Accept' => '${TYPE}']]`);
  const read = (what: string, before: string, after: string): FixCase =>
    php(what, get() + before, gets + after);

  it.each([
    read(
      "an element, asked for and with a default",
      `$c = json_decode($text, true);\necho $c['srvAddress'];\nif (isset($c["srvAddress"])) echo 1;\necho $c['srvAddress'] ?? 'none';`,
      `$c = json_decode($text, true);\necho $c['connectionStrings']['standardSrv'];\nif (isset($c["connectionStrings"]["standardSrv"])) echo 1;\necho $c['connectionStrings']['standardSrv'] ?? 'none';`,
    ),
    read(
      "a property",
      `$c = json_decode($text);\necho $c->srvAddress, $c?->srvAddress;`,
      `$c = json_decode($text);\necho $c->connectionStrings->standardSrv, $c?->connectionStrings?->standardSrv;`,
    ),
    read(
      "values in texts, with and without braces",
      `$c = json_decode($text);\n$d = json_decode($text, true);\necho "$c->srvAddress {$c->srvAddress} $d[srvAddress] {$d['srvAddress']}";\necho <<<END\nat $c->srvAddress\nEND;`,
      `$c = json_decode($text);\n$d = json_decode($text, true);\necho "{$c->connectionStrings->standardSrv} {$c->connectionStrings->standardSrv} {$d['connectionStrings']['standardSrv']} {$d['connectionStrings']['standardSrv']}";\necho <<<END\nat {$c->connectionStrings->standardSrv}\nEND;`,
    ),
    read(
      "a pattern",
      `['srvAddress' => $a, 'name' => $b] = json_decode($text, true);\necho $a, $b;`,
      `['connectionStrings' => ['standardSrv' => $a], 'name' => $b] = json_decode($text, true);\necho $a, $b;`,
    ),
  ])("change $what", expectFixed);

  it("change a path with dots", () =>
    expectFixed(
      php(
        "",
        `use Illuminate\\Support\\Facades\\Http;\n$r = Http::withHeaders(['Accept' => 'application/json'])->get($base . '/groups/1/clusters/a');\necho $r->json('srvAddress'), data_get($r->json(), 'srvAddress');`,
        `use Illuminate\\Support\\Facades\\Http;\n$r = Http::withHeaders(['Accept' => '${TYPE}'])->get($base . '/groups/1/clusters/a');\necho $r->json('connectionStrings.standardSrv'), data_get($r->json(), 'connectionStrings.standardSrv');`,
      ),
    ));

  it.each([
    left(
      "a column",
      `${get()}foreach (array_column(json_decode($text, true), 'srvAddress') as $a) echo $a;`,
      /cannot/,
    ),
    left(
      "a name in a variable",
      `${get()}$c = json_decode($text);\n$key = 'srvAddress';\necho $c->$key;`,
      /cannot/,
    ),
  ])("leave $what", expectFixed);
});
