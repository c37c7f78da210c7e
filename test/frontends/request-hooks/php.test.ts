import { describe } from "vitest";
import { expectDoubts, expectHeaders, expectMissing } from "./expect-hooks.js";

const guzzle = (code: string): string => `<?php
namespace App;
use GuzzleHttp\\Client;
use GuzzleHttp\\HandlerStack;
use GuzzleHttp\\Handler\\CurlHandler;
use GuzzleHttp\\Middleware;
use Illuminate\\Support\\Facades\\Http;
use Psr\\Http\\Message\\RequestInterface;
${code}`;

describe("PHP", () => {
  expectHeaders("api.php", {
    "middleware for all requests of Laravel": `<?php
use Illuminate\\Support\\Facades\\Http;
Http::globalRequestMiddleware(fn ($request) => $request->withHeader('HEADER', 'TYPE'));
Http::withToken($token)->get('API/groups');
`,
    "options for all requests of Laravel": `<?php
use Illuminate\\Support\\Facades\\Http;
Http::globalOptions(['headers' => ['HEADER' => 'TYPE']]);
Http::get('API/groups');
`,
    "a function that maps requests": guzzle(`$stack = HandlerStack::create();
$stack->push(Middleware::mapRequest(fn (RequestInterface $r) => $r->withHeader('HEADER', 'TYPE')));
$client = new Client(['base_uri' => 'API/', 'handler' => $stack]);
$client->patch('groups/x/clusters/y', ['json' => ['paused' => true]]);
`),
    "a function that gives a handler": guzzle(`class Atlas {
    private Client $client;
    public function __construct() {
        $stack = new HandlerStack();
        $stack->setHandler(new CurlHandler());
        $stack->push(function (callable $handler) {
            return function (RequestInterface $request, array $options) use ($handler) {
                $request = $request->withHeader('HEADER', 'TYPE');
                return $handler($request, $options);
            };
        }, 'version');
        $this->client = new Client(['base_uri' => 'API/', 'handler' => $stack]);
    }
    public function groups() {
        return json_decode($this->client->get('groups')->getBody(), true);
    }
}
`),
    "a function that makes middleware": guzzle(`function add_header($header, $value) {
    return function (callable $handler) use ($header, $value) {
        return function (RequestInterface $request, array $options) use ($handler, $header, $value) {
            $request = $request->withHeader($header, $value);
            return $handler($request, $options);
        };
    };
}
$stack = HandlerStack::create();
$stack->push(add_header('HEADER', 'TYPE'));
$client = new Client(['handler' => $stack]);
$client->get('API/groups');
`),
    "a class of middleware": guzzle(`class Dated {
    public function __invoke(callable $handler): callable {
        return function (RequestInterface $request, array $options) use ($handler) {
            return $handler($request->withHeader('HEADER', 'TYPE'), $options);
        };
    }
}
$stack = HandlerStack::create();
$stack->push(new Dated());
$client = new Client(['handler' => $stack]);
$client->request('GET', 'API/groups');
`),
    "a function that looks first": guzzle(`$stack = HandlerStack::create();
$stack->push(Middleware::mapRequest(function (RequestInterface $request) {
    if (!$request->hasHeader('HEADER')) {
        $request = $request->withHeader('HEADER', 'TYPE');
    }
    return $request;
}));
$client = new Client(['handler' => $stack]);
$client->get('API/groups');
`),
    "middleware of Laravel":
      guzzle(`Http::withMiddleware(Middleware::mapRequest(function (RequestInterface $request) {
    return $request->withHeader('HEADER', 'TYPE');
}))->get('API/groups');
`),
    "request middleware of Laravel": guzzle(`Http::baseUrl('API')->withRequestMiddleware(
    fn (RequestInterface $request) => $request->withHeader('HEADER', 'TYPE')
)->get('/groups');
`),
    "a callback of Laravel": guzzle(`Http::beforeSending(function ($request, $options) {
    return $request->toPsrRequest()->withHeader('HEADER', 'TYPE');
})->get('API/groups');
`),
    "a function that modifies requests": `<?php
use GuzzleHttp\\Client;
use GuzzleHttp\\HandlerStack;
use GuzzleHttp\\Psr7\\Utils;
use Psr\\Http\\Message\\RequestInterface;
$stack = HandlerStack::create();
$stack->push(fn (callable $handler) => fn (RequestInterface $request, array $options) => $handler(Utils::modifyRequest($request, ['set_headers' => ['HEADER' => 'TYPE']]), $options));
$client = new Client(['handler' => $stack]);
$client->get('API/groups');
`,
  });

  expectDoubts("api.php", {
    "middleware of a package": guzzle(`$stack = HandlerStack::create();
$stack->push(new \\Acme\\VersionMiddleware('2023-02-01'));
$client = new Client(['base_uri' => 'API/', 'handler' => $stack]);
$client->get('groups');
`),
  });

  expectMissing("api.php", {
    "middleware that tries again": guzzle(`$stack = HandlerStack::create();
$stack->push(Middleware::retry(function ($retries, $request, $response) { return $retries < 3; }));
$client = new Client(['base_uri' => 'API/', 'handler' => $stack]);
$client->get('groups');
`),
    "a stack without middleware":
      guzzle(`$client = new Client(['handler' => HandlerStack::create(new CurlHandler())]);
$client->get('API/groups');
`),
  });
});
