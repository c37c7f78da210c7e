import { addAll } from "../../core/add-all.js";
import { ELEMENT, bracketPairs, hclReferences, partsOfReference, type HclName } from "./hcl-references.js";
import { hclTokens, type HclToken } from "./hcl-tokens.js";
import { commandOfRead, type Step } from "./jinja-reads.js";
import { inQuotes, joined, madePiece, pieceAt, type Piece } from "./piece.js";

/** The attributes of a data source or a resource that sends a request. */
interface Sender {
  readonly method: string;
  readonly headers: string;
  readonly body: string;
  /** Those with the text of the response. */
  readonly response: readonly string[];
}

/**
 * The data sources and resources by type:
 * https://registry.terraform.io/providers/hashicorp/http/latest/docs/data-sources/http and
 * https://registry.terraform.io/providers/devops-rob/terracurl/latest/docs/resources/request
 */
const SENDERS: ReadonlyMap<string, Sender> = new Map([
  [
    "http",
    {
      ...{ method: "method", headers: "request_headers", body: "request_body" },
      response: ["response_body", "body"],
    },
  ],
  [
    "terracurl_request",
    { method: "method", headers: "headers", body: "request_body", response: ["response"] },
  ],
]);

/** Returns whether a text may have data sources or resources that send requests. */
export function hasTerraformRequests(source: string): boolean {
  return /^[ \t]*(?:data|resource)[ \t]+"(?:http|terracurl_request)"/m.test(source);
}

/**
 * Returns the requests of data sources and resources as commands of curl, and the locals and defaults of variables that
 * they are made of as variables. What other code reads of a response are filters of jq.
 */
export function terraformRequests(source: string): Piece[] {
  const script = new Requests(source).script();
  return script ? [script] : [];
}

/** An expression that is written as the text between double quotes of the shell. */
type Value = Piece | undefined;

class Requests {
  readonly #tokens: readonly HclToken[];
  readonly #behind: ReadonlyMap<number, number>;
  /** The number of each token by where it starts. */
  readonly #at = new Map<number, number>();
  /** The first tokens of the values of locals and of the defaults of variables, by their names. */
  readonly #values = new Map<string, number>();
  readonly #variables: Piece[] = [];
  readonly #defined = new Set<string>();
  readonly #commands: Piece[] = [];
  /** The variables with responses, and what leads to their text, by the addresses of what sends them. */
  readonly #responses = new Map<string, { readonly variable: string; readonly sender: Sender }>();

  constructor(private readonly source: string) {
    this.#tokens = hclTokens(source);
    this.#behind = bracketPairs(this.#tokens);
    for (const [at, { start }] of this.#tokens.entries()) this.#at.set(start, at);
  }

  /** The whole as a script; `undefined` if nothing sends a request. */
  script(): Piece | undefined {
    const blocks = [...this.#blocks()];
    for (const { type, labels, body } of blocks)
      if (type === "locals")
        for (const [name, at] of this.#attributes(body)) this.#values.set(`local.${name}`, at);
      else if (type === "variable") {
        const value = this.#attributes(body).get("default");
        if (value !== undefined) this.#values.set(`var.${labels[0]}`, value);
      }
    for (const { type, labels, body } of blocks) {
      const sender = SENDERS.get(labels[0] ?? "");
      const command =
        sender && labels.length === 2 ? this.#commandOf(sender, this.#attributes(body)) : undefined;
      if (!sender || !command) continue;
      const variable = `response_${this.#commands.length}`;
      this.#responses.set(`${type === "data" ? "data." : ""}${labels.join(".")}`, { variable, sender });
      this.#commands.push(joined([madePiece(`${variable}=$(`), command, madePiece("\n)")], ""));
    }
    if (this.#commands.length === 0) return undefined;
    const reads = hclReferences(this.source).flatMap((reference) => this.#readOf(reference));
    return joined([...this.#variables, ...this.#commands, ...reads]);
  }

  /** The blocks of the file: `data "http" "cluster" { … }`. */
  *#blocks(): Iterable<{ readonly type: string; readonly labels: readonly string[]; readonly body: number }> {
    for (let at = 0; at < this.#tokens.length; at = this.#behind.get(at) ?? at + 1) {
      const { kind, text } = this.#tokens[at]!;
      if (kind !== "name") continue;
      let body = at + 1;
      while (this.#tokens[body]?.kind === "text") body++;
      if (!this.#isMark(body, "{") || !this.#behind.has(body)) continue;
      const labels = this.#tokens.slice(at + 1, body).map(({ start }) => this.#written(start));
      yield { type: text, labels, body };
      at = body;
    }
  }

  /** Returns the literal text between the quotes at an offset. */
  #written(start: number): string {
    return /^"([^"\n]*)"/.exec(this.source.slice(start, start + 200))?.[1] ?? "";
  }

  /** Returns the first tokens of the values of a block or an object by their names. */
  #attributes(opening: number): Map<string, number> {
    const found = new Map<string, number>();
    const end = this.#behind.get(opening)! - 1;
    for (let at = opening + 1; at < end; at = this.#behind.get(at) ?? at + 1) {
      const { kind, text, start } = this.#tokens[at]!;
      const isKey = kind === "name" || kind === "text";
      if (!isKey || !(this.#isMark(at + 1, "=") || this.#isMark(at + 1, ":"))) continue;
      found.set(kind === "name" ? text : this.#written(start), at + 2);
      at++;
    }
    return found;
  }

  #commandOf({ method, headers, body }: Sender, given: ReadonlyMap<string, number>): Piece | undefined {
    const url = this.#attribute("url", given);
    if (!url) return undefined;
    const parts = [inQuotes("curl ", url)];
    const verb = this.#attribute(method, given);
    if (verb) parts.push(inQuotes(" -X ", verb));
    const own = given.get(headers);
    if (own !== undefined) addAll(parts, this.#headersAt(own));
    if (given.has(body)) parts.push(madePiece(' -H "$TYPE" -d "$BODY"'));
    return joined(parts, "");
  }

  #attribute(name: string, given: ReadonlyMap<string, number>): Value {
    const at = given.get(name);
    return at === undefined ? undefined : this.#valueAt(at);
  }

  #lookups = 0;

  /** Returns options of curl for the headers in an expression: an object, a local, or such joined by `merge`. */
  #headersAt(at: number, depth = 0): Piece[] {
    const isTooMuch = depth > MOST_STEPS || this.#lookups++ > MOST_LOOKUPS;
    const known = isTooMuch ? undefined : this.#knownAt(at);
    if (known !== undefined) return this.#headersAt(known, depth + 1);
    if (this.#isMark(at, "{") && this.#behind.has(at))
      return [...this.#attributes(at)].flatMap(([name, value]) => {
        const text = this.#valueAt(value) ?? madePiece("$VALUE");
        return /["\\`$\n]/.test(name)
          ? []
          : [joined([madePiece(` -H "${name}: `), text, madePiece('"')], "")];
      });
    const merged = this.#tokens[at]?.text === "merge" ? this.#behind.get(at + 1) : undefined;
    if (merged === undefined || isTooMuch) return [madePiece(' -H "$HEADERS"')];
    const found: Piece[] = [];
    for (
      let argument = at + 2, from = argument;
      argument < merged;
      argument = this.#behind.get(argument) ?? argument + 1
    )
      if (this.#isMark(argument, ",") || argument === merged - 1) {
        if (argument > from) addAll(found, this.#headersAt(from, depth + 1));
        from = argument + 1;
      }
    return found;
  }

  /** Returns the token of what a local or a variable holds. */
  #knownAt(at: number): number | undefined {
    const { kind, text } = this.#tokens[at] ?? {};
    if (kind !== "name" || !this.#isMark(at + 1, ".") || this.#isMark(at + 3, ".")) return undefined;
    return this.#values.get(`${text}.${this.#tokens[at + 2]?.text}`);
  }

  /** Returns a text, or the value of a reference, as variables of the shell; `undefined` for other expressions. */
  #valueAt(at: number): Value {
    const token = this.#tokens[at];
    if (token?.kind === "text") return this.#templateAt(at);
    return token?.kind === "name" ? this.#referenceAt(at) : undefined;
  }

  #referenceAt(at: number): Piece {
    const names = [this.#tokens[at]!.text];
    let next = at + 1;
    for (; this.#isMark(next, ".") && this.#tokens[next + 1]; next += 2)
      names.push(this.#tokens[next + 1]!.text);
    const isAlone = !this.#isMark(next, "(") && !this.#isMark(next, "[");
    const name = names.slice(0, 2).join(".");
    if (isAlone && names.length === 2) this.#define(name);
    // Nothing sets a variable for other expressions: its value is not known.
    return madePiece(`\${${isAlone && names.length === 2 ? variableOf(name) : "EXPRESSION"}}`);
  }

  /** Writes the value of a local or the default of a variable before what needs it. */
  #define(name: string): void {
    const at = this.#values.get(name);
    if (at === undefined || this.#defined.has(name)) return;
    this.#defined.add(name);
    const value =
      this.#tokens[at]?.kind === "text" || name.startsWith("local.") ? this.#valueAt(at) : undefined;
    if (value) this.#variables.push(inQuotes(`${variableOf(name)}=`, value));
  }

  /** Returns a text in quotes; `undefined` for a here-document, and for what quotes of the shell cannot hold. */
  #templateAt(token: number): Value {
    const { start } = this.#tokens[token]!;
    if (this.source[start] !== '"') return undefined;
    const parts: Piece[] = [];
    for (let at = start + 1; ;) {
      const code = /["\\`\n]|[$%]\{|\$/g;
      code.lastIndex = at;
      const found = code.exec(this.source);
      if (!found) return undefined;
      parts.push(pieceAt(this.source, at, found.index));
      if (found[0] === '"') return joined(parts, "");
      const opening = found[0] === "${" ? this.#at.get(found.index) : undefined;
      const behind = opening === undefined ? undefined : this.#behind.get(opening);
      if (opening === undefined || behind === undefined) return undefined;
      parts.push(this.#valueAt(opening + 1) ?? madePiece("${EXPRESSION}"));
      at = this.#tokens[behind - 1]!.end;
    }
  }

  /** Returns the read of a response that a reference is. */
  #readOf(reference: readonly HclName[]): Piece[] {
    const { address, attributes } = partsOfReference(reference);
    const response = this.#responses.get(address.join("."));
    const [attribute, ...rest] = attributes;
    if (!response?.sender.response.includes(attribute?.name ?? "")) return [];
    if (!rest.every(({ name }) => name === ELEMENT || /^[A-Za-z_]\w*$/.test(name))) return [];
    const steps = rest.map(({ name, start, end }): Step =>
      name === ELEMENT ? "element" : { name: pieceAt(this.source, start, end) },
    );
    return steps.some((step) => step !== "element") ? [commandOfRead({ of: response.variable, steps })] : [];
  }

  #isMark(at: number, mark: string): boolean {
    const token = this.#tokens[at];
    return token?.kind === "mark" && token.text === mark;
  }
}

/** The depth of locals that stand for other locals. */
const MOST_STEPS = 8;
/** The number of expressions in a file that are looked into for headers. */
const MOST_LOOKUPS = 1_000;

function variableOf(name: string): string {
  return name.replaceAll(/\W/g, "_");
}
