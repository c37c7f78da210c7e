import { describe, it } from "vitest";
import { BASE, TYPE, expectFixed, type FixCase } from "../support/fix-cases.js";

const JDK = ["java.net.URI", "java.net.http.*"];
const OKHTTP = ["okhttp3.*", "okhttp3.RequestBody.Companion.toRequestBody"];
const SPRING = ["org.springframework.http.*", "org.springframework.web.client.*"];

function kotlin(what: string, imports: readonly string[], before: string, after: string): FixCase {
  const text = (version: string, body: string): string =>
    `${imports.map((one) => `import ${one}\n`).join("")}\nconst val BASE = "${BASE}/${version}"\n\nfun run() {\n${body
      .split("\n")
      .map((line) => (line === "" ? "" : `    ${line}`))
      .join("\n")}\n}\n`;
  return { what, path: "Calls.kt", before: text("v1.0", before), after: text("v2", after) };
}

function left(what: string, imports: readonly string[], body: string, refused: RegExp): FixCase {
  const { path, before } = kotlin(what, imports, body, "");
  return { what, path, before, refused };
}

const ALERTS = `"$BASE/groups/1/alerts"`;
const jdk = (headers: string): string =>
  `val request = HttpRequest.newBuilder()\n    .uri(URI.create(${ALERTS}))${headers}\n    .GET()\n    .build()\nHttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString())`;
const rest = (headers: string): string =>
  `val headers = HttpHeaders()\n${headers}RestTemplate().exchange(${ALERTS}, HttpMethod.GET, HttpEntity<Void>(headers), String::class.java)`;
const connection = (headers: string): string =>
  `val connection = URL(${ALERTS}).openConnection() as HttpURLConnection\nconnection.requestMethod = "GET"\n${headers}connection.inputStream.bufferedReader()`;
const sent = (accept: string): string =>
  `val request = Request.Builder().url("$BASE/groups/1/clusters/a").header("Accept", "${accept}").build()\nval text = OkHttpClient().newCall(request).execute().use { it.body!!.string() }\n`;
const patch = (body: string, accept = "*/*"): string =>
  `val body = ${body}\nval request = Request.Builder().url("$BASE/groups/1/clusters/a").header("Accept", "${accept}").patch(body.toRequestBody()).build()\nOkHttpClient().newCall(request).execute()`;

describe("fixes in Kotlin", () => {
  it.each([
    kotlin(
      "a request of java.net.http without headers",
      JDK,
      jdk(""),
      jdk("").replace(".GET()\n", `.GET()\n    .setHeader("Accept", "${TYPE}")\n`),
    ),
    kotlin(
      "another value",
      JDK,
      jdk(`\n    .header("accept", "application/json")`),
      jdk(`\n    .header("accept", "${TYPE}")`),
    ),
    kotlin(
      "a chain on one line",
      OKHTTP,
      `val request = Request.Builder().url(${ALERTS}).get().build()\nOkHttpClient().newCall(request).execute()`,
      `val request = Request.Builder().url(${ALERTS}).get().header("Accept", "${TYPE}").build()\nOkHttpClient().newCall(request).execute()`,
    ),
    kotlin(
      "a header of Spring by its constant",
      SPRING,
      rest(`headers.set(HttpHeaders.ACCEPT, MediaType.APPLICATION_JSON_VALUE)\n`),
      rest(`headers.set(HttpHeaders.ACCEPT, "${TYPE}")\n`),
    ),
    kotlin(
      "headers of Spring without Accept",
      SPRING,
      rest(`headers.setBearerAuth("x") // one\n`),
      rest(`headers.setBearerAuth("x") // one\nheaders.set("Accept", "${TYPE}")\n`),
    ),
    kotlin(
      "a connection",
      ["java.net.*"],
      connection(""),
      connection(`connection.setRequestProperty("Accept", "${TYPE}")\n`),
    ),
    kotlin(
      "reads of org.json",
      ["org.json.JSONObject", ...OKHTTP],
      `${sent("*/*")}println(JSONObject(text).getString("srvAddress"))`,
      `${sent(TYPE)}println(JSONObject(text).getJSONObject("connectionStrings").getString("standardSrv"))`,
    ),
    kotlin(
      "JSON in a raw string",
      OKHTTP,
      patch(`"""\n    {\n      "providerBackupEnabled": true\n    }\n""".trimIndent()`),
      patch(`"""\n    {\n      "backupEnabled": true\n    }\n""".trimIndent()`, TYPE),
    ),
    kotlin(
      "JSON in a string",
      OKHTTP,
      patch(`"{\\"providerBackupEnabled\\": true}"`),
      patch(`"{\\"backupEnabled\\": true}"`, TYPE),
    ),
  ])("change $what", expectFixed);

  it.each([
    left(
      "a request of Ktor",
      ["io.ktor.client.*", "io.ktor.client.engine.cio.*", "io.ktor.client.request.*"],
      `HttpClient(CIO).get(${ALERTS}) { parameter("pageNum", 1) }`,
      /cannot add a header|cannot find where/,
    ),
    left(
      "headers that are not in a variable",
      ["java.net.*"],
      `URL(${ALERTS}).openConnection().getInputStream()`,
      /not put into a variable of its own/,
    ),
    left(
      "a value that a call gives",
      OKHTTP,
      `OkHttpClient().newCall(Request.Builder().url(${ALERTS}).header("Accept", "application/json".lowercase()).build()).execute()`,
      /computed|cannot tell which Accept header/,
    ),
    left(
      "an element that is read",
      ["kotlinx.serialization.json.*", ...OKHTTP],
      `${sent("*/*")}println(Json.parseToJsonElement(text).jsonObject["srvAddress"])`,
      /cannot tell which library/,
    ),
    left(
      "JSON with a value in it",
      OKHTTP,
      patch(`"""{"providerBackupEnabled": true, "name": "$BASE"}"""`),
      /built at run time|cannot/,
    ),
  ])("leave $what", expectFixed);
});
