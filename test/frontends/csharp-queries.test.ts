import { expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const URL = "https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters";
const TYPE = "application/vnd.atlas.2023-02-01+json";

/** The properties that code reads of a response, in the order of the code. */
async function readsIn(code: string): Promise<readonly string[]> {
  const text = `using System.Linq;
using System.Net.Http;
using Newtonsoft.Json.Linq;
class A {
  record Cluster(string Name, string MongoURI);
  record Clusters(List<Cluster> Results);
  async Task Read() {
    var http = new HttpClient();
    http.DefaultRequestHeaders.Add("Accept", "${TYPE}");
    var doc = JObject.Parse(await http.GetStringAsync("${URL}"));
    var list = await http.GetFromJsonAsync<Clusters>("${URL}");
    ${code}
  }
}
`;
  const { source, findings } = await analyze("a.cs", text);
  return findings
    .filter(({ confidence, role }) => confidence === "high" && role === "response")
    .toSorted((a, b) => a.place.start - b.place.start)
    .map(({ place }) => source.text.slice(place.start, place.end).replaceAll('"', ""));
}

it.each<[code: string, reads: readonly string[]]>([
  [`var uris = from c in doc["results"] select c["mongoURI"];`, ["mongoURI"]],
  [`var names = from c in doc["results"] select c["name"];`, []],
  [`var uris = from c in list.Results select c.MongoURI;`, ["MongoURI"]],
  [`foreach (var c in from c in doc["results"] select c) Use(c["srvAddress"]);`, ["srvAddress"]],
  [
    `var one = (from c in list.Results where c.Name == "a" select c).First(); Use(one.MongoURI);`,
    ["MongoURI"],
  ],
  [
    `var all = doc["results"].OrderBy(c => c["mongoURI"]).ThenBy(c => c["name"]).Select(c => c["srvAddress"]);`,
    ["mongoURI", "srvAddress"],
  ],
  [
    `var all = from c in doc["results"] where (int)c["numShards"] > 1 orderby c["mongoURI"], c["name"] select new { Uri = c["srvAddress"] };`,
    ["numShards", "mongoURI", "srvAddress"],
  ],
  [
    `var all = from JObject c in (JArray)doc["results"] let p = c["providerSettings"] where p != null select c["mongoURI"];`,
    ["providerSettings", "mongoURI"],
  ],
  [
    `var all = from n in names from c in doc["results"] where c["mongoURI"] == n orderby c["numShards"] select c["srvAddress"];`,
    ["mongoURI", "numShards", "srvAddress"],
  ],
  [
    `var all = from c in doc["results"] join n in names on c["mongoURI"] equals n select c["srvAddress"];`,
    ["mongoURI", "srvAddress"],
  ],
  [
    `var all = from n in names join c in doc["results"] on n equals c["mongoURI"] into found select found.First()["srvAddress"];`,
    ["mongoURI", "srvAddress"],
  ],
  [
    `var all = from c in doc["results"] group c["mongoURI"] by c["numShards"] into g select g.Key;`,
    ["mongoURI", "numShards"],
  ],
  [`var all = from c in doc["results"] select c["name"] into n select n;`, []],
  [
    `var all = from c in doc["results"] select c into d where d["mongoURI"] != null select d["name"];`,
    ["mongoURI"],
  ],
  [`var all = from c in doc["results"] select`, []],
  [`var all = from c in doc["results"] let x =`, []],
])("queries of C# read what their clauses name: %s", async (code, reads) => {
  expect(await readsIn(code)).toEqual(reads);
});
