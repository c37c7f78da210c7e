import type { Span } from "../../core/span.js";
import { HOLE_MARK } from "../../facts/text.js";
import { blankPlaceholders, collapseHoles } from "./placeholders.js";

/**
 * A parsed connection string. It contains no user name and no password, only whether there are any. All offsets are
 * UTF-16 code units of the parsed text.
 */
export interface ParsedConnectionString {
  readonly ok: true;
  /** Lower case, without `+srv`. */
  readonly scheme: string;
  readonly srv: boolean;
  readonly hasCredentials: boolean;
  /** At least one; an empty list in the text gives one host with an empty name. */
  readonly hosts: readonly ParsedHost[];
  /** From the first host to the last. */
  readonly hostList: Span;
  /** After the hosts, without the `/`; the database to authenticate against. */
  readonly database: string | undefined;
  readonly options: readonly ParsedOption[];
}

/** Offsets are those of the whole host with its port. */
export interface ParsedHost extends Span {
  /** As written. */
  readonly name: string;
  /** Lower case, with one `HOLE_MARK` for each placeholder and without a period at the end. */
  readonly pattern: string;
  /** Any number; the caller decides whether it is a valid port. */
  readonly port: number | undefined;
  readonly portSpan: Span | undefined;
  /** Set if the port is a placeholder. */
  readonly portOpen: boolean;
}

interface ParsedOption extends Span {
  readonly name: string;
  /** Only for options that never hold a secret; absent for all others. */
  readonly value: string | undefined;
}

interface NotAConnectionString {
  readonly ok: false;
  /** One sentence that repeats nothing of the text but its scheme. */
  readonly reason: string;
}

const SCHEME = /^[a-z][a-z0-9+.-]*$/i;
const SRV = "+srv";
const HOST_NAME = new RegExp(`^[\\p{L}\\p{N}._${HOLE_MARK}-]+$`, "u");
const IP_LITERAL = /^\[[0-9a-f:.]+\]$/i;
/** A UNIX domain socket is percent-encoded instead of a host. */
const SOCKET = /^%2f(?:[\w.~-]|%[0-9a-f]{2})+\.sock$/i;
const PORT = new RegExp(`^[\\d${HOLE_MARK}]+$`);

const HARMLESS_OPTIONS: ReadonlySet<string> = new Set(
  ["authSource", "directConnection", "loadBalanced", "readPreference", "replicaSet", "retryWrites"]
    .concat(["ssl", "tls", "w", "srvMaxHosts", "srvServiceName"])
    .map((name) => name.toLowerCase()),
);

/**
 * Parses a connection string: `scheme://[credentials@]host[:port][,host…][/database][?options]`.
 *
 * `schemes` are without `+srv`. Placeholders are accepted in credentials, hosts and ports (see `placeholders.ts`).
 * White space around the string is ignored. Never throws.
 */
export function parseConnectionString(
  text: string,
  schemes: readonly string[],
): ParsedConnectionString | NotAConnectionString {
  const from = text.length - text.trimStart().length;
  const colon = text.indexOf("://", from);
  const written = colon < 0 ? "" : text.slice(from, colon).toLowerCase();
  if (!SCHEME.test(written)) return no("It does not start with a scheme and ://.");
  const srv = written.endsWith(SRV);
  const scheme = srv ? written.slice(0, -SRV.length) : written;
  if (!schemes.some((known) => known.toLowerCase() === scheme)) {
    return no(
      `The scheme is ${written}, not ${schemes.map((known) => `${known} or ${known}${SRV}`).join(", ")}.`,
    );
  }

  const body = colon + "://".length;
  const blanked = text.slice(0, body) + blankPlaceholders(text.trimEnd().slice(body));
  const hostsFrom = endOfCredentials(blanked, body);
  const hostsTo = Math.min(find(blanked, "/", hostsFrom), find(blanked, "?", hostsFrom));
  const hosts = readHosts(text, blanked, { start: hostsFrom, end: hostsTo });
  if (typeof hosts === "string") return no(hosts);
  const question = find(blanked, "?", hostsTo);
  return {
    ok: true,
    scheme,
    srv,
    hasCredentials: hostsFrom > body,
    hosts,
    hostList: { start: hostsFrom, end: hostsTo },
    database: question > hostsTo + 1 ? text.slice(hostsTo + 1, question) : undefined,
    options: readOptions(text, blanked, question + 1),
  };
}

function no(reason: string): NotAConnectionString {
  return { ok: false, reason };
}

/** Returns the offset of `what`, or the end of the text if it is missing. */
function find(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at < 0 ? text.length : at;
}

/**
 * Returns the offset after the `@` that ends the credentials; `from` without credentials.
 *
 * By the grammar this is the last `@` before the first `/`. A password with an unescaped `/` or `?` would then be
 * treated as hosts and shown, so a later `@` ends the credentials, too. Only in the value of an option, after complete
 * credentials, an `@` is a part of the value (`appName=@name@`).
 */
function endOfCredentials(blanked: string, from: number): number {
  const slash = find(blanked, "/", from);
  const regular = blanked.lastIndexOf("@", slash);
  const equals = find(blanked, "=", find(blanked, "?", slash));
  const last = blanked.lastIndexOf("@", regular < from ? blanked.length : equals);
  return last < from ? from : last + 1;
}

/** Returns the hosts, or a sentence that says why the text between credentials and path is not a list of hosts. */
function readHosts(text: string, blanked: string, list: Span): readonly ParsedHost[] | string {
  const hosts: ParsedHost[] = [];
  for (const { start, end } of splitSpan(blanked, list, ",")) {
    const host = readHost(text.slice(start, end), blanked.slice(start, end), start);
    if (typeof host === "string") return host;
    hosts.push(host);
  }
  return hosts;
}

/** Parses the host `written`, at `start` of the whole text. */
function readHost(written: string, blanked: string, start: number): ParsedHost | string {
  const bracket = blanked.startsWith("[") ? find(blanked, "]", 0) : 0;
  const colon = find(blanked, ":", bracket);
  const pattern = collapseHoles(blanked.slice(0, colon)).toLowerCase().replace(/\.$/, "");
  if (pattern !== "" && !HOST_NAME.test(pattern) && !IP_LITERAL.test(pattern) && !SOCKET.test(pattern)) {
    return "The list of hosts contains characters that no host name has.";
  }
  const hasPort = colon < blanked.length;
  const port = blanked.slice(colon + 1);
  if (hasPort && !PORT.test(port)) {
    return "The port is not a number; perhaps an @ after the credentials is missing.";
  }
  const end = start + blanked.length;
  const portOpen = port.includes(HOLE_MARK);
  return {
    start,
    end,
    name: written.slice(0, colon),
    pattern,
    port: hasPort && !portOpen ? Number(port) : undefined,
    portSpan: hasPort ? { start: start + colon + 1, end } : undefined,
    portOpen,
  };
}

function readOptions(text: string, blanked: string, from: number): ParsedOption[] {
  const options: ParsedOption[] = [];
  for (const { start, end } of splitSpan(blanked, { start: from, end: blanked.length }, /[&;]/)) {
    const written = text.slice(start, end);
    const equals = find(blanked.slice(start, end), "=", 0);
    const name = written.slice(0, equals);
    const harmless = equals < written.length && HARMLESS_OPTIONS.has(name.toLowerCase());
    if (written !== "")
      options.push({ name, value: harmless ? written.slice(equals + 1) : undefined, start, end });
  }
  return options;
}

/** Returns the spans between the separators, which are one character long. */
function splitSpan(text: string, { start, end }: Span, separator: string | RegExp): Span[] {
  let next = start;
  return text
    .slice(start, end)
    .split(separator)
    .map(({ length }) => {
      const part = { start: next, end: next + length };
      next = part.end + 1;
      return part;
    });
}
