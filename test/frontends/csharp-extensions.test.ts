import { describe, expect, it } from "vitest";
import { report } from "../support/command.js";
import { repository } from "../support/repository.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v2";
const HEADER = "application/vnd.atlas.2023-02-01+json";

async function foundIn(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { findings } = await report([], { cwd: repository({ ...files }) });
  return findings
    .filter(({ severity }) => severity === "error")
    .map(
      ({ path, line, message }) =>
        `${path.slice(path.lastIndexOf("/") + 1)}:${line} ${message.split(" ")[0]!}`,
    );
}

const user = (statements: string): string => `using System.Net.Http.Json;
public class Cluster { public int NumShards { get; set; } }
public class User {
  public async Task Show(HttpClient http, IHttpClientFactory factory) {
${statements}
  }
}
`;

/** A statement that sets up a client, one that reads an answer, and one that prints a property of it. */
const READ = `    http.BaseAddress = new Uri("${BASE}/");
    http.DefaultRequestHeaders.Add("Accept", "${HEADER}");
    var c = await http.LoadAsync<Cluster>("groups/g/clusters/c");
    Console.WriteLine(c.NumShards);`;

const EXTENSION = `public static class HttpClientExtensions {
  public static async Task<T> LoadAsync<T>(this HttpClient http, string path) {
    var response = await http.GetAsync(path);
    return await response.Content.ReadFromJsonAsync<T>();
  }
}
`;

describe("a method that is called on objects of other classes", () => {
  it.each([
    ["in the same file", { "User.cs": user(READ) + EXTENSION }],
    [
      "in another folder",
      { "App/User.cs": user(READ), "Shared/Extensions/HttpClientExtensions.cs": EXTENSION },
    ],
  ])("is run: %s", async (_what, files) => {
    expect(await foundIn(files)).toEqual(["User.cs:8 numShards"]);
  });

  it("leads to the code that calls it, which does not mention the API", async () => {
    const files = {
      "App/User.cs": user("    var c = await http.GetCluster();\n    Console.WriteLine(c.NumShards);"),
      "Shared/AtlasExtensions.cs": `public static class AtlasExtensions {
  public static Task<Cluster> GetCluster(this HttpClient http) =>
    http.GetFromJsonAsync<Cluster>("${BASE}/groups/g/clusters/c");
}
`,
    };
    expect(await foundIn(files)).toEqual(["User.cs:6 numShards"]);
  });

  it("does not replace a method of the object", async () => {
    const other = EXTENSION.replace("await http.GetAsync(path)", "new HttpResponseMessage()");
    const own = READ.replace("LoadAsync", "GetFromJsonAsync");
    const files = { "User.cs": user(own) + other.replace("LoadAsync", "GetFromJsonAsync") };
    expect(await foundIn(files)).toEqual(["User.cs:8 numShards"]);
  });

  it("gets the address of its client also in a package that is not known", async () => {
    expect(await foundIn({ "User.cs": user(READ.replace("Load", "Fetch")) })).toEqual([
      "User.cs:8 numShards",
    ]);
  });
});

describe("a client that is registered in another file", () => {
  const setup = (name: string): string => `public static class Setup {
  public static void Add(IServiceCollection services) {
    services.AddHttpClient(${name}, c => {
      c.BaseAddress = new Uri("${BASE}/");
      c.DefaultRequestHeaders.Add("Accept", "application/json");
    });
  }
}
`;
  const use = (name: string): string =>
    user(
      `    var http = factory.CreateClient(${name});\n    await http.GetFromJsonAsync<Cluster>("groups/g/clusters/c");`,
    );

  it.each([
    ["under a text", `"atlas-api"`],
    ["under a constant", "Names.Atlas"],
  ])("is the client of those who create it: %s", async (_what, name) => {
    const names = `public static class Names { public const string Atlas = "atlas"; }\n`;
    const files = { "Setup.cs": setup(name), "App/User.cs": use(name), "App/Names.cs": names };
    expect(await foundIn(files)).toContain("Setup.cs:5 GET");
  });

  it("is not that of another name", async () => {
    const files = { "Setup.cs": setup(`"atlas"`), "App/User.cs": use(`"other"`) };
    expect(await foundIn(files)).not.toContain("Setup.cs:5 GET");
  });
});
