import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v2";

/** A whole body, as a text of Java. */
const TEXT = JSON.stringify(
  JSON.stringify({
    name: "c",
    clusterType: "REPLICASET",
    replicationSpecs: [
      {
        numShards: 1,
        regionConfigs: [
          {
            providerName: "AWS",
            regionName: "US_EAST_1",
            priority: 7,
            electableSpecs: { instanceSize: "M10", nodeCount: 3 },
          },
        ],
      },
    ],
  }),
);

const program = (code: string): string => `package com.example;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.text.MessageFormat;
import java.util.*;
import org.springframework.http.*;
import org.springframework.web.client.*;
import org.springframework.web.reactive.function.client.WebClient;
class Api {
  void run(String id, List<Object> specs) throws Exception {
    RestTemplate rest = new RestTemplate();
    Map<String, Object> body = new HashMap<>();
    body.put("name", "c");
    body.put("clusterType", "REPLICASET");
    body.put("replicationSpecs", specs);
    String text = new ObjectMapper().writeValueAsString(body);
    HttpHeaders headers = new HttpHeaders();
    headers.set("Accept", "application/vnd.atlas.2023-02-01+json");
    String url = "${BASE}/groups/" + id + "/clusters";
    ${code}
  }
}
`;

const web = (body: string): string => `WebClient client = WebClient.builder().baseUrl("${BASE}")
      .defaultHeader("Accept", "application/vnd.atlas.2023-02-01+json").build();
    client.post().uri("/groups/g/clusters").bodyValue(${body}).retrieve();`;

async function messages(code: string): Promise<string[]> {
  const { findings } = await analyze("Api.java", program(code));
  return findings.map(({ message }) => message);
}

describe("the Content-Type of a client of Spring", () => {
  it.each([
    `rest.exchange(url, HttpMethod.POST, new HttpEntity<>(body, headers), Map.class);`,
    `rest.postForObject(url, new HttpEntity<>(body, headers), Map.class);`,
    `rest.exchange(RequestEntity.post(url).headers(headers).body(body), Map.class);`,
    web("body"),
  ])("is that of JSON for an object: %s", async (code) => {
    expect(await messages(code)).toEqual([]);
  });

  it.each([
    `rest.postForObject(url, new HttpEntity<>(text, headers), Map.class);`,
    `rest.postForObject(url, new HttpEntity<>(${TEXT}, headers), Map.class);`,
    `rest.exchange(RequestEntity.post(url).headers(headers).body(text), Map.class);`,
    web("text"),
  ])("is that of texts for a text: %s", async (code) => {
    expect(await messages(code)).toEqual([expect.stringContaining("sends Content-Type: text/plain, which")]);
  });
});

describe("a URL that UriTemplate makes", () => {
  it("is that of the request, also from a path of Paths", async () => {
    const { context } = await analyze(
      "Api.java",
      program(
        `String path = java.nio.file.Paths.get("${BASE}", "groups", "{id}", "databaseUsers").toString();
    java.net.URI uri = new org.springframework.web.util.UriTemplate(path).expand(id);
    rest.exchange(uri, HttpMethod.GET, new HttpEntity<>(headers), Map.class);`,
      ),
    );
    const [request] = context.requests;
    expect(request!.readings.map(({ flat }) => flat)).toEqual([`${BASE}/groups/{id}/databaseUsers`]);
  });
});

describe("a URL that MessageFormat makes", () => {
  it("is that of the request", async () => {
    const { context } = await analyze(
      "Api.java",
      program(
        `rest.getForObject(MessageFormat.format("${BASE}/groups/{0}/clusters/{1,number,#}/it''s/'{0}'", id, "c"), Map.class);`,
      ),
    );
    const [request] = context.requests;
    expect(request!.readings.map(({ flat }) => flat)).toEqual([
      expect.stringMatching(
        /^https:\/\/cloud\.mongodb\.com\/api\/atlas\/v2\/groups\/.\/clusters\/c\/it's\/\{0\}$/u,
      ),
    ]);
  });
});
