import { posix } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { SourceText } from "../../src/core/source-text.js";
import type { FileFacts } from "../../src/facts/file-facts.js";
import { HOLE_MARK, flatten } from "../../src/facts/text.js";
import { csharpFrontend } from "../../src/frontends/csharp/entry.js";
import type { Frontend } from "../../src/frontends/frontend.js";

let frontend: Frontend;
beforeAll(async () => {
  frontend = await csharpFrontend.load();
});

const interest = CatalogInterest.of(loadCatalog());
const API = "https://cloud.mongodb.com/api/atlas/v1.0";

/** The facts of a file, by default the first one, which can import the others. */
function factsOf(files: Readonly<Record<string, string>>, path = Object.keys(files)[0]): FileFacts {
  const sources = new Map(Object.entries(files).map(([path, text]) => [path, new SourceText(path, text)]));
  const program = frontend.begin!(interest, {
    resolve: () => undefined,
    isFile: (path) => sources.has(path),
    filesNamed: (name) => [...sources.keys()].filter((path) => `/${path}`.endsWith(`/${name}`)),
    filesIn: (folder, ending) =>
      [...sources.keys()]
        .filter((path) => posix.dirname(path) === folder && path.endsWith(ending))
        .map((path) => posix.basename(path)),
    read: (path) => sources.get(path),
  });
  const [first] = sources.values();
  for (const path of sources.keys()) if (path.endsWith(".json")) program.addData(path, []);
  expect(program.add(first!)).toBeUndefined();
  program.evaluate();
  return program.facts().find(({ source }) => source.path === path)!.facts;
}

const classWith = (members: string): string => `using System.Net.Http;
using Flurl.Http;
using Refit;
using RestSharp;
namespace App;
public class Atlas {
  const string Api = "${API}";
${members}
}
`;

const factsOfClass = (members: string): FileFacts => factsOf({ "Atlas.cs": classWith(members) });

/** `GET /groups/{} ; accept: a/b`: the requests with their headers. */
function requestsOf({ requests }: FileFacts): string[] {
  return requests.map(({ methods, urls, headers }) => {
    const sent = headers.entries.map(({ name, values }) => `${name}: ${values.map(flatten).join("|")}`);
    const url = urls.map((one) => flatten(one).replaceAll(HOLE_MARK, "{}").replace(API, "")).join(" | ");
    return [`${methods.join("|")} ${url}`, ...sent].join(" ; ");
  });
}

describe("requests in C#", () => {
  it("finds the overload of a class above that takes the given number of arguments", () => {
    const code = `using System.Net.Http;
public abstract class RepositoryBase {
  protected virtual async Task DeleteAsync(string url) {
    var client = new HttpClient();
    await client.DeleteAsync(url);
  }
}
public class Users : RepositoryBase {
  public async Task DeleteAsync(string project, string name) {
    var url = "${API}/groups/" + project + "/databaseUsers/" + name;
    await DeleteAsync(url);
  }
}
`;
    expect(requestsOf(factsOf({ "Users.cs": code })).join()).toContain("DELETE /groups/{}/databaseUsers/{}");
  });

  it.each<[client: string, members: string, request: string]>([
    [
      "HttpClient with a base and default headers",
      `readonly HttpClient http = new() { BaseAddress = new Uri(Api + "/") };
       public Atlas() { http.DefaultRequestHeaders.Accept.Add(new MediaTypeWithQualityHeaderValue("a/b")); }
       public async Task List(string id) => await http.GetAsync($"groups/{id}/clusters");`,
      "GET /groups/{}/clusters ; accept: a/b",
    ],
    [
      "HttpClient with a message",
      `public async Task Make(string id, HttpClient http) {
         var message = new HttpRequestMessage(HttpMethod.Post, $@"{Api}/groups/{id}") {
           Headers = { { "Accept", "a/b" } },
           Content = new StringContent("{}", Encoding.UTF8, "application/json")
         };
         await http.SendAsync(message);
       }`,
      "POST /groups/{} ; content-type: application/json ; accept: a/b",
    ],
    [
      "RestSharp",
      `public void List() {
         var request = new RestRequest("groups/1", Method.Get);
         request.AddHeader("Accept", "a/b");
         new RestClient(Api).Execute(request);
       }`,
      "GET /groups/1 ; accept: a/b",
    ],
    [
      "Flurl",
      `public Task List() => Api.AppendPathSegment("groups").WithHeader("Accept", "a/b").GetJsonAsync<object>();`,
      "GET /groups ; accept: a/b",
    ],
    [
      "WebRequest",
      `public void List() {
         var request = (HttpWebRequest)WebRequest.Create(string.Format("{0}/groups/{1}", Api, 7));
         request.Accept = "a/b";
         request.Method = "DELETE";
         request.GetResponse();
       }`,
      "DELETE /groups/7 ; accept: a/b",
    ],
    [
      "WebClient",
      `public void List() { var web = new WebClient(); web.Headers.Add("Accept", "a/b"); web.DownloadString(Api + "/groups"); }`,
      "GET /groups ; accept: a/b",
    ],
    [
      "a function that makes the message",
      `readonly HttpClient http = new();
       Task Send(Func<HttpRequestMessage> make) => http.SendAsync(make.Invoke());
       public Task List() => Send(() => new HttpRequestMessage { Method = HttpMethod.Put, RequestUri = new Uri(Api + "/groups") });`,
      "PUT /groups",
    ],
  ])("are those of %s", (_client, members, request) => {
    expect(requestsOf(factsOfClass(members))).toContain(request);
  });

  it("go through interfaces of Refit", () => {
    const facts = factsOf({
      "Api.cs": `using Refit;
        [Headers("Accept: a/b")]
        public interface IApi { [Get("/groups/{id}")] Task<string> Group(string id); }
        public class Use { public void Run() { var api = RestService.For<IApi>("${API}"); api.Group("1"); } }`,
    });
    expect(requestsOf(facts)).toContain("GET /groups/{id} ; accept: a/b");
  });

  it("have what is registered for the class that a container makes", () => {
    const facts = factsOf({
      "Program.cs": `
        services.AddHttpClient<AtlasClient>(c => {
          c.BaseAddress = new Uri("https://cloud.mongodb.com/");
          c.DefaultRequestHeaders.Add("Accept", "a/b");
        });
        public class AtlasClient {
          readonly HttpClient http;
          public AtlasClient(HttpClient http) { this.http = http; }
          public Task List() => http.GetAsync("api/atlas/v1.0/groups");
        }`,
    });
    expect(requestsOf(facts)).toEqual(["GET /groups ; accept: a/b"]);
  });

  it("have what another file registers for the class, whose own file does not mention the API", () => {
    const files = {
      "Program.cs": `services.AddHttpClient<IStore, Store>(c => { c.BaseAddress = new Uri("${API}/"); });`,
      "Store.cs": `public class Store : IStore {
          readonly HttpClient http;
          public Store(HttpClient http) { this.http = http; }
          public Task Get(string id) => Send($"groups/{id}/clusters/a");
          Task Send(string path) => http.GetAsync(path);
        }`,
    };
    expect(requestsOf(factsOf(files, "Store.cs"))).toEqual(["GET /groups/{}/clusters/a"]);
  });

  it("find constants and settings of other files", () => {
    const facts = factsOf({
      "src/Client/Atlas.cs": `using System.Net.Http;
        public class Atlas {
          readonly string url;
          public Atlas(IConfiguration settings) { url = settings["Atlas:BaseUrl"]; }
          public void List() { new HttpClient().GetAsync(url + Paths.Groups); }
        }`,
      "src/Names/Paths.cs": `public static class Paths { public const string Groups = $"{Root}s"; const string Root = "/group"; }`,
      "src/appsettings.json": `{ "Atlas": { "BaseUrl": "${API}" } }`,
    });
    expect(requestsOf(facts)).toEqual(["GET /groups"]);
  });

  it.each([
    [
      "a builder of settings",
      `var settings = new ConfigurationBuilder().AddJsonFile("appsettings.json").AddEnvironmentVariables().Build();
       var http = new HttpClient { BaseAddress = new Uri(settings["Atlas:BaseUrl"]!) };
       await http.GetAsync("groups");`,
    ],
    [
      "the builder of an application, and a route of it",
      `var builder = WebApplication.CreateBuilder(args);
       builder.Services.AddHttpClient("atlas", c => c.BaseAddress = new Uri(builder.Configuration["Atlas:BaseUrl"]));
       var app = builder.Build();
       app.MapGet("/", async (IHttpClientFactory clients) => await clients.CreateClient("atlas").GetAsync("groups"));`,
    ],
    [
      "an application",
      `var app = WebApplication.Create(args);
       app.MapGet("/", async (HttpClient http) => { await http.GetAsync(app.Configuration["Atlas:BaseUrl"] + "groups"); });`,
    ],
  ])("find the settings that %s has", (_name, code) => {
    const facts = factsOf({
      "src/Program.cs": `using System.Net.Http;\n${code}\n`,
      "src/appsettings.json": `{ "Atlas": { "BaseUrl": "${API}/" } }`,
    });
    expect(requestsOf(facts)).toEqual(["GET /groups"]);
  });

  it("give a route of an application an instance of a class that it asks for", () => {
    const facts = factsOf({
      "src/Program.cs": `using System.Net.Http;
var builder = WebApplication.CreateBuilder(args);
builder.Services.AddHttpClient<Atlas>(c => { c.BaseAddress = new Uri("${API}/"); });
var app = builder.Build();
app.MapGet("/", async (Atlas atlas) => await atlas.List());
class Atlas(HttpClient http) { public Task<string> List() => http.GetStringAsync("groups"); }
`,
    });
    expect(requestsOf(facts)).toEqual(["GET /groups"]);
  });

  it.each(["src/Client/Constants.cs", "src/Everything.cs"])(
    "find a class in a file of another name: %s",
    (path) => {
      const facts = factsOf({
        "src/Client/Atlas.cs": `using System.Net.Http;
        public class Atlas { public void List() { new HttpClient().GetAsync("${API}" + Paths.Groups); } }`,
        [path]: `public enum Other { A }
public static class Paths { public const string Groups = "/groups"; }`,
      });
      expect(requestsOf(facts)).toEqual(["GET /groups"]);
    },
  );

  it("choose overloads by the number of arguments, of the class and of its instances", () => {
    const facts = factsOfClass(`
      static readonly HttpClient http = new HttpClient();
      public void All() { Send("/groups"); Send("/groups", "1"); }
      private void Send(string path) { http.GetAsync(Api + path); }
      private static void Send(string path, string id) { http.DeleteAsync($"{Api}{path}/{id}"); }`);
    expect(requestsOf(facts).sort()).toEqual(["DELETE /groups/1", "GET /groups"]);
  });
});

describe("requests through types in C#", () => {
  it("go through a parameter of a class, and through an interface that a class implements", () => {
    const facts = factsOf({
      "Atlas.cs": `using System.Net.Http;
        public class Settings : ISettings { public string Base => "${API}"; }
        public class Client {
          readonly HttpClient http = new HttpClient();
          readonly ISettings settings;
          public Client(ISettings settings) { this.settings = settings; }
          public void Get(string path) { http.GetAsync(settings.Base + path); }
        }
        public static class Jobs { public static void List(Client client, string id) { client.Get($"/groups/{id}"); } }`,
      "ISettings.cs": `public interface ISettings { string Base { get; } }`,
    });
    expect(requestsOf(facts)).toEqual(["GET /groups/{}"]);
  });
});

describe("instances in C#", () => {
  it("have all their fields where they are made in a try", () => {
    const facts = factsOfClass(`
      private string host = "https://cloud.mongodb.com"; private string path = "/api/atlas/v1.0";
      public async Task Run() { await new HttpClient().GetAsync($"{host}{path}/groups"); }
      static int Main(string[] args) {
        try { var app = new Atlas(); return 0; } catch (Exception error) { return -1; }
      }`);
    expect(requestsOf(facts)).toEqual(["GET /groups"]);
  });
});

describe("bodies and answers in C#", () => {
  it("have the names that JSON has", () => {
    const facts = factsOfClass(`
      public async Task Make(HttpClient http) {
        var body = new { name = "a", numShards = 1 };
        var answer = await http.PostAsync(Api + "/groups/1/clusters", new StringContent(JsonSerializer.Serialize(body)));
        using var doc = JsonDocument.Parse(await answer.Content.ReadAsStringAsync());
        Console.WriteLine(doc.RootElement.GetProperty("srvAddress").GetString());
      }`);
    expect(facts.fields.map(({ name, owner }) => `${name} ${owner.kind}`)).toEqual(
      expect.arrayContaining(["numShards request", "srvAddress response"]),
    );
  });

  it("have the line of a raw string that they are written in", () => {
    const members = `
      public async Task Make(HttpClient http, string size) {
        var body = $$"""
          {
            "name": "a",
            "providerSettings": { "instanceSizeName": "{{size}}" }
          }
          """;
        await http.PostAsync(Api + "/groups/1/clusters", new StringContent(body));
      }`;
    const [field] = factsOfClass(members).fields.filter(({ name }) => name === "providerSettings");
    expect(classWith(members).slice(field!.place.start, field!.place.end)).toBe('"providerSettings"');
  });

  it("are declared by classes", () => {
    const { fields } = factsOf({
      "Cluster.cs": `public class Cluster {
        [JsonPropertyName("srvAddress")] public string Address { get; set; }
        [JsonProperty("mongoURI")] public string Uri { get; set; }
      }`,
    });
    expect(fields.map(({ name }) => name).sort()).toEqual(["mongoURI", "srvAddress"]);
  });
});

describe("texts in C#", () => {
  it.each([
    ["verbatim", `@"${API}/a""b"`, '/a"b'],
    ["raw", `"""\n    ${API}/x\n    """`, "/x"],
    ["interpolated raw", `$$"""${API}/{{1 + 1}}/{a}"""`, "/2/{a}"],
    ["with escapes", `"${API}/\\u0041\\x42"`, "/AB"],
    ["with doubled braces", `$"{Api}/{{id}}"`, "/{id}"],
    ["a builder", `new UriBuilder("https://cloud.mongodb.com") { Path = "/api/atlas/v1.0/a" }.Uri`, "/a"],
    ["that is trimmed and joined", `string.Join("/", Api.TrimEnd('/'), "a")`, "/a"],
    ["by a pattern", `"a" switch { "b" => "", _ => Api + "/c" }`, "/c"],
    ["a property without a value", `$"{Api}/{Org}"`, "/{}"],
    ["formatted in a way of its own", `$"{Api}/{5:N2}"`, "/{}"],
  ])("are known: %s", (_kind, value, url) => {
    const facts = factsOfClass(
      `public string Org { get; set; }\nvoid Run() { new HttpClient().GetAsync(${value}); }`,
    );
    expect(requestsOf(facts)).toEqual([`GET ${url}`]);
  });
});

describe("odd C#", () => {
  it("is analysed around what does not parse, with its comments", () => {
    const facts = factsOfClass(`
      // see ${API}
      void List() { new HttpClient().GetAsync(Api + "/groups"); }
      void Broken( { `);
    expect(facts.problems.map(({ message }) => message)).toEqual([
      "a statement does not parse, searched as plain text",
    ]);
    expect(facts.comments.map(({ text }) => text.trim())).toEqual([`see ${API}`]);
  });

  it("sends nothing where the names only look alike", () => {
    const facts = factsOfClass(`
      void List(Cache cache) { cache.GetAsync("${API}"); new Store().GetAsync("${API}"); }`);
    expect(facts.requests.filter(({ understood }) => understood)).toEqual([]);
  });

  it("never ends the analysis, wherever it is cut off", () => {
    const text = classWith(`
      [Get("/a")] void A<T>(params string[] rest) where T : class { foreach (var (k, v) in new Dictionary<string, int> { ["a"] = 1 }) yield return $"{k}"; }
      string B => x?.y?[0] is { Length: > 3 } s ? s[1..^1] : throw new E();`);
    for (let end = 0; end < text.length; end += 7) {
      const program = frontend.begin!(interest, { resolve: () => undefined, read: () => undefined });
      program.add(new SourceText("A.cs", text.slice(0, end)));
      program.evaluate();
      expect(program.facts().length).toBeLessThan(2);
    }
  });
});
