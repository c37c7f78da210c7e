import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const URL = "https://cloud.mongodb.com/api/atlas/v2/groups/g/clusters";
const TYPE = "application/vnd.atlas.2023-02-01+json";

/** Returns the properties that errors name, each with its line. */
async function errorsIn(path: string, text: string): Promise<readonly string[]> {
  const { source, findings } = await analyze(path, text);
  const errors = findings.filter(({ severity }) => severity === "error");
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
