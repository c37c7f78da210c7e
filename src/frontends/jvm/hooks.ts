import type { Hook } from "../lowered/request-hooks.js";
import { headersWith } from "./library/http-headers.js";
import { internalSlot } from "../../analysis/evaluation/member-tables.js";

/** Matches packages of the libraries themselves, and a class of one that a file imports whole: `jvm:.Name|packages`. */
const HARMLESS =
  /^(?:jvm:)?(?:(?:org\.(?:springframework|glassfish|jboss|apache)|okhttp3|com\.burgstaller\.okhttp|feign|com\.fasterxml|io\.micrometer)\.|\.AuthenticationCacheInterceptor\|.*\bcom\.burgstaller\.okhttp\b)/;

/** Intercepts the requests of OkHttp. */
export const OKHTTP_INTERCEPTOR: Hook = {
  slot: internalSlot("interceptor"),
  source: "https://square.github.io/okhttp/features/interceptors/",
  methods: ["intercept"],
  request: {
    request: "itself",
    url: "urlOf",
    newBuilder: "itself",
    header: "header",
    addHeader: "header",
    removeHeader: "remove",
    build: "itself",
    proceed: "send",
  },
  isFluent: true,
  harmless: HARMLESS,
};

/** Intercepts the requests of RestTemplate and RestClient: `(request, body, execution)`. */
export const SPRING_INTERCEPTOR: Hook = {
  slot: internalSlot("interceptor"),
  source:
    "https://docs.spring.io/spring-framework/docs/current/javadoc-api/org/springframework/http/client/ClientHttpRequestInterceptor.html",
  methods: ["intercept"],
  gets: [0, 2],
  request: { getURI: "urlOf", getHeaders: "headersOf", execute: "send" },
  headersIn: headersWith,
  harmless: HARMLESS,
};

/** Initialises the requests of RestTemplate and RestClient. */
export const SPRING_INITIALIZER: Hook = {
  slot: internalSlot("initializer"),
  source:
    "https://docs.spring.io/spring-framework/docs/current/javadoc-api/org/springframework/http/client/ClientHttpRequestInitializer.html",
  methods: ["initialize", "customize"],
  request: { getURI: "urlOf", getHeaders: "headersOf" },
  headersIn: headersWith,
  harmless: HARMLESS,
};

/** Filters the requests of WebClient: `(request, next)`. */
export const SPRING_FILTER: Hook = {
  slot: internalSlot("filter"),
  source: "https://docs.spring.io/spring-framework/reference/web/webflux-webclient/client-filter.html",
  methods: ["filter"],
  gets: [0, 1],
  request: { url: "urlOf", header: "header", headers: "edit", build: "itself", exchange: "send" },
  isFluent: true,
  headersIn: headersWith,
  harmless: HARMLESS,
};

/** Sets up the requests of WebClient and RestClient: `defaultRequest(request -> …)`. */
export const SPRING_DEFAULT: Hook = {
  slot: internalSlot("default request"),
  source: "https://docs.spring.io/spring-framework/reference/web/webflux-webclient/client-builder.html",
  methods: ["accept"],
  request: { header: "header", headers: "edit", accept: "accept" },
  isFluent: true,
  headersIn: headersWith,
  harmless: HARMLESS,
};

/** Changes the requests of Feign. */
export const FEIGN_INTERCEPTOR: Hook = {
  slot: internalSlot("interceptor"),
  source: "https://github.com/OpenFeign/feign#request-interceptors",
  methods: ["apply"],
  request: { url: "urlOf", header: "header", removeHeader: "remove" },
  isFluent: true,
  harmless: HARMLESS,
};

/** Filters the requests of JAX-RS. */
export const JAX_RS_FILTER: Hook = {
  slot: internalSlot("filter"),
  source:
    "https://jakarta.ee/specifications/restful-ws/3.1/apidocs/jakarta.ws.rs/jakarta/ws/rs/client/clientrequestfilter",
  methods: ["filter"],
  request: { getUri: "urlOf", getHeaders: "headersOf" },
  headersIn: headersWith,
  harmless: HARMLESS,
};

/** Processes the requests of HttpClient of Apache: `(request, context)` or `(request, entity, context)`. */
export const APACHE_INTERCEPTOR: Hook = {
  slot: internalSlot("interceptor"),
  source: "https://hc.apache.org/httpcomponents-client-5.4.x/",
  methods: ["process"],
  request: { setHeader: "header", addHeader: "header", removeHeaders: "remove", containsHeader: "has" },
  harmless: HARMLESS,
};
