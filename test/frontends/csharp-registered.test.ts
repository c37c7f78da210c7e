import { describe, expect, it } from "vitest";
import { report } from "../support/command.js";
import { repository } from "../support/repository.js";

const INTERFACE = "public interface IAtlas { Task<Cluster> Get(string group); }\n";

const client = (constructor: string): string => `public record Cluster(string Name, int NumShards);
public class Atlas : IAtlas {
  private readonly HttpClient _http;
  public Atlas(HttpClient http) ${constructor}
  public Task<Cluster> Get(string group) => _http.GetFromJsonAsync<Cluster>($"groups/{group}/clusters/c");
}
`;

const SETUP = `public static class Setup {
  public static void Add(IServiceCollection services) {
    services.AddHttpClient<IAtlas, Atlas>(c => {
      c.BaseAddress = new Uri("https://cloud.mongodb.com/api/atlas/v2/");
      c.DefaultRequestHeaders.Add("Accept", "application/vnd.atlas.2023-02-01+json");
    });
  }
}
`;

const USER = `public class Show {
  private readonly IAtlas _atlas;
  public Show(IAtlas atlas) { _atlas = atlas; }
  public async Task Run() {
    var cluster = await _atlas.Get("g");
    Console.WriteLine(cluster.NumShards);
  }
}
`;

async function errorsIn(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { findings } = await report([], { cwd: repository({ ...files }) });
  return findings
    .filter(({ severity }) => severity === "error")
    .map(({ path, line, message }) => `${path}:${line} ${message.split(" ")[0]!}`);
}

describe("a class whose client is registered in another file", () => {
  it.each([
    ["a constructor with a block", client("{ _http = http; }")],
    ["a constructor with an expression", client("=> _http = http;")],
  ])("is followed to code that gets it by its interface: %s", async (_what, text) => {
    const files = { "Startup/Setup.cs": SETUP, "Clients/Atlas.cs": INTERFACE + text, "App/Show.cs": USER };
    expect(await errorsIn(files)).toEqual(["App/Show.cs:6 numShards"]);
  });

  it("may have its interface in a file of its own", async () => {
    const text = client("=> _http = http;");
    const files = { "Startup/Setup.cs": SETUP, "Clients/IAtlas.cs": INTERFACE, "Clients/Atlas.cs": text };
    expect(await errorsIn({ ...files, "App/Show.cs": USER })).toEqual(["App/Show.cs:6 numShards"]);
  });

  it("has nothing to do with classes that get other clients", async () => {
    const other = USER.replaceAll("IAtlas", "IMail").replaceAll("_atlas", "_mail");
    const files = { "Startup/Setup.cs": SETUP, "Clients/Atlas.cs": INTERFACE + client("=> _http = http;") };
    expect(await errorsIn({ ...files, "App/Show.cs": other })).toEqual([]);
  });
});
