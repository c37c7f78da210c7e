import * as build from "../lowered/build.js";
import type { Block, Expr, Param, Property, Spread } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { unquote } from "./literals.js";
import { native, type Lowering } from "./lowering.js";
import { BASIC_TYPES, BUILT_IN } from "./names.js";
import { typeExpression, zeroValue, typesIn, withTypes } from "./lower-types.js";

/** Lowers the body of a function. It is passed as a parameter because statements and expressions need each other. */
export type LowerBody = (lowering: Lowering, node: SyntaxNode) => { params: Param[]; body: Block };

export class Expressions {
  constructor(
    private readonly lowering: Lowering,
    private readonly lowerBody: LowerBody,
  ) {}

  /** Lowers an expression whose value is stored: structs are copied. */
  value(node: SyntaxNode): Expr {
    const expression = this.of(node);
    const isCopied =
      (node.type === "identifier" && this.lowering.values.has(this.lowering.scopes.of(node.text))) ||
      (node.type === "unary_expression" && node.field("operator")?.type === "*");
    return isCopied ? native(node, "copied", [expression]) : expression;
  }

  of(node: SyntaxNode): Expr {
    switch (node.type) {
      case "identifier":
      case "nil":
      case "true":
      case "false":
        return node.text === "_" ? build.nothing(node) : this.lowering.name(node);
      case "interpreted_string_literal":
      case "raw_string_literal":
      case "rune_literal":
        return this.#text(node);
      case "int_literal":
      case "float_literal":
        return this.#number(node);
      case "selector_expression":
        return this.#selector(node);
      case "call_expression":
        return this.#call(node);
      case "composite_literal":
        return this.#composite(node, node.field("type"), node.field("body"));
      case "func_literal": {
        const { params, body } = this.lowerBody(this.lowering, node);
        return build.lambda(node, params, body);
      }
      case "unary_expression":
        return this.#unary(node);
      case "binary_expression":
        return this.#binary(node);
      case "index_expression":
        return build.index(node, this.of(node.field("operand")!), this.of(node.field("index")!));
      case "slice_expression":
        return native(node, "slice", [
          this.of(node.field("operand")!),
          this.#perhaps(node.field("start"), node),
          this.#perhaps(node.field("end"), node),
        ]);
      case "type_assertion_expression":
        return native(node, "as", [
          this.of(node.field("operand")!),
          typeExpression(this.lowering, node.field("type")),
        ]);
      case "type_conversion_expression": {
        const [type, operand] = [node.field("type"), node.field("operand")!];
        // A call of a function with type arguments looks the same: `pointer.To[int](1)`.
        return type?.type === "generic_type"
          ? build.call(node, typeExpression(this.lowering, type), this.args([operand]))
          : this.of(operand);
      }
      case "parenthesized_expression":
      case "literal_element":
      case "expression_list":
      case "variadic_argument":
        return node.named[0] ? this.of(node.named[0]) : build.unknown(node);
      case "type_instantiation_expression":
        return withTypes(this.lowering, node, this.of(node.named[0]!), node.named.slice(1));
      case "comment":
        return build.unknown(node);
      default:
        return build.unknown(node);
    }
  }

  #perhaps(node: SyntaxNode | undefined, place: SyntaxNode): Expr {
    return node ? this.of(node) : build.nothing(place);
  }

  #text(node: SyntaxNode): Expr {
    const inner = build.span(node.start + 1, node.end - 1);
    const written = node.text.slice(1, -1);
    return build.text(inner, node.type === "raw_string_literal" ? written : unquote(written), written);
  }

  #number(node: SyntaxNode): Expr {
    const value = Number(node.text.replaceAll("_", ""));
    return Number.isSafeInteger(value) || node.type === "float_literal"
      ? build.scalar(node, value)
      : build.unknown(node);
  }

  #selector(node: SyntaxNode): Expr {
    const [operand, field] = [node.field("operand")!, node.field("field")!];
    const imported = this.lowering.packageOf(operand);
    if (imported) return this.lowering.ofPackage(node, imported, field);
    return build.member(node, this.of(operand), build.name(field, field.text));
  }

  // ── Calls ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  #call(node: SyntaxNode): Expr {
    const callee = node.field("function")!;
    const args = node.field("arguments")?.named.filter(({ type }) => type !== "comment") ?? [];
    if (callee.type === "identifier" && this.lowering.isOfLanguage(callee.text)) {
      const known = this.#builtIn(node, callee.text, args);
      if (known) return known;
    }
    if (callee.type === "parenthesized_expression" && args.length === 1 && isPointerType(callee))
      return this.of(args[0]!);
    // The values of `error`, `fmt.Stringer` and similar types are classified by their value at run time.
    if (
      callee.type === "selector_expression" &&
      callee.field("field")?.text === "String" &&
      args.length === 0
    ) {
      const operand = callee.field("operand")!;
      if (!this.lowering.packageOf(operand)) return native(node, "string", [this.of(operand)]);
    }
    return build.call(node, this.#callee(node, callee), this.args(args));
  }

  /** Lowers a called function. Brackets behind it may hold types or an index: `get[Cluster](a, b)`, `all[i](a, b)`. */
  #callee(node: SyntaxNode, callee: SyntaxNode): Expr {
    const types = typesIn(node);
    if (types.length > 0) return withTypes(this.lowering, node, this.of(callee), types);
    const [operand, index] = [callee.field("operand"), callee.field("index")];
    if (callee.type !== "index_expression" || !operand || !index || !mayBeType(index)) return this.of(callee);
    return withTypes(this.lowering, callee, this.of(operand), [index]);
  }

  args(nodes: readonly SyntaxNode[]): (Expr | Spread)[] {
    return nodes.map((node) => {
      if (node.type === "variadic_argument") return build.spread(node, this.of(node.named[0]!));
      return this.#argument(node);
    });
  }

  /** Lowers an argument. The called function may write to the variable in `&x`. */
  #argument(node: SyntaxNode): Expr {
    const operand = node.type === "unary_expression" ? node.field("operand") : undefined;
    if (!operand || node.field("operator")?.type !== "&" || !isAssignable(operand)) return this.value(node);
    const given = this.lowering.fresh("given");
    const write = build.assign(node, this.#place(operand), build.name(node, given));
    return native(node, "address", [this.of(operand), build.lambda(node, [build.name(node, given)], write)]);
  }

  #place(node: SyntaxNode) {
    const place = this.of(node);
    return place.type === "MemberExpression"
      ? place
      : build.name(node, place.type === "Identifier" ? place.name : "_");
  }

  #builtIn(node: SyntaxNode, name: string, args: readonly SyntaxNode[]): Expr | undefined {
    const [first, second] = args;
    if (BASIC_TYPES.has(name)) {
      if (!first) return undefined;
      return name === "string" || name === "error" || name === "any"
        ? native(node, "text", [this.of(first)])
        : native(node, "number", [this.of(first)]);
    }
    if (!BUILT_IN.has(name) || !first) return undefined;
    switch (name) {
      case "new":
        // `new(3)`: a call of the language may have any expression, a composite literal or a call.
        return VALUES.has(first.type) ? this.of(first) : zeroValue(this.lowering, first, true);
      case "make":
        return this.#made(node, first, second);
      case "delete":
        return second
          ? build.unary(node, "delete", build.index(node, this.of(first), this.of(second)))
          : undefined;
      default:
        return build.call(node, build.name(node, `go:${name}`), this.args(args));
    }
  }

  /** `make([]string, 3)` */
  #made(node: SyntaxNode, type: SyntaxNode, size: SyntaxNode | undefined): Expr {
    const zero = zeroValue(this.lowering, type, true);
    if (type.type !== "slice_type" || !size || size.text === "0") return zero;
    const element = elementType(type);
    const isBasic = element !== undefined && BASIC_TYPES.has(element.text);
    const filler = isBasic ? zeroValue(this.lowering, element, true) : build.unknown(node);
    return native(node, "sized", [zero, this.of(size), filler]);
  }

  // ── Literals of structs, lists and maps ────────────────────────────────────────────────────────────────────────────

  #composite(node: SyntaxNode, type: SyntaxNode | undefined, body: SyntaxNode | undefined): Expr {
    const elements =
      body?.named.filter(({ type: kind }) => kind === "keyed_element" || kind === "literal_element") ?? [];
    const element = type && elementType(type);
    const isList = type !== undefined && LISTS.has(type.type);
    const isMap = type?.type === "map_type";
    if (isList) {
      const values = elements.map((one) => this.#element(valueOf(one), element));
      return build.list(node, values);
    }
    if (isMap)
      return build.record(
        node,
        elements.flatMap((one) => this.#entry(one, element)),
      );
    const shape = typeExpression(this.lowering, type);
    if (elements.some((one) => one.type === "literal_element")) {
      // By position, or a list or map whose type has a name.
      const values = elements.map((one) => this.#element(valueOf(one), undefined, shape));
      return native(node, "literal", [shape, build.list(node, values)]);
    }
    const properties = elements.flatMap((one): Property[] => {
      const key = one.field("key")?.named[0];
      if (key?.type !== "identifier") return this.#entry(one, undefined);
      return [build.property(one, build.name(key, key.text), this.#element(valueOf(one), undefined))];
    });
    return native(node, "literal", [shape, build.record(node, properties)]);
  }

  #entry(node: SyntaxNode, element: SyntaxNode | undefined): Property[] {
    const key = node.field("key");
    if (!key) return [];
    return [build.property(node, this.of(key), this.#element(valueOf(node), element))];
  }

  /** Lowers an element, which may leave out its type: `[]T{{…}}`. */
  #element(node: SyntaxNode, type: SyntaxNode | undefined, shape?: Expr): Expr {
    if (node.type !== "literal_value") return this.value(node);
    if (type) return this.#composite(node, type.type === "pointer_type" ? type.named[0] : type, node);
    const literal = this.#composite(node, undefined, node);
    return shape ? native(node, "element", [shape, literal]) : literal;
  }

  // ── Operators ──────────────────────────────────────────────────────────────────────────────────────────────────────

  #unary(node: SyntaxNode): Expr {
    const operand = node.field("operand")!;
    switch (node.field("operator")?.type) {
      case "&":
        return this.of(operand);
      case "*":
        return native(node, "deref", [this.of(operand)]);
      case "!":
        return build.unary(node, "!", this.of(operand));
      case "-":
        return build.unary(node, "-", this.of(operand));
      default:
        return build.unknown(node, [this.of(operand)]);
    }
  }

  #binary(node: SyntaxNode): Expr {
    const [left, right] = [node.field("left")!, node.field("right")!];
    const operator = node.field("operator")?.type ?? "";
    if (operator === "&&" || operator === "||")
      return build.either(node, operator, this.of(left), this.of(right));
    if (operator === "==" || operator === "!=") {
      const other = this.#isNil(left) ? right : this.#isNil(right) ? left : undefined;
      const test = other
        ? native(node, "isNil", [this.of(other)])
        : build.operation(node, "===", this.of(left), this.of(right));
      return operator === "==" ? test : build.unary(node, "!", test);
    }
    const known = KNOWN_OPERATORS.has(operator);
    const parts = [this.of(left), this.of(right)] as const;
    return known ? build.operation(node, operator, ...parts) : build.unknown(node, parts);
  }

  #isNil(node: SyntaxNode): boolean {
    return node.type === "nil" && this.lowering.isOfLanguage("nil");
  }
}

/** Those that do with whole numbers and strings what they do in the language of the evaluator. */
const KNOWN_OPERATORS: ReadonlySet<string> = new Set(["+", "-", "*", "<", ">", "<=", ">="]);

/** The argument of `new(…)`, which is not a type. */
const VALUES: ReadonlySet<string> = new Set([
  ...["interpreted_string_literal", "raw_string_literal", "rune_literal", "int_literal", "float_literal"],
  ...["true", "false", "call_expression", "composite_literal", "binary_expression", "unary_expression"],
]);

const LISTS: ReadonlySet<string> = new Set(["slice_type", "array_type", "implicit_length_array_type"]);

function elementType(type: SyntaxNode): SyntaxNode | undefined {
  return LISTS.has(type.type)
    ? type.field("element")
    : type.type === "map_type"
      ? type.field("value")
      : undefined;
}

function valueOf(element: SyntaxNode): SyntaxNode {
  const value = element.type === "keyed_element" ? element.field("value") : element;
  return value?.type === "literal_element" ? (value.named[0] ?? value) : (value ?? element);
}

/** Checks whether the content of brackets may be a type; an index looks the same. */
function mayBeType({ type, text }: SyntaxNode): boolean {
  return type === "identifier" || type === "selector_expression" || text.startsWith("*");
}

/** `(*T)(x)` */
function isPointerType(callee: SyntaxNode): boolean {
  const inner = callee.named[0];
  return (
    inner?.type === "unary_expression" &&
    inner.field("operator")?.type === "*" &&
    inner.named[0]?.type === "identifier"
  );
}

export function isAssignable(node: SyntaxNode): boolean {
  return (
    node.type === "identifier" || node.type === "selector_expression" || node.type === "index_expression"
  );
}
