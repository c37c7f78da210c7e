import { expect, it } from "vitest";
import { javaFrontend } from "../../src/frontends/java/entry.js";
import { kotlinFrontend } from "../../src/frontends/kotlin/entry.js";
import { API, LanguageFacts, requestsOf, urlsOf } from "./language-facts.js";

const java = new LanguageFacts(javaFrontend, "Atlas.java");
const kotlin = new LanguageFacts(kotlinFrontend, "Atlas.kt");
const GROUPS = `"${API}/groups"`;

it.each([
  ["a stream of a URL", "java.net.URL", `new URL(${GROUPS}).openStream();`, "GET /groups"],
  [
    "IOUtils with a URL",
    "java.net.URL;\nimport org.apache.commons.io.IOUtils",
    `IOUtils.toString(new URL(${GROUPS}), "utf-8");`,
    "GET /groups",
  ],
  [
    "Play WS",
    "play.libs.ws.*",
    `WSClient ws = find(); ws.url(${GROUPS}).setAuth("a", "b").setContentType("x/y").post(body);`,
    "POST /groups ; content-type: x/y",
  ],
  [
    "Vert.x with a whole URL",
    "io.vertx.ext.web.client.WebClient",
    `WebClient.create(vertx).getAbs(${GROUPS}).putHeader("Accept", "a/b").send();`,
    "GET /groups ; accept: a/b",
  ],
  [
    "Vert.x with a host",
    "io.vertx.ext.web.client.WebClient",
    `WebClient.create(vertx).patch(443, "cloud.mongodb.com", "/api/atlas/v1.0/groups").ssl(true).send();`,
    "PATCH cloud.mongodb.com/api/atlas/v1.0/groups",
  ],
  [
    "REST Assured",
    "static io.restassured.RestAssured.given",
    `given().auth().digest("a", "b").accept("a/b").when().get(${GROUPS}).then().statusCode(200);`,
    "GET /groups ; accept: a/b",
  ],
  [
    "REST Assured with a base",
    "io.restassured.RestAssured",
    `RestAssured.given().baseUri("${API}").delete("/groups");`,
    "DELETE /groups",
  ],
  [
    "jsoup",
    "org.jsoup.Jsoup",
    `Jsoup.connect(${GROUPS}).header("Accept", "a/b").ignoreContentType(true).execute().body();`,
    "GET /groups ; accept: a/b",
  ],
  ["HttpUtil of Hutool", "cn.hutool.http.HttpUtil", `HttpUtil.get(${GROUPS});`, "GET /groups"],
  [
    "HttpRequest of Hutool",
    "cn.hutool.http.HttpRequest",
    `HttpRequest.post(${GROUPS}).header("Accept", "a/b").body(text).execute().body();`,
    "POST /groups ; accept: a/b",
  ],
  [
    "the client of Google",
    "com.google.api.client.http.*;\nimport com.google.api.client.http.javanet.NetHttpTransport",
    `HttpRequest request = new NetHttpTransport().createRequestFactory().buildGetRequest(new GenericUrl(${GROUPS}));
    request.getHeaders().setAccept("a/b"); request.execute().parseAsString();`,
    "GET /groups ; accept: a/b",
  ],
  [
    "AsyncHttpClient",
    "org.asynchttpclient.Dsl",
    `Dsl.asyncHttpClient().preparePost(${GROUPS}).setHeader("Accept", "a/b").setBody(text).execute().get();`,
    "POST /groups ; accept: a/b",
  ],
  [
    "Jetty",
    "org.eclipse.jetty.client.HttpClient",
    `HttpClient client = new HttpClient(); client.start(); client.GET(${GROUPS}).getContentAsString();`,
    "GET /groups",
  ],
])("a request of a client of Java that few programs use: %s", (_, imported, code, expected) => {
  const facts = java.of(`import ${imported};\nclass Atlas { void list() throws Exception { ${code} } }\n`);
  expect(requestsOf(facts).map((one) => one.replace("https://", ""))).toEqual([expected]);
});

it("Kotlin opens a URL as well", () => {
  const facts = kotlin.of(`import java.net.URL\nfun list() = URL(${GROUPS}).readText()\n`);
  expect(requestsOf(facts)).toEqual(["GET /groups"]);
});

it("what an unknown client gets by a URL is a request, and what a map has under a name is not", () => {
  const { requests } = java.of(`import own.Remote;
class Atlas { Object list(java.util.Map names) { names.get("groups"); return Remote.get(${GROUPS}); } }
`);
  expect(requests.map(({ client, understood }) => [client, understood])).toEqual([["own.Remote.get", false]]);
});

const PATHS = `package app; public class Paths {
  public static final String BASE = "${API}";
  public static final String base = BASE;
}`;

it.each([
  ["a member", "import static app.Paths.BASE;", "", `BASE + "/groups"`],
  [
    "a member of a class that has a parent",
    "import static app.Paths.base;",
    "extends Other",
    `base + "/groups"`,
  ],
  ["all members", "import static other.Unknown.*;\nimport static app.Paths.*;", "", `BASE + "/groups"`],
  [
    "all members of a class that has a parent",
    "import static app.Paths.*;",
    "extends Other",
    `base + "/groups"`,
  ],
])("a static import of Java: %s", (_, imported, parent, url) => {
  const files = {
    "Atlas.java": `import java.net.URL;
${imported}
class Atlas ${parent} { void list() throws Exception { new URL(${url}).openStream(); } }`,
    "app/Paths.java": PATHS,
  };
  expect(urlsOf(java.ofFiles(files))).toContain(`${API}/groups`);
});

it("Kotlin imports a member of a companion", () => {
  const files = {
    "Atlas.kt": `import app.Paths.Companion.BASE\nimport java.net.URL\nfun list() = URL(BASE + "/groups").readText()\n`,
    "app/Paths.kt": `package app\nclass Paths {\n  companion object {\n    const val BASE = "${API}"\n  }\n}\n`,
  };
  expect(urlsOf(kotlin.ofFiles(files))).toEqual([`${API}/groups`]);
});
