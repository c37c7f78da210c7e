import type { Receives } from "./lambdas.js";

/** Functions whose lambda gets an object as `this`. */
const WITH_THIS: ReadonlySet<string> = new Set([
  ...["apply", "with", "buildString", "buildList", "buildSet", "buildMap"],
  ...["buildJsonObject", "buildJsonArray", "putJsonObject", "putJsonArray", "addJsonObject", "addJsonArray"],
  ...["HttpClient", "config", "defaultRequest", "install", "headers", "headersOf", "url"],
  ...["get", "post", "put", "patch", "delete", "head", "options", "request", "buildUrl", "Json"],
  ...["prepareGet", "preparePost", "preparePut", "preparePatch", "prepareDelete", "prepareRequest"],
]);

/** Functions whose lambda gets its argument as `it`, and no `this`. */
const WITH_IT: ReadonlySet<string> = new Set([
  ...["let", "also", "use", "useLines", "takeIf", "takeUnless", "forEach", "onEach", "map", "mapNotNull"],
  ...["flatMap", "filter", "filterNot", "find", "first", "firstOrNull", "last", "lastOrNull", "single"],
  ...["singleOrNull", "any", "all", "none", "count", "associate", "associateBy", "associateWith", "groupBy"],
  ...["sortedBy", "sortedByDescending", "sumOf", "sumBy", "maxBy", "maxByOrNull", "minBy", "minByOrNull"],
  ...["distinctBy", "partition", "filterValues", "filterKeys", "mapValues", "mapKeys", "joinToString"],
  ...["takeWhile", "dropWhile", "onSuccess", "onFailure", "getOrElse", "repeat", "addInterceptor"],
  ...["forEachLine", "collect", "response", "responseString", "responseObject", "fold", "computeIfAbsent"],
  ...["defaultHeaders", "filterIsInstance", "removeIf", "runCatching", "mapCatching", "recover"],
]);

/** Functions whose lambda runs as the code around it, with nothing that is of interest here. */
const RUNS: ReadonlySet<string> = new Set([
  ...["runBlocking", "launch", "async", "withContext", "coroutineScope", "supervisorScope", "withTimeout"],
  ...["withTimeoutOrNull", "thread", "synchronized", "withLock", "measureTimeMillis", "measureTime", "lazy"],
  ...["runTest", "flow", "channelFlow", "transaction", "test", "lifecycleScope", "produce", "task"],
  ...["doFirst", "doLast", "runCatching", "execute"],
]);

/** Returns how a function calls the lambda that it gets. */
export function receivesOf(name: string, isMethod: boolean): Receives {
  if (name === "run") return isMethod ? "this" : "nothing";
  if (WITH_THIS.has(name)) return "this";
  if (WITH_IT.has(name)) return "it";
  return RUNS.has(name) ? "it" : "either";
}

/** Checks for a function without an object that calls its lambda once and gives what that gives. */
export function isRunner(name: string): boolean {
  return name === "run" || RUNS.has(name) || name === "runCatching";
}
