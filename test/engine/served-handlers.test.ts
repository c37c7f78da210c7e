import { expect, it } from "vitest";
import { ATLAS, foundInPage } from "../support/served.js";

it.each<[string, Record<string, string>, string?]>([
  [
    "Django",
    {
      "app/urls.py": `from django.urls import path
from . import views
urlpatterns = [
    path("api/dbs/<str:name>/", views.cluster),
]
`,
      "app/views.py": `import requests
from django.http import JsonResponse
def cluster(request, name):
    r = requests.get(f"${ATLAS}/{name}", timeout=5)
    return JsonResponse(r.json())
`,
    },
    "`/api/dbs/${id}/`",
  ],
  [
    "a view of Django that is a class",
    {
      "proj/urls.py": `from django.urls import include, path
urlpatterns = [
    path("api/", include("clusters.urls")),
]
`,
      "clusters/urls.py": `from django.urls import re_path
from .views import ClusterView
urlpatterns = [
    re_path(r"^dbs/(?P<name>[^/]+)$", ClusterView.as_view()),
]
`,
      "clusters/views.py": `import requests
from rest_framework.views import APIView
from rest_framework.response import Response
class ClusterView(APIView):
    def get(self, request, name):
        data = requests.get(f"${ATLAS}/{name}", timeout=5).json()
        return Response(data)
`,
    },
  ],
  [
    "a function of Django REST framework",
    {
      "urls.py": `from django.urls import path
from views import one
urlpatterns = [path("api/dbs/<name>", one, name="one")]
`,
      "views.py": `import requests
from rest_framework.decorators import api_view
from rest_framework.response import Response
@api_view(["GET"])
def one(request, name):
    data = requests.get(f"${ATLAS}/{name}", timeout=5).json()
    return Response(data)
`,
    },
  ],
  [
    "a function of Vercel",
    {
      "api/dbs/[id].js": `export default async function handler(req, res) {
  const answer = await fetch(\`${ATLAS}/\${req.query.id}\`);
  res.status(200).json(await answer.json());
}
`,
    },
  ],
  [
    "a function of Netlify",
    {
      "netlify/functions/dbs.js": `exports.handler = async (event) => {
  const answer = await fetch(\`${ATLAS}/\${event.queryStringParameters.id}\`);
  return { statusCode: 200, body: JSON.stringify(await answer.json()) };
};
`,
    },
    "`/.netlify/functions/dbs?id=${id}`",
  ],
  [
    "a function of a cloud that looks at the path",
    {
      "fn/app.py": `import json
import requests
def lambda_handler(event, context):
    if event["httpMethod"] == "GET" and event["path"].startswith("/api/dbs/"):
        r = requests.get("${ATLAS}/" + event["path"][14:], timeout=5)
        return {"statusCode": 200, "body": r.text}
    return {"statusCode": 404}
`,
    },
  ],
  [
    "one function for all paths in Node.js",
    {
      "server.js": `const http = require("http");
http.createServer(async (req, res) => {
  if (req.method === "GET" && req.url.startsWith("/api/dbs/")) {
    const answer = await fetch("${ATLAS}/" + req.url.split("/").pop());
    const cluster = await answer.json();
    res.writeHead(200, { "Content-Type": "application/json" });
    res.end(JSON.stringify(cluster));
    return;
  }
  res.end();
}).listen(3000);
`,
    },
  ],
  [
    "one class for all paths in Python",
    {
      "server.py": `import json, requests
from http.server import BaseHTTPRequestHandler, HTTPServer
class H(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path.startswith("/api/dbs/"):
            r = requests.get("${ATLAS}/" + self.path[14:], timeout=5)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(r.json()).encode())
HTTPServer(("", 8000), H).serve_forever()
`,
    },
  ],
  [
    "a method of Go",
    {
      "go.mod": `module x

go 1.22
`,
      "main.go": `package main
import (
	"io"
	"net/http"
	"github.com/go-chi/chi/v5"
)
type API struct{ client *http.Client }
func (a *API) one(w http.ResponseWriter, r *http.Request) {
	resp, err := a.client.Get("${ATLAS}/" + chi.URLParam(r, "id"))
	if err != nil { return }
	defer resp.Body.Close()
	io.Copy(w, resp.Body)
}
func main() {
	a := &API{client: http.DefaultClient}
	r := chi.NewRouter()
	r.Get("/api/dbs/{id}", a.one)
	http.ListenAndServe(":8080", r)
}
`,
    },
  ],
  [
    "hapi",
    {
      "server.js": `const Hapi = require("@hapi/hapi");
const server = Hapi.server({ port: 3000 });
server.route({ method: "GET", path: "/api/dbs/{id}", handler: async (request, h) => {
  const answer = await fetch(\`${ATLAS}/\${request.params.id}\`);
  return answer.json();
} });
`,
    },
  ],
  [
    "a function of Express for all paths below one",
    {
      "server.js": `import express from "express";
import axios from "axios";
const app = express();
app.use("/api/dbs", async (req, res) => {
  const { data } = await axios.get("${ATLAS}/" + req.params[0]);
  res.send(data);
});
`,
    },
  ],
  [
    "a method of an object",
    {
      "controllers/clusters.js": `class ClusterController {
  async show(req, res) {
    const answer = await fetch(\`${ATLAS}/\${req.params.id}\`);
    return res.json(await answer.json());
  }
}
module.exports = new ClusterController();
`,
      "routes.js": `const router = require("express").Router();
const controller = require("./controllers/clusters");
router.get("/api/dbs/:id", controller.show);
module.exports = router;
`,
    },
  ],
  [
    "Flask-RESTful",
    {
      "app.py": `import requests
from flask import Flask
from flask_restful import Api, Resource
class One(Resource):
    def get(self, name):
        return requests.get(f"${ATLAS}/{name}").json()
api = Api(Flask(__name__))
api.add_resource(One, "/api/dbs/<name>")
`,
    },
  ],
  [
    "a route of Ktor inside another one",
    {
      "src/A.kt": `import io.ktor.client.*
import io.ktor.client.call.*
import io.ktor.client.request.*
import io.ktor.server.application.*
import io.ktor.server.response.*
import io.ktor.server.routing.*
import kotlinx.serialization.json.*
fun Application.module(client: HttpClient) {
    routing {
        route("/api/dbs") {
            get("/{id}") {
                val one: JsonObject = client.get("${ATLAS}/\${call.parameters["id"]}").body()
                call.respond(one)
            }
        }
    }
}
`,
    },
  ],
])("a read of what a server answers is a doubt where its path is known: %s", async (_what, server, url) => {
  const found = await foundInPage(server, url ?? "`/api/dbs/${id}`");
  expect(found).toEqual([expect.stringMatching(/^warning numShards /)]);
});
