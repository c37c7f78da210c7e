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
