import { expect, it } from "vitest";
import { report } from "../support/command.js";
import { ATLAS } from "../support/served.js";
import { sharedTree } from "../support/tree.js";

/** Returns the templates that a report lists as not checked, with the line. */
async function listed(files: Readonly<Record<string, string>>): Promise<string[]> {
  const cwd = sharedTree({ ".git/HEAD": "", ...files });
  const { unchecked } = await report(["."], { cwd });
  return unchecked
    .filter(({ kind, reason }) => kind === "unknown-object" && reason.startsWith("is a template"))
    .flatMap(({ places }) => places.map(({ path, line }) => `${path}:${line}`));
}

const RUBY = (fill: string, base = ATLAS): string => `require "faraday"
${fill.replace("ASK", `JSON.parse(Faraday.get("${base}/x").body)`)}
`;
const RAILS = RUBY(
  "class StoresController < ApplicationController\n  def show\n    @store = ASK\n  end\nend",
);
const PYTHON = (fill: string): string => `import requests
${fill.replace("ASK", `requests.get("${ATLAS}/x").json()`)}
`;
const NODE = (fill: string): string => `const axios = require("axios");
(async () => {
  const { data } = await axios.get("${ATLAS}/x");
  ${fill}
})();
`;

it.each<[string, Record<string, string>, string]>([
  [
    "ERB of a view of Rails",
    {
      "app/controllers/stores_controller.rb": RAILS,
      "app/views/stores/show.html.erb": '<h1>x</h1>\n<p><%= @store["mongoURI"] %></p>\n',
    },
    "app/views/stores/show.html.erb:2",
  ],
  [
    "Haml with a symbol",
    {
      "app.rb": RUBY('require "sinatra"\nget "/x" do\n  @store = ASK\n  haml :show\nend'),
      "views/show.haml": "%p= @store[:srvAddress]\n",
    },
    "views/show.haml:1",
  ],
  [
    "a template of Django for the context of a class",
    {
      "views.py": PYTHON(
        'from django.views.generic import TemplateView\nclass V(TemplateView):\n    template_name = "x.html"\n    def get_context_data(self, **kwargs):\n        return {"store": ASK}',
      ),
      "templates/x.html": "{% if store.numShards %}x{% endif %}\n",
    },
    "templates/x.html:1",
  ],
  [
    "Jinja with all members of the response",
    {
      "x.py": PYTHON('from jinja2 import Template\nprint(Template(open("t.j2").read()).render(ASK))'),
      "t.j2": "host: {{ mongoURI }}\n",
    },
    "t.j2:1",
  ],
  [
    "EJS for the locals of a response",
    {
      "x.js": NODE('const res = {}; res.locals.store = data; res.render("store");'),
      "views/store.ejs": "<%= store.mongoURIUpdated %>",
    },
    "views/store.ejs:1",
  ],
  [
    "Handlebars",
    {
      "x.js": NODE('require("handlebars").compile("x")(data);'),
      "x.hbs": "{{#if providerSettings}}x{{/if}}",
    },
    "x.hbs:1",
  ],
  [
    "a template of Go",
    {
      "main.go": `package main

import (
	"encoding/json"
	"html/template"
	"net/http"
	"os"
)

func main() {
	res, _ := http.Get("${ATLAS}/x")
	var store map[string]any
	json.NewDecoder(res.Body).Decode(&store)
	template.Must(template.ParseFiles("x.html")).Execute(os.Stdout, store)
}
`,
      "x.html": "<p>{{ .replicationFactor }}</p>",
    },
    "x.html:1",
  ],
  [
    "Blade",
    {
      "C.php": `<?php
use Illuminate\\Support\\Facades\\Http;
class C { public function show() { return view('x')->with('store', Http::get("${ATLAS}/x")->json()); } }
`,
      "resources/views/x.blade.php": "{{ $store['mongoURI'] }}",
    },
    "resources/views/x.blade.php:1",
  ],
])("a template that reads what goes is listed as not checked: %s", async (_what, files, place) => {
  expect(await listed(files)).toEqual([place]);
});

it.each<[string, Record<string, string>]>([
  [
    "the program asks the versioned API",
    {
      "app.rb": RUBY('require "sinatra"\n@store = ASK', ATLAS.replace("v1.0", "v2")),
      "views/x.erb": '<%= @store["mongoURI"] %>',
    },
  ],
  [
    "it reads other properties, and has the names as text and as keys",
    {
      "app.rb": RUBY('require "sinatra"\n@store = ASK'),
      "views/x.erb":
        '<p name="mongoURI">mongoURI <%= @store["connectionStrings"] %></p><% a = { "mongoURI": 1 } %>',
    },
  ],
  [
    "it is no template",
    {
      "app.rb": RUBY('require "sinatra"\n@store = ASK'),
      "x.txt": 'store["mongoURI"]',
      "x.md": "{{ mongoURI }}",
    },
  ],
  [
    "the program asks for something else",
    {
      "app.rb": RUBY('require "sinatra"\n@store = ASK', ATLAS.replace("clusters", "databaseUsers")),
      "views/x.erb": '<%= @store["mongoURI"] %>',
    },
  ],
])("a template is not listed if %s", async (_what, files) => {
  expect(await listed(files)).toEqual([]);
});

it.each([
  ["a page that a program fills", "{% if a %}x{% endif %}", "plain-text"],
  ["a page that a browser shows", "<b>x</b>", "documentation"],
])("%s is listed with the right kind if it mentions the API", async (_what, mark, kind) => {
  const cwd = sharedTree({ ".git/HEAD": "", "templates/a.html": `<a href="${ATLAS}">a</a>${mark}\n` });
  const { unchecked } = await report(["."], { cwd });
  expect(unchecked.map((one) => one.kind)).toEqual([kind]);
});
