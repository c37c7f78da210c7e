import { expect, it } from "vitest";
import { report } from "../support/command.js";
import { ATLAS } from "../support/served.js";
import { sharedTree } from "../support/tree.js";

/** Returns the places of the page of a repository that are reported, or listed as not checked. */
async function foundInPage(
  files: Readonly<Record<string, string>>,
  ask = 'fetch("/database/1")',
): Promise<string[]> {
  const page = `export async function show() {
  const answer = await (await ${ask}).json();
  return answer.mongoURI;
}
`;
  const cwd = sharedTree({ ".git/HEAD": "", ...files, "web/page.js": page });
  const { findings, unchecked } = await report(["."], { cwd });
  return [
    ...findings
      .filter(({ path }) => path === "web/page.js")
      .map(({ severity, property, related }) => `${severity} ${property} ${related?.[0]?.path}`),
    ...unchecked.flatMap(({ kind, places }) =>
      places.filter(({ path }) => path === "web/page.js").map(() => kind),
    ),
  ];
}

const LAMBDA = `import json, requests
def one(event, context):
    r = requests.get("${ATLAS}/" + event["pathParameters"]["id"], timeout=5)
    return {"statusCode": 200, "body": json.dumps(r.json())}
`;
const RUBY_CLIENT = `require "faraday"
class Atlas
  def self.cluster(name)
    JSON.parse(Faraday.get("${ATLAS}/#{name}").body)
  end
end
`;
const RAILS = (controller: string): string => `class ${controller}Controller < ApplicationController
  def show
    render json: Atlas.cluster(params[:id])
  end
end
`;
const LARAVEL = {
  "composer.json": '{"autoload": {"psr-4": {"App\\\\": "app/"}}}',
  "app/Services/Atlas.php": `<?php
namespace App\\Services;
use Illuminate\\Support\\Facades\\Http;
class Atlas {
    public function cluster(string $name): array {
        return Http::get("${ATLAS}/$name")->json();
    }
}
`,
  "app/Http/Controllers/DatabaseController.php": `<?php
namespace App\\Http\\Controllers;
use App\\Services\\Atlas;
class DatabaseController extends Controller {
    public function show(Atlas $atlas, string $id) {
        return response()->json($atlas->cluster($id));
    }
}
`,
};

it.each<[string, string, Record<string, string>, string?]>([
  [
    "serverless.yml, with its method",
    "fn/app.py",
    {
      "serverless.yml": `functions:
  one:
    handler: fn/app.one
    events:
      - httpApi: GET /database/{id}
`,
      "fn/app.py": LAMBDA,
    },
  ],
  [
    "serverless.yaml, with a module of Python in a folder",
    "api/fn/app.py",
    {
      "api/serverless.yaml": `functions:
  - one:
      handler: fn.app.one
      events:
        - http:
            path: database/{id}
            method: any
`,
      "api/fn/app.py": LAMBDA,
    },
  ],
  [
    "a template of SAM",
    "fn/app.py",
    {
      "template.yaml": `Globals:
  Function:
    CodeUri: fn/
Resources:
  One:
    Type: AWS::Serverless::Function
    Properties:
      Handler: app.one
      Events:
        Get:
          Type: HttpApi
          Properties: { Path: "/database/{id}", Method: get }
        Name:
          Type: Api
          Properties: { Path: !Sub "/\${Stage}/x", Method: get }
`,
      "fn/app.py": LAMBDA,
    },
  ],
  [
    "settings of Serverless in TypeScript",
    "fn/app.py",
    {
      "serverless.ts": `const config: AWS = {
  service: 'x', // a service
  functions: {
    one: { handler: 'fn/app.one', events: [{ httpApi: { path: \`/database/{id}\`, method: 'get' } }] },
  },
};
module.exports = config;
`,
      "fn/app.py": LAMBDA,
    },
  ],
  [
    "settings of Serverless in JSON",
    "fn/app.py",
    {
      "serverless.json":
        '{"functions": {"one": {"handler": "fn/app.one", "events": [{"http": "GET /database/{id}"}]}}}',
      "fn/app.py": LAMBDA,
    },
  ],
  [
    "a template of SAM, for all paths",
    "fn/app.py",
    {
      "template.yaml": `Resources:
  One:
    Type: AWS::Serverless::Function
    Properties:
      CodeUri: fn/
      Handler: app.one
      Events:
        All:
          Type: Api
          Properties: { Path: "/{proxy+}", Method: ANY }
`,
      "fn/app.py": LAMBDA,
    },
  ],
  [
    "the host of a function",
    "fn/index.mjs",
    {
      "fn/index.mjs": `export const handler = async (event) => {
  const answer = await fetch("${ATLAS}/" + event.rawPath.slice(1));
  return await answer.json();
};
`,
    },
    'fetch("https://abc.lambda-url.eu-west-1.on.aws/")',
  ],
  [
    "the name of a controller of Rails",
    "app/controllers/api/database_controller.rb",
    {
      "app/services/atlas.rb": RUBY_CLIENT,
      "app/controllers/api/database_controller.rb": RAILS("Api::Database"),
    },
  ],
  [
    "routes of Rails",
    "app/controllers/stores_controller.rb",
    {
      "config/routes.rb": `Rails.application.routes.draw do
  get "database/:id", to: "stores#show"
end
`,
      "app/services/atlas.rb": RUBY_CLIENT,
      "app/controllers/stores_controller.rb": RAILS("Stores"),
    },
  ],
  [
    "routes of Laravel",
    "routes/api.php",
    {
      ...LARAVEL,
      "routes/api.php": `<?php
use App\\Http\\Controllers\\DatabaseController;
use Illuminate\\Support\\Facades\\Route;
Route::get('/database/{id}', [DatabaseController::class, 'show']);
`,
    },
  ],
  [
    "a resource of Laravel",
    "routes/web.php",
    {
      ...LARAVEL,
      "routes/web.php": `<?php
use App\\Http\\Controllers\\DatabaseController;
use Illuminate\\Support\\Facades\\Route;
Route::apiResource('database', DatabaseController::class);
`,
    },
  ],
  [
    "the name of a script of PHP",
    "public/api/database.php",
    {
      "public/api/database.php": `<?php
header('Content-Type: application/json');
$ch = curl_init("${ATLAS}/" . $_GET['id']);
curl_setopt($ch, CURLOPT_RETURNTRANSFER, true);
echo json_encode(json_decode(curl_exec($ch)));
`,
    },
    'fetch("api/database.php?id=1")',
  ],
])("a page reads what goes on under a path from %s", async (_what, place, files, ask) => {
  expect(await foundInPage(files, ask)).toEqual([`warning mongoURI ${place}`]);
});

it.each<[string, Record<string, string>, string?]>([
  [
    "another function answers",
    {
      "serverless.yml": `functions:
  one: { handler: fn/app.one, events: [{ httpApi: GET /other }] }
  two: { handler: fn/two.one, events: [{ httpApi: GET /database/{id} }] }
`,
      "fn/app.py": LAMBDA,
      "fn/two.py": "def one(event, context):\n    return {}\n",
    },
  ],
  [
    "another method is answered",
    {
      "serverless.yml": `functions:
  one: { handler: fn/app.one, events: [{ httpApi: "POST /database/{id}" }] }
`,
      "fn/app.py": LAMBDA,
    },
    'fetch("/database/1", { method: "PUT" })',
  ],
  [
    "the file of functions does not parse",
    { "serverless.yml": "functions: [\n  a: b: c\n", "fn/app.py": LAMBDA },
  ],
])("a page has no finding where %s", async (_what, files, ask) => {
  const found = await foundInPage(files, ask);
  expect(found.filter((one) => one !== "unknown-object")).toEqual([]);
});
