import { describe } from "vitest";
import { expectDoubts, expectHeaders, expectMissing } from "./expect-hooks.js";

describe("Java", () => {
  expectHeaders("Api.java", {
    "an interceptor of RestTemplate": `import org.springframework.web.client.RestTemplate;
import org.springframework.http.*;
import java.util.*;
class A {
    RestTemplate rest() {
        RestTemplate t = new RestTemplate();
        t.getInterceptors().add((req, body, ex) -> { req.getHeaders().set("HEADER", "TYPE"); return ex.execute(req, body); });
        return t;
    }
    Object go() { return rest().patchForObject("API/groups/x/clusters/y", Map.of("paused", true), Map.class); }
}
`,
    "a class of interceptors": `import org.springframework.web.client.RestTemplate;
import org.springframework.http.client.*;
import org.springframework.http.*;
import java.io.IOException;
import java.util.*;
class VersionInterceptor implements ClientHttpRequestInterceptor {
    private final String version;
    VersionInterceptor(String version) { this.version = version; }
    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution) throws IOException {
        HttpHeaders headers = request.getHeaders();
        headers.set("HEADER", version);
        return execution.execute(request, body);
    }
}
class Atlas {
    private final RestTemplate rest;
    Atlas() {
        rest = new RestTemplate();
        rest.setInterceptors(Collections.singletonList(new VersionInterceptor("TYPE")));
    }
    String groups() { return rest.getForObject("API/groups", String.class); }
}
`,
    "an interceptor of RestTemplateBuilder": `import org.springframework.boot.web.client.RestTemplateBuilder;
import org.springframework.web.client.RestTemplate;
class Atlas {
    private final RestTemplate rest;
    Atlas(RestTemplateBuilder builder) {
        rest = builder.rootUri("API").additionalInterceptors((request, body, execution) -> {
            request.getHeaders().add("HEADER", "TYPE");
            return execution.execute(request, body);
        }).build();
    }
    String groups() { return rest.getForObject("/groups", String.class); }
}
`,
    "a default header of RestTemplateBuilder": `import org.springframework.boot.web.client.RestTemplateBuilder;
import org.springframework.web.client.RestTemplate;
class Atlas {
    String groups() {
        RestTemplate rest = new RestTemplateBuilder().rootUri("API").defaultHeader("HEADER", "TYPE").build();
        return rest.getForObject("/groups", String.class); }
}
`,
    "an interceptor of RestClient": `import org.springframework.web.client.RestClient;
class Atlas {
    private final RestClient rest = RestClient.builder().baseUrl("API")
        .requestInterceptor((request, body, execution) -> {
            request.getHeaders().set("HEADER", "TYPE");
            return execution.execute(request, body);
        }).build();
    String groups() { return rest.get().uri("/groups").retrieve().body(String.class); }
}
`,
    "an initializer of RestClient": `import org.springframework.web.client.RestClient;
class Atlas {
    private final RestClient rest = RestClient.builder().baseUrl("API")
        .requestInitializer(request -> request.getHeaders().set("HEADER", "TYPE")).build();
    String groups() { return rest.get().uri("/groups").retrieve().body(String.class); }
}
`,
    "default headers of RestClient": `import org.springframework.web.client.RestClient;
class Atlas {
    private final RestClient rest = RestClient.builder().baseUrl("API")
        .defaultHeaders(h -> h.set("HEADER", "TYPE")).build();
    String groups() { return rest.get().uri("/groups").retrieve().body(String.class); }
}
`,
    "a filter of WebClient": `import org.springframework.web.reactive.function.client.*;
class A { WebClient w = WebClient.builder().baseUrl("API").filter((r, n) -> n.exchange(ClientRequest.from(r).header("HEADER", "TYPE").build())).build();
  String go() { return w.get().uri("/groups").retrieve().bodyToMono(String.class).block(); } }
`,
    "a request processor of WebClient": `import org.springframework.web.reactive.function.client.*;
import reactor.core.publisher.Mono;
class A {
  private static ExchangeFilterFunction version() {
    return ExchangeFilterFunction.ofRequestProcessor(request ->
      Mono.just(ClientRequest.from(request).headers(h -> h.set("HEADER", "TYPE")).build()));
  }
  WebClient w = WebClient.builder().baseUrl("API").filter(version()).build();
  String go() { return w.get().uri("/groups").retrieve().bodyToMono(String.class).block(); } }
`,
    "a class of filters": `import org.springframework.web.reactive.function.client.*;
import reactor.core.publisher.Mono;
class VersionFilter implements ExchangeFilterFunction {
  @Override
  public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
    ClientRequest changed = ClientRequest.from(request).header("HEADER", "TYPE").build();
    return next.exchange(changed);
  }
}
class A {
  WebClient w = WebClient.builder().baseUrl("API").filter(new VersionFilter()).build();
  String go() { return w.get().uri("/groups").retrieve().bodyToMono(String.class).block(); } }
`,
    "a filter in the list of WebClient": `import org.springframework.web.reactive.function.client.*;
class A { WebClient w = WebClient.builder().baseUrl("API").filters(f -> f.add((r, n) -> n.exchange(ClientRequest.from(r).header("HEADER", "TYPE").build()))).build();
  String go() { return w.get().uri("/groups").retrieve().bodyToMono(String.class).block(); } }
`,
    "an interceptor of Feign": `import feign.*;
interface AtlasApi {
  @RequestLine("GET /groups")
  String groups();
}
class A {
  AtlasApi api = Feign.builder().requestInterceptor(template -> template.header("HEADER", "TYPE")).target(AtlasApi.class, "API");
  String go() { return api.groups(); }
}
`,
    "a class of interceptors of Feign": `import feign.*;
interface AtlasApi {
  @RequestLine("GET /groups")
  String groups();
}
class VersionInterceptor implements RequestInterceptor {
  @Override public void apply(RequestTemplate template) { template.header("HEADER", "TYPE"); }
}
class A {
  AtlasApi api = Feign.builder().requestInterceptor(new VersionInterceptor()).target(AtlasApi.class, "API");
  String go() { return api.groups(); }
}
`,
    "a filter of JAX-RS": `import jakarta.ws.rs.client.*;
class VersionFilter implements ClientRequestFilter {
  @Override public void filter(ClientRequestContext context) { context.getHeaders().putSingle("HEADER", "TYPE"); }
}
class A {
  String go() {
    Client client = ClientBuilder.newClient();
    client.register(new VersionFilter());
    return client.target("API/groups").request().get(String.class);
  }
}
`,
    "a class of filters of JAX-RS": `import jakarta.ws.rs.client.*;
import java.util.*;
class VersionFilter implements ClientRequestFilter {
  @Override public void filter(ClientRequestContext context) { context.getHeaders().put("HEADER", List.of("TYPE")); }
}
class A {
  private final Client client = ClientBuilder.newBuilder().register(VersionFilter.class).build();
  String go() { return client.target("API").path("groups").request().get(String.class); }
}
`,
    "a function as a filter of JAX-RS": `import javax.ws.rs.client.*;
class A {
  private final Client client = ClientBuilder.newClient().register((ClientRequestFilter) ctx -> ctx.getHeaders().add("HEADER", "TYPE"));
  String go() { return client.target("API").path("groups").request().get(String.class); }
}
`,
    "an interceptor of Retrofit's client": `import okhttp3.*;
import retrofit2.*;
import retrofit2.http.*;
interface Api { @GET("groups") Call<String> groups(); }
class A {
  private final OkHttpClient client = new OkHttpClient.Builder().addInterceptor(chain -> chain.proceed(chain.request().newBuilder().header("HEADER", "TYPE").build())).build();
  Api api = new Retrofit.Builder().baseUrl("API/").client(client).build().create(Api.class);
  String go() throws Exception { return api.groups().execute().body(); }
}
`,
    "an interceptor of Apache HttpClient": `import org.apache.http.client.methods.*;
import org.apache.http.impl.client.*;
class A {
  CloseableHttpClient client = HttpClients.custom().addInterceptorFirst((org.apache.http.HttpRequestInterceptor) (request, context) -> request.setHeader("HEADER", "TYPE")).build();
  void go() throws Exception { client.execute(new HttpGet("API/groups")); }
}
`,
    "default headers of Apache HttpClient": `import org.apache.http.client.methods.*;
import org.apache.http.impl.client.*;
import org.apache.http.message.BasicHeader;
import java.util.*;
class A {
  CloseableHttpClient client = HttpClients.custom().setDefaultHeaders(List.of(new BasicHeader("HEADER", "TYPE"))).build();
  void go() throws Exception { client.execute(new HttpGet("API/groups")); }
}
`,
    "default headers of Unirest": `import kong.unirest.*;
class A {
  static { Unirest.config().setDefaultHeader("HEADER", "TYPE"); }
  void go() { Unirest.get("API/groups").asJson(); }
}
`,
    "a bean of the program": `import org.springframework.web.client.*;
import org.springframework.boot.web.client.RestTemplateBuilder;
import org.springframework.context.annotation.*;
import org.springframework.stereotype.*;
@Configuration
class Config {
    @Bean RestTemplate rest() {
      RestTemplate t = new RestTemplate();
      t.getInterceptors().add((r, b, e) -> { r.getHeaders().set("HEADER", "TYPE"); return e.execute(r, b); });
      return t;
    }
}
@Service
class Api {
    private final RestTemplate rest;
    Api(RestTemplate rest) { this.rest = rest; }
    String go() { return rest.getForObject("API/groups", String.class); }
}
`,
    "a builder of a container": `import org.springframework.web.reactive.function.client.*;
import org.springframework.stereotype.*;
@Service
class Api {
    private final WebClient client;
    Api(WebClient.Builder builder) { this.client = builder.baseUrl("API").filter((r, n) -> n.exchange(ClientRequest.from(r).headers(h -> h.set("HEADER", "TYPE")).build())).build(); }
    String go() { return client.get().uri("/groups").retrieve().bodyToMono(String.class).block(); }
}
`,
    "an interceptor that looks first": `import okhttp3.*;
class A {
  private final OkHttpClient client = new OkHttpClient.Builder().addInterceptor(chain -> {
    Request r = chain.request();
    if (r.header("HEADER") == null) r = r.newBuilder().header("HEADER", "TYPE").build();
    return chain.proceed(r);
  }).build();
  String go() throws Exception { return client.newCall(new Request.Builder().url("API/groups").build()).execute().body().string(); }
}
`,
    "an interceptor with a map": `import org.springframework.web.client.RestTemplate;
import org.springframework.http.*;
import org.springframework.http.client.*;
import java.util.*;
class HeaderInterceptor implements ClientHttpRequestInterceptor {
    private final Map<String, String> headers;
    HeaderInterceptor(Map<String, String> headers) { this.headers = headers; }
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution) throws java.io.IOException {
        headers.forEach((k, v) -> request.getHeaders().add(k, v));
        return execution.execute(request, body);
    }
}
class A {
    String go() {
        RestTemplate t = new RestTemplate();
        t.setInterceptors(List.of(new HeaderInterceptor(Map.of("HEADER", "TYPE"))));
        return t.getForObject("API/groups", String.class);
    }
}
`,
    "an interceptor with the entries of a map": `import org.springframework.web.client.RestTemplate;
import org.springframework.http.*;
import org.springframework.http.client.*;
import java.util.*;
class HeaderInterceptor implements ClientHttpRequestInterceptor {
    private final Map<String, String> headers;
    HeaderInterceptor(Map<String, String> headers) { this.headers = headers; }
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution) throws java.io.IOException {
        for (Map.Entry<String, String> e : headers.entrySet()) request.getHeaders().set(e.getKey(), e.getValue());
        return execution.execute(request, body);
    }
}
class A {
    String go() {
        RestTemplate t = new RestTemplate();
        t.setInterceptors(List.of(new HeaderInterceptor(Map.of("HEADER", "TYPE"))));
        return t.getForObject("API/groups", String.class);
    }
}
`,
    "a customizer of RestTemplateBuilder": `import org.springframework.boot.web.client.RestTemplateBuilder;
import org.springframework.web.client.RestTemplate;
class A { RestTemplate t = new RestTemplateBuilder().requestCustomizers(r -> r.getHeaders().set("HEADER", "TYPE")).build();
  String go() { return t.getForObject("API/groups", String.class); } }
`,
    "a default request of WebClient": `import org.springframework.web.reactive.function.client.*;
class A { WebClient w = WebClient.builder().baseUrl("API").defaultRequest(r -> r.header("HEADER", "TYPE")).build();
  String go() { return w.get().uri("/groups").retrieve().bodyToMono(String.class).block(); } }
`,
    "a filter of a target of JAX-RS": `import jakarta.ws.rs.client.*;
class A {
  String go() {
    WebTarget target = ClientBuilder.newClient().target("API");
    target.register((ClientRequestFilter) c -> c.getHeaders().putSingle("HEADER", "TYPE"));
    return target.path("groups").request().get(String.class);
  } }
`,
  });

  expectDoubts("Api.java", {
    "an interceptor of a package": `import org.springframework.web.client.RestTemplate;
import com.acme.http.VersionInterceptor;
class Api {
    RestTemplate rest = new RestTemplate();
    Api() { rest.getInterceptors().add(new VersionInterceptor()); }
    String groups() { return rest.getForObject("API/groups", String.class); }
}
`,
  });

  expectMissing("Api.java", {
    "an interceptor that logs": `import org.springframework.web.client.RestTemplate;
import java.util.*;
class Api {
    RestTemplate rest = new RestTemplate();
    Api() {
        rest.setInterceptors(List.of((request, body, execution) -> {
            System.out.println(request.getURI());
            return execution.execute(request, body);
        }));
    }
    String groups() { return rest.getForObject("API/groups", String.class); }
}
`,
    "an interceptor of Spring": `import org.springframework.web.client.RestTemplate;
import org.springframework.http.client.support.BasicAuthenticationInterceptor;
class Api {
    RestTemplate rest = new RestTemplate();
    Api() { rest.getInterceptors().add(new BasicAuthenticationInterceptor("a", "b")); }
    String groups() { return rest.getForObject("API/groups", String.class); }
}
`,
    "a feature of Jersey": `import javax.ws.rs.client.*;
import org.glassfish.jersey.client.authentication.HttpAuthenticationFeature;
class Api {
    String groups() {
        Client client = ClientBuilder.newClient().register(HttpAuthenticationFeature.digest("a", "b"));
        return client.target("API/groups").request().get(String.class);
    }
}
`,
  });
});
