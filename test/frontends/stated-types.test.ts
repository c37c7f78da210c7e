import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const URL = "https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters/a";
const ACCEPT = "application/vnd.atlas.2023-02-01+json";

const goOf = (body: string): string => `package main
import ("encoding/json"; "net/http")
type Cluster struct {
	Name string \`json:"name"\`
	MongoURI string \`json:"mongoURI"\`
}
func get() error {
	req, _ := http.NewRequest("GET", "${URL}", nil)
	req.Header.Set("Accept", "${ACCEPT}")
	r, err := http.DefaultClient.Do(req)
	if err != nil { return err }
	${body}
}
`;
const typescriptOf = (
  read: string,
  more = "",
): string => `interface Cluster { name: string; mongoURI: string }
${more}
export async function get() {
  const r = await fetch("${URL}", { headers: { Accept: "${ACCEPT}" } });
  ${read}
}
`;

/** Returns the confidence of findings about the declaration of a type. */
async function confidences(path: string, code: string): Promise<string[]> {
  const { findings } = await analyze(path, code);
  return findings
    .filter(({ messageId }) => messageId === "type")
    .map(({ property, confidence }) => `${property}: ${confidence}`);
}

describe("a type that code states for an answer", () => {
  it.each([
    ["a.ts", typescriptOf("return (await r.json()) as Cluster;")],
    ["a.ts", typescriptOf("const c: Cluster = await r.json(); return c;")],
    [
      "a.java",
      `import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.*;
class A {
  record Cluster(String name, String mongoURI) {}
  Cluster get() throws Exception {
    var req = HttpRequest.newBuilder(URI.create("${URL}")).header("Accept", "${ACCEPT}").build();
    var res = HttpClient.newHttpClient().send(req, HttpResponse.BodyHandlers.ofString());
    return new ObjectMapper().readValue(res.body(), Cluster.class);
  }
}`,
    ],
    [
      "a.cs",
      `using System.Net.Http;
using System.Net.Http.Json;
public record Cluster(string Name, string MongoURI);
public class A {
  public async Task<Cluster> Get() {
    var c = new HttpClient();
    c.DefaultRequestHeaders.Add("Accept", "${ACCEPT}");
    return await c.GetFromJsonAsync<Cluster>("${URL}");
  }
}`,
    ],
    [
      "a.rs",
      `use serde::Deserialize;
#[derive(Deserialize)]
pub struct Cluster { pub name: String, #[serde(rename = "mongoURI")] pub mongo_uri: Option<String> }
pub async fn get() -> Result<Cluster, reqwest::Error> {
  reqwest::Client::new().get("${URL}").header("Accept", "${ACCEPT}").send().await?.json::<Cluster>().await
}`,
    ],
    ["a.go", goOf("var c Cluster\n\treturn json.NewDecoder(r.Body).Decode(&c)")],
  ])("has the confidence of a read of it: %s", async (path, code) => {
    expect(await confidences(path, code)).toEqual(["mongoURI: high"]);
  });

  it("is known for the elements of a page", async () => {
    const code = typescriptOf("return (await r.json()).results as Cluster[];").replace(
      "/clusters/a",
      "/clusters",
    );
    expect(await confidences("a.ts", code)).toEqual(["mongoURI: high"]);
  });

  it.each([
    [
      "another type of the same name",
      "a.ts",
      typescriptOf(
        "return (await r.json()) as Api.Cluster;",
        "namespace Api { export interface Cluster { name: string } }",
      ),
    ],
    ["a type that code makes itself", "a.ts", typescriptOf("const c = await r.json(); return make(c.name);")],
    [
      "an answer that is not decoded into it",
      "a.go",
      goOf("var c struct{}\n\treturn json.NewDecoder(r.Body).Decode(&c)"),
    ],
  ])("is not taken for %s", async (_, path, code) => {
    expect(await confidences(path, code)).not.toContain("mongoURI: high");
  });
});
