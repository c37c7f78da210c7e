/** The namespace of a library → its classes that are modelled; what every program has is under "". */
const NAMESPACES = {
  "": [
    ...[
      "HttpClient",
      "HttpRequestMessage",
      "HttpMethod",
      "StringContent",
      "ByteArrayContent",
      "StreamContent",
    ],
    ...["FormUrlEncodedContent", "JsonContent", "ReadOnlyMemoryContent", "IHttpClientFactory"],
    ...["MediaTypeWithQualityHeaderValue", "MediaTypeHeaderValue", "AuthenticationHeaderValue"],
    ...[
      "ProductInfoHeaderValue",
      "DelegatingHandler",
      "HttpMessageHandler",
      "HttpClientHandler",
      "SocketsHttpHandler",
      "WinHttpHandler",
    ],
    ...[
      "NetworkCredential",
      "CredentialCache",
      "WebRequest",
      "HttpWebRequest",
      "WebClient",
      "HttpRequestHeader",
    ],
    ...["StreamWriter", "StreamReader", "WebUtility", "HttpUtility", "HttpHeaders"],
    ...[
      "Uri",
      "UriBuilder",
      "UriKind",
      "String",
      "StringBuilder",
      "Encoding",
      "Convert",
      "Environment",
      "Path",
    ],
    ...["File", "FileStream", "Directory", "AppContext", "AppDomain"],
    ...["JsonSerializerOptions", "JsonIgnoreCondition"],
    ...["JsonSerializer", "JsonDocument", "JsonNode", "JsonObject", "JsonArray", "JsonElement"],
    ...["Dictionary", "IConfiguration", "IConfigurationRoot", "ConfigurationBuilder", "IOptions"],
    ...["IOptionsSnapshot", "IOptionsMonitor", "Options", "Task", "Regex", "RegexOptions", "QueryHelpers"],
  ],
  "System.Diagnostics": ["Process", "ProcessStartInfo"],
  Newtonsoft: [
    "JsonSerializerSettings",
    "NullValueHandling",
    "JsonConvert",
    "JObject",
    "JArray",
    "JToken",
    "JValue",
    "JProperty",
  ],
  RestSharp: [
    "RestClient",
    "IRestClient",
    "RestRequest",
    "RestClientOptions",
    "Method",
    "DataFormat",
    "ParameterType",
  ],
  Refit: ["RestService"],
  Flurl: ["Url", "FlurlClient", "FlurlRequest", "IFlurlClient"],
} satisfies Readonly<Record<string, readonly string[]>>;

const BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMESPACES).flatMap(([namespace, names]) => names.map((name) => [name, namespace] as const)),
);

export function isLibraryClass(name: string): boolean {
  return BY_NAME.has(name);
}

/** Returns the namespace that a file must import for a name to mean the library class. Undefined if none is needed. */
export function namespaceOf(name: string): string | undefined {
  const namespace = BY_NAME.get(name);
  return namespace === "" ? undefined : namespace;
}

const INJECTED: ReadonlySet<string> = new Set([
  ...["HttpClient", "IHttpClientFactory", "IConfiguration", "IConfigurationRoot"],
  ...["IOptions", "IOptionsSnapshot", "IOptionsMonitor", "RestClient", "IRestClient", "IFlurlClient"],
]);

/**
 * Checks whether a dependency injection container creates the instances of a class, and not the code of the program.
 */
export function isInjected(name: string): boolean {
  return INJECTED.has(name);
}
