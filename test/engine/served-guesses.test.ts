import { expect, it } from "vitest";
import { report } from "../support/command.js";
import { ATLAS, foundInPage } from "../support/served.js";
import { sharedTree } from "../support/tree.js";

it.each<[string, Record<string, string>, string?]>([
  [
    "a function whose path is in serverless.yml",
    {
      "serverless.yml": `service: x
provider:
  name: aws
functions:
  cluster:
    handler: src/handler.one
    events:
      - httpApi:
          path: /api/clusters/{id}
          method: get
`,
      "src/handler.js": `module.exports.one = async (event) => {
  const answer = await fetch(\`${ATLAS}/\${event.pathParameters.id}\`);
  const cluster = await answer.json();
  return { statusCode: 200, body: JSON.stringify(cluster) };
};
`,
    },
  ],
  [
    "a function whose path is in a template of SAM",
    {
      "template.yaml": `Transform: AWS::Serverless-2016-10-31
Resources:
  One:
    Type: AWS::Serverless::Function
    Properties:
      CodeUri: fn/
      Handler: app.lambda_handler
      Runtime: python3.12
      Events:
        Get:
          Type: Api
          Properties:
            Path: /api/clusters/{id}
            Method: get
`,
      "fn/app.py": `import json
import requests
def lambda_handler(event, context):
    r = requests.get("${ATLAS}/" + event["pathParameters"]["id"], timeout=5)
    return {"statusCode": 200, "body": json.dumps(r.json())}
`,
    },
  ],
  [
    "Rails",
    {
      "config/routes.rb": `Rails.application.routes.draw do
  namespace :api do
    resources :clusters, only: [:show]
  end
end
`,
      "app/controllers/api/clusters_controller.rb": `require "net/http"
class Api::ClustersController < ApplicationController
  def show
    body = Net::HTTP.get(URI("${ATLAS}/#{params[:id]}"))
    render json: body
  end
end
`,
    },
  ],
  [
    "a file of PHP",
    {
      "public/api/clusters.php": `<?php
header('Content-Type: application/json');
$ch = curl_init("${ATLAS}/" . $_GET['id']);
curl_setopt($ch, CURLOPT_RETURNTRANSFER, true);
$body = curl_exec($ch);
echo $body;
`,
    },
    "`/api/clusters.php?id=${id}`",
  ],
  [
    "Tornado",
    {
      "app.py": `import requests, tornado.web
class H(tornado.web.RequestHandler):
    def get(self, name):
        self.write(requests.get("${ATLAS}/" + name).json())
app = tornado.web.Application([(r"/api/clusters/(.*)", H)])
`,
    },
  ],
  [
    "Actix",
    {
      "Cargo.toml": `[package]
name='x'
`,
      "src/main.rs": `use actix_web::{get, web, HttpResponse, Responder};
#[get("/api/clusters/{id}")]
async fn one(id: web::Path<String>) -> impl Responder {
    let text = reqwest::get(format!("${ATLAS}/{}", id)).await.unwrap().text().await.unwrap();
    HttpResponse::Ok().body(text)
}
`,
    },
  ],
  [
    "a worker",
    {
      "worker.js": `export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    if (url.pathname.startsWith("/api/clusters/")) {
      const answer = await fetch("${ATLAS}/" + url.pathname.split("/").pop(), { headers: { Authorization: env.TOKEN } });
      return new Response(answer.body, answer);
    }
    return new Response("", { status: 404 });
  },
};
`,
    },
  ],
])(
  "a path that names clusters is one of a server whose paths are not known: %s",
  async (_what, server, url) => {
    const found = await foundInPage(server, url ?? "`/api/clusters/${id}`");
    expect(found).toEqual([expect.stringMatching(/^warning numShards /)]);
  },
);

const LAMBDA = (answer: string): Record<string, string> => ({
  "src/handler.js": `module.exports.one = async (event) => {
  const cluster = await (await fetch(\`${ATLAS}/\${event.pathParameters.id}\`)).json();
  console.log(JSON.stringify(cluster));
  return { statusCode: 200, body: JSON.stringify(${answer}) };
};
`,
});

it.each<[string, Record<string, string>, string?]>([
  ["the server answers with a part", LAMBDA("{ state: cluster.stateName }")],
  ["the path names something else", LAMBDA("cluster"), "`/api/projects/${id}`"],
  ["the page asks another host", LAMBDA("cluster"), "`https://shop.example.com/clusters/${id}`"],
  [
    "nothing of the repository answers requests",
    {
      "src/clusters.js": `export const one = async (id) =>
  (await fetch(\`${ATLAS}/\${id}\`)).json();
`,
    },
  ],
])("no path is guessed where %s", async (_what, server, url) => {
  expect(await foundInPage(server, url ?? "`/api/clusters/${id}`")).toEqual([]);
});

it("a script in a page of HTML asks the server as well", async () => {
  const cwd = sharedTree({
    ".git/HEAD": "",
    ...LAMBDA("cluster"),
    "public/index.html": `<html><body><script>
fetch("/api/clusters/x").then((r) => r.json()).then((c) => { document.title = c.numShards; });
</script></body></html>
`,
  });
  const { findings } = await report(["."], { cwd });
  const inPage = findings.filter(({ path }) => path === "public/index.html");
  expect(inPage.map(({ severity, property }) => `${severity} ${property}`)).toEqual(["warning numShards"]);
});

it("a test that starts a server of its own asks the one of the repository as well", async () => {
  const cwd = sharedTree({
    ".git/HEAD": "",
    ...LAMBDA("cluster"),
    "test/show.test.js": `import { createServer } from "node:http";
it("shows", async () => {
  const server = createServer().listen(8080);
  const cluster = await (await fetch("http://localhost:8080/api/clusters/x")).json();
  expect(cluster.numShards).toBe(1);
});
`,
  });
  const { findings } = await report(["."], { cwd });
  const inTest = findings.filter(({ path }) => path === "test/show.test.js");
  expect(inTest.map(({ severity, property }) => `${severity} ${property}`)).toEqual(["warning numShards"]);
});

it.each<[string, string, boolean]>([
  ["the unversioned API", ATLAS, true],
  ["the versioned API", ATLAS.replace("v1.0", "v2"), false],
])("a response of %s that goes to a template", async (_what, url, isListed) => {
  const cwd = sharedTree({
    ".git/HEAD": "",
    "app.py": `import requests
from flask import Flask, render_template
app = Flask(__name__)
@app.route("/clusters/<name>")
def one(name):
    headers = {"Accept": "application/vnd.atlas.2023-02-01+json"}
    return render_template("one.html", cluster=requests.get(f"${url}/{name}", headers=headers).json())
`,
    "templates/one.html": "<p>{{ cluster.numShards }}</p>\n",
  });
  const { unchecked } = await report(["."], { cwd });
  const reasons = unchecked.map(({ reason }) => reason);
  expect(reasons.includes("hands a response of the service to a template")).toBe(isListed);
});
