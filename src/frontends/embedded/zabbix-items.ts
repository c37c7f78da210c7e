import { isMap, isScalar, isSeq, visit, type Document, type YAMLMap } from "yaml";
import { addAll } from "../../core/add-all.js";
import { commandOfRead, type Data, type Step } from "./jinja-reads.js";
import { inQuotes, joined, madePiece, partsOf, type Piece } from "./piece.js";
import { pieceOfScalar } from "./yaml-data.js";

/** Returns whether a text may be a template of Zabbix whose items send requests. */
export function hasZabbixItems(source: string): boolean {
  return /^zabbix_export:/m.test(source) && source.includes("HTTP_AGENT");
}

/**
 * Returns the requests of the items in templates of Zabbix as commands of curl, and macros as variables. What items take
 * out of a response by JSONPath are filters of jq.
 * https://www.zabbix.com/documentation/current/en/manual/config/items/itemtypes/http
 */
export function zabbixItems(source: string, documents: readonly Document[]): Piece[] {
  return documents.flatMap((document) => {
    const items = new Items(source);
    visit(document, {
      Map: (_key, map) => {
        items.add(map);
      },
    });
    return items.script ?? [];
  });
}

class Items {
  readonly #macros: Piece[] = [];
  readonly #commands: Piece[] = [];
  /** Items that take something out of a response: their own, or that of another item. */
  readonly #readers: YAMLMap[] = [];
  readonly #byKey = new Map<string, YAMLMap>();
  readonly #variables = new Map<YAMLMap, string>();

  constructor(private readonly source: string) {}

  add(map: YAMLMap): void {
    const [macro, value] = [this.#piece(map, "macro"), this.#piece(map, "value")];
    if (macro && value && isSafe(value)) this.#macros.push(inQuotes(`${variableOf(macro.text)}=`, value));
    const key = this.#piece(map, "key")?.text;
    const command = map.get("type") === "HTTP_AGENT" ? this.#commandOf(map) : undefined;
    if (command) {
      const name = `response_${this.#commands.length}`;
      this.#variables.set(map, name);
      this.#commands.push(joined([madePiece(`${name}=$(`), command, madePiece("\n)")], ""));
    }
    if (command || isMap(map.get("master_item"))) {
      if (key !== undefined) this.#byKey.set(key, map);
      this.#readers.push(map);
    }
  }

  /** The whole as a script; `undefined` if nothing sends a request. */
  get script(): Piece | undefined {
    if (this.#commands.length === 0) return undefined;
    const reads = this.#readers.flatMap((map) => {
      const data = this.#dataOf(map);
      return data ? [data, ...this.#discovered(map, data)] : [];
    });
    const filters = reads.filter(({ steps }) => steps.length > 0).map((read) => commandOfRead(read));
    return joined([...this.#macros, ...this.#commands, ...filters]);
  }

  #commandOf(map: YAMLMap): Piece | undefined {
    const url = this.#filled(this.#piece(map, "url"));
    if (!url) return undefined;
    const given = [inQuotes(" ", url)];
    const method = this.#piece(map, "request_method");
    if (method) given.push(inQuotes(" -X ", method));
    const headers = map.get("headers");
    for (const header of isSeq(headers) ? headers.items.filter(isMap) : []) {
      const name = this.#filled(this.#piece(header, "name"));
      const value = this.#filled(this.#piece(header, "value"));
      if (name && value)
        given.push(joined([madePiece(' -H "'), name, madePiece(": "), value, madePiece('"')], ""));
    }
    const scheme = map.get("authtype");
    const isKnown = scheme === "DIGEST" || scheme === "BASIC";
    const credentials = isKnown ? ` --${scheme.toLowerCase()} -u user:password` : "";
    // A place in the file is one range, so the arguments have the order that they have there.
    given.sort((a, b) => startOf(a) - startOf(b));
    const body = this.#piece(map, "posts");
    const end = body ? [madePiece(` -d @- <<'${END}'\n`), body, madePiece(`\n${END}`)] : [];
    return joined([madePiece(`curl${credentials}`), ...given, ...end], "");
  }

  /** Returns what an item gives, as a part of a response. */
  #dataOf(map: YAMLMap, seen = new Set<YAMLMap>()): Data | undefined {
    if (seen.has(map)) return undefined;
    const own = this.#variables.get(map);
    const master = map.get("master_item");
    const above = isMap(master) ? this.#byKey.get(this.#piece(master, "key")?.text ?? "") : undefined;
    const data = own === undefined ? above && this.#dataOf(above, seen.add(map)) : { of: own, steps: [] };
    const steps = map.get("preprocessing");
    const found = [...(data?.steps ?? [])];
    for (const step of isSeq(steps) ? steps.items.filter(isMap) : []) {
      const given = step.get("parameters");
      const path = step.get("type") === "JSONPATH" && isSeq(given) ? given.items[0] : undefined;
      const piece = isScalar(path) ? pieceOfScalar(path, this.source) : undefined;
      if (!piece) break;
      addAll(found, stepsOf(piece));
    }
    // Headers and body of a response together are an object.
    const isWhole = own !== undefined && map.get("output_format") === "JSON";
    return data && { of: data.of, steps: isWhole ? found.slice(1) : found };
  }

  /** Returns what a discovery takes out of each element. */
  #discovered(map: YAMLMap, { of, steps }: Data): Data[] {
    const paths = map.get("lld_macro_paths");
    return (isSeq(paths) ? paths.items.filter(isMap) : []).flatMap((one) => {
      const piece = this.#piece(one, "path");
      return piece ? { of, steps: [...steps, "element" as const, ...stepsOf(piece)] } : [];
    });
  }

  #piece(map: YAMLMap, key: string): Piece | undefined {
    const node = map.get(key, true);
    return isScalar(node) ? pieceOfScalar(node, this.source) : undefined;
  }

  /** Writes macros as variables. Undefined for a text that quotes of the shell cannot hold. */
  #filled(piece: Piece | undefined): Piece | undefined {
    if (!piece || !isSafe(piece)) return undefined;
    const parts: Piece[] = [];
    let last = 0;
    for (const { 0: whole, index } of piece.text.matchAll(MACRO)) {
      parts.push(partsOf(piece, [{ start: last, end: index }]), madePiece(`\${${variableOf(whole)}}`));
      last = index + whole.length;
    }
    return joined([...parts, partsOf(piece, [{ start: last, end: piece.text.length }])], "");
  }
}

const END = "END_OF_BODY";
/** `{$URL}`, `{#CLUSTER.NAME}`, `{HOST.CONN}` */
const MACRO = /\{[$#]?[A-Z][^{}]*\}/g;

function startOf({ stretches }: Piece): number {
  return stretches[0]?.start ?? 0;
}

function variableOf(macro: string): string {
  return macro.slice(1, -1).replace(/^[$#]/, "").replaceAll(/\W/g, "_");
}

function isSafe({ text }: Piece): boolean {
  return !/["\\`\n]/.test(text) && !text.replaceAll(MACRO, "").includes("$");
}

const MEMBER = /\.([A-Za-z_]\w*)(?!\w|\()|\[\s*(['"])([A-Za-z_]\w*)\2\s*\]/y;
const ELEMENT = /\[\s*(?:\*|-?\d+|\?\((?:[^()]|\([^()]*\))*\))\s*\]/y;

/** Returns the steps of a JSONPath, up to the first one that may lead anywhere. */
function stepsOf(piece: Piece): Step[] {
  const { text } = piece;
  const steps: Step[] = [];
  let at = text.startsWith("$") ? 1 : text.length;
  for (;;) {
    MEMBER.lastIndex = ELEMENT.lastIndex = at;
    const member = MEMBER.exec(text);
    const found = member ?? ELEMENT.exec(text);
    if (!found) return steps;
    const name = member?.[1] ?? member?.[3];
    const start = at + found[0].indexOf(name ?? "");
    steps.push(name ? { name: partsOf(piece, [{ start, end: start + name.length }]) } : "element");
    at += found[0].length;
  }
}
