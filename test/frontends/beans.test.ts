import { describe, expect, it } from "vitest";
import { report } from "../support/command.js";
import { repository } from "../support/repository.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v2";
const FOLDER = "src/main/java/com/acme";

/** A configuration of Java that gives a client to the container. */
function configuration(type: string, made: string, package_ = "org.springframework.web.client"): string {
  return `package com.acme;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.boot.web.client.RestTemplateBuilder;
import ${package_}.${type};

@Configuration
public class AtlasConfig {
    @Bean
    ${type} atlas(${type === "RestTemplate" ? "RestTemplateBuilder" : `${type}.Builder`} builder) {
        return ${made};
    }
}
`;
}

/** A class of Java that gets a client. It does not mention the API. */
function user(type: string, call: string, package_ = "org.springframework.web.client"): string {
  return `package com.acme;
import ${package_}.${type};

public class AtlasUsers {
    private final ${type} atlas;

    public AtlasUsers(${type} atlas) {
        this.atlas = atlas;
    }

    public String list(String groupId) {
        return ${call};
    }
}
`;
}

const REST_CLIENT = `builder.baseUrl("${BASE}").build()`;
const GET = `atlas.get().uri("/groups/{groupId}/databaseUsers", groupId).retrieve().body(String.class)`;
const REACTIVE = "org.springframework.web.reactive.function.client";

async function foundIn(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { findings } = await report(["--show-undetermined"], { cwd: repository({ ...files }) });
  return findings.map(({ ruleId, path }) => `${ruleId} ${path.slice(path.lastIndexOf("/") + 1)}`);
}

describe("a client that a container gives to another class", () => {
  it.each([
    ["RestClient", REST_CLIENT, GET, undefined],
    [
      "RestTemplate",
      `builder.rootUri("${BASE}").build()`,
      `atlas.getForObject("/groups/{groupId}/databaseUsers", String.class, groupId)`,
      undefined,
    ],
    ["WebClient", REST_CLIENT, GET.replace("body(", "bodyToMono("), REACTIVE],
  ])("sends requests there: %s", async (type, made, call, package_) => {
    const found = await foundIn({
      [`${FOLDER}/AtlasConfig.java`]: configuration(type, made, package_),
      [`${FOLDER}/AtlasUsers.java`]: user(type, call, package_),
    });
    expect(found).toEqual([expect.stringMatching(/^require-version-media-type Atlas/)]);
  });

  it("sends nothing where the header is there, or where nobody gets it", async () => {
    const made = `builder.baseUrl("${BASE}").defaultHeader("Accept", "application/vnd.atlas.2023-02-01+json").build()`;
    const files = {
      [`${FOLDER}/AtlasConfig.java`]: configuration("RestClient", made),
      [`${FOLDER}/AtlasUsers.java`]: user("RestClient", GET),
    };
    expect(await foundIn(files)).toEqual([]);
    const { [`${FOLDER}/AtlasUsers.java`]: _, ...alone } = files;
    expect(await foundIn(alone)).toEqual(["undetermined-request AtlasConfig.java"]);
  });

  it("sends requests in Kotlin", async () => {
    const found = await foundIn({
      "src/main/kotlin/com/acme/AtlasConfig.kt": `package com.acme
import org.springframework.context.annotation.Bean
import org.springframework.web.client.RestClient

class AtlasConfig {
    @Bean
    fun atlas(builder: RestClient.Builder): RestClient = builder.baseUrl("${BASE}").build()
}
`,
      "src/main/kotlin/com/acme/web/AtlasUsers.kt": `package com.acme.web
import org.springframework.web.client.RestClient

class AtlasUsers(private val atlas: RestClient) {
    fun list(groupId: String): String =
        atlas.get().uri("/groups/{groupId}/databaseUsers", groupId).retrieve().body(String::class.java)
}
`,
    });
    expect(found).toEqual([expect.stringMatching(/^require-version-media-type Atlas/)]);
  });
});

describe("a client whose base path is in a class of settings", () => {
  const settings = {
    "src/main/resources/application.yml": `atlas:\n  base-url: ${BASE}\n`,
    [`${FOLDER}/Atlas.java`]: `package com.acme;
@Data
@Component
@ConfigurationProperties(prefix = "atlas")
public class Atlas { private String baseUrl; }
`,
    [`${FOLDER}/AtlasConfig.java`]: `package com.acme;
@Configuration
public class AtlasConfig {
    @Bean
    WebClient atlas(WebClient.Builder builder, Atlas atlas) {
        return builder.baseUrl(atlas.getBaseUrl()).defaultHeader("Accept", "application/json").build();
    }
}
`.replace("@Configuration", `import ${REACTIVE}.WebClient;\n@Configuration`),
    [`${FOLDER}/AtlasUsers.java`]: user(
      "WebClient",
      `atlas.get().uri("/groups/{groupId}/databaseUsers", groupId).retrieve().bodyToMono(String.class).block()`,
      REACTIVE,
    ),
  };

  it("has that base path", async () => {
    const { findings } = await report([], { cwd: repository(settings) });
    expect(findings.map(({ message, path }) => [path.split("/").at(-1), message])).toEqual([
      ["AtlasConfig.java", expect.stringContaining("the versioned API responds with 406")],
    ]);
  });
});
