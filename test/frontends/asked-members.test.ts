import { expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const CLUSTER = "https://cloud.mongodb.com/api/atlas/v2/groups/g/clusters/c";
const TYPE = "application/vnd.atlas.2023-02-01+json";

async function readsIn(path: string, text: string): Promise<readonly string[]> {
  const { source, findings } = await analyze(path, text);
  const reads = findings.filter(({ messageId }) => messageId === "fallback");
  return reads.map(({ message, place }) => `${source.position(place.start).line} ${message.split(" ")[0]!}`);
}

const java = (code: string): string => `import com.fasterxml.jackson.databind.*;
import java.net.URI;
import java.net.http.*;
import java.util.Map;
class A {
  void f() throws Exception {
    HttpRequest q = HttpRequest.newBuilder(URI.create("${CLUSTER}")).header("Accept", "${TYPE}").build();
    String t = HttpClient.newHttpClient().send(q, HttpResponse.BodyHandlers.ofString()).body();
    Map<String, Object> map = new ObjectMapper().readValue(t, Map.class);
    JsonNode node = new ObjectMapper().readTree(t);
    if (${code}) System.out.println("old");
  }
}
`;

it.each(['map.containsKey("srvAddress")', 'node.has("srvAddress")', 'node.hasNonNull("srvAddress")'])(
  "asking for a member is reading it in Java: %s",
  async (code) => {
    expect(await readsIn("A.java", java(code))).toEqual(["11 srvAddress"]);
  },
);

it("asking for another name is not", async () => {
  expect(await readsIn("A.java", java('map.containsKey("connectionStrings")'))).toEqual([]);
});

it("asking for a member is reading it in C#", async () => {
  const text = `using System.Net.Http;
using System.Text.Json;
class A {
  static async Task F() {
    var client = new HttpClient();
    client.DefaultRequestHeaders.Add("Accept", "${TYPE}");
    var d = JsonSerializer.Deserialize<Dictionary<string, object>>(await client.GetStringAsync("${CLUSTER}"));
    if (d.ContainsKey("srvAddress")) Console.WriteLine("old");
  }
}
`;
  expect(await readsIn("A.cs", text)).toEqual(["8 srvAddress"]);
});

it("asking for a member is reading it in Rust", async () => {
  const text = `use reqwest::blocking::Client;
fn main() {
    let v: serde_json::Value = Client::new().get("${CLUSTER}").header("Accept", "${TYPE}").send().unwrap().json().unwrap();
    if v.as_object().unwrap().contains_key("srvAddress") { println!("old"); }
}
`;
  expect(await readsIn("main.rs", text)).toEqual(["4 srvAddress"]);
});
