import { once } from "node:events";
import { UsageError } from "../../core/errors.js";
import { startServiceDouble, type SeenRequest } from "../../service-double/server.js";
import { GROUP_ID } from "../../service-double/seed.js";
import { basesOf } from "../../service-double/served.js";
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
}

/**
 * Runs `v2ready serve`: starts the service double until it is interrupted. Prints the URL on standard output, and one
 * line for each request on standard error.
 */
export async function serve(flags: ServeFlags, world: World): Promise<number> {
  const catalog = catalogFor(flags.vocabulary, world.cwd);
  const unserved = catalog.vocabularies.find(({ isStandalone }) => isStandalone);
  if (unserved)
    throw new UsageError(
      `serve has no double of the API of the vocabulary ${unserved.name}`,
      "It serves the built-in vocabularies and those that extend them.",
    );
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
    onRequest: (request) => world.stderr.write(`${lineOf(request)}\n`),
    ...(port !== undefined && { port }),
    ...(only.length > 0 && { forms: only }),
  });
  // The listener is added before the address is printed, because its reader may interrupt at once.
  const interrupted = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  const served = bases.filter(({ form }) => only.length === 0 || only.includes(form));
  // Keys that the user has chosen are not printed.
  const keys =
    flags.user === undefined && flags.password === undefined
      ? "public key public, private key private"
      : "the keys of --user and --password";
  const lines = [
    double.url,
    ...served.map(({ base }) => `  ${double.url}${base}/groups/${GROUP_ID}/clusters`),
    `Log in with HTTP digest: ${keys}. Ctrl+C ends it.`,
  ];
  world.stdout.write(`${lines.join("\n")}\n`);
  await interrupted;
  await double.close();
  return EXIT.clean;
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
  return withoutCommands(visible([`${status} ${method} ${path}`, ...details].join("  ")));
}
