import { expect, it } from "vitest";
import { report } from "../support/command.js";
import { ATLAS } from "../support/served.js";
import { sharedTree } from "../support/tree.js";

const PAGE = `export const create = (name) => fetch("/api/dbs", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ name, numShards: 1 }),
});
`;

/** Checks a server and a page that sends a body to it, and returns the messages about the page. */
async function foundInPage(server: Readonly<Record<string, string>>, page = PAGE): Promise<string[]> {
  const cwd = sharedTree({ ".git/HEAD": "", ...server, "web/create.js": page });
  const { findings } = await report(["."], { cwd });
  return findings
    .filter(({ path }) => path === "web/create.js")
    .map(({ severity, message }) => `${severity} ${message}`);
}

it.each<[string, Record<string, string>]>([
  [
    "FastAPI",
    {
      "app.py": `import requests
from fastapi import FastAPI
app = FastAPI()
@app.post("/api/dbs")
def create(body: dict):
    r = requests.post("${ATLAS}", json=body, timeout=5)
    return {"status": r.status_code}
`,
    },
  ],
  [
    "a route of Next",
    {
      "app/api/dbs/route.ts": `export async function POST(request: Request) {
  const body = await request.json();
  const answer = await fetch("${ATLAS}", { method: "POST", body: JSON.stringify(body) });
  return Response.json({ ok: answer.ok });
}
`,
    },
  ],
  [
    "an object that has more members",
    {
      "pages/api/dbs.js": `import axios from "axios";
export default async function handler(req, res) {
  const { status } = await axios.post("${ATLAS}", { ...req.body, backupEnabled: true });
  res.status(status).end();
}
`,
    },
  ],
  [
    "a reader of Go",
    {
      "go.mod": `module x

go 1.22
`,
      "main.go": `package main
import "net/http"
func create(w http.ResponseWriter, r *http.Request) {
	req, _ := http.NewRequest("POST", "${ATLAS}", r.Body)
	resp, err := http.DefaultClient.Do(req)
	if err != nil { return }
	w.WriteHeader(resp.StatusCode)
}
func main() {
	http.HandleFunc("POST /api/dbs", create)
	http.ListenAndServe(":80", nil)
}
`,
    },
  ],
  [
    "Spring",
    {
      "src/C.java": `package x;
import java.util.Map;
import org.springframework.http.*;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.client.RestTemplate;
@RestController
public class C {
  private final RestTemplate rest = new RestTemplate();
  @PostMapping("/api/dbs")
  public ResponseEntity<Void> create(@RequestBody Map<String, Object> body) {
    HttpHeaders headers = new HttpHeaders();
    headers.setContentType(MediaType.APPLICATION_JSON);
    rest.exchange("${ATLAS}", HttpMethod.POST, new HttpEntity<>(body, headers), String.class);
    return ResponseEntity.ok().build();
  }
}
`,
    },
  ],
  [
    "ASP.NET",
    {
      "C.cs": `using Microsoft.AspNetCore.Mvc;
using System.Net.Http.Json;
[ApiController]
[Route("api/dbs")]
public class C : ControllerBase
{
  private readonly HttpClient _http = new HttpClient();
  [HttpPost]
  public async Task<IActionResult> Create([FromBody] JsonElement body)
  {
    var r = await _http.PostAsJsonAsync("${ATLAS}", body);
    return StatusCode((int)r.StatusCode);
  }
}
`,
    },
  ],
  [
    "a function of a cloud",
    {
      "h.js": `exports.handler = async (event) => {
  if (event.path === "/api/dbs") {
    const r = await fetch("${ATLAS}", { method: "POST", body: event.body });
    return { statusCode: r.status };
  }
};
`,
    },
  ],
  [
    "Laravel",
    {
      "routes/api.php": `<?php
use Illuminate\\Http\\Request;
use Illuminate\\Support\\Facades\\Http;
use Illuminate\\Support\\Facades\\Route;
Route::post('/api/dbs', function (Request $request) {
    return Http::post("${ATLAS}", $request->all())->status();
});
`,
    },
  ],
  [
    "Sinatra",
    {
      "app.rb": `require "sinatra"
require "faraday"
post "/api/dbs" do
  r = Faraday.post("${ATLAS}", request.body.read, "Content-Type" => "application/json")
  status r.status
end
`,
    },
  ],
  [
    "Django",
    {
      "urls.py": `from django.urls import path
import views
urlpatterns = [path("api/dbs", views.create)]
`,
      "views.py": `import json, requests
from django.http import HttpResponse
def create(request):
    r = requests.post("${ATLAS}", json=json.loads(request.body))
    return HttpResponse(status=r.status_code)
`,
    },
  ],
  [
    "a text that is read in pieces",
    {
      "s.js": `import http from "node:http";
http.createServer((req, res) => {
  if (req.url === "/api/dbs" && req.method === "POST") {
    let body = "";
    req.on("data", (chunk) => { body += chunk; });
    req.on("end", async () => {
      const r = await fetch("${ATLAS}", { method: "POST", body });
      res.writeHead(r.status).end();
    });
  }
}).listen(80);
`,
    },
  ],
  [
    "a function in another file",
    {
      "s.js": `import express from "express";
import { createCluster } from "./service.js";
const app = express();
app.post("/api/dbs", async (req, res) => {
  await createCluster(req.body);
  res.end();
});
`,
      "service.js": `import axios from "axios";
export async function createCluster(cluster) {
  return (await axios.post("${ATLAS}", cluster)).status;
}
`,
    },
  ],
])("a body that a server of the repository sends on to the service is a doubt: %s", async (_what, server) => {
  expect(await foundInPage(server)).toEqual([
    expect.stringContaining("warning numShards is sent to what this repository passes on to the service"),
  ]);
});

it.each<[string, Record<string, string>, string?]>([
  [
    "the server makes a body of its own",
    {
      "s.js": `import express from "express";
const app = express();
app.post("/api/dbs", async (req, res) => {
  await fetch("${ATLAS}", { method: "POST", body: JSON.stringify({ name: req.body.name, clusterType: "REPLICASET" }) });
  res.end();
});
`,
    },
  ],
  [
    "the page asks another path",
    {
      "s.js": `import express from "express";
import { createCluster } from "./service.js";
const app = express();
app.post("/api/dbs", async (req, res) => {
  await createCluster(req.body);
  res.end();
});
`,
      "service.js": `import axios from "axios";
export async function createCluster(cluster) {
  return (await axios.post("${ATLAS}", cluster)).status;
}
`,
    },
    PAGE.replace("/api/dbs", "/api/brokers"),
  ],
  [
    "the method is another one",
    {
      "s.js": `import express from "express";
import { createCluster } from "./service.js";
const app = express();
app.post("/api/dbs", async (req, res) => {
  await createCluster(req.body);
  res.end();
});
`,
      "service.js": `import axios from "axios";
export async function createCluster(cluster) {
  return (await axios.post("${ATLAS}", cluster)).status;
}
`,
    },
    PAGE.replace("POST", "PATCH"),
  ],
])("a body to a server is right where %s", async (_what, server, page) => {
  expect(await foundInPage(server, page)).toEqual([]);
});
