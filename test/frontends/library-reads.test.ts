import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const URL = "https://cloud.mongodb.com/api/atlas/v2/groups/g/clusters";
const TYPE = "application/vnd.atlas.2023-02-01+json";

/** Returns the properties that errors name, each with its line; those of low confidence are not shown. */
async function errorsIn(path: string, text: string): Promise<readonly string[]> {
  const { source, findings } = await analyze(path, text);
  const errors = findings.filter(({ severity, confidence }) => severity === "error" && confidence !== "low");
  return errors.map(({ message, place }) => `${source.position(place.start).line} ${message.split(" ")[0]!}`);
}

const go = (code: string) => `package main

import (
	"fmt"
	"io"
	"net/http"

	"github.com/tidwall/gjson"
)

func main() {
	req, _ := http.NewRequest("GET", "${URL}", nil)
	req.Header.Set("Accept", "${TYPE}")
	res, _ := http.DefaultClient.Do(req)
	b, _ := io.ReadAll(res.Body)
${code}
}
`;

describe("what gjson reads of a response", () => {
  it.each([
    [`\tfmt.Println(gjson.GetBytes(b, "results.0.srvAddress").String())`, "16 srvAddress"],
    [`\tfmt.Println(gjson.Get(string(b), "results.#.mongoURI").Array())`, "16 mongoURI"],
    [
      `\tfor _, c := range gjson.ParseBytes(b).Get("results").Array() {\n\t\tfmt.Println(c.Get("srvAddress"))\n\t}`,
      "17 srvAddress",
    ],
    [
      `\tgjson.GetBytes(b, "results").ForEach(func(_, c gjson.Result) bool {\n\t\tfmt.Println(c.Get("providerSettings.regionName"))\n\t\treturn true\n\t})`,
      "17 providerSettings",
    ],
  ])("is known: %s", async (code, error) => {
    expect(await errorsIn("main.go", go(code))).toEqual([error]);
  });
});

it("all names of an itemgetter are read", async () => {
  const text = `import requests
from operator import itemgetter
r = requests.get("${URL}/c", headers={"Accept": "${TYPE}"})
name, srv = itemgetter("name", "srvAddress")(r.json())
`;
  expect(await errorsIn("a.py", text)).toEqual(["4 srvAddress"]);
});

it("columns and rows of a table are properties of the elements", async () => {
  const text = `import requests
import pandas as pd
r = requests.get("${URL}", headers={"Accept": "${TYPE}"})
frame = pd.DataFrame(r.json()["results"])
print(frame["srvAddress"], pd.read_csv("a.csv")["name"])
for _, row in frame.iterrows():
    print(row["mongoURI"])
print(pd.json_normalize(r.json()["results"])["mongoURIUpdated"])
`;
  expect(await errorsIn("a.py", text)).toEqual(["5 srvAddress", "7 mongoURI", "8 mongoURIUpdated"]);
});

it.each([
  [`import jmespath`, `print(jmespath.search("results[].srvAddress", r.json()))`, "4 srvAddress"],
  [
    `import jmespath`,
    `print(jmespath.search("results[0].providerSettings.regionName", r.json()))`,
    "4 providerSettings",
  ],
  [
    `from jsonpath_ng import parse`,
    `print([m.value for m in parse("$.results[*].mongoURI").find(r.json())])`,
    "4 mongoURI",
  ],
])("what a query of JSON reads in Python is known: %s, %s", async (load, read, error) => {
  const text = `import requests
${load}
r = requests.get("${URL}", headers={"Accept": "${TYPE}"})
${read}
`;
  expect(await errorsIn("a.py", text)).toEqual([error]);
});

it("the path that json() of k6 gets is read", async () => {
  const text = `import http from "k6/http";
const res = http.get("${URL}", { headers: { Accept: "${TYPE}" } });
console.log(res.json("results.0.srvAddress"));
`;
  expect(await errorsIn("a.js", text)).toEqual(["3 srvAddress"]);
});

it("the path that a query with jsonpath gets is read", async () => {
  const text = `import jsonpath from "jsonpath";
const res = await fetch("${URL}", { headers: { Accept: "${TYPE}" } });
console.log(jsonpath.query(await res.json(), "$.results[*].srvAddress"));
`;
  expect(await errorsIn("a.mjs", text)).toEqual(["3 srvAddress"]);
});

it.each([
  [`data_get($c, 'results.*.srvAddress')`, "4 srvAddress"],
  [`Illuminate\\Support\\Arr::get($c, 'results.0.mongoURI', '')`, "4 mongoURI"],
])("what a helper of Laravel reads is known: %s", async (read, error) => {
  const text = `<?php
use Illuminate\\Support\\Facades\\Http;
$c = Http::withHeaders(['Accept' => '${TYPE}'])->get('${URL}')->json();
echo ${read};
`;
  expect(await errorsIn("a.php", text)).toEqual([error]);
});

describe("what a library for tables shows of a response in JavaScript is read", () => {
  it.each([
    ["", `console.table(data.results, ["name", "srvAddress"]);`, "5 srvAddress"],
    ["", `console.log(JSON.stringify(data.results, ["name", "mongoURI"]));`, "5 mongoURI"],
    [
      `import { stringify } from "csv-stringify/sync";`,
      `stringify(data.results, { columns: { name: "Name", srvAddress: "SRV" } });`,
      "5 srvAddress",
    ],
    [
      `import { Parser } from "json2csv";`,
      `new Parser({ fields: [{ label: "x", value: "providerSettings.regionName" }] }).parse(data.results);`,
      "5 providerSettings",
    ],
    [
      `import { pick } from "lodash-es";`,
      `data.results.map((one) => pick(one, ["name", "providerSettings.regionName"]));`,
      "5 providerSettings",
    ],
  ])("%s %s", async (load, read, error) => {
    const text = `${load}
const response = await fetch("${URL}", { headers: { Accept: "${TYPE}" } });
const data = await response.json();

${read}
`;
    expect(await errorsIn("a.mjs", text)).toEqual([error]);
  });
});

describe("the columns of a grid name what is read of its rows", () => {
  const component = (
    load: string,
    columns: string,
    grid: string,
  ): string => `import { useEffect, useState } from "react";
${load}
const columns = [{ headerName: "Name", field: "name" }, ${columns}];
export function Clusters() {
  const [rows, setRows] = useState([]);
  useEffect(() => {
    fetch("${URL}", { headers: { Accept: "${TYPE}" } })
      .then((response) => response.json())
      .then((data) => setRows(data.results));
  }, []);
  ${grid}
}
`;

  it.each([
    [
      `import { DataGrid } from "@mui/x-data-grid";`,
      `{ field: "srvAddress" }`,
      `return <DataGrid rows={rows} columns={columns} />;`,
      "3 srvAddress",
    ],
    [
      `import { AgGridReact } from "ag-grid-react";`,
      `{ field: "providerSettings.regionName" }`,
      `return <AgGridReact rowData={rows} columnDefs={columns} />;`,
      "3 providerSettings",
    ],
    [
      `import { useReactTable, createColumnHelper } from "@tanstack/react-table";\nconst helper = createColumnHelper();`,
      `{ accessorKey: "srvAddress" }, helper.accessor("mongoURI")`,
      `return useReactTable({ data: rows, columns });`,
      "4 srvAddress, 4 mongoURI",
    ],
  ])("%s", async (load, columns, grid, errors) => {
    expect((await errorsIn("a.jsx", component(load, columns, grid))).join(", ")).toBe(errors);
  });

  it("rows that are not of a response are not judged", async () => {
    const text = component("", `{ field: "srvAddress" }`, "return <Grid rows={own} columns={columns} />;");
    expect(await errorsIn("a.jsx", text.replace("data.results", "[]"))).toEqual([]);
  });
});

it.each([
  [
    `import jmespath from "jmespath";`,
    'jmespath.search(data, "results[?stateName==`IDLE`].{a: srvAddress}")',
  ],
  [`import jsonata from "jsonata";`, `await jsonata('results[stateName="IDLE"].srvAddress').evaluate(data)`],
  [`import { JSONPath } from "jsonpath-plus";`, `JSONPath({ path: "$.results[*].srvAddress", json: data })`],
  [
    `import jsonpath from "jsonpath";`,
    `jsonpath.query(data, "$.results[?(@.stateName=='IDLE')].srvAddress")`,
  ],
  [`import jsonpath from "jsonpath";`, `jsonpath.value(data, "$..srvAddress")`],
])("what a query of JSON reads in JavaScript is known: %s, %s", async (load, read) => {
  const text = `${load}
const response = await fetch("${URL}", { headers: { Accept: "${TYPE}" } });
const data = await response.json();
console.log(${read});
`;
  expect(await errorsIn("a.mjs", text)).toEqual(["4 srvAddress"]);
});

it.each([
  [
    `import csv, sys`,
    `csv.DictWriter(sys.stdout, fieldnames=["srvAddress"]).writerows(clusters)`,
    ["4 srvAddress"],
  ],
  [
    `import csv, sys`,
    `for c in clusters: csv.DictWriter(sys.stdout, ["mongoURI"]).writerow(c)`,
    ["4 mongoURI"],
  ],
  [`import pandas as pd`, `print(pd.DataFrame(clusters)[["name", "srvAddress"]])`, ["4 srvAddress"]],
  [
    `import pandas as pd`,
    `print(pd.json_normalize(clusters)["providerSettings.regionName"])`,
    ["4 providerSettings"],
  ],
  [
    `import pandas as pd`,
    `pd.DataFrame(clusters, columns=["srvAddress"]).sort_values("mongoURI").to_csv("a.csv")`,
    ["4 srvAddress", "4 mongoURI"],
  ],
  [`import jmespath`, `print(jmespath.search("[?name==\`x\`].[mongoURI]", clusters))`, ["4 mongoURI"]],
  [
    `from tabulate import tabulate`,
    `print(tabulate(clusters, headers={"srvAddress": "SRV"}))`,
    ["4 srvAddress"],
  ],
])("what a table shows of a response in Python is read: %s, %s", async (load, read, errors) => {
  const text = `import requests
${load}
clusters = requests.get("${URL}", headers={"Accept": "${TYPE}"}).json()["results"]
${read}
`;
  expect(await errorsIn("a.py", text)).toEqual(errors);
});

it.each([
  [`collect($c['results'])->pluck('srvAddress', 'name')`, "4 srvAddress"],
  [
    `collect($c['results'])->filter(fn($x) => $x['paused'])->map(fn($x) => $x['mongoURI'])->first()`,
    "4 mongoURI",
  ],
  [`collect($c['results'])->keyBy('name')['x']['srvAddress']`, "4 srvAddress"],
  [`collect($c['results'])->where('providerSettings.regionName', 'x')->count()`, "4 providerSettings"],
  [`collect($c['results'])->firstWhere('name', 'x')['srvAddress']`, "4 srvAddress"],
  [`collect($c['results'])->map(fn($x) => collect($x)->only(['mongoURI']))`, "4 mongoURI"],
  [`Illuminate\\Support\\Arr::pluck($c['results'], 'srvAddress')`, "4 srvAddress"],
])("what a collection of Laravel reads is known: %s", async (read, error) => {
  const text = `<?php
use Illuminate\\Support\\Facades\\Http;
$c = Http::withHeaders(['Accept' => '${TYPE}'])->get('${URL}')->json();
echo ${read};
`;
  expect(await errorsIn("a.php", text)).toEqual([error]);
});

it("the path that SelectToken of C# gets is read", async () => {
  const text = `using Newtonsoft.Json.Linq;
var http = new System.Net.Http.HttpClient();
http.DefaultRequestHeaders.Add("Accept", "${TYPE}");
var json = JObject.Parse(await http.GetStringAsync("${URL}"));
System.Console.WriteLine(json.SelectToken("results[0].srvAddress"));
foreach (var one in json.SelectTokens("$.results[?(@.stateName == 'IDLE')].mongoURI")) System.Console.WriteLine(one);
`;
  expect(await errorsIn("a.cs", text)).toEqual(["5 srvAddress", "6 mongoURI"]);
});

describe("what a pattern of Ruby takes from a response is read", () => {
  it.each([
    ["case c\nin { srvAddress: String => u, name: }\n  puts u\nend", "4 srvAddress"],
    ["puts mongoURI if c in { mongoURI: }", "3 mongoURI"],
    ["c => { providerSettings: { regionName: } }", "3 providerSettings"],
    ["case JSON.parse(res.body, symbolize_names: true)\nin { mongoURI: u }\n  puts u\nend", "4 mongoURI"],
    [
      `case { "results" => [c] }\nin { results: [{ srvAddress: }, *] }\n  puts srvAddress\nend`,
      "4 srvAddress",
    ],
  ])("%s", async (code, error) => {
    const text = `require "net/http"; require "json"; res = Net::HTTP.get_response(URI("${URL}/c"), { "Accept" => "${TYPE}" })
c = JSON.parse(res.body, symbolize_names: true)
${code}
`;
    expect(await errorsIn("a.rb", text)).toEqual([error]);
  });
});

describe("what a pipeline of PowerShell reads of a response is known", () => {
  it.each([
    ["$r.results | ForEach-Object srvAddress", "3 srvAddress"],
    ["$r.results | ForEach-Object -MemberName srvAddress", "3 srvAddress"],
    ["$r.results | ? srvAddress -like '*x*' | % mongoURI", "3 srvAddress, 3 mongoURI"],
    ["$r.results.ForEach({ $_.srvAddress })", "3 srvAddress"],
    ["$r.results.Where({ $_.mongoURI }).name", "3 mongoURI"],
    ["$r.results[0].PSObject.Properties['srvAddress'].Value", "3 srvAddress"],
    ["$r.results | ForEach-Object { $_.mongoURI }", "3 mongoURI"],
  ])("%s", async (read, errors) => {
    const text = `$h = @{ Accept = '${TYPE}' }
$r = Invoke-RestMethod -Uri '${URL}' -Headers $h
${read}
`;
    expect((await errorsIn("a.ps1", text)).join(", ")).toBe(errors);
  });
});
