/** Clients that a container creates; no known code does. */
export const CLIENTS: ReadonlySet<string> = new Set([
  ...["RestTemplate", "RestOperations", "RestTemplateBuilder", "RestClient", "WebClient"],
  ...["OkHttpClient", "HttpClient", "CloseableHttpClient", "Client"],
  ...["WSClient", "HttpRequestFactory", "HttpTransport", "AsyncHttpClient"],
]);

/**
 * Checks for a client, or what builds one.
 *
 * @param name the name of the type without its package
 *
 * @param written the type as it is written
 */
export function isClient(name: string, written: string): boolean {
  return CLIENTS.has(name) || /^(?:WebClient|RestClient)\.Builder$/.test(written);
}

/** Checks whether the name of a type without arguments may be that of a class of the program. */
export function isOwnClass(name: string): boolean {
  return /^[A-Z]\w*[a-z]/.test(name) && !COMMON.has(name);
}

const COMMON: ReadonlySet<string> = new Set([
  ...["String", "Object", "Integer", "Long", "Boolean", "Double", "Class", "Exception", "Throwable"],
  ...["Any", "Unit", "Nothing", "Int", "Short", "Byte", "Char", "Float", "Number", "Logger"],
  ...["HttpServletRequest", "HttpServletResponse", "Model", "BindingResult", "Date", "Instant", "Duration"],
]);
