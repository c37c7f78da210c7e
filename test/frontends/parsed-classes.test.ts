import { describe, expect, it } from "vitest";
import { report } from "../support/command.js";
import { sharedTree } from "../support/tree.js";
import { VOCABULARIES } from "../support/vocabulary-words.js";

interface Case {
  /** The class that the code parses a response with, by whether it must refuse one without `srvAddress`. */
  readonly refuses: Readonly<Record<string, string>>;
  readonly takes: Readonly<Record<string, string>>;
  readonly file: string;
  readonly code: (types: string, base: string) => string;
}

const CSHARP: Case = {
  file: "Api.cs",
  refuses: {
    "a required member":
      "class Cluster { public string Name { get; set; } public required string SrvAddress { get; set; } }",
    "an attribute of System.Text.Json":
      'class Cluster { public string Name { get; set; } [JsonRequired, JsonPropertyName("srvAddress")] public string Uri { get; set; } }',
    "an attribute of Newtonsoft":
      'class Cluster { public string Name { get; set; } [JsonProperty("srvAddress", Required = Required.Always)] public string Uri { get; set; } }',
    "a required member of its base":
      "class Base { public required string SrvAddress { get; set; } }\nclass Cluster : Base { public string Name { get; set; } }",
  },
  takes: {
    "an ordinary member":
      "class Cluster { public string Name { get; set; } public string SrvAddress { get; set; } }",
    "a record": "record Cluster(string Name, string SrvAddress);",
  },
  code: (types, base) => `using System.Net.Http.Json;
${types}
class Page { public List<Cluster> Results { get; set; } }
class Api {
  const string Base = "${base}";
  readonly HttpClient http = new();
  public async Task<string> One(string g) => (await http.GetFromJsonAsync<Cluster>($"{Base}/groups/{g}/clusters/c0")).Name;
  public async Task<string> Two(string g) {
    var text = await http.GetStringAsync($"{Base}/groups/{g}/clusters");
    return JsonSerializer.Deserialize<Page>(text).Results[0].Name;
  }
}
`,
};

const JAVA: Case = {
  file: "Api.java",
  refuses: {
    "a component of a record":
      'record Cluster(String name, @JsonProperty(value = "srvAddress", required = true) String uri) {}',
    "a parameter of a constructor":
      'class Cluster { final String u;\n @JsonCreator Cluster(@JsonProperty(value = "srvAddress", required = true) String u) { this.u = u; } }',
  },
  takes: {
    "a record": "record Cluster(String name, String srvAddress) {}",
    // Jackson does not check what it sets after it has made the object.
    "a field":
      'class Cluster { @JsonProperty(value = "srvAddress", required = true) String uri; String name; }',
  },
  code: (types, base) => `import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.*;
class Api {
  static ${types.replaceAll("\nclass ", "\nstatic class ")}
  record Page(java.util.List<Cluster> results) {}
  static final String BASE = "${base}";
  final ObjectMapper mapper = new ObjectMapper();
  <T> T get(String path, Class<T> type) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(BASE + path)).build();
    return mapper.readValue(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body(), type);
  }
  Object one(String g) throws Exception { return get("/groups/" + g + "/clusters", Page.class).results().size(); }
}
`,
};

const RUST: Case = {
  file: "api.rs",
  refuses: {
    "a field":
      '#[derive(Deserialize)] #[serde(rename_all = "camelCase")] struct Cluster { name: String, srv_address: String }',
    "a field with another name":
      '#[derive(Debug, Deserialize)] struct Cluster { name: String, #[serde(rename = "srvAddress")] uri: String }',
  },
  takes: {
    "an option": "#[derive(Deserialize)] struct Cluster { name: String, srv_address: Option<String> }",
    "a default":
      "#[derive(Deserialize)] struct Cluster { name: String, #[serde(default)] srv_address: String }",
    "defaults of all fields":
      "#[derive(Deserialize, Default)] #[serde(default)] struct Cluster { name: String, srv_address: String }",
  },
  code: (types, base) => `use serde::Deserialize;
${types}
#[derive(Deserialize)]
struct Page { results: Vec<Cluster> }
const BASE: &str = "${base}";
async fn one(g: &str) -> Result<usize, reqwest::Error> {
    let page: Page = reqwest::get(format!("{}/groups/{}/clusters", BASE, g)).await?.json().await?;
    Ok(page.results.len())
}
async fn two(g: &str) -> Result<Cluster, reqwest::Error> {
    reqwest::get(format!("{}/groups/{}/clusters/c0", BASE, g)).await?.json().await
}
async fn three(g: &str) -> Result<(), reqwest::Error> {
    reqwest::get(format!("{}/groups/{}/clusters/c0", BASE, g)).await?.json::<Cluster>().await?;
    Ok(())
}
`,
};

const CASES = Object.entries({ "C#": CSHARP, Java: JAVA, Rust: RUST });

describe.each(VOCABULARIES)("a class that a response of $name is parsed with", ({ words }) => {
  const base = `${words["host"]}/api/${words["admin"]}/v1.0`;
  const declared = async ({ file, code }: Case, types: string): Promise<string[]> => {
    const { findings } = await report([], { cwd: sharedTree({ [file]: code(types, base) }) });
    return findings.flatMap(({ property, messageId, severity }) =>
      property === "srvAddress" ? [`${severity} ${messageId}`] : [],
    );
  };
  const of = (kind: "refuses" | "takes") =>
    CASES.flatMap(([language, one]) =>
      Object.entries(one[kind]).map(([what, types]) => ({ language, what, one, types })),
    );

  it.each(of("refuses"))("in $language must refuse the new form: $what", async ({ one, types }) => {
    expect(await declared(one, types)).toEqual(["error schema"]);
  });

  it.each(of("takes"))("in $language may take the new form: $what", async ({ one, types }) => {
    expect(await declared(one, types)).toEqual(["warning type"]);
  });
});
