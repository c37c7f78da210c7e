import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Catalog, Vocabulary } from "../catalog/catalog.js";
import { mediaTypeOf } from "../catalog/matchers/media-types.js";
import type { EndpointData } from "../catalog/model.js";
import type { CalendarDate } from "../core/calendar-date.js";
import { UsageError } from "../core/errors.js";
import { apiError } from "../validation/api-error.js";
import { Refusal, errorBody } from "./api-error.js";
import { Authentication, type Credentials } from "./authentication.js";
import { discover } from "./handlers/discovery.js";
import { handle } from "./handlers/index.js";
import type { Call, Reply } from "./handlers/call.js";
import { checkContentType, isForm, negotiate, type Negotiated } from "./negotiation.js";
import { seededStore } from "./seed.js";
import {
  basesOf,
  findEndpoint,
  isInForm,
  parametersOf,
  servedVocabularies,
  targetOf,
  type Target,
} from "./served.js";
import type { Store } from "./store.js";

export interface DoubleOptions {
  /** Its vocabularies are spoken, each under its own base paths. */
  readonly catalog: Catalog;
  /** `v1.0`, `v1.5`, `v2`; every form where it is left out. One that is not served is answered with 410. */
  readonly forms?: readonly string[];
  /** The day that decides what is deprecated and what is gone. */
  readonly asOf: CalendarDate;
  readonly credentials: Credentials;
  /** A free one where it is left out. */
  readonly port?: number;
  /** The store at the start; a project with three clusters by default. */
  readonly store?: Store;
  /** Called with every request when it has been answered. */
  readonly onRequest?: (request: SeenRequest) => void;
}

/** A request and its answer; of the login it holds only whether there was one. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  /** `v1.0`, `v1.5`, `v2`, `discovery`; absent where the path leads nowhere. */
  readonly form?: string;
  readonly accept?: string;
  readonly contentType?: string;
  readonly authorized: boolean;
  readonly status: number;
  readonly errorCode?: string;
  /** The version that answered; of the versioned form alone. */
  readonly version?: CalendarDate;
  /** The first step of a login: a 401 for a request without credentials, which asks the client for them. */
  readonly isChallenge: boolean;
}

export interface ServiceDouble {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  /** In the order in which they were answered; the last `MOST_REQUESTS` of them. */
  readonly requests: readonly SeenRequest[];
  readonly store: Store;
  readonly close: () => Promise<void>;
}

const LARGEST_BODY = 1_048_576;
/** Bytes of a body that is too large; a client that sends more is cut off. */
const MOST_DISCARDED = 64 * LARGEST_BODY;
const MOST_REQUESTS = 10_000;
const MOST_CONNECTIONS = 256;
/** Bytes of all bodies that are stored. */
const MOST_KEPT = 64 * 1_048_576;

/**
 * Starts a server that speaks the administration API in its unversioned and its versioned form, and the discovery
 * endpoint, strictly, on one store. It listens on the loopback interface alone.
 *
 * @throws {UsageError} for a port that cannot be had
 */
export async function startServiceDouble(options: DoubleOptions): Promise<ServiceDouble> {
  const store = options.store ?? seededStore();
  const requests: SeenRequest[] = [];
  const service = new Service(options, store, (seen) => {
    if (requests.push(seen) > MOST_REQUESTS) requests.shift();
    options.onRequest?.(seen);
  });
  const server = createServer((request, response) => void service.answer(request, response));
  limitConnections(server);
  await new Promise<void>((listening, failed) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === "EADDRINUSE" ? "is in use" : `cannot be opened: ${error.code ?? error.message}`;
      failed(new UsageError(`port ${options.port ?? 0} ${reason}`, "Choose another one with --port."));
    });
    server.listen(options.port ?? 0, "127.0.0.1", listening);
  });
  const { port } = server.address() as AddressInfo;
  service.origin = `http://127.0.0.1:${port}`;
  return {
    url: service.origin,
    requests,
    store,
    close: () =>
      new Promise((closed) => {
        server.close(() => {
          closed();
        });
        server.closeAllConnections();
      }),
  };
}

/** Closes the connection that was idle first when there are too many: files and memory of a process are limited. */
function limitConnections(server: Server): void {
  const open = new Set<Socket>();
  const busy = new Set<Socket>();
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    if (open.size > MOST_CONNECTIONS) ([...open].find((one) => !busy.has(one)) ?? [...open][0])?.destroy();
  });
  server.on("request", ({ socket }, response) => {
    busy.add(socket);
    response.once("close", () => busy.delete(socket));
  });
}

/** Facts about a request that become known while it is answered. */
interface Progress {
  form?: string;
  version?: CalendarDate;
  authorized: boolean;
  headers: Readonly<Record<string, string>>;
}

class Service {
  origin = "";
  readonly #authentication: ReadonlyMap<Vocabulary, Authentication>;
  readonly #vocabularies: readonly Vocabulary[];
  #kept = 0;

  constructor(
    private readonly options: DoubleOptions,
    private readonly store: Store,
    private readonly seen: (request: SeenRequest) => void,
  ) {
    this.#vocabularies = servedVocabularies(options.catalog);
    this.#authentication = new Map(
      this.#vocabularies.map((one) => [one, new Authentication(options.credentials, one)]),
    );
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = urlOf(request);
    const progress: Progress = { authorized: false, headers: {} };
    let reply: Reply;
    let type: string | undefined;
    let errorCode: string | undefined;
    try {
      checkHost(request.headers.host);
      const text = await bodyOf(request);
      [reply, type] = this.#reply(request, url, text, progress);
    } catch (error) {
      const refusal =
        error instanceof Refusal
          ? error
          : new Refusal(
              apiError(500, "UNEXPECTED_ERROR", error instanceof Error ? error.message : "Unknown."),
            );
      progress.headers = { ...progress.headers, ...refusal.headers };
      errorCode = refusal.error.errorCode;
      // Errors are plain JSON whatever was asked for.
      [reply, type] = [{ status: refusal.error.status, body: errorBody(refusal.error) }, "application/json"];
    }
    send(response, reply, { ...progress.headers, ...(type !== undefined && { "Content-Type": type }) }, url);
    this.seen({
      method: request.method ?? "GET",
      path: url.pathname,
      authorized: progress.authorized,
      status: reply.status,
      isChallenge: reply.status === 401 && request.headers.authorization === undefined,
      ...(progress.form !== undefined && { form: progress.form }),
      ...(progress.version !== undefined && { version: progress.version }),
      ...(errorCode !== undefined && { errorCode }),
      ...(request.headers.accept !== undefined && { accept: request.headers.accept }),
      ...(request.headers["content-type"] !== undefined && { contentType: request.headers["content-type"] }),
    });
  }

  /** Answers a request with the checks in the service's order: login, path, method, version, content type, body. */
  #reply(request: IncomingMessage, url: URL, text: string, progress: Progress): [Reply, string | undefined] {
    const target = targetOf(url.pathname, this.#vocabularies);
    const authentication = this.#authentication.get(target?.vocabulary ?? this.#vocabularies[0]!)!;
    const { method = "GET", headers } = request;
    if (target?.kind === "discovery") {
      progress.form = "discovery";
      authentication.discovery(headers.authorization);
      progress.authorized = true;
      if (method !== "GET") throw notAllowed(["GET"]);
      const { vocabulary, path } = target;
      const body = discover(path, url.searchParams, headers.accept, vocabulary, this.store);
      return [{ status: 200, body }, "application/json"];
    }
    if (target) progress.form = target.form;
    if (!target?.path.startsWith("/unauth/")) {
      authentication.administration(method, request.url ?? "/", headers);
      progress.authorized = true;
    }
    if (!target) throw noSuchPath(url.pathname);
    if (!(this.options.forms ?? [target.form]).includes(target.form)) {
      const detail = `${target.form} is no longer served.`;
      throw new Refusal(apiError(410, "VERSION_GONE", detail, target.form, url.pathname));
    }
    return this.#administration(request, url, text, target, progress);
  }

  #administration(
    { method = "GET", headers }: IncomingMessage,
    url: URL,
    text: string,
    target: Target & { kind: "administration" },
    progress: Progress,
  ): [Reply, string | undefined] {
    const { vocabulary, form, path } = target;
    const { administration } = vocabulary;
    const unversioned = administration.unversioned.find(({ version }) => version === form);
    const endpoint = endpointFor(method, path, vocabulary, unversioned?.shape);
    let negotiated: Negotiated | undefined;
    if (!unversioned) {
      try {
        negotiated = negotiate(vocabulary, endpoint, url.pathname, headers.accept, this.options.asOf);
      } catch (error) {
        if (error instanceof Refusal) progress.headers = error.headers;
        throw error;
      }
      if (negotiated.requested !== undefined) progress.version = negotiated.version;
      progress.headers = negotiated.headers;
    }
    const writes = ["POST", "PUT", "PATCH"].includes(method);
    if (writes) checkContentType(vocabulary, headers["content-type"], negotiated?.requested, text !== "");
    const base = basesOf(vocabulary).find(
      (one) => one.form === form && url.pathname.startsWith(one.base),
    )!.base;
    const call: Call = {
      ...{ method, endpoint, path, vocabulary, store: this.store, query: url.searchParams },
      parameters: parametersOf(endpoint.path, path),
      body: writes ? parsed(text, isForm(headers["content-type"])) : undefined,
      version: negotiated?.version ?? unversioned!.shape,
      ...(negotiated?.requested !== undefined && { requested: negotiated.requested }),
      format: negotiated?.format ?? endpoint.format ?? "json",
      baseUrl: `${this.origin}${base}`,
    };
    if (this.#kept + text.length > MOST_KEPT)
      throw new Refusal(apiError(507, "STORAGE_FULL", "The double cannot store more."));
    const reply = handle(call);
    if (writes) this.#kept += text.length;
    if (negotiated?.requested === undefined)
      return [reply, reply.download?.type ?? (reply.body === undefined ? undefined : "application/json")];
    const type = mediaTypeOf(vocabulary, negotiated.version, negotiated.format);
    return [reply, reply.status === 204 ? undefined : reply.download ? type : `${type};charset=utf-8`];
  }
}

/** @throws {Refusal} 404, 405; 410 for what the versioned form no longer has */
function endpointFor(
  method: string,
  path: string,
  vocabulary: Vocabulary,
  shape: CalendarDate | undefined,
): EndpointData {
  const found = findEndpoint(vocabulary, method, path);
  if (!found) throw noSuchPath(path);
  if ("methods" in found) throw notAllowed(found.methods);
  if ("endpoint" in found) {
    // The vocabulary of another API does not state which endpoints its older form has.
    if (shape === undefined || vocabulary.isStandalone || isInForm(found.endpoint, shape))
      return found.endpoint;
    throw noSuchPath(path);
  }
  if (shape === undefined) {
    // No record of the service's own answer: it may as well be 404.
    throw new Refusal(apiError(410, "ENDPOINT_GONE", `${path} is gone. ${found.gone.note}`, path));
  }
  const { path: pattern, sources } = found.gone;
  // Clients of the unversioned form that still use it are left working.
  return { id: "gone.", method, path: pattern, versions: [], sources };
}

/** A target that is not a URL leads nowhere. */
function urlOf({ url = "/" }: IncomingMessage): URL {
  return URL.canParse(url, "http://localhost")
    ? new URL(url, "http://localhost")
    : new URL("http://localhost/");
}

function parsed(text: string, isFields: boolean): unknown {
  if (text === "") return undefined;
  if (isFields) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(apiError(400, "MALFORMED_JSON", "Received JSON is malformed."));
  }
}

function noSuchPath(path: string): Refusal {
  return new Refusal(apiError(404, "RESOURCE_NOT_FOUND", `Cannot find resource ${path}.`, path));
}

function notAllowed(methods: readonly string[]): Refusal {
  const error = apiError(405, "METHOD_NOT_ALLOWED", "The method is not allowed for this resource.");
  return new Refusal(error, { Allow: methods.join(", ") });
}

/**
 * A page in a browser can send requests to the loopback interface under a host name of its own (DNS rebinding).
 *
 * @throws {Refusal} 421
 */
function checkHost(host = ""): void {
  if (!/^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i.test(host))
    throw new Refusal(apiError(421, "MISDIRECTED_REQUEST", "Use 127.0.0.1 or localhost as the host."));
}

/**
 * Reads the body of a request. The answer to a body that is too large is sent at once. The rest is read and thrown away,
 * because a client that is still sending when the connection closes sees no answer.
 *
 * @throws {Refusal} 413 for a body that is too large, 400 for one that ends too early
 */
async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  await new Promise<void>((resolve, reject) => {
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= LARGEST_BODY) chunks.push(chunk);
      else reject(new Refusal(apiError(413, "PAYLOAD_TOO_LARGE", "The body is too large.")));
      if (size > MOST_DISCARDED) request.destroy();
    });
    // An error is followed by the end of the connection.
    request.on("error", () => undefined);
    request.once("close", resolve);
    request.once("end", resolve);
  });
  if (!request.complete) throw new Refusal(apiError(400, "INCOMPLETE_REQUEST", "The body ends too early."));
  return Buffer.concat(chunks).toString();
}

/** `pretty` and `envelope` have their old meaning in both forms (facts 4.3). */
function send(
  response: ServerResponse,
  { status, body, download }: Reply,
  headers: Readonly<Record<string, string>>,
  { searchParams }: URL,
): void {
  if (download) {
    response.writeHead(status, headers).end(download.bytes);
    return;
  }
  const enveloped = searchParams.get("envelope") === "true" && status !== 401;
  const content = enveloped ? { status, content: body } : body;
  const text =
    body === undefined ? "" : JSON.stringify(content, null, searchParams.get("pretty") === "true" ? 2 : 0);
  response.writeHead(enveloped ? 200 : status, headers).end(text);
}
