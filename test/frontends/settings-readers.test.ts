import { describe, expect, it } from "vitest";
import { report } from "../support/command.js";
import { repository } from "../support/repository.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v2";

const SETTINGS = { "src/main/resources/application.yml": `atlas:\n  base: ${BASE}\n` };

describe("code that reads a base path of the settings is found without a mention of the API", () => {
  it.each([
    [
      "Users.cs",
      { "appsettings.json": JSON.stringify({ Atlas: { BaseUrl: BASE } }) },
      "Api/Users.cs",
      `using System.Net.Http;
using Microsoft.Extensions.Configuration;
public class Users {
  private readonly HttpClient http = new HttpClient();
  private readonly string url;
  public Users(IConfiguration config) { url = config["Atlas:BaseUrl"]; }
  public Task<string> List(string group) => http.GetStringAsync($"{url}/groups/{group}/databaseUsers");
}
`,
    ],
    [
      "Users.java",
      SETTINGS,
      "src/main/java/acme/Users.java",
      `package acme;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.client.RestTemplate;
public class Users {
  @Value("\${atlas.base}") private String base;
  private final RestTemplate rest = new RestTemplate();
  public String list(String group) {
    return rest.getForObject(base + "/groups/" + group + "/databaseUsers", String.class);
  }
}
`,
    ],
    [
      "Users.kt",
      SETTINGS,
      "src/main/kotlin/acme/Users.kt",
      `package acme
import org.springframework.beans.factory.annotation.Value
import org.springframework.web.client.RestTemplate
class Users(@Value("\\\${atlas.base}") private val base: String) {
  private val rest = RestTemplate()
  fun list(group: String): String =
    rest.getForObject(base + "/groups/" + group + "/databaseUsers", String::class.java)
}
`,
    ],
  ])("%s", async (name, settings, path, text) => {
    const { findings } = await report([], { cwd: repository({ ...settings, [path]: text }) });
    expect(findings.map((one) => `${one.ruleId} ${one.path.slice(-name.length)}`)).toEqual([
      `require-version-media-type ${name}`,
    ]);
  });

  it("and nothing is found in code that reads other settings", async () => {
    const text = `package acme;\nclass Other {\n  @Value("\${mail.host}") private String host;\n}\n`;
    const cwd = repository({ ...SETTINGS, "src/main/java/acme/Other.java": text });
    expect((await report([], { cwd })).findings).toEqual([]);
  });
});
