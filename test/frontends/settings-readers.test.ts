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

const PROPERTIES = {
  "src/main/resources/application.properties": `# Settings\natlas.base-url = ${BASE}\natlas.env=\${ATLAS:${BASE}}\n`,
};

const java = (members: string, base: string, more = "") => `package acme;
import org.springframework.web.client.RestTemplate;
${more}public class Users {
  private final RestTemplate rest = new RestTemplate();
  ${members}
  public String list(String group) {
    return rest.getForObject(${base} + "/groups/" + group + "/databaseUsers", String.class);
  }
}
`;

const kotlin = (head: string, base: string, more = "") => `package acme
import org.springframework.web.client.RestTemplate
${more}class Users(${head}) {
  private val rest = RestTemplate()
  fun list(group: String): String =
    rest.getForObject(${base} + "/groups/" + group + "/databaseUsers", String::class.java)
}
`;

const CLASS = `@ConfigurationProperties(prefix = "atlas")
class Settings { private String baseUrl; public String getBaseUrl() { return baseUrl; } }
`;

async function certainIn(files: Readonly<Record<string, string>>) {
  const { findings } = await report([], { cwd: repository({ ...files }) });
  return findings.filter(({ confidence }) => confidence === "high");
}

describe("a file of properties is the settings of an application", () => {
  it.each([
    ["an annotation", "java", java(`@Value("\${atlas.base-url}") private String base;`, "base")],
    ["a default of a variable", "java", java(`@Value("\${atlas.env}") private String base;`, "base")],
    [
      "an annotation of MicroProfile",
      "java",
      java(`@ConfigProperty(name = "atlas.base-url") String base;`, "base"),
    ],
    [
      "the environment",
      "java",
      java("@Autowired private Environment env;", `env.getProperty("atlas.base-url")`),
    ],
    ["a class of settings", "java", java("@Autowired Settings settings;", "settings.getBaseUrl()", CLASS)],
    [
      "a record of settings",
      "java",
      java(
        "@Autowired Settings settings;",
        "settings.baseUrl()",
        `@ConfigurationProperties("atlas")\nrecord Settings(String baseUrl) {}\n`,
      ),
    ],
    ["an annotation", "kt", kotlin(`@Value("\\\${atlas.base-url}") private val base: String`, "base")],
    [
      "the environment",
      "kt",
      kotlin("private val env: Environment", `env.getRequiredProperty("atlas.base-url")`),
    ],
    [
      "a class of settings",
      "kt",
      kotlin(
        "private val settings: Settings",
        "settings.baseUrl",
        `@ConfigurationProperties("atlas")\ndata class Settings(val baseUrl: String)\n`,
      ),
    ],
  ])("for %s (%s)", async (_what, ending, text) => {
    const files = {
      ...PROPERTIES,
      [`src/main/${ending === "kt" ? "kotlin" : "java"}/acme/Users.${ending}`]: text,
    };
    // The request is also found if its base is not known, but not with that confidence.
    const findings = await certainIn(files);
    expect(findings.map((one) => `${one.ruleId} ${one.path.split("/").at(-1)!}`)).toEqual([
      `require-version-media-type Users.${ending}`,
    ]);
  });

  it.each([
    ["another name", java(`@Value("\${atlas.other}") private String base;`, "base")],
    ["a property of the machine", java("", `System.getProperty("atlas.base-url")`)],
  ])("but not for %s", async (_what, text) => {
    expect(await certainIn({ ...PROPERTIES, "src/main/java/acme/Users.java": text })).toEqual([]);
  });
});
