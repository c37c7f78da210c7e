import { beforeAll, describe, expect, it } from "vitest";
import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { SourceText } from "../../src/core/source-text.js";
import type { FileFacts } from "../../src/facts/file-facts.js";
import { HOLE_MARK, flatten } from "../../src/facts/text.js";
import type { Frontend } from "../../src/frontends/frontend.js";
import { javaFrontend } from "../../src/frontends/java/entry.js";
import type { JsonNode } from "../../src/frontends/module-host.js";
import { yamlTree } from "../../src/workspace/yaml-tree.js";

let frontend: Frontend;
beforeAll(async () => {
  frontend = await javaFrontend.load();
});

const interest = CatalogInterest.of(loadCatalog());
const API = "https://cloud.mongodb.com/api/atlas/v1.0";

/** The facts of the first file; the others are there to be imported. */
function factsOf(files: Readonly<Record<string, string>>): FileFacts {
  const sources = new Map(Object.entries(files).map(([path, text]) => [path, new SourceText(path, text)]));
  const program = frontend.begin!(interest, {
    resolve: () => undefined,
    isFile: (path) => sources.has(path),
    read: (path) => sources.get(path),
    yaml: (text): JsonNode | undefined => yamlTree(text),
  });
  const [first] = sources.values();
  expect(program.add(first!)).toBeUndefined();
  // Files of data that mention the API are candidates.
  for (const path of sources.keys()) if (path.endsWith(".yml")) program.addData(path, []);
  program.evaluate();
  return program.facts().find(({ source }) => source === first)!.facts;
}

/** A class with these members, in a file that imports what they name. */
const classWith = (members: string): string => `package app;

import java.net.*;
import java.net.http.*;
import java.util.*;
import org.apache.http.client.methods.*;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.json.JSONObject;
import org.springframework.http.*;
import org.springframework.boot.web.client.RestTemplateBuilder;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.util.UriComponentsBuilder;
import org.springframework.web.reactive.function.client.WebClient;
import kong.unirest.Unirest;
import okhttp3.*;

public class Atlas {
  private static final String API = "${API}";
${members}
}
`;

const factsOfClass = (members: string): FileFacts => factsOf({ "Atlas.java": classWith(members) });

/** `GET /groups/{}  accept`: the requests with their headers. */
function requestsOf({ requests }: FileFacts): string[] {
  return requests.map(({ methods, urls, headers }) => {
    const sent = headers.entries.map(({ name, values }) => `${name}: ${values.map(flatten).join("|")}`);
    const url = urls.map((one) => flatten(one).replaceAll(HOLE_MARK, "{}").replace(API, "")).join(" | ");
    return [`${methods.join("|")} ${url}`, ...sent].join(" ; ");
  });
}

describe("requests in Java", () => {
  it.each<[client: string, members: string, request: string]>([
    [
      "RestTemplate without headers",
      `RestTemplate rest = new RestTemplate();
       void list(String id) { rest.getForEntity(API + "/groups/" + id + "/clusters", String.class); }`,
      "GET /groups/{}/clusters",
    ],
    [
      "RestTemplate with an entity",
      `RestTemplate rest;
       void make(String id) {
         HttpHeaders headers = new HttpHeaders();
         headers.setAccept(Collections.singletonList(MediaType.APPLICATION_JSON));
         HttpEntity<String> entity = new HttpEntity<>("{}", headers);
         rest.exchange(String.format("%s/groups/%s/clusters", API, id), HttpMethod.POST, entity, String.class);
       }`,
      "POST /groups/{}/clusters ; accept: application/json",
    ],
    [
      "java.net.http",
      `void list(String id) throws Exception {
         HttpClient client = HttpClient.newHttpClient();
         HttpRequest request = HttpRequest.newBuilder()
             .uri(URI.create(API + "/groups/" + id)).header("Accept", "application/json").DELETE().build();
         client.send(request, HttpResponse.BodyHandlers.ofString());
       }`,
      "DELETE /groups/{} ; accept: application/json",
    ],
    [
      "OkHttp with a builder of addresses",
      `void list(String id) throws Exception {
         HttpUrl.Builder address = HttpUrl.parse(API + "/groups").newBuilder().addPathSegment(id)
             .addQueryParameter("pretty", "true");
         Request request = new Request.Builder().url(address.build()).build();
         new OkHttpClient().newCall(request).execute();
       }`,
      "GET /groups/{}",
    ],
    [
      "OkHttp with an address of parts",
      `void list() throws Exception {
         HttpUrl whole = new HttpUrl.Builder().scheme("https").host("cloud.mongodb.com")
             .addPathSegments("api/atlas/v1.0/groups").build();
         new OkHttpClient().newCall(new Request.Builder().url(whole).build()).execute();
       }`,
      "GET /groups",
    ],
    [
      "OkHttp",
      `void make(String id) throws Exception {
         Request request = new Request.Builder().url(API.concat("/groups/").concat(id)).addHeader("Accept", "*/*")
             .patch(RequestBody.create("{}", null)).build();
         new OkHttpClient().newCall(request).execute();
       }`,
      "PATCH /groups/{} ; accept: */*",
    ],
    [
      "WebClient with a base",
      `WebClient web = WebClient.builder().baseUrl(API).defaultHeader("Accept", "application/json").build();
       void list(String id) { web.get().uri("/groups/{id}", id).retrieve().bodyToMono(String.class).block(); }`,
      "GET /groups/{id} ; accept: application/json",
    ],
    [
      "HttpClient of Apache",
      `void make(CloseableHttpClient client, String id) throws Exception {
         HttpPost post = new HttpPost(API + "/groups");
         post.setHeader("Accept", "application/json");
         client.execute(post);
       }`,
      "POST /groups ; accept: application/json",
    ],
    [
      "HttpURLConnection",
      `void drop(String id) throws Exception {
         HttpURLConnection connection = (HttpURLConnection) new URL(API + "/groups/" + id).openConnection();
         connection.setRequestMethod("DELETE");
         connection.getResponseCode();
       }`,
      "DELETE /groups/{}",
    ],
    [
      "Unirest",
      `void list() { Unirest.get(API + "/groups").header("Accept", "application/json").asJson(); }`,
      "GET /groups ; accept: application/json",
    ],
    [
      "OkHttp, with a setting that is not modelled",
      `void list(String id) throws Exception {
         OkHttpClient client = new OkHttpClient.Builder().authenticator(new Digest(id)).dns(null).build();
         client.newCall(new Request.Builder().url(API + "/groups/" + id).tag("x").get().build()).execute();
       }`,
      "GET /groups/{}",
    ],
    [
      "HttpClient of Apache, with credentials",
      `private final CloseableHttpClient client;
       Atlas(Object provider) {
         this.client = HttpClients.custom().setDefaultCredentialsProvider(provider).build();
       }
       void list(String id) throws Exception { client.execute(new HttpGet(API + "/groups/" + id)); }`,
      "GET /groups/{}",
    ],
    [
      "RequestBuilder of Apache, and a client of another class",
      `void list(String id) throws Exception {
         Clients.make().execute(RequestBuilder.put(API + "/groups/" + id).addHeader("Accept", "*/*").build());
       }`,
      "PUT /groups/{} ; accept: */*",
    ],
    [
      "a client whose class is declared, from unknown code",
      `private RestTemplate rest;
       Atlas() { this.rest = Clients.make(); }
       void list(String id) { rest.getForObject(API + "/groups/" + id, String.class); }`,
      "GET /groups/{}",
    ],
    [
      "a variable whose class is declared, from unknown code",
      `void list(String id) {
         RestTemplate rest = Clients.make();
         rest.delete(API + "/groups/" + id);
       }`,
      "DELETE /groups/{}",
    ],
    [
      "RestTemplateBuilder with a root",
      `private final RestTemplate rest;
       Atlas(RestTemplateBuilder builder) {
         this.rest = builder.rootUri(API).basicAuthentication("a", "b").setReadTimeout(null).build();
       }
       void list() { rest.getForObject("/groups", String.class); }`,
      "GET /groups",
    ],
    [
      "RequestEntity",
      `RestTemplate rest;
       void list(String id) {
         rest.exchange(RequestEntity.get(URI.create(API + "/groups/" + id)).accept(MediaType.ALL).build(), String.class);
       }`,
      "GET /groups/{} ; accept: */*",
    ],
    [
      "UriComponentsBuilder",
      `RestTemplate rest;
       void list(String id) {
         String url = UriComponentsBuilder.fromHttpUrl(API).path("/groups").pathSegment(id, "clusters")
             .queryParam("pretty", true).toUriString();
         rest.getForObject(url, String.class);
       }`,
      "GET /groups/{}/clusters",
    ],
  ])("are those of %s", (_client, members, request) => {
    const [found] = requestsOf(factsOfClass(members));
    expect(found?.toLowerCase()).toBe(request.toLowerCase());
  });

  it("go through methods of the class, and overloads by the number of their arguments", () => {
    const facts = factsOfClass(`
      RestTemplate rest = new RestTemplate();
      void all() { get("/groups"); get("/groups", "clusters"); }
      private void get(String path) { rest.getForObject(API + path, String.class); }
      private void get(String path, String more) { get(path + "/1/" + more); }`);
    expect(requestsOf(facts).sort()).toEqual(["GET /groups", "GET /groups/1/clusters"]);
  });

  it("have the headers of a builder for certain if the client is one of two, but not if a branch sets them", () => {
    const certain = (statements: string): (boolean | undefined)[] =>
      factsOfClass(`
        WebClient fast = WebClient.builder().build();
        WebClient slow = WebClient.create();
        void list(boolean isFast, boolean isTyped, WebClient.RequestHeadersSpec<?> request) {
          WebClient client = isFast ? fast : slow;
          ${statements}
        }`).requests.map(({ headers }) => headers.entries.find(({ name }) => name === "accept")?.certain);
    const isCertain = certain(
      `client.get().uri(API + "/groups").header("Accept", "a/b").retrieve().bodyToMono(String.class);`,
    );
    expect(isCertain.length).toBeGreaterThan(0);
    expect(isCertain.every((one) => one === true)).toBe(true);
    const isPerhaps = certain(`request = client.get().uri(API + "/groups");
      if (isTyped) request = request.header("Accept", "a/b");
      request.retrieve();`);
    expect(isPerhaps.length).toBeGreaterThan(0);
    expect(isPerhaps).not.toContain(true);
  });

  it("go through functions, whatever the method of their interface is called", () => {
    const facts = factsOfClass(`
      RestTemplate rest = new RestTemplate();
      interface Path { String of(String id); }
      void all() { get(() -> API + "/groups"); byId(id -> API + "/groups/" + id); byId(this::clusters); }
      String clusters(String id) { return API + "/groups/" + id + "/clusters"; }
      private void get(Supplier<String> url) { rest.getForObject(url.get(), String.class); }
      private void byId(Path path) { rest.getForObject(path.of("7"), String.class); }`);
    expect(requestsOf(facts).sort()).toEqual(["GET /groups", "GET /groups/7", "GET /groups/7/clusters"]);
  });

  it("go through a parameter, a field and an interface of the program's classes", () => {
    const files = {
      "app/Service.java": `package app;
        import org.springframework.beans.factory.annotation.Autowired;
        import org.springframework.web.client.RestTemplate;
        public class Service {
          @Autowired private Api api;
          void list(String id) { api.get("/groups/" + id); }
          void drop(Http http, String id) { http.drop("/groups/" + id); }
        }
        class Http implements Api {
          private final RestTemplate rest;
          private final Settings settings;
          Http(RestTemplate rest, Settings settings) { this.rest = rest; this.settings = settings; }
          public void get(String path) { rest.getForObject(settings.getBase() + path, String.class); }
          void drop(String path) { rest.delete(settings.getBase() + path); }
        }`,
      "app/Api.java": `package app; public interface Api { void get(String path); }`,
      "app/Settings.java": `package app; @Data public class Settings { private String base = "${API}"; }`,
    };
    const found = requestsOf(factsOf(files));
    expect(found).toEqual(expect.arrayContaining(["DELETE /groups/{}", "GET /groups/{}"]));
  });

  it("have a base of another class, and settings of the application", () => {
    const files = {
      "src/main/java/app/Atlas.java": `package app;
        import org.springframework.beans.factory.annotation.Value;
        import org.springframework.web.client.RestTemplate;
        import app.base.Paths;
        public class Atlas {
          @Value("\${atlas.base}") private String base;
          private final RestTemplate rest = new RestTemplate();
          void list() { rest.getForObject(base + Paths.GROUPS + Names.CLUSTERS, String.class); }
        }`,
      "src/main/java/app/base/Paths.java": `package app.base; public class Paths { public static final String GROUPS = "/groups/1"; }`,
      "src/main/java/app/Names.java": `package app; class Names { static final String CLUSTERS = "/clusters"; }`,
      "src/main/resources/application.yml": `atlas:\n  base: ${API}\n`,
    };
    expect(requestsOf(factsOf(files))).toEqual(["GET /groups/1/clusters"]);
  });
});

describe("bodies and answers in Java", () => {
  it("are read where their keys are written", () => {
    const members = `
      RestTemplate rest = new RestTemplate();
      void make(String id) {
        Map<String, Object> body = new HashMap<>();
        body.put("name", "orders");
        body.put("numShards", 1);
        ResponseEntity<String> answer = rest.postForEntity(API + "/groups/1/clusters", body, String.class);
        JSONObject cluster = new JSONObject(answer.getBody());
        System.out.println(cluster.getString("srvAddress"));
      }`;
    const text = classWith(members);
    const { fields } = factsOfClass(members);
    const found = fields.map(({ name, owner, place }) => [
      name,
      owner.kind,
      text.slice(place.start, place.end).replaceAll('"', ""),
    ]);
    expect(found).toEqual(
      expect.arrayContaining([
        ["numShards", "request", "numShards"],
        ["srvAddress", "response", "srvAddress"],
      ]),
    );
  });

  it("have the line of a text block that they are written in", () => {
    const members = `
      RestTemplate rest = new RestTemplate();
      void make(String id, String size) {
        String body = String.format("""
            {
              "name": "%s",
              "providerSettings": { "instanceSizeName": "%s" }
            }
            """, id, size);
        rest.postForEntity(API + "/groups/1/clusters", body, String.class);
      }`;
    const text = classWith(members);
    const [field] = factsOfClass(members).fields.filter(({ name }) => name === "providerSettings");
    expect(text.slice(field!.place.start, field!.place.end)).toBe('"providerSettings"');
  });

  it("have the names that a class declares", () => {
    const { fields } = factsOf({
      "Cluster.java": `public class Cluster {
        @JsonProperty("srvAddress") private String address;
        private String mongoURI;
        public String getMongoURI() { return mongoURI; }
      }`,
    });
    expect(fields.map(({ name }) => name).sort()).toEqual(["mongoURI", "srvAddress"]);
  });
});

describe("odd Java", () => {
  it("is analysed around what does not parse", () => {
    const facts = factsOfClass(`
      RestTemplate rest = new RestTemplate();
      void list() { rest.getForObject(API + "/groups", String.class); }
      void broken( { `);
    expect(facts.problems.map(({ message }) => message)).toEqual([
      "a statement does not parse, searched as plain text",
    ]);
  });

  it("keeps comments, text blocks and switches", () => {
    const facts = factsOfClass(`
      // see ${API}
      RestTemplate rest = new RestTemplate();
      String body = """
          {
            "numShards": 1
          }
          """;
      void call(String kind) {
        String path = switch (kind) { case "a" -> "/groups"; default -> "/orgs"; };
        rest.postForObject(API + path, body, String.class);
      }`);
    expect(facts.comments.map(({ text }) => text.trim())).toEqual([`see ${API}`]);
    expect(requestsOf(facts)[0]).toBe("POST /groups | /orgs");
  });

  it("takes nothing for no part of a URL where there is something else", () => {
    const facts = factsOfClass(`
      RestTemplate rest = new RestTemplate();
      String resolve(String name) {
        if (name.isEmpty()) return null;
        return "g";
      }
      void list(String name) {
        String group = resolve(name);
        rest.getForObject(API + "/groups/" + group + "/clusters", String.class);
      }`);
    expect(requestsOf(facts)).toEqual(["GET /groups/g/clusters"]);
  });

  it("runs the initializers of a class and of its instances", () => {
    const facts = factsOfClass(`
      static String first;
      String second;
      static { first = "/groups"; }
      { second = "/orgs"; }
      RestTemplate rest = new RestTemplate();
      void list() {
        rest.getForObject(API + first, String.class);
        rest.getForObject(API + second, String.class);
      }`);
    expect(requestsOf(facts)).toEqual(["GET /groups", "GET /orgs"]);
  });
});
