import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const program = (code: string, sent: string): string => `import com.fasterxml.jackson.databind.*;
import com.fasterxml.jackson.databind.node.*;
import java.net.URI;
import java.net.http.*;
import java.util.*;
import static java.util.Map.entry;
import com.google.common.collect.ImmutableMap;
class Api {
  static final ObjectMapper MAPPER = new ObjectMapper();
  void run(boolean big, JsonNode region) throws Exception {
    ObjectNode body = MAPPER.createObjectNode();
    Map<String, Object> map = new HashMap<>();
    body.put("name", "c0").put("clusterType", "REPLICASET");
    ${code}
    HttpRequest request = HttpRequest.newBuilder(URI.create("https://cloud.mongodb.com/api/atlas/v2/groups/g/clusters"))
      .header("Accept", "application/vnd.atlas.2023-02-01+json").header("Content-Type", "application/json")
      .POST(HttpRequest.BodyPublishers.ofString(MAPPER.writeValueAsString(${sent}))).build();
    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }
}
`;

/** The keys of the reported properties, as they are written. */
async function reported(code: string): Promise<string[]> {
  const text = program(code, code.includes("map.") ? "map" : "body");
  const { findings } = await analyze("Api.java", text);
  return findings.map(({ place }) => text.slice(place.start, place.end).replaceAll('"', ""));
}

describe("a part that a method puts into a body of Java", () => {
  it.each([
    [`body.putObject("providerSettings").put("instanceSizeName", "M20");`, ["providerSettings"]],
    [`body.with("providerSettings").put("instanceSizeName", "M20");`, ["providerSettings"]],
    [`body.withObject("providerSettings").put("instanceSizeName", "M20");`, ["providerSettings"]],
    [`body.withObject("/autoScaling").put("diskGBEnabled", true);`, ["/autoScaling"]],
    [
      `body.putObject("autoScaling"); body.withObject("autoScaling").put("diskGBEnabled", true);`,
      ["autoScaling"],
    ],
    [`body.putArray("replicationSpecs").addObject().putObject("regionsConfig");`, ["regionsConfig"]],
    [
      `body.withArray("replicationSpecs").addObject().put("numShards", 1).putArray("regionConfigs").add(region);`,
      [],
    ],
    [`body.setAll(MAPPER.createObjectNode().put("numShards", 1));`, ["numShards"]],
    [`map.putAll(Map.of("numShards", 1));`, ["numShards"]],
    [`map.computeIfAbsent("providerSettings", key -> new HashMap<>());`, ["providerSettings"]],
    [`map.computeIfAbsent("autoScaling", key -> Map.of("diskGBEnabled", true));`, ["autoScaling"]],
    [
      `if (big) map.put("autoScaling", new HashMap<>()); ((Map) map.computeIfAbsent("autoScaling", key -> new HashMap<>())).put("diskGBEnabled", true);`,
      ["autoScaling"],
    ],
    [`map.computeIfAbsent("providerSettings", HashMap::new);`, ["providerSettings"]],
  ])("is sent: %s", async (code, expected) => {
    expect(await reported(code)).toEqual(expected);
  });

  it.each([
    `Map.of("name", "c0",\n "numShards", 1,\n "providerSettings", Map.of("providerName", "AWS"))`,
    `Map.ofEntries(Map.entry("name", "c0"),\n Map.entry("numShards", 1),\n Map.entry("providerSettings", Map.of()))`,
    `Map.ofEntries(entry("numShards", 1), entry("providerSettings", Map.of()))`,
    `ImmutableMap.of("numShards", 1, "providerSettings", Map.of())`,
  ])("is reported at its own key: %s", async (made) => {
    const keys = ["numShards", "providerSettings"];
    expect(await reported(`map.putAll(${made});`)).toEqual(keys);
  });
});
