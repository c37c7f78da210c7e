import { expect, it } from "vitest";
import { report } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

const ATLAS = "https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters";
const ASK = "const cluster = await (await fetch(`/api/clusters/${id}`)).json();";
const PAGE = `export const show = async (id) => {
  ${ASK}
  return cluster.numShards;
};
`;

/** Checks a server and a page, and returns the findings in the page. */
async function foundInPage(server: Readonly<Record<string, string>>, page = PAGE): Promise<string[]> {
  const cwd = sharedTree({ ".git/HEAD": "", ...server, "web/show.js": page });
  const { findings } = await report(["."], { cwd });
  return findings
    .filter(({ path }) => path === "web/show.js")
    .map(({ severity, property, related }) => `${severity} ${property} ${related?.[0]?.path}`);
}

const PASSED = (path: string): string[] => [`warning numShards ${path}`];

it.each<[string, Record<string, string>]>([
  [
    "FastAPI",
    {
      "app.py": `import requests
from fastapi import FastAPI
app = FastAPI()
@app.get("/api/clusters/{name}")
def one(name: str):
    return requests.get(f"${ATLAS}/{name}", timeout=9).json()
`,
    },
  ],
  [
    "FastAPI, with the prefix of a router",
    {
      "app.py": `import requests
from fastapi import APIRouter, FastAPI
router = APIRouter(prefix="/clusters")
@router.get("/{name}")
def one(name: str):
    return requests.get(f"${ATLAS}/{name}", timeout=9).json()
app = FastAPI()
app.include_router(router, prefix="/api")
`,
    },
  ],
  [
    "Flask",
    {
      "app.py": `import requests
from flask import Flask, jsonify
app = Flask(__name__)
@app.route("/api/clusters/<name>", methods=["GET"])
def one(name):
    r = requests.get(f"${ATLAS}/{name}")
    return jsonify(r.json()), r.status_code
`,
    },
  ],
  [
    "Express, with a router",
    {
      "index.js": `import express from "express";
const router = express.Router();
router.get("/clusters/:id", async (req, res) => {
  const answer = await fetch(\`${ATLAS}/\${req.params.id}\`);
  res.json(await answer.json());
});
express().use("/api", router).listen(3000);
`,
    },
  ],
  [
    "Express, with a handler in another file that a function wraps",
    {
      "routes.js": `import express from "express";
import { one } from "./handlers.js";
const wrap = (handler) => (req, res, next) => Promise.resolve(handler(req, res)).catch(next);
express.Router().get("/:id", wrap(one));
`,
      "handlers.js": `export async function one(req, res) {
  const answer = await fetch(\`${ATLAS}/\${req.params.id}\`);
  res.status(200).send(await answer.json());
}
`,
    },
  ],
  [
    "Koa",
    {
      "index.js": `import Router from "@koa/router";
import got from "got";
export const router = new Router({ prefix: "/api" });
router.get("/clusters/:id", async (ctx) => {
  ctx.body = await got(\`${ATLAS}/\${ctx.params.id}\`).json();
});
`,
    },
  ],
  [
    "Nest",
    {
      "clusters.controller.ts": `import { Controller, Get, Param } from "@nestjs/common";
@Controller("api/clusters")
export class ClustersController {
  @Get(":id")
  async one(@Param("id") id: string) {
    return (await fetch(\`${ATLAS}/\${id}\`)).json();
  }
}
`,
    },
  ],
  [
    "the folders of Next",
    {
      "app/(admin)/api/clusters/[id]/route.ts": `export async function GET(_: Request, { params }) {
  const answer = await fetch(\`${ATLAS}/\${params.id}\`);
  return Response.json(await answer.json());
}
`,
    },
  ],
  [
    "net/http of Go",
    {
      "go.mod": "module example.com/x\n\ngo 1.22\n",
      "main.go": `package main

import (
	"io"
	"net/http"
)

func one(w http.ResponseWriter, r *http.Request) {
	resp, err := http.Get("${ATLAS}/" + r.PathValue("id"))
	if err != nil {
		return
	}
	defer resp.Body.Close()
	io.Copy(w, resp.Body)
}

func main() {
	http.HandleFunc("GET /api/clusters/{id}", one)
	http.ListenAndServe(":8080", nil)
}
`,
    },
  ],
  [
    "Sinatra",
    {
      "app.rb": `require "sinatra"
require "faraday"
get "/api/clusters/:id" do
  Faraday.get("${ATLAS}/#{params[:id]}").body
end
`,
    },
  ],
  [
    "ASP.NET",
    {
      "Program.cs": `var app = WebApplication.CreateBuilder(args).Build();
var http = new HttpClient();
app.MapGet("/api/clusters/{id}", async (string id) => {
  var text = await http.GetStringAsync($"${ATLAS}/{id}");
  return Results.Content(text, "application/json");
});
app.Run();
`,
    },
  ],
  [
    "Laravel",
    {
      "routes.php": `<?php
use Illuminate\\Support\\Facades\\Http;
use Illuminate\\Support\\Facades\\Route;
Route::get('/api/clusters/{id}', function (string $id) {
    return Http::get("${ATLAS}/{$id}")->json();
});
`,
    },
  ],
  [
    "Ktor",
    {
      "App.kt": `import io.ktor.client.*
import io.ktor.client.request.*
import io.ktor.client.statement.*
import io.ktor.server.application.*
import io.ktor.server.response.*
import io.ktor.server.routing.*
fun Application.module() {
    val client = HttpClient()
    routing {
        get("/api/clusters/{id}") {
            call.respondText(client.get("${ATLAS}/\${call.parameters["id"]}").bodyAsText())
        }
    }
}
`,
    },
  ],
])("a read of what a server of the repository passes on is a doubt: %s", async (_what, server) => {
  const [place] = Object.keys(server).filter((path) => !path.startsWith("handlers") && path !== "go.mod");
  expect(await foundInPage(server)).toEqual(PASSED(place!));
});

const express = (path: string, answer: string, method = "get"): Record<string, string> => ({
  "index.js": `import express from "express";
const app = express();
app.${method}("${path}", async (req, res) => {
  const cluster = await (await fetch(\`${ATLAS}/\${req.params.id}\`)).json();
  console.log(cluster);
  res.json(${answer});
});
`,
});

it.each<[string, Record<string, string>, string?]>([
  ["the server answers with a part", express("/api/clusters/:id", "{ state: cluster.stateName }")],
  ["the server only prints the response", express("/api/clusters/:id", "{ done: true }")],
  ["the path is another one", express("/api/projects/:id", "cluster")],
  ["the method is another one", express("/api/clusters/:id", "cluster", "delete")],
  [
    "the page asks another path",
    express("/api/clusters/:id", "cluster"),
    PAGE.replace("/api/clusters/", "/api/brokers/"),
  ],
  [
    "the page reads what the versioned API has as well",
    express("/api/clusters/:id", "cluster"),
    PAGE.replace("cluster.numShards", "cluster.replicationSpecs.map(({ numShards }) => numShards)"),
  ],
])("a read of what a server answers is right where %s", async (_what, server, page) => {
  expect(await foundInPage(server, page)).toEqual([]);
});

it("the doubt names the route, and a fix leaves the request where it is", async () => {
  const cwd = sharedTree({
    ".git/HEAD": "",
    ...express("/api/clusters/:id", "cluster"),
    "web/show.js": PAGE,
  });
  const { findings } = await report(["."], { cwd });
  const [doubt] = findings.filter(({ ruleId }) => ruleId === "no-removed-property");
  expect(doubt?.message).toContain("is read from what this repository passes on from the service");
  expect(doubt?.related?.[0]).toMatchObject({ path: "index.js", line: 3, message: "passed on here" });
  expect(findings.flatMap(({ fixes = [] }) => fixes.flatMap(({ edits }) => edits))).toEqual([]);
});
