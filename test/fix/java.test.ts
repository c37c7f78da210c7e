import { describe, it } from "vitest";
import { BASE, TYPE, expectFixed, type FixCase } from "../support/fix-cases.js";

const JDK = ["java.net.URI", "java.net.http.*"];
const SPRING = ["org.springframework.http.*", "org.springframework.web.client.*", "java.util.List"];

function java(what: string, imports: readonly string[], before: string, after: string): FixCase {
  const text = (version: string, body: string): string =>
    `${imports.map((one) => `import ${one};\n`).join("")}\nclass Calls {\n    static final String BASE = "${BASE}/${version}";\n\n    void run() throws Exception {\n${body
      .split("\n")
      .map((line) => (line === "" ? "" : `        ${line}`))
      .join("\n")}\n    }\n}\n`;
  return { what, path: "Calls.java", before: text("v1.0", before), after: text("v2", after) };
}

function left(what: string, imports: readonly string[], body: string, refused: RegExp): FixCase {
  const { path, before } = java(what, imports, body, "");
  return { what, path, before, refused };
}

const ALERTS = `BASE + "/groups/1/alerts"`;
const jdk = (headers: string): string =>
  `HttpRequest request = HttpRequest.newBuilder()\n    .uri(URI.create(${ALERTS}))${headers}\n    .GET()\n    .build();\nHttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());`;
const rest = (headers: string): string =>
  `HttpHeaders headers = new HttpHeaders();\n${headers}new RestTemplate().exchange(${ALERTS}, HttpMethod.GET, new HttpEntity<>(headers), String.class);`;
const connection = (headers: string): string =>
  `HttpURLConnection connection = (HttpURLConnection) new URL(${ALERTS}).openConnection();\nconnection.setRequestMethod("GET");\n${headers}connection.getInputStream();`;

const JACKSON = ["com.fasterxml.jackson.databind.*", ...JDK];
const sent = (rest: string, accept: string): string =>
  `HttpRequest request = HttpRequest.newBuilder(URI.create(BASE + "/groups/1/clusters/a")).header("Accept", "${accept}")${rest}.build();\nHttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());\n`;
const jackson = (read: string, accept = "*/*"): string =>
  `${sent("", accept)}JsonNode node = new ObjectMapper().readTree(response.body());\nSystem.out.println(${read});`;
const orgJson = (read: string, accept = "*/*"): string =>
  `${sent("", accept)}JSONObject json = new JSONObject(response.body());\nSystem.out.println(${read});`;
const patch = (body: string, accept = "*/*"): string =>
  `String body = ${body};\n${sent(`.header("Content-Type", "application/json").method("PATCH", HttpRequest.BodyPublishers.ofString(body))`, accept)}`;

describe("fixes in Java", () => {
  it.each([
    java(
      "a request of java.net.http without headers",
      JDK,
      jdk(""),
      jdk("").replace(".GET()\n", `.GET()\n    .setHeader("Accept", "${TYPE}")\n`),
    ),
    java(
      "another value",
      JDK,
      jdk(`\n    .header("accept", "application/json")`),
      jdk(`\n    .header("accept", "${TYPE}")`),
    ),
    java(
      "a chain on one line",
      ["okhttp3.*"],
      `Request request = new Request.Builder().url(${ALERTS}).get().build();\nnew OkHttpClient().newCall(request).execute();`,
      `Request request = new Request.Builder().url(${ALERTS}).get().header("Accept", "${TYPE}").build();\nnew OkHttpClient().newCall(request).execute();`,
    ),
    java(
      "a header of OkHttp",
      ["okhttp3.*"],
      `Request request = new Request.Builder().url(${ALERTS}).addHeader("Accept", "application/json").build();\nnew OkHttpClient().newCall(request).execute();`,
      `Request request = new Request.Builder().url(${ALERTS}).addHeader("Accept", "${TYPE}").build();\nnew OkHttpClient().newCall(request).execute();`,
    ),
    java(
      "a media type of Spring",
      SPRING,
      rest(`headers.setAccept(List.of(MediaType.APPLICATION_JSON));\n`),
      rest(`headers.setAccept(List.of(MediaType.valueOf("${TYPE}")));\n`),
    ),
    java(
      "a media type that is parsed",
      SPRING,
      rest(`headers.setAccept(List.of(MediaType.parseMediaType("application/json")));\n`),
      rest(`headers.setAccept(List.of(MediaType.parseMediaType("${TYPE}")));\n`),
    ),
    java(
      "a header by its constant",
      SPRING,
      rest(`headers.set(HttpHeaders.ACCEPT, MediaType.APPLICATION_JSON_VALUE);\n`),
      rest(`headers.set(HttpHeaders.ACCEPT, "${TYPE}");\n`),
    ),
    java(
      "headers of Spring without Accept",
      SPRING,
      rest(`headers.setBearerAuth("x"); // one\n`),
      rest(`headers.setBearerAuth("x"); // one\nheaders.set("Accept", "${TYPE}");\n`),
    ),
    java(
      "a connection",
      ["java.net.*"],
      connection(""),
      connection(`connection.setRequestProperty("Accept", "${TYPE}");\n`),
    ),
    java(
      "a request of Apache HttpClient",
      ["org.apache.http.client.methods.*", "org.apache.http.impl.client.*"],
      `HttpGet get = new HttpGet(${ALERTS});\nHttpClients.createDefault().execute(get);`,
      `HttpGet get = new HttpGet(${ALERTS});\nget.setHeader("Accept", "${TYPE}");\nHttpClients.createDefault().execute(get);`,
    ),
    java(
      "WebClient",
      ["org.springframework.web.reactive.function.client.WebClient"],
      `WebClient.create(BASE).get()\n    .uri("/groups/1/alerts")\n    .retrieve()\n    .bodyToMono(String.class);`,
      `WebClient.create(BASE).get()\n    .uri("/groups/1/alerts")\n    .header("Accept", "${TYPE}")\n    .retrieve()\n    .bodyToMono(String.class);`,
    ),
    java(
      "accept of WebClient",
      ["org.springframework.http.MediaType", "org.springframework.web.reactive.function.client.WebClient"],
      `WebClient.create(BASE).get().uri("/groups/1/alerts").accept(MediaType.APPLICATION_JSON).retrieve();`,
      `WebClient.create(BASE).get().uri("/groups/1/alerts").accept(MediaType.valueOf("${TYPE}")).retrieve();`,
    ),
    java(
      "a request of JAX-RS",
      ["jakarta.ws.rs.client.*", "jakarta.ws.rs.core.MediaType"],
      `ClientBuilder.newClient().target(${ALERTS}).request(MediaType.APPLICATION_JSON).get();\nClientBuilder.newClient().target(BASE + "/groups/1/users").request().get();`,
      `ClientBuilder.newClient().target(${ALERTS}).request("${TYPE}").get();\nClientBuilder.newClient().target(BASE + "/groups/1/users").request().header("Accept", "${TYPE}").get();`,
    ),
    java(
      "reads of Jackson",
      JACKSON,
      jackson(`node.get("srvAddress").asText() + node.path("srvAddress").asText() + node.at("/srvAddress")`),
      jackson(
        `node.get("connectionStrings").get("standardSrv").asText() + node.path("connectionStrings").path("standardSrv").asText() + node.at("/connectionStrings/standardSrv")`,
        TYPE,
      ),
    ),
    java(
      "reads of org.json",
      ["org.json.JSONObject", ...JDK],
      orgJson(`json.getString("srvAddress")`),
      orgJson(`json.getJSONObject("connectionStrings").getString("standardSrv")`, TYPE),
    ),
    java(
      "JSON in a text block",
      JDK,
      patch(`"""\n    {\n      "providerBackupEnabled": true\n    }\n    """`),
      patch(`"""\n    {\n      "backupEnabled": true\n    }\n    """`, TYPE),
    ),
    java(
      "JSON in a string",
      JDK,
      patch(`"{\\"providerBackupEnabled\\": true}"`),
      patch(`"{\\"backupEnabled\\": true}"`, TYPE),
    ),
  ])("change $what", expectFixed);

  it.each([
    left(
      "a call without headers",
      SPRING,
      `new RestTemplate().getForObject(${ALERTS}, String.class);`,
      /cannot find where this client's headers are set/,
    ),
    left(
      "headers that are not in a variable",
      ["java.net.*"],
      `new URL(${ALERTS}).openConnection().getInputStream();`,
      /not put into a variable of its own/,
    ),
    left(
      "a media type of an unknown class",
      ["com.example.Types", "org.springframework.web.reactive.function.client.WebClient"],
      `WebClient.create(BASE).get().uri("/groups/1/alerts").accept(Types.JSON).retrieve();`,
      /cannot tell|cannot find/,
    ),
    left(
      "a value that a call gives",
      JDK,
      jdk(`\n    .header("Accept", String.join("", "application/json"))`),
      /computed|cannot tell which Accept header/,
    ),
    left(
      "a body of the first version of Unirest",
      ["com.mashape.unirest.http.Unirest"],
      `Unirest.post(BASE + "/groups/1/databaseUsers").header("Content-Type", "application/json").body("{}").asJson();`,
      /cannot add a header to this object/,
    ),
    left(
      "a read that is asked for null",
      JACKSON,
      jackson(`(node.get("srvAddress") == null)`),
      /goes on where there is no value/,
    ),
    left(
      "a read of a map",
      JACKSON,
      jackson(`((java.util.Map<String, Object>) (Object) node).get("srvAddress").toString()`),
      /cannot tell that this is an object of JSON|goes on where/,
    ),
    left(
      "JSON that is a format",
      JDK,
      patch(`String.format("{\\"providerBackupEnabled\\": true, \\"name\\": \\"%s\\"}", name)`),
      /built at run time|cannot/,
    ),
  ])("leave $what", expectFixed);
});
