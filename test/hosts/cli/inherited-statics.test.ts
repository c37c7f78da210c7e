import { describe, expect, it } from "vitest";
import { report } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";

const CLUSTERS = "https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters/";

const CSHARP = {
  ".git/HEAD": "",
  "AtlasClient.cs": `using System.Net.Http;
using System.Text.Json;
namespace App.Atlas;
public class AtlasClient {
  private static readonly HttpClient Http = new();
  private readonly string _project;
  private AtlasClient(string project) { _project = project; }
  public async Task<Cluster?> GetCluster(string name) {
    var response = await Http.GetAsync($"${CLUSTERS}{name}?project={_project}");
    return await JsonSerializer.DeserializeAsync<Cluster>(await response.Content.ReadAsStreamAsync());
  }
  public static AtlasClient Create(string project) => new AtlasClient(project);
}
`,
  "Cluster.cs": `namespace App.Atlas;
public class Cluster { [JsonPropertyName("srvAddress")] public string? SrvAddress { get; set; } }
`,
  "mongo/CommandBase.cs": `using App.Atlas;
namespace App.Mongo;
abstract class CommandBase {
  internal static AtlasClient GetClient(string project) { return AtlasClient.Create(project); }
}
`,
};

const JAVA = {
  ".git/HEAD": "",
  "AtlasClient.java": `package app;
import org.springframework.web.client.RestTemplate;
public class AtlasClient {
  private final RestTemplate http = new RestTemplate();
  private final String project;
  private AtlasClient(String project) { this.project = project; }
  public Map getCluster(String name) {
    return http.getForObject("${CLUSTERS}" + name + "?project=" + project, Map.class);
  }
  public static AtlasClient create(String project) { return new AtlasClient(project); }
}
`,
  "CommandBase.java": `package app;
public abstract class CommandBase {
  static AtlasClient getClient(String project) { return AtlasClient.create(project); }
}
`,
};

const csharpShow = (opening: string, modifier: string): string => `${opening}
namespace App.Commands;
class Show : CommandBase {
  ${modifier} async Task Execute(string project, string name) {
    var cluster = await GetClient(project).GetCluster(name);
    Console.WriteLine(cluster.SrvAddress);
  }
}
`;

const javaShow = (modifier: string): string => `package app;
public class Show extends CommandBase {
  ${modifier} void execute(String project, String name) {
    System.out.println(getClient(project).getCluster(name).get("mongoURI"));
  }
}
`;

/** A class of the same name, in a folder that is as near. */
const OTHER = { "sql/CommandBase.cs": "namespace App.Sql;\nabstract class CommandBase { }\n" };

describe("a read of a cluster that a static method of a class above gets", () => {
  it.each<[title: string, tree: Record<string, string>, place: string]>([
    [
      "from a static method in C#",
      { ...CSHARP, "Show.cs": csharpShow("using App.Mongo;", "static") },
      "Show.cs:6",
    ],
    ["from an object in C#", { ...CSHARP, "Show.cs": csharpShow("using App.Mongo;", "public") }, "Show.cs:6"],
    [
      "if two classes above have one name, by the namespace that is used",
      { ...CSHARP, ...OTHER, "Show.cs": csharpShow("using App.Mongo;", "static") },
      "Show.cs:6",
    ],
    [
      "if two classes above have one name, by the namespace around",
      {
        ...CSHARP,
        ...OTHER,
        "Show.cs": csharpShow("using App.Sql;", "static").replace("App.Commands", "App.Mongo.Commands"),
      },
      "Show.cs:6",
    ],
    ["from a static method in Java", { ...JAVA, "Show.java": javaShow("static") }, "Show.java:4"],
    ["from an object in Java", { ...JAVA, "Show.java": javaShow("public") }, "Show.java:4"],
  ])("is found %s", async (_, tree, place) => {
    const { findings } = await report(["."], { cwd: sharedTree(tree) });
    const reads = findings.filter(({ ruleId }) => ruleId === "no-removed-property");
    expect(reads.map(({ path, line }) => `${path}:${line}`)).toContain(place);
  });

  it("is not found where the namespace of the other class of that name is used", async () => {
    const tree = { ...CSHARP, ...OTHER, "Show.cs": csharpShow("using App.Sql;", "static") };
    const { findings } = await report(["."], { cwd: sharedTree(tree) });
    expect(findings.filter(({ path }) => path === "Show.cs")).toEqual([]);
  });
});
