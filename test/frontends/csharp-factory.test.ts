import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const program = (name: string, created: string): string => `using System.Net.Http;
using System.Net.Http.Headers;
using Microsoft.Extensions.DependencyInjection;
using External.Net.Http;
public static class Setup {
  public static void Add(IServiceCollection services, IConfig configuration) {
    services.AddHttpClient(${name}, client => {
      client.DefaultRequestHeaders.Clear();
      client.DefaultRequestHeaders.Accept.Add(new MediaTypeWithQualityHeaderValue("application/json"));
    });
  }
}
public class Repository : HttpRepositoryBase {
  public async Task Remove(string id) {
    var client = HttpClientFactory.CreateClient(${created});
    await client.DeleteAsync($"https://cloud.mongodb.com/api/atlas/v2/groups/{id}/clusters/c");
  }
}
`;

describe("a client of a factory that a class of a package has", () => {
  it.each([
    ["a name that is not known", "configuration.ClientName", "Configuration.ClientName"],
    ["a name", '"atlas"', '"atlas"'],
  ])("is registered with its headers under %s", async (_what, name, created) => {
    const { source, findings } = await analyze("Api.cs", program(name, created));
    expect(findings.map(({ message, place }) => [source.position(place.start).line, message])).toEqual([
      [9, expect.stringContaining("DELETE /groups/{id}/clusters/c sends Accept: application/json")],
    ]);
  });

  it("is another one under another name", async () => {
    const { source, findings } = await analyze("Api.cs", program('"other"', '"atlas"'));
    expect(findings.map(({ place }) => source.position(place.start).line)).not.toContain(9);
  });
});

const TOP_LEVEL = `using System.Net.Http.Json;
using Microsoft.Extensions.DependencyInjection;
var services = new ServiceCollection();
services.AddHttpClient<Api>(c => { c.BaseAddress = new Uri("https://cloud.mongodb.com/api/atlas/v1.0/"); });
var api = services.BuildServiceProvider().GetRequiredService<Api>();
foreach (var c in await api.All("g")) Console.WriteLine(c.SrvAddress);

public record Cluster(string SrvAddress);
public record Page(List<Cluster> Results);
public class Api(HttpClient http)
{
    public async Task<List<Cluster>> All(string id) => (await http.GetFromJsonAsync<Page>($"groups/{id}/clusters"))!.Results;
}
`;

describe("a class that statements of a file get from a container", () => {
  it.each(["GetRequiredService", "GetService"])("is the one that was registered: %s", async (name) => {
    const { source, findings } = await analyze("Api.cs", TOP_LEVEL.replace("GetRequiredService", name));
    const read = findings.filter(
      ({ ruleId, severity }) => ruleId === "no-removed-property" && severity === "error",
    );
    expect(read.map(({ place }) => source.position(place.start).line)).toEqual([6]);
  });
});
