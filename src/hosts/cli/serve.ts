import { once } from "node:events";
import type { Catalog, Vocabulary } from "../../catalog/catalog.js";
import { InputError, UsageError } from "../../core/errors.js";
import { maskSecrets } from "../../engine/secrets.js";
import { startServiceDouble, type SeenRequest } from "../../service-double/server.js";
import { GROUP_ID, seededStore } from "../../service-double/seed.js";
import { basesOf } from "../../service-double/served.js";
import { Store, type Document } from "../../service-double/store.js";
import { readDataFile } from "../../workspace/data-file.js";
import { visible, withoutCommands } from "../../core/visible.js";
import { dayOf } from "../../hosting/question.js";
import { unknownName } from "../../runs/options.js";
import { countOf } from "./options.js";
import { EXIT, type World } from "./run.js";
import { catalogFor } from "../../hosting/vocabularies.js";

/** The options of `serve` as the command line gives them. */
export interface ServeFlags {
  readonly port?: string;
  readonly vocabulary?: readonly string[];
  readonly asOf?: string;
  readonly only?: readonly string[];
  readonly user?: string;
  readonly password?: string;
  readonly data?: string;
}

/**
 * Runs `v2ready serve`: starts the service double until it is interrupted. Prints the URL on standard output, and one
 * line for each request on standard error.
 */
export async function serve(flags: ServeFlags, world: World): Promise<number> {
  const catalog = catalogFor(flags.vocabulary, world.cwd);
  const bases = catalog.vocabularies.flatMap(basesOf);
  const forms = [...new Set(bases.map(({ form }) => form))];
  const only = (flags.only ?? []).flatMap((value) => value.split(","));
  for (const form of only) if (!forms.includes(form)) throw unknownName("form", form, forms);
  const port = countOf("--port", flags.port);
  if (port !== undefined && port > 65_535)
    throw new UsageError(`--port ${port} is not a port`, "The last is 65535.");
  const double = await startServiceDouble({
    catalog,
    asOf: dayOf(flags.asOf, world.now, "--as-of"),
    credentials: { publicKey: flags.user ?? "public", privateKey: flags.password ?? "private" },
    store: storeFor(catalog, flags.data, world.cwd),
    onRequest: (request) => world.stderr.write(`${lineOf(request)}\n`),
    ...(port !== undefined && { port }),
    ...(only.length > 0 && { forms: only }),
  });
  // The listener is added before the address is printed, because its reader may interrupt at once.
  const interrupted = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  const lines = [
    double.url,
    ...catalog.vocabularies.flatMap((vocabulary) =>
      basesOf(vocabulary)
        .filter(({ form }) => only.length === 0 || only.includes(form))
        .map(({ base }) => `  ${double.url}${base}${vocabulary.isStandalone ? "" : CLUSTERS}`),
    ),
    ...new Set(catalog.vocabularies.flatMap((vocabulary) => loginsOf(vocabulary, flags))),
    "Ctrl+C ends it.",
  ];
  world.stdout.write(`${lines.join("\n")}\n`);
  await interrupted;
  await double.close();
  return EXIT.clean;
}

const CLUSTERS = `/groups/${GROUP_ID}/clusters`;

/**
 * Returns the store at the start. A file has documents by the path of their list, in the shape of the newest version.
 *
 * @throws {InputError} the file cannot be read, or has something else
 */
function storeFor({ vocabularies }: Catalog, file: string | undefined, cwd: string): Store {
  const store = vocabularies.every(({ isStandalone }) => isStandalone) ? new Store() : seededStore();
  if (file === undefined) return store;
  const { data } = readDataFile(cwd, file);
  for (const [path, documents] of Object.entries(isObject(data) ? data : { "": data })) {
    if (!path.startsWith("/") || !Array.isArray(documents) || !documents.every(isObject))
      throw new InputError(
        `${file} is not a file of documents`,
        'It has lists of objects by their path behind the base path: { "/berths": [{ "id": "b1" }] }.',
      );
    store.setDocuments(path, documents);
  }
  return store;
}

function isObject(value: unknown): value is Document {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns how to log in. Keys that the user has chosen are not printed. */
function loginsOf({ isStandalone, authentication }: Vocabulary, { user, password }: ServeFlags): string[] {
  const isChosen = user !== undefined || password !== undefined;
  const pair = isChosen ? "the values of --user and --password" : "user public, password private";
  const key = isChosen ? "the value of --password" : "private";
  if (!isStandalone)
    return [
      `Log in with HTTP digest: ${isChosen ? "the keys of --user and --password" : "public key public, private key private"}.`,
    ];
  const { schemes = [], keys = [] } =
    authentication.find(({ surface }) => surface === "administration") ?? {};
  if (schemes.length === 0) return ["No login is needed."];
  return schemes.map((scheme) => {
    if (scheme === "digest") return `Log in with HTTP digest: ${pair}.`;
    if (scheme === "basic") return `Log in with Basic credentials: ${pair}.`;
    if (scheme === "bearer") return `Log in with a bearer token: ${key}.`;
    return `Log in with an API key in ${keys.map(({ name }) => name).join(" or ")}: ${key}.`;
  });
}

/** Returns a line about a request and its response, without the login and the bodies. */
function lineOf({ method, path, status, errorCode, version, accept, isChallenge }: SeenRequest): string {
  // The service gives all of them the same code, `UNEXPECTED_ERROR`.
  const login = isChallenge ? "asked to log in" : "login refused";
  const detail = status === 401 ? login : errorCode;
  const details = [
    ...(detail === undefined ? [] : [detail]),
    ...(version === undefined ? [] : [`version ${version}`]),
    ...(status === 406 ? [`Accept: ${accept ?? "none"}`] : []),
  ];
  return withoutCommands(maskSecrets(visible([`${status} ${method} ${path}`, ...details].join("  "))));
}
