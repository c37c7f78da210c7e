import type {
  Assign,
  Await,
  Block,
  Call,
  Choose,
  ClassReference,
  Either,
  EitherClass,
  Expr,
  Lambda,
  List,
  ListPattern,
  Make,
  Member,
  Name,
  Operation,
  Param,
  Pattern,
  Property,
  Quasi,
  Record,
  RegularExpression,
  Rest,
  Scalar,
  Self,
  Spread,
  Template,
  Text,
  Unary,
  WithDefault,
  Yield,
} from "./core-tree.js";

/** The place of a node of a syntax tree, or of the core tree. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

export function span(start: number, end: number): Place {
  return { start, end };
}

export function name(place: Place, text: string): Name {
  return {
    type: "Identifier",
    start: place.start,
    end: place.end,
    name: text,
    range: [place.start, place.end],
  };
}

/**
 * Adds a type to a parameter, so that an unknown caller passes an instance of the class.
 *
 * @param otherwise the class that counts if there is no known instance of the first
 */
export function typed(parameter: Name, of: Name, otherwise?: Name): Name {
  const reference = (name: Name): ClassReference => ({
    type: "TSTypeReference",
    start: of.start,
    end: of.end,
    typeName: name,
  });
  const typeAnnotation: ClassReference | EitherClass = otherwise
    ? {
        type: "TSIntersectionType",
        start: of.start,
        end: of.end,
        types: [reference(of), reference(otherwise)],
      }
    : reference(of);
  return {
    ...parameter,
    typeAnnotation: { type: "TSTypeAnnotation", start: of.start, end: of.end, typeAnnotation },
  };
}

/** Makes a regular expression without interpolation, from its source and its flags. */
export function pattern(place: Place, source: string, flags: string): RegularExpression {
  return {
    type: "Literal",
    start: place.start,
    end: place.end,
    value: null,
    regex: { pattern: source, flags },
    raw: `/${source}/${flags}`,
  };
}

/**
 * Makes a string.
 *
 * @param inner the place of its characters, without its quotes
 *
 * @param value the meaning of the string; if it differs from the source text, `written` is that text
 */
export function text(inner: Place, value: string, written = value): Text {
  return {
    type: "Literal",
    start: inner.start - 1,
    end: inner.end + 1,
    value,
    raw: `"${written}"`,
  };
}

/** Makes a text that is not in the file. It has a place, but its characters have none. */
export function madeText(place: Place, value: string): Text {
  return { type: "Literal", start: place.start, end: place.end, value, raw: "" };
}

export function scalar(place: Place, value: number | boolean | null): Scalar {
  return { type: "Literal", start: place.start, end: place.end, value, raw: String(value) };
}

/** Returns a node for the missing value, in languages that have one. */
export function nothing(place: Place): Name {
  return name(place, "undefined");
}

/** A piece of a template: where its characters stand, what they mean, and what is written. */
export interface TextPiece extends Place {
  readonly value: string;
  readonly written?: string;
}

/** Makes a template of pieces and values, in order. */
export function template(place: Place, parts: readonly (TextPiece | Expr)[]): Template {
  const quasis: Quasi[] = [];
  const expressions: Expr[] = [];
  let piece: TextPiece | undefined;
  let end = place.start;
  const close = (tail: boolean): void => {
    const { start: from, end: to, value, written = value } = piece ?? { start: end, end, value: "" };
    quasis.push({
      type: "TemplateElement",
      start: from - 1,
      end: to + (tail ? 1 : 2),
      tail,
      value: { raw: written, cooked: value },
    });
    piece = undefined;
  };
  for (const part of joined(parts)) {
    if ("type" in part) {
      close(false);
      expressions.push(part);
    } else piece = part;
    end = part.end;
  }
  close(true);
  return { type: "TemplateLiteral", start: place.start, end: place.end, quasis, expressions };
}

/** Two pieces without a value between them get an empty one: each keeps its own place. */
function joined(parts: readonly (TextPiece | Expr)[]): (TextPiece | Expr)[] {
  return parts.flatMap((part, index) => {
    const before = parts[index - 1];
    const isBehindText = before !== undefined && !("type" in before) && !("type" in part);
    return isBehindText ? [madeText(span(part.start, part.start), ""), part] : [part];
  });
}

export function member(place: Place, object: Expr, key: Name): Member {
  return {
    type: "MemberExpression",
    start: place.start,
    end: place.end,
    object,
    property: key,
    computed: false,
    optional: false,
  };
}

export function index(place: Place, object: Expr, key: Expr): Member {
  return {
    type: "MemberExpression",
    start: place.start,
    end: place.end,
    object,
    property: key,
    computed: true,
    optional: false,
  };
}

export function call(place: Place, callee: Expr, args: readonly (Expr | Spread)[]): Call {
  return {
    type: "CallExpression",
    start: place.start,
    end: place.end,
    callee,
    arguments: args,
    optional: false,
  };
}

export function make(place: Place, callee: Expr, args: readonly (Expr | Spread)[]): Make {
  return { type: "NewExpression", start: place.start, end: place.end, callee, arguments: args };
}

/**
 * Makes an unknown value for code that is not lowered: a call of an undeclared name, with the parts that may contain
 * something of interest.
 */
export function unknown(place: Place, parts: readonly (Expr | Spread)[] = []): Call {
  return call(place, name(place, "core:unknown"), parts);
}

export function record(place: Place, properties: readonly (Property | Spread)[], isKeywords = false): Record {
  return {
    type: "ObjectExpression",
    start: place.start,
    end: place.end,
    properties,
    ...(isKeywords ? { isKeywords: true as const } : {}),
  };
}

export function property(place: Place, key: Expr, value: Expr): Property {
  const computed = key.type !== "Identifier";
  return {
    type: "Property",
    start: place.start,
    end: place.end,
    key,
    value,
    computed: computed && !(key.type === "Literal" && typeof key.value === "string"),
    kind: "init",
    shorthand: false,
    method: false,
  };
}

export function list(place: Place, elements: readonly (Expr | Spread)[]): List {
  return { type: "ArrayExpression", start: place.start, end: place.end, elements };
}

export function spread(place: Place, argument: Expr): Spread {
  return { type: "SpreadElement", start: place.start, end: place.end, argument };
}

export function lambda(place: Place, params: readonly Param[], body: Expr | Block, isAsync = false): Lambda {
  return {
    type: "ArrowFunctionExpression",
    start: place.start,
    end: place.end,
    id: null,
    params: params.map(undecorated),
    body: body.range ? body : { ...body, range: [body.start, body.end] },
    expression: body.type !== "BlockStatement",
    async: isAsync,
    generator: false,
  };
}

/** Removes the decorators of a parameter, which a search for names would read. */
export function undecorated(param: Param): Param {
  return { ...param, decorators: [] };
}

export function choose(place: Place, test: Expr, consequent: Expr, alternate: Expr): Choose {
  return { type: "ConditionalExpression", start: place.start, end: place.end, test, consequent, alternate };
}

export function either(place: Place, operator: Either["operator"], left: Expr, right: Expr): Either {
  return { type: "LogicalExpression", start: place.start, end: place.end, operator, left, right };
}

export function operation(place: Place, operator: string, left: Expr, right: Expr): Operation {
  return { type: "BinaryExpression", start: place.start, end: place.end, operator, left, right };
}

export function unary(place: Place, operator: Unary["operator"], argument: Expr): Unary {
  return { type: "UnaryExpression", start: place.start, end: place.end, operator, argument, prefix: true };
}

export function assign(place: Place, left: Pattern, right: Expr, operator: Assign["operator"] = "="): Assign {
  return { type: "AssignmentExpression", start: place.start, end: place.end, operator, left, right };
}

export function awaited(place: Place, argument: Expr): Await {
  return { type: "AwaitExpression", start: place.start, end: place.end, argument };
}

export function yields(place: Place, argument: Expr | null, delegate = false): Yield {
  return { type: "YieldExpression", start: place.start, end: place.end, argument, delegate };
}

export function self(place: Place): Self {
  return { type: "ThisExpression", start: place.start, end: place.end };
}

export function superObject(place: Place): Self {
  return { type: "Super", start: place.start, end: place.end };
}

export function listPattern(place: Place, elements: readonly (Pattern | null)[]): ListPattern {
  return { type: "ArrayPattern", start: place.start, end: place.end, elements };
}

export function withDefault(place: Place, left: Pattern, right: Expr): WithDefault {
  return { type: "AssignmentPattern", start: place.start, end: place.end, left, right };
}

export function rest(place: Place, argument: Pattern, isKeywords = false): Rest {
  return {
    type: "RestElement",
    start: place.start,
    end: place.end,
    argument,
    ...(isKeywords ? { isKeywords: true as const } : {}),
  };
}
