import { describe, expect, it } from "vitest";
import { describe as asRead } from "../../src/facts/text.js";
import { javaFrontend } from "../../src/frontends/java/entry.js";
import { API, LanguageFacts } from "./language-facts.js";

const OPENING = `import java.util.*;
import feign.*;
import retrofit2.*;
import retrofit2.http.*;
`;
const facts = new LanguageFacts(javaFrontend, "Atlas.java", OPENING);

const RETROFIT = `interface Api {
  @Headers({"X-A: b", "Accept: text/plain"})
  @PATCH("groups/{id}/clusters/{name}")
  Call<Map<String, Object>> scale(@Path("id") String id, @Path("name") String name, @Header("X-B") String b, @Body Map<String, Object> body);

  default String name() { return "x"; }
}
class Atlas {
  private final Api api = new Retrofit.Builder().baseUrl("${API}/").client(null).build().create(Api.class);
  void run() throws Exception {
    Map<String, Object> body = new HashMap<>();
    body.put("providerSettings", Map.of("instanceSizeName", "M10"));
    api.scale("1", "c", "d", body).execute().body().get("srvAddress");
  }
}`;

const FEIGN = `@Headers("X-A: b")
interface Api {
  @RequestLine("PATCH /groups/{id}/clusters/{name}")
  @Headers("Accept: text/plain")
  Map<String, Object> scale(@Param("id") String id, @Param("name") String name, @Header("X-B") String b, Map<String, Object> body);
}
class Atlas {
  private final Api api = Feign.builder().encoder(null).target(Api.class, "${API}");
  void run() {
    api.scale("1", "c", "d", Map.of("providerSettings", Map.of("instanceSizeName", "M10"))).get("srvAddress");
  }
}`;

describe("requests that interfaces of Java declare", () => {
  it.each([
    ["Retrofit", RETROFIT, '@PATCH("groups/{id}/clusters/{name}")'],
    ["Feign", FEIGN, '@RequestLine("PATCH /groups/{id}/clusters/{name}")'],
  ])("are sent by clients of %s, with a body, headers and an answer", (_client, code, annotation) => {
    const { requests, fields } = facts.of(code);
    expect(requests.map(({ methods, urls }) => `${methods.join()} ${urls.map(asRead).join()}`)).toEqual([
      `PATCH ${API}/groups/{id}/clusters/{name}`,
    ]);
    const [{ site, headers }] = requests as [(typeof requests)[number]];
    expect((OPENING + code).slice(site.start, site.end)).toBe(annotation);
    const sent = headers.entries.map(({ name, values }) => `${name}: ${values.map(asRead).join()}`);
    expect(sent).toEqual(expect.arrayContaining(["accept: text/plain", "x-a: b", "x-b: d"]));
    expect(fields.map(({ name, access }) => `${access} ${name}`)).toEqual(
      expect.arrayContaining(["write providerSettings", "read srvAddress"]),
    );
  });

  it("are none without an annotation of a client, or a client", () => {
    const withoutClient = RETROFIT.replace(/new Retrofit[^;]*;/, "Proxies.of(Api.class);");
    expect(facts.of(withoutClient).requests).toEqual([]);
    expect(facts.of(RETROFIT.replace(/@PATCH\("[^"]*"\)/, "@Named")).requests).toEqual([]);
  });
});

const HOST = new URL(API).origin;

const SPRING = (note: string): string => `${note}
interface Api {
  @PatchMapping(value = "/groups/{id}/clusters/{name}", produces = "text/plain")
  Map<String, Object> scale(@PathVariable("id") String id, @PathVariable("name") String name, @RequestHeader("X-B") String b, @RequestBody Map<String, Object> body);
}
class Atlas {
  private final Api api;
  Atlas(Api api) { this.api = api; }
  void run() {
    api.scale("1", "c", "d", Map.of("providerSettings", Map.of("instanceSizeName", "M10"))).get("srvAddress");
  }
}`;

describe("an interface that Spring makes a client of", () => {
  it.each([
    `@FeignClient(name = "atlas", url = "${API}")`,
    `@FeignClient(name = "atlas", url = "\${atlas.url:${API}}")`,
    `@FeignClient(name = "atlas", url = "${HOST}", path = "${API.slice(HOST.length)}")`,
    `@HttpExchange("${API}")`,
  ])("sends its requests to the address of %s", (note) => {
    const { requests, fields } = facts.of(SPRING(note));
    expect(requests.map(({ methods, urls }) => `${methods.join()} ${urls.map(asRead).join()}`)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^PATCH .*\/groups\/\{id\}\/clusters\/\{name\}$/)]),
    );
    const urls = requests.flatMap((one) => one.urls.map(asRead));
    expect(urls).toContain(`${API}/groups/{id}/clusters/{name}`);
    const sent = requests[0]!.headers.entries.map(
      ({ name, values }) => `${name}: ${values.map(asRead).join()}`,
    );
    expect(sent).toEqual(expect.arrayContaining(["accept: text/plain"]));
    expect(fields.map(({ name, access }) => `${access} ${name}`)).toEqual(
      expect.arrayContaining(["write providerSettings", "read srvAddress"]),
    );
  });

  it.each([
    [`headers = "Accept=text/plain"`, ["accept: text/plain"], 0],
    [`headers = {"X-A=1", "Accept=text/plain"}`, ["x-a: 1", "accept: text/plain"], 0],
    [`headers = Versions.ACCEPT`, [], 1],
    [`produces = Versions.TYPE`, [], 1],
  ])("sends the headers that an annotation states: %s", (stated, known, unknown) => {
    const code = SPRING(`@FeignClient(url = "${API}")`).replace(`produces = "text/plain"`, stated);
    const [{ headers }] = facts.of(code).requests as [ReturnType<typeof facts.of>["requests"][number]];
    const sent = headers.entries.map(({ name, values }) => `${name}: ${values.map(asRead).join()}`);
    expect(sent).toEqual(expect.arrayContaining(known));
    const accept = headers.entries.filter(({ name }) => name === "accept");
    const isOpen = accept.some(({ values }) =>
      values.some(({ parts }) => parts.some(({ kind }) => kind === "hole")),
    );
    expect(isOpen).toBe(unknown === 1);
  });

  it("sends the headers that the annotation of the type states", () => {
    const code = SPRING(`@HttpExchange(url = "${API}", accept = "text/plain")`).replace(
      `, produces = "text/plain"`,
      "",
    );
    const { entries } = facts.of(code).requests[0]!.headers;
    expect(entries.map(({ name, values }) => `${name}: ${values.map(asRead).join()}`)).toContain(
      "accept: text/plain",
    );
  });

  it("may get headers from a configuration, which are not known", () => {
    const { requests } = facts.of(SPRING(`@FeignClient(url = "${API}", configuration = Signing.class)`));
    expect(requests[0]!.headers.open).not.toEqual([]);
  });

  it("is none without its annotation: a controller answers such requests", () => {
    expect(facts.of(SPRING("@RestController")).requests).toEqual([]);
  });
});

describe("a field without a value in Java", () => {
  it.each([
    ['"/groups/" + project', "/groups/{project}"],
    ['"/groups/" + this.project + "/users?pageNum=" + page', "/groups/{project}/users?pageNum={page}"],
    ['String.format("/orgs/%s", org)', "/orgs/{org}"],
    ['"/groups/" + none', "/groups/{none}"],
    ['"/groups/" + id', "/groups/1"],
  ])("is a placeholder with its name in %s", (path, expected) => {
    const { requests } = facts.of(`import java.net.URI;
import java.net.http.*;
class A {
  private String project; private int page; static String org; String none = null; private String id;
  void go() throws Exception {
    id = "1";
    HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create("${API}" + ${path})).build(), HttpResponse.BodyHandlers.ofString());
  }
}`);
    expect(requests.map(({ urls }) => asRead(urls[0]!).slice(API.length))).toEqual([expected]);
  });
});
