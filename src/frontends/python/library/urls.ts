import { encoder } from "../../../analysis/builtins/strings.js";
import { callBack, computed, type NativeFunction } from "../../../analysis/builtins/native.js";
import { resolveUrl } from "../../../analysis/builtins/urls.js";
import { concat, knownString } from "../../../analysis/evaluation/coerce.js";
import { keyword } from "../../../analysis/evaluation/keywords.js";
import {
  EMPTY,
  computedText,
  mapAlternatives,
  nullishness,
  type Value,
} from "../../../analysis/evaluation/value.js";

/** `urljoin(base, url)`, as a browser would resolve it, without the slash that a browser puts behind a host. */
const urljoin: NativeFunction = (run, call) => {
  const [base, url] = [call.args.at(0), call.args.at(1)].map((value) =>
    // Nothing is the same as an empty text here.
    mapAlternatives(value, (single) => (single.kind === "scalar" ? EMPTY : single)),
  );
  const resolved = resolveUrl(run, call, url!, base!);
  return mapAlternatives(resolved, (single) =>
    single.kind === "scalar" ? computed(call, "urljoin") : single,
  );
};

/** `a=1&b=2` of a dictionary or pairs. */
const urlencode: NativeFunction = (run, call) => {
  const given = call.args.at(0);
  run.recorder.escapes.inText(run, "urlencode", given, call);
  const isDict = given.kind === "object" && given.object.className === "Object";
  const { members, rest, open } = isDict
    ? run.store.read(given.object)
    : { members: new Map(), rest: [1], open: [] };
  if (rest.length + open.length > 0) return computed(call, "urlencode");
  const quote = encoder("quote_plus", quotePlus);
  const pieces: Value[] = [];
  for (const [key, slot] of members) {
    if (slot.maybeAbsent || slot.value.kind === "object") return computed(call, "urlencode");
    const value = callBack(run, quote, [slot.value], call);
    pieces.push(computedText(`${pieces.length > 0 ? "&" : ""}${quotePlus(key)}=`), value);
  }
  return pieces.length > 0 ? concat(run, pieces) : computedText("");
};

function percent(text: string, safe: string): string {
  return [...text]
    .map((one) =>
      /^[\w.~-]$/.test(one) || safe.includes(one)
        ? one
        : [...new TextEncoder().encode(one)]
            .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
            .join(""),
    )
    .join("");
}

function quotePlus(text: string): string {
  return percent(text, " ").replaceAll(" ", "+");
}

/** `quote(text, safe="/")` */
function quoter(
  name: string,
  encode: (text: string, safe: string) => string,
  ownSafe: string,
): NativeFunction {
  return (run, call) => {
    const given = call.args.has(1) ? call.args.at(1) : keyword(run, call.args.keywords, "safe");
    const safe = nullishness(given) === true ? ownSafe : knownString(run, given);
    if (safe === undefined) return computed(call, name);
    return callBack(
      run,
      encoder(name, (text) => encode(text, safe)),
      [call.args.at(0)],
      call,
    );
  };
}

const urlparse: NativeFunction = (_run, call) => computed(call, "urlparse");

export const PARSE_FUNCTIONS = {
  urljoin,
  urlencode,
  quote: quoter("quote", percent, "/"),
  quote_plus: quoter("quote_plus", (text, safe) => percent(text, `${safe} `).replaceAll(" ", "+"), ""),
  urlparse,
} satisfies Readonly<Record<string, NativeFunction>>;
