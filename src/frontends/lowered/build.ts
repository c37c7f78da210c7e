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

export function name({ start, end }: Place, text: string): Name {
  return { type: "Identifier", start, end, name: text, range: [start, end] };
}

/**
 * Adds a type to a parameter, so that an unknown caller passes an instance of the class.
 *
 * @param otherwise the class that counts if there is no known instance of the first
 */
export function typed(parameter: Name, of: Name, otherwise?: Name): Name {
  const { start, end } = of;
  const reference = (typeName: Name): ClassReference => ({ type: "TSTypeReference", start, end, typeName });
  const typeAnnotation: ClassReference | EitherClass = otherwise
    ? { type: "TSIntersectionType", start, end, types: [reference(of), reference(otherwise)] }
    : reference(of);
  return { ...parameter, typeAnnotation: { type: "TSTypeAnnotation", start, end, typeAnnotation } };
}

/** Makes a regular expression without interpolation, from its source and its flags. */
export function pattern({ start, end }: Place, source: string, flags: string): RegularExpression {
  return {
    type: "Literal",
    start,
    end,
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
export function madeText({ start, end }: Place, value: string): Text {
  return { type: "Literal", start, end, value, raw: "" };
}

export function scalar({ start, end }: Place, value: number | boolean | null): Scalar {
  return { type: "Literal", start, end, value, raw: String(value) };
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

export function member({ start, end }: Place, object: Expr, key: Name): Member {
  return { type: "MemberExpression", start, end, object, property: key, computed: false, optional: false };
}

export function index({ start, end }: Place, object: Expr, key: Expr): Member {
  return { type: "MemberExpression", start, end, object, property: key, computed: true, optional: false };
}

export function call({ start, end }: Place, callee: Expr, args: readonly (Expr | Spread)[]): Call {
  return { type: "CallExpression", start, end, callee, arguments: args, optional: false };
}

export function make({ start, end }: Place, callee: Expr, args: readonly (Expr | Spread)[]): Make {
  return { type: "NewExpression", start, end, callee, arguments: args };
}

/**
 * Makes an unknown value for code that is not lowered: a call of an undeclared name, with the parts that may contain
 * something of interest.
 */
export function unknown(place: Place, parts: readonly (Expr | Spread)[] = []): Call {
  return call(place, name(place, "core:unknown"), parts);
}

export function record(
  { start, end }: Place,
  properties: readonly (Property | Spread)[],
  isKeywords = false,
): Record {
  return {
    type: "ObjectExpression",
    start,
    end,
    properties,
    ...(isKeywords ? { isKeywords: true as const } : {}),
  };
}

export function property({ start, end }: Place, key: Expr, value: Expr): Property {
  const computed = key.type !== "Identifier";
  return {
    type: "Property",
    start,
    end,
    key,
    value,
    computed: computed && !(key.type === "Literal" && typeof key.value === "string"),
    kind: "init",
    shorthand: false,
    method: false,
  };
}

export function list({ start, end }: Place, elements: readonly (Expr | Spread)[]): List {
  return { type: "ArrayExpression", start, end, elements };
}

export function spread({ start, end }: Place, argument: Expr): Spread {
  return { type: "SpreadElement", start, end, argument };
}

export function lambda(
  { start, end }: Place,
  params: readonly Param[],
  body: Expr | Block,
  isAsync = false,
): Lambda {
  return {
    type: "ArrowFunctionExpression",
    start,
    end,
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

export function choose({ start, end }: Place, test: Expr, consequent: Expr, alternate: Expr): Choose {
  return { type: "ConditionalExpression", start, end, test, consequent, alternate };
}

export function either({ start, end }: Place, operator: Either["operator"], left: Expr, right: Expr): Either {
  return { type: "LogicalExpression", start, end, operator, left, right };
}

export function operation({ start, end }: Place, operator: string, left: Expr, right: Expr): Operation {
  return { type: "BinaryExpression", start, end, operator, left, right };
}

export function unary({ start, end }: Place, operator: Unary["operator"], argument: Expr): Unary {
  return { type: "UnaryExpression", start, end, operator, argument, prefix: true };
}

export function assign(
  { start, end }: Place,
  left: Pattern,
  right: Expr,
  operator: Assign["operator"] = "=",
): Assign {
  return { type: "AssignmentExpression", start, end, operator, left, right };
}

export function awaited({ start, end }: Place, argument: Expr): Await {
  return { type: "AwaitExpression", start, end, argument };
}

export function yields({ start, end }: Place, argument: Expr | null, delegate = false): Yield {
  return { type: "YieldExpression", start, end, argument, delegate };
}

export function self({ start, end }: Place): Self {
  return { type: "ThisExpression", start, end };
}

export function superObject({ start, end }: Place): Self {
  return { type: "Super", start, end };
}

export function listPattern({ start, end }: Place, elements: readonly (Pattern | null)[]): ListPattern {
  return { type: "ArrayPattern", start, end, elements };
}

export function withDefault({ start, end }: Place, left: Pattern, right: Expr): WithDefault {
  return { type: "AssignmentPattern", start, end, left, right };
}

export function rest({ start, end }: Place, argument: Pattern, isKeywords = false): Rest {
  return {
    type: "RestElement",
    start,
    end,
    argument,
    ...(isKeywords ? { isKeywords: true as const } : {}),
  };
}
