import { expect, it } from "vitest";
import { briefly } from "../support/requests.js";
import { javaFrontend } from "../../src/frontends/java/entry.js";
import { API, LanguageFacts } from "./language-facts.js";

const facts = new LanguageFacts(javaFrontend, "Api.java");
const sent = (imports: string, code: string): string[] =>
  facts
    .of(
      `import java.util.*;\nimport ${imports};\nclass Api { void run(Map<String, String> given) { ${code} } }`,
    )
    .requests.map((request) => briefly(request).replace(API, ""));

it.each([
  [`header("Accept", "a").headers(Headers.of("X-A", "b"))`, "x-a=b"],
  [`headers(Headers.of("X-A", "b")).header("Accept", "a")`, "x-a=b accept=a"],
  [`headers(Headers.of(Map.of("Accept", "a")))`, "accept=a"],
  [`headers(new Headers.Builder().add("X-A", "b").set("Accept", "a").build())`, "x-a=b accept=a"],
  [`header("Accept", "a").headers(Headers.of(given))`, "+headers"],
])("are all that a request of OkHttp has: .%s", (steps, headers) => {
  const code = `new OkHttpClient().newCall(new Request.Builder().url("${API}/groups").${steps}.build()).execute();`;
  expect(sent("okhttp3.*", `${code}`)).toEqual([`GET /groups ${headers}`]);
});

it.each(["javax", "jakarta"])("are all that a request of JAX-RS has: %s", (root) => {
  const code = `MultivaluedMap<String, Object> map = new MultivaluedHashMap<>(); map.putSingle("X-A", "b");
Invocation.Builder builder = ClientBuilder.newClient().target("${API}").path("groups").request("a");
builder.headers(map).get(); builder.headers(map).accept("a").get(); builder.headers(given).get();`;
  expect(sent(`${root}.ws.rs.client.*;\nimport ${root}.ws.rs.core.*`, code)).toEqual([
    "GET /groups x-a=b",
    "GET /groups x-a=b accept=a",
    "GET /groups +headers",
  ]);
});

it("are all that a request of Spring has: headers that were cleared", () => {
  const code = `HttpHeaders h = new HttpHeaders(); h.set("Accept", "a"); h.clear(); h.set("X-A", "b");
new RestTemplate().exchange("${API}/groups", HttpMethod.GET, new HttpEntity<>(h), String.class);`;
  const imports = "org.springframework.http.*;\nimport org.springframework.web.client.RestTemplate";
  expect(sent(imports, code)).toEqual(["GET /groups x-a=b"]);
});
