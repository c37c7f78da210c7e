import { expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const LIST = "https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters";

async function readsIn(path: string, text: string): Promise<readonly string[]> {
  const { source, findings } = await analyze(path, text);
  return findings
    .filter(({ ruleId, confidence }) => ruleId === "no-removed-property" && confidence === "high")
    .map(({ place }) => source.text.slice(place.start, place.end).replaceAll(/["']/g, ""));
}

const java = (code: string): string => `package a;
import java.util.*;
import java.util.stream.*;
import com.fasterxml.jackson.databind.JsonNode;
import org.springframework.web.client.*;
import org.springframework.web.reactive.function.client.WebClient;
class A {
  private final RestTemplate rest;
  private final RestClient client;
  private final WebClient web;
  A(RestTemplate rest, RestClient client, WebClient web) { this.rest = rest; this.client = client; this.web = web; }
  static final String LIST = "${LIST}";
  static final String ONE = LIST + "/a";
  Object uri(Map m) { return m.get("numShards"); }
  Object read() { return ${code}; }
}
`;

it.each<[code: string, reads: readonly string[]]>([
  [
    `web.get().uri(ONE).retrieve().bodyToMono(Map.class).timeout(t).onErrorResume(e -> Mono.empty()).map(m -> m.get("mongoURI"))`,
    ["mongoURI"],
  ],
  [
    `web.get().uri(ONE).retrieve().bodyToMono(Map.class).doOnNext(m -> log(m.get("numShards"))).map(m -> m.get("mongoURI"))`,
    ["numShards", "mongoURI"],
  ],
  [`web.get().uri(ONE).retrieve().bodyToMono(Map.class).map(m -> m.get("mongoURI"))`, ["mongoURI"]],
  [
    `web.get().uri(ONE).retrieve().bodyToMono(JsonNode.class).map(n -> n.path("srvAddress").asText()).block()`,
    ["srvAddress"],
  ],
  [`web.get().uri(ONE).retrieve().toEntity(Map.class).map(r -> r.getBody().get("mongoURI"))`, ["mongoURI"]],
  [
    `web.get().uri(ONE).retrieve().bodyToMono(Map.class).flatMap(m -> Mono.just(m.get("mongoURI")))`,
    ["mongoURI"],
  ],
  [
    `web.get().uri(ONE).retrieve().bodyToMono(Map.class).filter(m -> m.containsKey("name")).map(this::uri)`,
    ["numShards"],
  ],
  [
    `web.get().uri(ONE).exchangeToMono(r -> r.bodyToMono(Map.class)).map(m -> m.get("mongoURI"))`,
    ["mongoURI"],
  ],
  [
    `web.get().uri(ONE).exchangeToMono(r -> r.bodyToMono(Map.class).map(m -> m.get("mongoURI")))`,
    ["mongoURI"],
  ],
  [
    `client.get().uri(ONE).exchange((request, response) -> response.bodyTo(Map.class).get("mongoURI"))`,
    ["mongoURI"],
  ],
  [
    `web.get().uri(LIST).retrieve().bodyToMono(JsonNode.class).map(n -> StreamSupport.stream(n.get("results").spliterator(), false).map(c -> c.get("mongoURI").asText()).toList())`,
    ["mongoURI"],
  ],
  [`web.get().uri(ONE).retrieve().bodyToMono(Map.class).map(m -> m.get("connectionStrings"))`, []],
  [`other.get().map(m -> m.get("numShards"))`, []],
])("reads of an answer that Spring hands to functions are found in Java: %s", async (code, reads) => {
  expect(await readsIn("a.java", java(code))).toEqual(reads);
});

it.each<[code: string]>([
  [`web.get().uri(ONE).retrieve().bodyToMono(Map::class.java).map { it["mongoURI"] }`],
  [`web.get().uri(ONE).retrieve().bodyToMono<JsonNode>().map { n -> n.get("mongoURI").asText() }`],
  [`web.get().uri(ONE).awaitExchange { it.awaitBody<JsonNode>() }.get("mongoURI")`],
  [`rest.getForObject(ONE, Map::class.java)?.let { it["mongoURI"] }`],
])("and in Kotlin: %s", async (code) => {
  const text = `package a
import com.fasterxml.jackson.databind.JsonNode
import org.springframework.web.client.*
import org.springframework.web.reactive.function.client.*
const val ONE = "${LIST}/a"
class A(private val web: WebClient, private val rest: RestTemplate) {
  suspend fun read() = ${code}
}
`;
  expect(await readsIn("a.kt", text)).toEqual(["mongoURI"]);
});
