import type { Node, ObjectExpression, ObjectProperty } from "@oxc-project/types";
import type { Span } from "../../../../core/span.js";
import type {
  Payload,
  PayloadEntry,
  PayloadOpaque,
  PayloadSource,
  PayloadSyntax,
} from "../../../../facts/payload.js";
import { scriptsOf, onlySpans } from "../../component-scripts.js";
import { grammarFor, type ScriptGrammar } from "../../grammar.js";
import type { Parsed } from "../../../../analysis/evaluation/grammar.js";
import { parse } from "../../parse.js";
import { walk } from "../../../../analysis/walk.js";
import { isDefined, namesWithDefault } from "./defined-values.js";
import { isPure, isSequential } from "./expressions.js";
import { hoistedObjects, namesIn } from "./hoisted-objects.js";
import { readEmbedded } from "./read-embedded.js";
import type { EmbeddedText } from "../../../editing/embedded-text.js";
import { statedTypes } from "./stated-types.js";

type ReadLiteral =
  /** An object or array literal. */
  | { readonly kind: "literal"; readonly source: PayloadSource }
  /** A string or template, which may hold JSON. */
  | { readonly kind: "text"; readonly embedded: EmbeddedText }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Reads the literal at a place of a JavaScript or TypeScript file, or of a script in a component.
 *
 * @param text without a byte-order mark
 * @param span of the literal, without parentheses around it
 */
export function readLiteral(path: string, text: string, span: Span): ReadLiteral {
  const parsed = parseScript(path, text);
  if (!parsed) return refused(`${path} is not JavaScript or TypeScript`);
  if (!parsed.ok)
    return refused(`${path} cannot be parsed: ${parsed.message.replace(", searched as plain text", "")}`);
  const node = findNode(parsed.program, span);
  if (node?.type === "Literal" || node?.type === "TemplateLiteral") {
    const embedded = readEmbedded(node, text);
    return embedded ? { kind: "text", embedded } : refused("this is not text");
  }
  if (node?.type !== "ObjectExpression" && node?.type !== "ArrayExpression")
    return refused("the value is not written as an object or array literal here");
  const comments = parsed.comments.map(({ start, end }) => ({ start, end }));
  const reader = new Reader(text, comments, namesWithDefault(parsed.program), hoistedObjects(parsed.program));
  const quote = majority(node, text) ?? majorityOf(parsed.program, text) ?? '"';
  return { kind: "literal", source: { text, root: reader.value(node), comments, syntax: syntaxWith(quote) } };
}

/** Returns the declared types of the literals around some places of a file. Empty if it does not parse. */
export function typesStatedAt(path: string, text: string, places: readonly Span[]): string[] {
  const parsed = parseScript(path, text);
  return parsed?.ok ? statedTypes(parsed.program, places) : [];
}

function refused(reason: string): ReadLiteral {
  return { kind: "refused", reason };
}

/** The file that was read last: the literals of one file are read one after the other. */
let latest: { readonly path: string; readonly text: string; readonly parsed: Parsed | undefined } | undefined;

function parseScript(path: string, text: string): Parsed | undefined {
  if (latest?.path !== path || latest.text !== text) {
    const script = scriptOf(path, text);
    latest = { path, text, parsed: script && parse(path, script.text, script.grammar) };
  }
  return latest.parsed;
}

function scriptOf(path: string, text: string): { text: string; grammar: ScriptGrammar } | undefined {
  const grammar = grammarFor(path);
  if (grammar) return { text, grammar };
  const scripts = scriptsOf(path, text);
  const typed = scripts.find((script) => script.grammar.language === "typescript") ?? scripts[0];
  return typed && { text: onlySpans(text, scripts), grammar: typed.grammar };
}

const literals = new WeakMap<Node, ReadonlyMap<string, Node>>();

function findNode(program: Node, { start, end }: Span): Node | undefined {
  let known = literals.get(program);
  if (!known) literals.set(program, (known = literalsIn(program)));
  return known.get(`${start}:${end}`);
}

/** The literals of a file by their place; the outer one where two are at the same. */
function literalsIn(program: Node): Map<string, Node> {
  const found = new Map<string, Node>();
  walk(program, (node) => {
    const key = `${node.start}:${node.end}`;
    if (VALUES.has(node.type) && !found.has(key)) found.set(key, node);
    return true;
  });
  return found;
}

const VALUES = new Set(["ObjectExpression", "ArrayExpression", "Literal", "TemplateLiteral"]);

class Reader {
  constructor(
    private readonly text: string,
    private readonly comments: readonly Span[],
    /** Names of variables that are never `undefined`. */
    private readonly defined: ReadonlySet<string>,
    /** Object literals by the names of constants. */
    private readonly hoisted: ReadonlyMap<string, ObjectExpression>,
  ) {}

  /**
   * Reads a value.
   *
   * @param span of the value with the parentheses around it
   */
  value(node: Node, span: Span = { start: node.start, end: node.end }): Payload {
    switch (node.type) {
      case "ObjectExpression":
        return { kind: "object", span: { start: node.start, end: node.end }, entries: this.#entries(node) };
      case "ArrayExpression":
        // A hole or a spread: how many items there are is not known.
        return node.elements.every((item) => item !== null && item.type !== "SpreadElement")
          ? {
              kind: "list",
              span: { start: node.start, end: node.end },
              items: node.elements.map((item) => this.value(item as Node)),
            }
          : this.#opaque(node, span);
      case "TSAsExpression":
      case "TSSatisfiesExpression": {
        const inner = this.value(node.expression, span);
        return inner.kind === "text" || inner.kind === "scalar" ? inner : this.#opaque(node, span);
      }
      default:
        return this.#leaf(node, span);
    }
  }

  #leaf(node: Node, span: Span): Payload {
    if (node.type === "TemplateLiteral" && node.expressions.length === 0) {
      const { cooked } = node.quasis[0]!.value;
      return cooked === null ? this.#opaque(node, span) : { kind: "text", value: cooked, span };
    }
    if (node.type === "UnaryExpression" && node.operator === "-" && node.argument.type === "Literal") {
      const { value } = node.argument;
      if (typeof value === "number") return { kind: "scalar", value: -value, span };
    }
    const literal = node.type === "Identifier" ? this.hoisted.get(node.name) : undefined;
    if (literal) return { ...reached(this.value(literal), (node as { name: string }).name), span };
    if (node.type !== "Literal") return this.#opaque(node, span);
    const { value } = node;
    if (typeof value === "string") return { kind: "text", value, span };
    if (typeof value === "number" || typeof value === "boolean") return { kind: "scalar", value, span };
    return node.raw === "null" ? { kind: "scalar", value: null, span } : this.#opaque(node, span);
  }

  #entries({ properties }: ObjectExpression): PayloadEntry[] {
    return properties.map((property): PayloadEntry => {
      const span = { start: property.start, end: property.end };
      if (property.type === "SpreadElement") {
        const keys = namesIn(property.argument, this.hoisted);
        return { kind: "unread", form: "spread", span, ...(keys ? { keys } : {}) };
      }
      if (property.kind !== "init" || property.method)
        return { kind: "unread", form: "accessor or method", span };
      return this.#property(property);
    });
  }

  #property(property: ObjectProperty): PayloadEntry {
    const span = { start: property.start, end: property.end };
    const { key, shorthand } = property;
    const value = this.value(property.value, shorthand ? span : this.#valueSpan(property));
    const name = property.computed ? constantKey(key) : nameOf(key);
    if (name === undefined || name === "__proto__") {
      const expression = { start: key.start, end: key.end };
      return { kind: "unread", form: "computed key", span, key: this.#opaque(key, expression), value };
    }
    const keySpan = property.computed
      ? { start: property.start, end: this.text.indexOf("]", key.end) + 1 }
      : { start: key.start, end: key.end };
    return {
      kind: "member",
      key: name,
      keySpan,
      value,
      span,
      ...(shorthand ? { isShorthand: true } : {}),
    };
  }

  /** Returns the span after the colon. Parentheses belong to the expression when it is written elsewhere. */
  #valueSpan({ key, computed, end }: ObjectProperty): Span {
    let start = computed ? this.#skip(key.end) + 1 : key.end;
    start = this.#skip(this.#skip(start) + 1);
    return { start, end };
  }

  #opaque(node: Node, span: Span): PayloadOpaque {
    const pure = isPure(node);
    const defined = isDefined(node, this.defined) ? { isDefined: true } : {};
    const sequential = !pure && isSequential(node) ? { isSequential: true } : {};
    return { kind: "opaque", span, hasEffects: !pure, isCopyable: pure, ...defined, ...sequential };
  }

  #skip(from: number): number {
    let at = from;
    for (;;) {
      const comment = this.comments.find(({ start }) => start === at);
      if (comment) at = comment.end;
      else if (/\s/.test(this.text[at] ?? "x")) at++;
      else return at;
    }
  }
}

/** Returns a payload that is written elsewhere, as code reaches it by a name. */
function reached(payload: Payload, by: string): Payload {
  if (payload.kind === "list") return { kind: "opaque", hasEffects: false, isCopyable: true, reached: by };
  if (payload.kind === "opaque")
    return { kind: "opaque", hasEffects: false, isCopyable: true, ...definedAs(payload), reached: by };
  if (payload.kind !== "object") {
    const { span: _elsewhere, ...leaf } = payload;
    return { ...leaf, reached: by };
  }
  const entries = payload.entries.map((entry): PayloadEntry => {
    if (entry.kind !== "member") return { kind: "unread", form: entry.form };
    const step = /^[A-Za-z_$][\w$]*$/.test(entry.key) ? `.${entry.key}` : `[${JSON.stringify(entry.key)}]`;
    return { kind: "member", key: entry.key, value: reached(entry.value, by + step) };
  });
  return { kind: "object", entries, isElsewhere: true };
}

function definedAs({ isDefined: own }: PayloadOpaque): Pick<PayloadOpaque, "isDefined"> {
  return own ? { isDefined: own } : {};
}

function nameOf(key: Node): string | undefined {
  if (key.type === "Identifier") return key.name;
  return constantKey(key);
}

/** `["name"]`, `"name"`, `10` */
function constantKey(key: Node): string | undefined {
  if (key.type !== "Literal") return undefined;
  return typeof key.value === "string" || typeof key.value === "number" ? String(key.value) : undefined;
}

const majorities = new WeakMap<Node, { readonly quote: string | undefined }>();

/** The quote that most strings of a whole file are written with. */
function majorityOf(program: Node, text: string): string | undefined {
  const known = majorities.get(program);
  if (known) return known.quote;
  const quote = majority(program, text);
  majorities.set(program, { quote });
  return quote;
}

function majority(root: Node, text: string): string | undefined {
  let single = 0;
  let double = 0;
  walk(root, (node) => {
    if (node.type !== "Literal" || typeof node.value !== "string") return true;
    if (text[node.start] === "'") single++;
    else double++;
    return false;
  });
  if (single === double) return single === 0 ? undefined : '"';
  return single > double ? "'" : '"';
}

function syntaxWith(quote: string): PayloadSyntax {
  const literal = (value: string): string => {
    const escaped = JSON.stringify(value);
    if (quote === '"') return escaped;
    return `'${escaped.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  };
  return {
    text: literal,
    key: (name, isQuoted) => (isQuoted || !/^[A-Za-z_$][\w$]*$/.test(name) ? literal(name) : name),
  };
}
