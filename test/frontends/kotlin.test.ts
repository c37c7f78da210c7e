import { describe, expect, it } from "vitest";
import { kotlinFrontend } from "../../src/frontends/kotlin/entry.js";
import { API, LanguageFacts, requestsOf, urlsOf } from "./language-facts.js";

const OPENING = `package app

import okhttp3.OkHttpClient
import okhttp3.Request
import okhttp3.RequestBody.Companion.toRequestBody
import okhttp3.Headers.Companion.toHeaders
import java.net.HttpURLConnection
import java.net.URI
import java.net.URL
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import com.github.kittinunf.fuel.Fuel
import com.github.kittinunf.fuel.httpGet
import org.json.JSONObject
import kotlinx.serialization.json.*
import com.google.gson.Gson
import com.fasterxml.jackson.module.kotlin.*
import org.springframework.http.*
import org.springframework.web.client.RestTemplate
import org.springframework.web.reactive.function.client.WebClient

const val API = "${API}"
fun send(url: String) = OkHttpClient().newCall(Request.Builder().url(url).build()).execute()
`;
const facts = new LanguageFacts(kotlinFrontend, "Atlas.kt", OPENING);

describe("requests in Kotlin", () => {
  it.each<[client: string, code: string, request: string]>([
    [
      "OkHttp",
      `fun patch(id: String, body: String) {
         val request = Request.Builder().url("$API/groups/$id/clusters/a").header("Accept", "text/plain")
           .patch(body.toRequestBody()).build()
         OkHttpClient().newCall(request).execute().use { println(it.code) }
       }`,
      "PATCH /groups/{}/clusters/a ; accept: text/plain",
    ],
    [
      "OkHttp with headers of a map",
      `val headers = mapOf("Accept" to "text/plain")
       fun list() = OkHttpClient().newCall(Request.Builder().url(API + "/groups").headers(headers.toHeaders()).build()).execute()`,
      "GET /groups ; accept: text/plain",
    ],
    [
      "java.net.http with a builder that apply sets up",
      `class Atlas(private val client: HttpClient = HttpClient.newHttpClient()) {
         fun drop(id: String) {
           val request = HttpRequest.newBuilder(URI.create("\${API}/groups/\${id}")).apply {
             mapOf("Accept" to "text/plain").forEach { (name, value) -> header(name, value) }
           }.DELETE().build()
           client.send(request, HttpResponse.BodyHandlers.ofString())
         }
       }`,
      "DELETE /groups/{} ; accept: text/plain",
    ],
    [
      "HttpURLConnection with properties",
      `fun post(json: String): Int {
         val connection = URL("$API/groups").openConnection() as HttpURLConnection
         connection.requestMethod = "POST"
         connection.setRequestProperty("Accept", "text/plain")
         connection.outputStream.use { it.write(json.toByteArray()) }
         return connection.responseCode
       }`,
      "POST /groups ; accept: text/plain",
    ],
    [
      "HttpURLConnection in with",
      `fun get(): String = with(URL("$API/groups").openConnection() as HttpURLConnection) {
         requestMethod = "PUT"
         setRequestProperty("Accept", "text/plain")
         inputStream.bufferedReader().use { it.readText() }
       }`,
      "PUT /groups ; accept: text/plain",
    ],
    [
      "RestTemplate with properties of headers",
      `class Atlas(private val rest: RestTemplate) {
         fun pause(id: String) {
           val headers = HttpHeaders().apply { accept = listOf(MediaType.TEXT_PLAIN) }
           rest.exchange("$API/groups/$id", HttpMethod.PATCH, HttpEntity(mapOf("paused" to true), headers), String::class.java)
         }
       }`,
      "PATCH /groups/{} ; accept: text/plain",
    ],
    [
      "WebClient",
      `fun list() = WebClient.builder().baseUrl(API).build().get().uri("/groups").header("Accept", "text/plain").retrieve()`,
      "GET /groups ; accept: text/plain",
    ],
    [
      "Fuel",
      `fun add(id: String) { val (_, _, result) = Fuel.post("$API/groups/$id").header("Accept" to "text/plain").responseString() }`,
      "POST /groups/{} ; accept: text/plain",
    ],
    [
      "Fuel of a text",
      `fun list() = "$API/groups".httpGet().responseString { result -> println(result) }`,
      "GET /groups",
    ],
  ])("are found: %s", (_client, code, request) => {
    expect(requestsOf(facts.of(code))).toEqual([request]);
  });

  it("are built by the lambda that a method has as a default, on its receiver", () => {
    const code = `class Atlas {
         private val http = OkHttpClient()
         private fun call(path: String, block: Request.Builder.() -> Request.Builder = { this }) =
           http.newCall(Request.Builder().url(API + path).block().build()).execute()
         fun cluster() = call("/groups/1/clusters/c")
         fun groups() = call("/groups") { get() }
       }
       fun main() { Atlas().cluster(); Atlas().groups() }`;
    expect(urlsOf(facts.of(code)).sort()).toEqual([`${API}/groups`, `${API}/groups/1/clusters/c`]);
  });

  it("have the body that code builds", () => {
    const { fields } = facts.of(`fun scale() {
      val body = JSONObject().put("providerSettings", JSONObject().put("instanceSizeName", "M10"))
      OkHttpClient().newCall(Request.Builder().url("$API/groups/1/clusters/a").patch(body.toString().toRequestBody()).build()).execute()
    }`);
    expect(fields.map(({ name, access }) => `${access} ${name}`)).toContain("write providerSettings");
  });
});

describe("values in Kotlin", () => {
  it.each<[title: string, code: string, path: string]>([
    ["templates", `fun f(id: String) = send("$API/a/\${id.trim()}/b")`, "/a/{}/b"],
    ["raw strings", `fun f() = send("""$API/a""".trimIndent())`, "/a"],
    [
      "properties of objects",
      `object Paths { const val A = "/a"; val b = "$A/b" }\nfun f() = send(API + Paths.b)`,
      "/a/b",
    ],
    [
      "companions",
      `class C {\n fun f() = send(API + A)\n\n companion object { private const val A = "/a" }\n}`,
      "/a",
    ],
    [
      "enumerations",
      `enum class V(val path: String) { ONE("/a"), TWO("/b") }\nfun f() = send(API + V.TWO.path)`,
      "/b",
    ],
    [
      "data classes",
      `data class P(val a: String, val b: String = "/b")\nfun f() { val (x, y) = P("/a"); send(API + x + y) }`,
      "/a/b",
    ],
    [
      "copies of data classes",
      `data class P(val a: String, val b: String = "/b")\nfun f() = send(API + P("/a").copy(b = "/c").b)`,
      "/c",
    ],
    [
      "named arguments",
      `fun g(a: String, b: String = "/b", c: String) = send(API + a + b + c)\nfun f() = g(c = "/c", a = "/a")`,
      "/a/b/c",
    ],
    [
      "extension functions",
      `fun String.under(base: String) = base + this\nfun f() = send("/a".under(API))`,
      "/a",
    ],
    [
      "functions with a receiver",
      `class B { var path = "" }\nfun build(block: B.() -> Unit) = B().apply(block)\nfun f() = send(API + build { path = "/a" }.path)`,
      "/a",
    ],
    [
      "trailing lambdas",
      `fun g(a: String = "/a", block: (String) -> Unit) = block(a)\nfun f() = g { send(API + it) }`,
      "/a",
    ],
    ["let", `fun f() = "/a".let { part -> send(API + part) }`, "/a"],
    ["run and also", `fun f() = "/a".run { this + "/b" }.also { send(API + it) }`, "/a/b"],
    ["if as a value", `fun f() { val part = if (true) "/a" else "/b"; send(API + part) }`, "/a"],
    [
      "when as a value",
      `fun g(x: String) = when (x) { "a", "b" -> "/a" \n else -> "/c" }\nfun f() = send(API + g("b"))`,
      "/a",
    ],
    [
      "try as a value",
      `fun f() { val part = try { "/a" } catch (e: Exception) { throw e }; send(API + part) }`,
      "/a",
    ],
    [
      "a value or a return",
      `fun f(x: String?) { val part = x ?: return; send(API + "/" + part) }\nfun g() = f("a")`,
      "/a",
    ],
    [
      "a return out of a lambda",
      `fun g(): String { "/a".let { return it } }\nfun f() = send(API + g())`,
      "/a",
    ],
    ["lazy values", `class C { private val path by lazy { "/a" } \n fun f() = send(API + path) }`, "/a"],
    ["lists", `fun f() = send(API + listOf("/a", "/b").joinToString(""))`, "/a/b"],
    ["maps", `fun f() = send(API + mapOf("a" to "/a")["a"])`, "/a"],
    ["loops over lists", `fun f() = listOf("/a").forEach { send(API + it) }`, "/a"],
    ["built texts", `fun f() = send(buildString { append(API); append("/a") })`, "/a"],
    ["coroutines", `suspend fun f() = withContext(Dispatchers.IO) { async { send(API + "/a") } }`, "/a"],
    [
      "classes that extend others",
      `abstract class P(private val base: String) {\n fun url(a: String) = base + a\n}\nclass C : P(API) {\n fun f() = send(url("/a"))\n}`,
      "/a",
    ],
    ["getters", `class C { val path: String get() = "/a" \n fun f() = send(API + path) }`, "/a"],
    ["references to functions", `fun g(x: String) = send(API + x)\nfun f() = listOf("/a").map(::g)`, "/a"],
  ])("are followed: %s", (_title, code, path) => {
    expect(urlsOf(facts.of(code))).toEqual([API + path]);
  });

  it("come from other files of the package, and of other packages", () => {
    const found = facts.ofFiles({
      "src/main/kotlin/app/Main.kt": `package app
import okhttp3.*
import org.tool.Paths
import org.tool.under
fun f() = OkHttpClient().newCall(Request.Builder().url(Paths.A.under("$HOST/api/atlas/v1.0")).build()).execute()`,
      "src/main/kotlin/app/Base.kt": `package app\nval HOST = "https://cloud.mongodb.com"\n`,
      "src/main/kotlin/org/tool/Texts.kt": `package org.tool\nobject Paths { const val A = "/a" }\nfun String.under(base: String) = base + this`,
    });
    expect(urlsOf(found)).toEqual([`${API}/a`]);
  });
});

describe("reads in Kotlin", () => {
  it.each<[title: string, code: string]>([
    ["JSONObject", `JSONObject(answer()).getJSONArray("results").getJSONObject(0).getString("srvAddress")`],
    [
      "an element of a JSON object",
      `Json.parseToJsonElement(answer()).jsonObject["srvAddress"]?.jsonPrimitive?.content`,
    ],
    ["elements of a list", `JSONObject(answer()).getJSONArray("results").map { it["srvAddress"] }`],
    ["a data class", `gson.fromJson(answer(), Cluster::class.java).address`],
    ["a type in brackets", `mapper.readValue<Page>(answer()).results.first().address`],
    [
      "a stated type",
      `val page: Page = mapper.readValue(answer()); page.results.forEach { println(it.address) }`,
    ],
  ])("are those of the API: %s", (_title, code) => {
    const { fields } = facts.of(`
val gson = Gson()
val mapper = jacksonObjectMapper()
data class Page(val results: List<Cluster>)
data class Cluster(val name: String, @SerialName("srvAddress") val address: String)
fun answer() = send("$API/groups/1/clusters").body!!.string()
fun f() { ${code} }`);
    expect(fields.map(({ name, access }) => `${access} ${name}`)).toContain("read srvAddress");
  });
});

describe("bad Kotlin", () => {
  it("is read around statements that do not parse", () => {
    expect(urlsOf(facts.of(`fun f() = send(API + "/a")\nval broken = ) (\n`))).toEqual([`${API}/a`]);
  });

  it.each([
    "",
    "}",
    "class",
    "fun f(",
    '"',
    '"""',
    "val x = object :",
    "@",
    "a?.",
    "when {",
    "x.let { return }",
  ])("never throws: %s", (text) => {
    expect(() => facts.analyze(text)).not.toThrow();
  });
});
