import { expect, it } from "vitest";
import { csharpFrontend } from "../../src/frontends/csharp/entry.js";
import { goFrontend } from "../../src/frontends/go/entry.js";
import { javaFrontend } from "../../src/frontends/java/entry.js";
import { kotlinFrontend } from "../../src/frontends/kotlin/entry.js";
import { pythonFrontend } from "../../src/frontends/python/entry.js";
import { rustFrontend } from "../../src/frontends/rust/entry.js";
import { briefly } from "../support/requests.js";
import { API, LanguageFacts } from "./language-facts.js";

const DATED = "application/vnd.atlas.2023-11-15+json";
const java = new LanguageFacts(javaFrontend, "Api.java");
const csharp = new LanguageFacts(csharpFrontend, "Api.cs");
const go = new LanguageFacts(goFrontend, "main.go");
const python = new LanguageFacts(pythonFrontend, "api.py");
const rust = new LanguageFacts(rustFrontend, "main.rs");
const kotlin = new LanguageFacts(kotlinFrontend, "Api.kt");

function sent(facts: LanguageFacts, code: string): string[] {
  return facts.of(code).requests.map((request) => briefly(request).replace(API, ""));
}

const sentInJava = (imports: string, code: string): string[] =>
  sent(java, `import ${imports};\nclass Api { void run(String given) { ${code} } }`);

const JDK = (name: string, value = DATED): string =>
  `HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create("${API}/groups")).header(${name}, "${value}").build());`;

it.each([
  "org.apache.http.HttpHeaders",
  "org.apache.hc.core5.http.HttpHeaders",
  "com.google.common.net.HttpHeaders",
  "jakarta.ws.rs.core.HttpHeaders",
])("Java: %s.ACCEPT names the header", (name) => {
  const imports = `java.net.URI;\nimport java.net.http.*;\nimport ${name}`;
  expect(sentInJava(imports, JDK("HttpHeaders.ACCEPT"))).toEqual([`GET /groups accept=${DATED}`]);
  expect(
    sentInJava(`java.net.URI;\nimport java.net.http.*;\nimport static ${name}.ACCEPT`, JDK("ACCEPT")),
  ).toEqual([`GET /groups accept=${DATED}`]);
});

it("Java: constants of headers name them in requests of Apache and of OkHttp", () => {
  const apache = `HttpGet get = new HttpGet("${API}/groups"); get.setHeader(HttpHeaders.ACCEPT, "a/b");
HttpClients.createDefault().execute(get);`;
  const imports =
    "org.apache.http.*;\nimport org.apache.http.client.methods.*;\nimport org.apache.http.impl.client.*";
  expect(sentInJava(`${imports};\nimport org.apache.http.HttpHeaders`, apache)).toEqual([
    "GET /groups accept=a/b",
  ]);
  const okHttp = `new OkHttpClient().newCall(new Request.Builder().url("${API}/groups")
.header(HttpHeaderNames.USER_AGENT, "x").header(HttpHeaderNames.ACCEPT_LANGUAGE, "de").build()).execute();`;
  expect(sentInJava("okhttp3.*;\nimport io.netty.handler.codec.http.HttpHeaderNames", okHttp)).toEqual([
    "GET /groups user-agent=x accept-language=de",
  ]);
});

it("a dated media type under an unknown name is what Accept is sent with", () => {
  const imports = "java.net.URI;\nimport java.net.http.*;\nimport com.acme.Names";
  expect(sentInJava(imports, JDK("Names.FIRST"))).toEqual([
    `GET /groups accept=${DATED}? +computed header name`,
  ]);
  expect(sentInJava(imports, JDK("given"))).toEqual([`GET /groups accept=${DATED}? +computed header name`]);
  expect(sentInJava(imports, JDK("Names.FIRST", "x"))).toEqual(["GET /groups +computed header name"]);
});

it("headers of a record that is not known may be any", () => {
  const code = `async fn run(c: &reqwest::Client) { c.get("${API}/groups").headers(find()).send().await; }`;
  expect(sent(rust, code)).toEqual(["GET /groups +find()"]);
});

it("constants name headers in Kotlin, C#, Go, Python and Rust", () => {
  const isAccepted = [`GET /groups accept=${DATED}`];
  expect(
    sent(
      kotlin,
      `import com.google.common.net.HttpHeaders\nimport io.ktor.client.*\nimport io.ktor.client.request.*
suspend fun run(c: HttpClient) = c.get("${API}/groups") { header(HttpHeaders.ACCEPT, "${DATED}") }`,
    ),
  ).toEqual(isAccepted);
  expect(
    sent(
      csharp,
      `using System.Net.Http;\nusing Microsoft.Net.Http.Headers;\nclass Api { void Run() { var c = new HttpClient();
c.DefaultRequestHeaders.Add(HeaderNames.Accept, "${DATED}"); c.GetAsync("${API}/groups"); } }`,
    ),
  ).toEqual(isAccepted);
  expect(
    sent(
      go,
      `package main\nimport ("net/http"; "github.com/labstack/echo/v4")\nfunc main() {
req, _ := http.NewRequest("GET", "${API}/groups", nil)
req.Header.Set(echo.HeaderAccept, "${DATED}")
http.DefaultClient.Do(req)\n}`,
    ),
  ).toEqual(isAccepted);
  expect(
    sent(
      rust,
      `use acme::ACCEPT;\nasync fn run(c: &reqwest::Client) {
c.get("${API}/groups").header(ACCEPT, "${DATED}").send().await; }`,
    ),
  ).toEqual(isAccepted);
  expect(
    sent(
      python,
      `import requests\nfrom aiohttp import hdrs
requests.get("${API}/groups", headers={hdrs.ACCEPT: "${DATED}"})`,
    ),
  ).toEqual([`GET /groups accept=${DATED}? +computed header name`]);
});
