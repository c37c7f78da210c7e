import { addAll } from "../../core/add-all.js";
import type { SourceText } from "../../core/source-text.js";
import type { HeaderEntry, RequestFact } from "../../facts/request.js";
import { flatten, type Part, type Text } from "../../facts/text.js";
import type { Interest } from "../interest.js";
import { closingIndex, expressionEnd, tokensOf, type Token } from "./code-tokens.js";

/** Languages without a parser here whose calls and strings look alike. */
const LANGUAGES: ReadonlySet<string> = new Set(["swift", "dart", "scala", "groovy"]);

/** Functions that send a request, or set its address. */
const SENDS =
  /^(?:get|post|put|patch|delete|head|request|url|uri|URLRequest|open|dataTask|fetch|exchange|send|execute|httpRequest)$/;
/** Functions of Swift that send a request, by the name of their first argument. Most have no place for headers. */
const BY_LABEL: ReadonlyMap<string, RegExp> = new Map([
  ["from", /^(?:data|bytes|download|upload)$/],
  ["contentsOf", /^(?:Data|String|NSData|NSString|NSDictionary|NSArray)$/],
  ["with", /^downloadTask$/],
  ["for", /^dataTaskPublisher$/],
]);
/** A step of Jenkins with all of the request in its arguments, which need no brackets: `httpRequest url: "…"`. */
const STEP = "httpRequest";
/** Parts of a builder that set the address. */
const ADDRESS = /^(?:url|uri)$/;
const DECLARES = /^(?:fun|func|def)$/;
/** Words that make a client or a request in code, so that its headers are probably there, too. */
const MAKES =
  /^(?:HttpClient|OkHttpClient|newHttpClient|newBuilder|Builder|openConnection|URLRequest|Dio|basicRequest)$/;
const METHOD = /^(?:get|post|put|patch|delete|head)$/i;

/**
 * Finds requests in code that is not parsed, by the words and strings alone. A call counts if its name is that of a
 * method of HTTP or the like, and an argument leads to the API. Headers are looked for in the code around the call.
 */
export function writtenRequests(source: SourceText, language: string, interest: Interest): RequestFact[] {
  const isOfApi = interest.mayHold(source.text) || interest.namesResource(source.text);
  return LANGUAGES.has(language) && isOfApi ? new Reader(source, language, interest).requests() : [];
}

class Reader {
  readonly #tokens: readonly Token[];
  /** The last known values of names. */
  readonly #values = new Map<string, Text>();
  /** The index of the call that gives an address to the request in a variable. */
  readonly #built = new Map<string, number>();
  readonly #isSentLater = new Set<number>();
  /** True if the file makes a client. */
  readonly #makesClient: boolean;
  /** True if a header may come from elsewhere in the file. */
  readonly #hasVersion: boolean;

  constructor(
    private readonly source: SourceText,
    language: string,
    private readonly interest: Interest,
  ) {
    this.#tokens = tokensOf(source.text, language === "dart" || language === "groovy");
    this.#makesClient = this.#tokens.some(
      ({ kind, text }, index) =>
        kind === "name" &&
        (text === STEP || (MAKES.test(text) && /^[({]$/.test(this.#tokens[index + 1]?.text ?? ""))),
    );
    this.#hasVersion = interest.scanText(source.text).some(({ what }) => what === "media-type");
  }

  requests(): RequestFact[] {
    const found: { readonly index: number; readonly url: Text }[] = [];
    for (const [index, { kind, text }] of this.#tokens.entries()) {
      if (kind === "mark" && text === "=") this.#assign(index);
      const url = kind === "name" && this.#sends(index) ? this.#urlOf(index) : undefined;
      if (url) found.push({ index, url });
    }
    const calls = found.filter(({ index }) => !this.#isSentLater.has(index));
    return calls.map(({ index, url }, order) => {
      const end = Math.min(calls[order + 1]?.index ?? this.#tokens.length, index + AROUND);
      return this.#request(index, url, this.#tokens.slice(Math.max(0, index - AROUND / 4), end));
    });
  }

  #sends(index: number): boolean {
    return SENDS.test(this.#tokens[index]!.text) || this.#isLabelled(index);
  }

  #isLabelled(index: number): boolean {
    const [{ text }, bracket, label, colon] = this.#tokens.slice(index, index + 4) as [Token, ...Token[]];
    if (bracket?.text !== "(" || colon?.text !== ":" || label?.kind !== "name") return false;
    return BY_LABEL.get(label.text)?.test(text) === true;
  }

  /** Checks for a call that sends no headers but the usual ones: `URLSession.shared.data(from: url)`. */
  #hasNoHeaders(index: number): boolean {
    if (!this.#isLabelled(index)) return false;
    const [type, , session] = this.#tokens.slice(Math.max(0, index - 4), index).map(({ text }) => text);
    return this.#tokens[index + 2]!.text === "contentsOf" || (type === "URLSession" && session === "shared");
  }

  /** Keeps the value of `NAME = …`, `NAME: Type = …`, if it may be a part of an address of the API. */
  #assign(index: number): void {
    const [before, after] = [this.#tokens[index - 1], this.#tokens[index + 1]];
    if (!before || !after || /[=!<>]/.test(before.text) || after.text === "=") return;
    const name = this.#nameBefore(index);
    if (name === undefined) return;
    const end = expressionEnd(this.#tokens, index + 1, this.source.text);
    let built: number | undefined;
    let url: Text | undefined;
    for (let at = index + 1; at < end && url === undefined; at++) {
      if (!ADDRESS.test(this.#tokens[at]!.text)) continue;
      url = this.#urlOf(at);
      if (url) built = at;
    }
    if (built === undefined) this.#built.delete(name);
    else this.#built.set(name, built);
    const value = url ?? this.#textOf(index + 1, end);
    if (this.interest.mayHold(flatten(value))) this.#values.set(name, value);
    else this.#values.delete(name);
  }

  /** Returns the name that is assigned to, which may have a type after it. */
  #nameBefore(index: number): string | undefined {
    for (let at = index - 1; at > 0 && at > index - 12; at--) {
      const { kind, text } = this.#tokens[at]!;
      if (text === ":" && this.#tokens[at - 1]!.kind === "name") return this.#tokens[at - 1]!.text;
      if (kind === "mark" && /[;{}()=]/.test(text)) break;
    }
    const { kind, text } = this.#tokens[index - 1]!;
    return kind === "name" ? text : undefined;
  }

  /** Returns the address among the arguments of a call. */
  #urlOf(index: number): Text | undefined {
    const isBracket = this.#tokens[index + 1]?.text === "(";
    const isCall = isBracket || this.#tokens[index]!.text === STEP;
    if (!isCall || DECLARES.test(this.#tokens[index - 1]?.text ?? "")) return undefined;
    const close = this.#endOfCall(index);
    for (let at = index + (isBracket ? 2 : 1); at < close;) {
      const end = expressionEnd(this.#tokens, at, this.source.text);
      const text = this.#textOf(at, end);
      if (this.#leadsToApi(text)) {
        for (const one of this.#tokens.slice(at, end)) {
          const built = one.kind === "name" ? this.#built.get(one.text) : undefined;
          if (built !== undefined) this.#isSentLater.add(built);
        }
        return text;
      }
      at = Math.max(end, at) + 1;
    }
    return undefined;
  }

  /** Returns the index of the bracket that closes a call, or after the last argument of one without brackets. */
  #endOfCall(index: number): number {
    if (this.#tokens[index + 1]?.text === "(") return closingIndex(this.#tokens, index + 1);
    let end = index;
    do end = expressionEnd(this.#tokens, end + 1, this.source.text);
    while (this.#tokens[end]?.text === ",");
    return end;
  }

  /** A path alone is a route of a server, or what a test expects. Behind an unknown base it has to be one of the API. */
  #leadsToApi(text: Text): boolean {
    const flat = flatten(text);
    return !flat.startsWith("/") && (this.interest.mayHold(flat) || this.interest.namesOperation(flat));
  }

  /** Returns the texts of some tokens, joined; names that are not known are holes. */
  #textOf(from: number, to: number): Text {
    const parts: Part[] = [];
    for (let index = from; index < to; index++) {
      const { kind, text } = this.#tokens[index]!;
      const next = this.#tokens[index + 1]?.text;
      if (kind === "string") {
        const rest = this.#tokens.slice(index + 1, to).filter((one) => one.kind === "name");
        addAll(parts, this.#filled(text, rest));
        // The rest of the arguments fills the template.
        if (PLACES.test(text)) break;
      } else if (kind === "name" && next !== ":" && next !== "(" && next !== ".") {
        const value = this.#values.get(text);
        if (value) addAll(parts, value.parts);
        else if (parts.length > 0 || next === "+") parts.push(hole(text));
      }
    }
    return { kind: "text", parts };
  }

  /** Fills `$name`, `${…}`, `{name}`, `{}` and `\(…)` in a string. */
  #filled(text: string, given: readonly Token[]): Part[] {
    const parts: Part[] = [];
    let last = 0;
    let used = 0;
    for (const match of text.matchAll(PLACE)) {
      parts.push(segment(text.slice(last, match.index)));
      const name = match.slice(1).find((one) => one !== undefined) || given[used++]?.text || "value";
      addAll(parts, this.#values.get(name)?.parts ?? [hole(name)]);
      last = match.index + match[0].length;
    }
    return [...parts, segment(text.slice(last))].filter((part) => part.kind === "hole" || part.text !== "");
  }

  #request(index: number, url: Text, around: readonly Token[]): RequestFact {
    const { path } = this.source;
    const { text, start } = this.#tokens[index]!;
    const last = this.#endOfCall(index);
    const { end } = this.#tokens[this.#tokens[index + 1]?.text === "(" ? last : last - 1]!;
    const own = text === STEP ? around.filter((token) => token.start > start) : around;
    const named = own.find((token) => METHOD.test(token.text) && token.kind !== "mark");
    const hasNoHeaders = this.#hasNoHeaders(index);
    const method = METHOD.test(text) ? text : ((hasNoHeaders ? undefined : named?.text) ?? "GET");
    return {
      kind: "request",
      id: `${path}:${start}`,
      client: "an HTTP client",
      understood: true,
      ...(this.#makesClient || hasNoHeaders ? {} : { hasClientElsewhere: true }),
      form: "call",
      site: { path, start, end },
      methods: [method.toUpperCase()],
      urls: [url],
      headers: {
        atSite: false,
        entries: hasNoHeaders ? [] : this.#acceptIn(own),
        open: this.#hasVersion && !hasNoHeaders ? [hole("headers")] : [],
        sources: [],
        slots: [],
      },
      setsContentType: true,
      credentials: "unknown",
      callers: [],
      setting: "code",
    };
  }

  #acceptIn(around: readonly Token[]): HeaderEntry[] {
    const at = around.findIndex(({ text, kind }) => kind !== "mark" && /^accept$/i.test(text));
    // Swift writes the value first: `setValue("…", forHTTPHeaderField: "Accept")`.
    const before = around.slice(Math.max(0, at - 5), Math.max(0, at));
    const isSecond = before.some(({ text }) => text === "forHTTPHeaderField");
    const near = isSecond ? before : around.slice(at + 1, at + 6);
    const value = near.find(({ kind }) => kind === "string");
    if (at < 0 || !value) return [];
    const parts = [segment(value.text)];
    return [{ name: "accept", values: [{ kind: "text", parts }], certain: true }];
  }
}

/** The number of tokens after a call in which its headers are looked for. */
const AROUND = 120;

const PLACE = /\$\{([^}]*)\}|\$(\w+)|\\\(([^)]*)\)|\{(\w*)(?::[^}]*)?\}/g;
/** Places that arguments fill. */
const PLACES = /\{(?::[^}]*)?\}/;

function segment(text: string): Part {
  return { kind: "segment", text, hops: undefined };
}

function hole(name: string): Part & { readonly kind: "hole" } {
  return { kind: "hole", reason: "computed", name, hops: undefined };
}
