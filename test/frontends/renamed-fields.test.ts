import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";
import { v2ready } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

const HOST = "https://cloud.mongodb.com/api/atlas";
const TYPE = "application/vnd.atlas.2023-02-01+json";

interface Program {
  readonly path: string;
  readonly text: (path: string, type: string) => string;
}

/** A program in C# that reads an answer with a type. */
const csharp = (types: string, type: string, read: string): Program => ({
  path: "Api.cs",
  text: (base, accept) => `using System.Net.Http;
${types}
public class Api {
  readonly HttpClient http = new HttpClient();
  public async Task<object> Read(string g, string n) {
    http.DefaultRequestHeaders.Add("Accept", "${accept}");
    var x = await http.GetFromJsonAsync<${type}>($"${base}/groups/{g}/clusters/{n}");
    return ${read};
  }
}
`,
});

const java = (
  types: string,
  type: string,
  read: string,
  parse = "new ObjectMapper().readValue",
): Program => ({
  path: "Api.java",
  text: (base, accept) => `import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.gson.Gson;
import com.google.gson.annotations.SerializedName;
import java.util.List;
import okhttp3.*;
class Api {
  ${types}
  Object read(OkHttpClient http, String g, String n) throws Exception {
    Request r = new Request.Builder().url("${base}/groups/" + g + "/clusters/" + n).header("Accept", "${accept}").build();
    var x = ${parse}(http.newCall(r).execute().body().charStream(), ${type});
    return ${read};
  }
}
`,
});

const msgspec = (field: string, options = ""): Program => ({
  path: "api.py",
  text: (base, accept) => `import msgspec, httpx
class Cluster(msgspec.Struct${options}):
    name: str
    uri: str = ${field}
def read(g, n):
    r = httpx.get(f"${base}/groups/{g}/clusters/{n}", headers={"Accept": "${accept}"})
    return msgspec.json.decode(r.content, type=Cluster).uri
`,
});

const expose = (decorator: string, read = "uri"): Program => ({
  path: "api.ts",
  text: (base, accept) => `import { plainToInstance, Expose } from "class-transformer";
class Cluster { @Expose() name!: string; ${decorator} uri!: string }
export async function read(g: string, n: string) {
  const r = await fetch(\`${base}/groups/\${g}/clusters/\${n}\`, { headers: { Accept: "${accept}" } });
  return plainToInstance(Cluster, await r.json()).${read};
}
`,
});

const property = (attribute: string): string =>
  `public class Cluster { ${attribute} public string Uri { get; set; } }`;

const PROGRAMS: Readonly<Record<string, Program>> = {
  "System.Text.Json": csharp(property('[JsonPropertyName("mongoURI")]'), "Cluster", "x.Uri"),
  Newtonsoft: csharp(property('[JsonProperty("mongoURI")]'), "Cluster", "x.Uri"),
  "an argument with a name": csharp(
    property('[JsonProperty(Order = 1, PropertyName = "mongoURI")]'),
    "Cluster",
    "x.Uri",
  ),
  "a contract": csharp(property('[DataMember(Name = "mongoURI")]'), "Cluster", "x.Uri"),
  "a record in a generic page": csharp(
    'public record Cluster([property: JsonPropertyName("mongoURI")] string Uri);\npublic record Page<T>(List<T> Results);',
    "Page<Cluster>",
    "x.Results.Select(c => c.Uri).ToList()",
  ),
  "a class in a list of another class": csharp(
    `${property('[JsonPropertyName("mongoURI")]')}\npublic class Page { public List<Cluster> Results { get; set; } }`,
    "Page",
    "x.Results[0].Uri",
  ),
  "letters in another case": csharp(
    "public class Cluster { public string MongoUri { get; set; } }",
    "Cluster",
    "x.MongoUri",
  ),
  Gson: java(
    'static class Cluster { String name; @SerializedName("mongoURI") String uri; }',
    "Cluster.class",
    "x.uri",
    "new Gson().fromJson",
  ),
  "a field in a plain class": java(
    'static class Cluster { @SerializedName("mongoURI") String uri; }\n  static class Page { List<Cluster> results; }',
    "Page.class",
    "x.results.get(0).uri",
    "new Gson().fromJson",
  ),
  "a record of Jackson": java(
    'record Cluster(@JsonProperty("mongoURI") String uri) {}',
    "Cluster.class",
    "x.uri()",
  ),
  "a record without annotations": java("record Cluster(String mongoURI) {}", "Cluster.class", "x.mongoURI()"),
  "a getter of Jackson": java(
    'static class Cluster { @JsonProperty(index = 1, value = "mongoURI") private String uri; public String getUri() { return uri; } }',
    "Cluster.class",
    "x.getUri()",
  ),
  "an annotated getter": java(
    'static class Cluster { private String uri; @JsonProperty("mongoURI") public String getUri() { return uri; } }',
    "Cluster.class",
    "x.getUri()",
  ),
  "an alias of Jackson": java(
    'static class Cluster { @JsonAlias({"mongoURI"}) public String uri; }',
    "Cluster.class",
    "x.uri",
  ),
  "a constant in an annotation": java(
    'static final String KEY = "mongoURI";\n  static class Cluster { @JsonProperty(Api.KEY) public String uri; }',
    "Cluster.class",
    "x.uri",
  ),
  "a list of a type": java(
    'record Cluster(@JsonProperty("mongoURI") String uri) {}\n  record Page<T>(List<T> results) {}',
    "new TypeReference<Page<Cluster>>() {}",
    "x.results().get(0).uri()",
  ),
  msgspec: msgspec('msgspec.field(name="mongoURI")'),
  "names of a struct of msgspec": msgspec("msgspec.field()", ', rename={"uri": "mongoURI"}'),
  "class-transformer": expose('@Expose({ name: "mongoURI" })'),
};

const OTHERS: Readonly<Record<string, Program>> = {
  "C#": csharp(property('[JsonPropertyName("name")]'), "Cluster", "x.Uri"),
  Java: java('record Cluster(@JsonProperty("name") String mongoURI) {}', "Cluster.class", "x.mongoURI()"),
  Python: msgspec('msgspec.field(name="name")'),
  TypeScript: expose('@Expose({ name: "stateName" })'),
};

async function errorsIn({ path, text }: Program): Promise<readonly string[]> {
  const { findings } = await analyze(path, text(`${HOST}/v2`, TYPE));
  return findings.flatMap(({ severity, message }) => (severity === "error" ? [message] : []));
}

describe("a field with another name than its key in an answer", () => {
  it.each(Object.entries(PROGRAMS))("is a read of the key: %s", async (_what, program) => {
    expect(await errorsIn(program)).toContainEqual(expect.stringContaining("mongoURI"));
  });

  it.each(Object.entries(OTHERS))("is not a read of another key in %s", async (_language, program) => {
    expect(await errorsIn(program)).toEqual([]);
  });

  it.each(Object.entries(PROGRAMS))("keeps a fix from moving the request: %s", async (_what, program) => {
    const cwd = sharedTree({ [program.path]: program.text(`${HOST}/v1.0`, "application/json") });
    const { stdout, stderr } = await v2ready(["fix", "--diff"], { cwd });
    expect(stdout).not.toMatch(/^\+.*\/v2\//m);
    expect(stderr).toMatch(/cannot change how the code reads it|mongoURI/);
  });
});
