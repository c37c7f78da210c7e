import type { CallExpression, Node } from "@oxc-project/types";
import { contains, type Span } from "../../core/span.js";
import type { ComparisonFact } from "../../facts/file-facts.js";
import { HOLE_MARK, flatten, type Text } from "../../facts/text.js";
import type { Interest } from "../../frontends/interest.js";
import type { ModuleRecord } from "../evaluation/module-record.js";
import { keyName } from "../evaluation/patterns.js";
import type { UnknownValue } from "../evaluation/value.js";
import { walk } from "../walk.js";
import { isCut } from "./text-uses.js";

/** The content type of answers that say no version. */
export const PLAIN_TYPE = "application/json";
/** Text that a file with such a comparison contains, in any spelling of the slash. */
const PARTS = PLAIN_TYPE.split("/");
/** Methods that a text is looked up or searched with. */
const ASKING: ReadonlySet<string> = new Set([
  ...["endsWith", "exec", "get", "has", "includes", "indexOf", "is", "lastIndexOf", "match", "matchAll"],
  ...["replace", "replaceAll", "search", "split", "startsWith", "test"],
]);

/** The header in which a request says what it takes, and one that says what its body is. */
const ACCEPT = "accept";
const CONTENT_TYPE = "content-type";

/**
 * Finds places where code asks for the plain content type of JSON, or for the unversioned form of the API, without a
 * known subject. Such a place is a key of a table, an operand, a search text or a type. A test that expects the type
 * beside the name of its header counts, too. Hooks of clients, tables and helpers in between hide whose content type it
 * is, or whether it is that of a link.
 *
 * @param known comparisons of the file whose request is known; one with a literal has the place of its text, between
 *   the quotes
 */
export function looseComparisons(
  { program, path, source }: ModuleRecord,
  known: readonly ComparisonFact[],
  interest: Interest,
): ComparisonFact[] {
  const facts: ComparisonFact[] = [];
  if (!PARTS.every((part) => source.text.includes(part)) && !/v1/.test(source.text)) return facts;
  const seen = new Set(known.map(({ place }) => place.start));
  let around: Around = {};
  const calls: CallExpression[] = [];
  walk(program, (node, parent) => {
    around = aroundOf(node, around);
    if (node.type === "CallExpression") calls.push(node);
    const place = { path, start: node.start + 1, end: node.end - 1 };
    const sought = parent && !seen.has(place.start) ? soughtBy(node, parent) : undefined;
    if (!parent || !sought) return undefined;
    const { text, isPattern } = sought;
    const isLiteral = node.type === "Literal";
    const namesVersion = interest.namesVersion(text);
    const namesType = isPattern ? text.includes(PLAIN_TYPE) : isLiteral && text.startsWith(PLAIN_TYPE);
    if (!namesVersion && !namesType) return undefined;
    const common = {
      ...({ kind: "comparison", path: [], requests: [], place } as const),
      // The rest of the pattern around the type does not matter.
      value: isPattern && !namesVersion ? PLAIN_TYPE : text,
      ...(namesVersion ? { namesVersion } : {}),
    };
    if (parent.type === "TSLiteralType" || node.type === "TSTemplateLiteralType") {
      const { declaration, member } = around;
      if (namesVersion || !isIn(node, member) || member?.name !== CONTENT_TYPE)
        facts.push({ ...common, inType: isIn(node, declaration) ? { name: declaration!.name } : {} });
    } else if (isPattern || isAsked(node, parent, namesVersion)) facts.push(common);
    else if (namesType && (isValueOf(ACCEPT, node, parent) || isNamedBeside(node, calls)))
      facts.push({ ...common, header: ACCEPT });
    return undefined;
  });
  return facts;
}

/** The last of the possible parents of a node. */
interface Around {
  readonly declaration?: Span & { readonly name: string };
  /** A type, by its name in lower case. */
  readonly member?: Span & { readonly name: string };
}

function aroundOf(node: Node, around: Around): Around {
  const { start, end } = node;
  switch (node.type) {
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
      return { ...around, declaration: { start, end, name: node.id.name } };
    case "TSPropertySignature":
      return { ...around, member: { start, end, name: keyName(node.key).toLowerCase() } };
    default:
      return around;
  }
}

function isIn(node: Span, around: Span | undefined): boolean {
  return around !== undefined && contains(around, node);
}

function isValueOf(header: string, node: Node, parent: Node): boolean {
  return parent.type === "Property" && parent.value === node && keyName(parent.key).toLowerCase() === header;
}

/**
 * Returns whether the call around a text names the header beside it: `matchHeader("accept", …)`,
 * `expect(headers.accept).toBe(…)`. Functions and objects among its arguments have calls and keys of their own.
 */
function isNamedBeside(node: Node, calls: readonly CallExpression[]): boolean {
  const call = calls.findLast((one) => contains(one, node));
  if (!call) return false;
  let isNamed = false;
  for (const part of [call.callee, ...call.arguments])
    walk(part, (inner) => {
      if (inner.type === "ObjectExpression" || isFunctionNode(inner)) return false;
      isNamed ||= inner.type === "Literal" && String(inner.value).toLowerCase() === ACCEPT;
      isNamed ||= inner.type === "MemberExpression" && keyName(inner.property).toLowerCase() === ACCEPT;
      return undefined;
    });
  return isNamed;
}

function isFunctionNode({ type }: Node): boolean {
  return type === "ArrowFunctionExpression" || type === "FunctionExpression";
}

/** Returns the text of a literal, or of a pattern without its classes and escapes. */
function soughtBy(
  node: Node,
  parent: Node,
): { readonly text: string; readonly isPattern: boolean } | undefined {
  if (node.type === "TemplateLiteral") {
    const text = node.expressions.length === 0 ? node.quasis[0]?.value.cooked : undefined;
    return typeof text === "string" ? { text, isPattern: isSourceOfExpression(node, parent) } : undefined;
  }
  if (node.type === "TSTemplateLiteralType") {
    const text = node.quasis.map(({ value }) => value.cooked ?? HOLE_MARK).join(HOLE_MARK);
    return { text, isPattern: false };
  }
  if (node.type !== "Literal") return undefined;
  if ("regex" in node) return { text: withoutClasses(node.regex.pattern), isPattern: true };
  if (typeof node.value !== "string") return undefined;
  const isPattern = isSourceOfExpression(node, parent);
  return { text: isPattern ? withoutClasses(node.value) : node.value, isPattern };
}

function withoutClasses(pattern: string): string {
  return pattern.replace(/\\[A-Za-z]/g, " ").replaceAll("\\", "");
}

function isSourceOfExpression(node: Node, parent: Node): boolean {
  if (parent.type !== "NewExpression" && parent.type !== "CallExpression") return false;
  const { callee } = parent;
  return parent.arguments[0] === node && callee.type === "Identifier" && callee.name === "RegExp";
}

/** @param isVersion a version among others in a list is asked for, a content type in one may be that of a header */
function isAsked(node: Node, parent: Node, isVersion: boolean): boolean {
  switch (parent.type) {
    case "Property":
      return parent.key === node;
    case "BinaryExpression":
      return /^[=!]==?$/.test(parent.operator);
    case "SwitchCase":
      return parent.test === node;
    case "MemberExpression":
      return parent.property === node;
    // An entry of a map; in a list of headers the type comes second.
    case "ArrayExpression":
      return isVersion || (parent.elements[0] === node && parent.elements.length === 2);
    case "CallExpression": {
      const { callee } = parent;
      return (
        parent.arguments[0] === node &&
        callee.type === "MemberExpression" &&
        callee.property.type === "Identifier" &&
        ASKING.has(callee.property.name)
      );
    }
    default:
      return false;
  }
}

/** The subtype of the plain media type; a dated one has more text. */
const PLAIN_SUBTYPE = "json";

/** Returns whether a part of a response is compared with the media type of JSON. */
export function isContentType({ source, path }: UnknownValue, text: Text): boolean {
  if (source.request === undefined) return false;
  const flat = flatten(text);
  return flat.includes(PLAIN_TYPE) || (flat === PLAIN_SUBTYPE && path.some(isCut));
}
