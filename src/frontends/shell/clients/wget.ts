import type { NativeFunction } from "../../../analysis/builtins/native.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import {
  EMPTY,
  UNDEFINED,
  alternatives,
  computedText,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { fileContent } from "../files.js";
import { writeFile } from "../state.js";
import { joinOutputs, textIn } from "../texts.js";
import { HeaderLines } from "../../lowered/header-lines.js";
import { intakeOf } from "./intake.js";
import { readOptions, type OptionTable } from "./options.js";

/** https://www.gnu.org/software/wget/manual/wget.html#Invoking */
const TABLE: OptionTable = {
  withValue: new Set(
    `accept append-output auth-no-challenge-user base bind-address body-data body-file ca-certificate ca-directory
    certificate certificate-type ciphers config connect-timeout cut-dirs default-page directory-prefix dns-timeout
    domains egd-file exclude-directories exclude-domains execute follow-tags ftp-password ftp-user header
    http-password http-user ignore-tags include-directories input-file input-metalink level limit-rate load-cookies
    local-encoding max-redirect method output-document output-file password post-data post-file prefer-family
    private-key private-key-type progress proxy-password proxy-user quota read-timeout referer reject reject-regex
    remote-encoding report-speed restrict-file-names retry-on-http-error save-cookies secure-protocol start-pos
    timeout tries user user-agent wait waitretry`.split(/\s+/),
  ),
  short: new Map(
    Object.entries({
      ...{
        O: "output-document",
        o: "output-file",
        a: "append-output",
        e: "execute",
        i: "input-file",
        B: "base",
      },
      ...{
        t: "tries",
        T: "timeout",
        w: "wait",
        Q: "quota",
        P: "directory-prefix",
        D: "domains",
        U: "user-agent",
      },
      ...{ A: "accept", R: "reject", I: "include-directories", X: "exclude-directories", l: "level" },
    }),
  ),
  abbreviates: true,
};

/** Models `wget [options] URL…`. */
export const wget: NativeFunction = (run, call) => {
  const headers = new HeaderLines();
  const urls: Value[] = [];
  let method: Value | undefined;
  let body: Value | undefined;
  let output: Value | undefined;
  let hasUser = false;
  const given = readOptions(run, call.args.list.slice(3), TABLE);
  const unknown = given.filter(({ kind }) => kind === "unknown");
  for (const one of given) {
    if (one.kind === "operand") urls.push(one.value);
    if (one.kind !== "option") continue;
    const value = one.value ?? UNDEFINED;
    if (one.name === "method") method = value;
    if (one.name === "body-data" || one.name === "post-data") body = value;
    if (one.name === "body-file" || one.name === "post-file") body = fileContent(run, call, value);
    if (one.name === "post-data" || one.name === "post-file") method ??= computedText("POST");
    if (one.name === "output-document") output = value;
    if (one.name === "user" || one.name === "http-user") hasUser = true;
    if (one.name === "header") {
      const options = alternatives(value);
      const lines = options.filter((single) => single.kind === "text");
      for (const single of options) if (single.kind !== "text") headers.open(single);
      headers.addOneOf(
        lines.map((single) => textIn(run, single)),
        options.length === lines.length,
      );
    }
  }
  if (urls.length === 0 && unknown.length === 1 && unknown[0]!.value) urls.push(unknown[0]!.value);
  else for (const { value } of unknown) if (value) headers.open(value);
  if (call.args.rest) headers.open(call.args.rest);
  let printed: Value = EMPTY;
  for (const url of urls) {
    const { response } = run.recorder.request(run, {
      client: "wget",
      call,
      url,
      method: method ?? computedText("GET"),
      headers: headers.layers(run),
      ...intakeOf(run, call, "--header="),
      ...(body ? { body, ownContentType: { type: "application/x-www-form-urlencoded", isText: true } } : {}),
      // Which scheme it uses is what the server asks for.
      ...(hasUser ? { credentials: "unknown" as const } : {}),
    });
    if (output && knownString(run, output) === "-") printed = joinOutputs(run, printed, response);
    else if (output) writeFile(run, call, output, response);
  }
  return printed;
};
