import { describe, expect, it } from "vitest";
import { kotlinFrontend } from "../../src/frontends/kotlin/entry.js";
import { API, LanguageFacts, requestsOf } from "./language-facts.js";

const OPENING = `import io.ktor.client.*
import io.ktor.client.call.*
import io.ktor.client.engine.cio.*
import io.ktor.client.plugins.*
import io.ktor.client.request.*
import io.ktor.client.statement.*
import io.ktor.http.*
import retrofit2.*
import retrofit2.http.*
import feign.*
import org.springframework.beans.factory.annotation.Value
import org.springframework.web.client.RestTemplate
import kotlinx.serialization.json.*

const val API = "${API}"
`;
const facts = new LanguageFacts(kotlinFrontend, "Atlas.kt", OPENING);

describe("requests of Ktor", () => {
  it.each<[title: string, code: string, request: string]>([
    [
      "a lambda with headers",
      `suspend fun f(id: String) = HttpClient(CIO).get("$API/groups/$id") { header("Accept", "text/plain") }`,
      "GET /groups/{} ; accept: text/plain",
    ],
    [
      "headers of a block",
      `suspend fun f() = HttpClient().delete("$API/groups") { headers { append(HttpHeaders.Accept, "text/plain") } }`,
      "DELETE /groups ; accept: text/plain",
    ],
    [
      "the headers of the request",
      `suspend fun f() = HttpClient().get("$API/groups") { headers.append("Accept", "text/plain"); headers["X-A"] = "b" }`,
      "GET /groups ; accept: text/plain ; x-a: b",
    ],
    [
      "a method and an address in the lambda",
      `suspend fun f() = HttpClient().request { url("$API/groups"); method = HttpMethod.Patch; accept(ContentType.Text.Plain) }`,
      "PATCH /groups ; accept: text/plain",
    ],
    [
      "parts of an address",
      `suspend fun f() = HttpClient().get { url { protocol = "https"; host = "cloud.mongodb.com"; path("api/atlas/v1.0", "groups") } }`,
      "GET /groups",
    ],
    [
      "defaults of the client",
      `class C { private val http = HttpClient(CIO) { expectSuccess = true
         defaultRequest { url("$API/"); header("Accept", "text/plain") } }
       suspend fun f() = http.post("groups") { setBody("{}") } }`,
      "POST /groups ; accept: text/plain",
    ],
    [
      "defaults that are installed, and a copy of the client",
      `val http = HttpClient(CIO) { install(DefaultRequest) { url("$API/") } }
       suspend fun f() = http.config { defaultRequest { accept(ContentType.parse("text/plain")) } }.get("groups")`,
      "GET /groups ; accept: text/plain",
    ],
    [
      "an extension function that sets headers",
      `fun HttpRequestBuilder.dated(date: String) { header("Accept", "text/$date"); accept(ContentType("text", date)) }
       suspend fun f() = HttpClient().put("$API/groups") { dated("plain") }`,
      "PUT /groups ; accept: text/plain",
    ],
    [
      "a lambda that is passed on",
      `suspend fun send(path: String, block: HttpRequestBuilder.() -> Unit = {}) = HttpClient().get(API + path) { header("X-A", "b"); block() }
       suspend fun f() = send("/groups") { header("Accept", "text/plain") }`,
      "GET /groups ; x-a: b ; accept: text/plain",
    ],
    [
      "a client that a container gives",
      `class C(private val http: HttpClient) { suspend fun f() = http.get("$API/groups") }`,
      "GET /groups",
    ],
  ])("are found: %s", (_title, code, request) => {
    expect(requestsOf(facts.of(code))).toEqual([request]);
  });

  it("have the objects that code sends as bodies, and the types that it reads", () => {
    const { fields } = facts.of(`data class Body(val name: String, val providerSettings: Map<String, String>)
data class Answer(val srvAddress: String)
suspend fun f(http: HttpClient) {
  val answer: Answer = http.post("$API/groups/1/clusters") { setBody(Body("a", mapOf("instanceSizeName" to "M10"))) }.body()
  println(answer.srvAddress)
}`);
    const names = fields.map(({ name, access }) => `${access} ${name}`);
    expect(names).toEqual(expect.arrayContaining(["write providerSettings", "read srvAddress"]));
  });

  it("have the JSON that is built", () => {
    const { fields } = facts.of(`suspend fun f(http: HttpClient) = http.patch("$API/groups/1/clusters/a") {
  setBody(buildJsonObject { putJsonObject("providerSettings") { put("instanceSizeName", "M10") } }.toString())
}`);
    expect(fields.map(({ name, access }) => `${access} ${name}`)).toContain("write providerSettings");
  });
});

describe("requests that interfaces of Kotlin declare", () => {
  it("are sent by clients of Retrofit", () => {
    const { requests, fields } = facts.of(`interface Api {
  @Headers("X-A: b", "Accept: text/plain")
  @GET("groups/{id}/clusters")
  suspend fun all(@Path("id") id: String, @Header("X-B") more: String): Response<Page>
}
data class Page(val results: List<Cluster>)
data class Cluster(@SerializedName("srvAddress") val address: String)
val api: Api = Retrofit.Builder().baseUrl("$API/").build().create(Api::class.java)
suspend fun f() = api.all("1", "c").body()!!.results.map { it.address }`);
    expect(requestsOf({ requests } as never)).toEqual([
      "GET /groups/{id}/clusters ; x-a: b ; accept: text/plain ; x-b: c",
    ]);
    expect(fields.map(({ name, access }) => `${access} ${name}`)).toContain("read srvAddress");
  });

  it("are sent by clients that Spring makes", () => {
    const { requests, fields } = facts.of(`@FeignClient(name = "atlas", url = "$API")
interface Api {
  @GetMapping("/groups/{id}/clusters/{name}", produces = ["text/plain"])
  fun one(@PathVariable("id") id: String, @PathVariable("name") name: String): Map<String, Any>
}
class Use(private val api: Api) {
  fun f() = api.one("1", "c")["srvAddress"]
}`);
    expect(requestsOf({ requests } as never)).toEqual([
      "GET /groups/{id}/clusters/{name} ; accept: text/plain",
    ]);
    expect(fields.map(({ name, access }) => `${access} ${name}`)).toContain("read srvAddress");
  });

  it("are sent by clients of Feign", () => {
    expect(
      requestsOf(
        facts.of(`interface Api { @RequestLine("GET /groups/{id}") fun one(@Param("id") id: String): String }
fun f() = Feign.builder().target(Api::class.java, API).one("1")`),
      ),
    ).toEqual(["GET /groups/{id}"]);
  });
});

describe("settings of an application", () => {
  it("have the default that the annotation states", () => {
    const code = `class C(private val rest: RestTemplate, @Value("\\\${atlas.url:${API}}") private val url: String) {
  fun f() = rest.getForObject("$url/groups", String::class.java)
}`;
    expect(requestsOf(facts.of(code)).join()).toMatch(/^GET .*\/groups$/);
  });
});
