import type { Node } from "@oxc-project/types";
import type { Span } from "../../../core/span.js";
import { keyName } from "../evaluation/patterns.js";
import type { Usage } from "../../editor.js";
import { readAt, TRANSPARENT } from "./reads.js";
import type { SourceTree } from "./source-tree.js";

const ORDER: readonly Usage[] = ["whole", "unknown", "concatenated", "taken-apart"];

/** How the value of a property is used that is read at `place`, the span of its name. Names that it is given are followed. */
export function usageAt(tree: SourceTree, place: Span): Usage {
  const read = readAt(tree, place);
  const usages = new Usages(tree);
  return read.kind === "member" ? usages.ofValue(read.member) : usages.ofBinding(read.property.value);
}

/** Methods of strings that give the same text again, or as good as. */
const SAME_TEXT = new Set(["toString", "valueOf", "trim", "trimEnd", "trimStart", "normalize"]);
/** Methods that give a part of a string or find something in it. */
const TAKERS = new Set([
  ...["split", "replace", "replaceAll", "match", "matchAll", "slice", "substring", "substr", "search"],
  ...["indexOf", "lastIndexOf", "charAt", "charCodeAt", "codePointAt", "at"],
]);
/** Functions that read a string piece by piece, by the last part of their name. */
const PARSERS = /^(?:parse\w*|split\w*|URL|URLSearchParams|ConnectionString|RegExp|test|exec|match\w*)$/;
/** Functions that put strings together. */
const JOINERS = new Set(["concat", "join", "format"]);

class Usages {
  readonly #followed = new Set<object>();

  constructor(private readonly tree: SourceTree) {}

  /** How the value of an expression is used where it stands. */
  ofValue(node: Node): Usage {
    const parent = this.tree.parentOf(node);
    if (!parent) return "unknown";
    if (TRANSPARENT.has(parent.type)) return this.ofValue(parent);
    switch (parent.type) {
      case "AwaitExpression":
        return this.ofValue(parent);
      case "LogicalExpression":
        // If another value replaces it, the result is used in the same way.
        return this.ofValue(parent);
      case "ConditionalExpression":
        return parent.test === node ? "whole" : this.ofValue(parent);
      case "SequenceExpression":
        return parent.expressions.at(-1) === node ? this.ofValue(parent) : "whole";
      case "BinaryExpression":
        return this.#ofOperand(parent, node);
      case "TemplateLiteral":
        return this.tree.parentOf(parent)?.type === "TaggedTemplateExpression" ? "unknown" : "concatenated";
      case "MemberExpression":
        return parent.object === node ? this.#ofMember(parent) : "whole";
      case "CallExpression":
      case "NewExpression":
        return parent.callee === node ? "unknown" : this.#ofArgument(parent);
      case "VariableDeclarator":
        return this.ofBinding(parent.id);
      case "AssignmentExpression":
        return this.#ofAssigned(parent, node);
      case "AssignmentPattern":
        return parent.right === node ? this.ofBinding(parent.left) : "unknown";
      case "ArrayExpression":
        return this.#ofList(parent);
      case "SpreadElement":
      case "ForOfStatement":
      case "ForInStatement":
        return "taken-apart";
      case "UnaryExpression":
        return parent.operator === "!" || parent.operator === "typeof" || parent.operator === "void"
          ? "whole"
          : "unknown";
      default:
        return WHOLE_PARENTS.has(parent.type) ? "whole" : "unknown";
    }
  }

  /** How the value is used that a variable or a pattern is given. */
  ofBinding(target: Node): Usage {
    switch (target.type) {
      case "Identifier":
        return this.#ofVariable(target);
      case "AssignmentPattern":
        return this.ofBinding(target.left);
      case "MemberExpression":
        return "whole";
      case "ObjectPattern":
      case "ArrayPattern":
        return "taken-apart";
      default:
        return TRANSPARENT.has(target.type) && "expression" in target
          ? this.ofBinding(target.expression as Node)
          : "unknown";
    }
  }

  #ofVariable(identifier: Node): Usage {
    const variable = this.tree.names.variableOf(identifier);
    if (!variable) return "unknown";
    if (this.#followed.has(variable)) return "whole";
    this.#followed.add(variable);
    let worst: Usage = "whole";
    // The markup of a component can use what its script declares at the top.
    const isTop = variable.scope.type === "module" || variable.scope.type === "global";
    if (this.tree.isComponent && isTop) worst = "unknown";
    for (const reference of variable.references) {
      if (!reference.isRead() || !reference.isValueReference) continue;
      const { identifier: node } = reference as unknown as { identifier: Node };
      worst = worse(worst, reference.isWrite() ? this.#ofUpdated(node) : this.ofValue(node));
    }
    return worst;
  }

  /** `uri += "/db"`. */
  #ofUpdated(node: Node): Usage {
    const parent = this.tree.parentOf(node);
    if (parent?.type !== "AssignmentExpression") return "unknown";
    if (parent.operator === "+=") return "concatenated";
    return ["||=", "&&=", "??="].includes(parent.operator) ? "whole" : "unknown";
  }

  #ofOperand(parent: Extract<Node, { type: "BinaryExpression" }>, node: Node): Usage {
    if (parent.operator === "+") return "concatenated";
    if (parent.operator === "in") return "unknown";
    const other = parent.left === node ? parent.right : parent.left;
    // Other comparisons are with a known text, and the new one differs from it.
    return isNothing(other) ? "whole" : "unknown";
  }

  #ofMember(member: Extract<Node, { type: "MemberExpression" }>): Usage {
    const name = member.computed ? undefined : keyName(member.property);
    if (name === undefined) return "taken-apart";
    if (TAKERS.has(name)) return "taken-apart";
    if (name === "concat") return "concatenated";
    const call = this.#callOf(member);
    return call && SAME_TEXT.has(name) ? this.ofValue(call) : "unknown";
  }

  #callOf(callee: Node): Node | undefined {
    let at = callee;
    let parent = this.tree.parentOf(at);
    while (parent && TRANSPARENT.has(parent.type)) {
      at = parent;
      parent = this.tree.parentOf(at);
    }
    return parent?.type === "CallExpression" && parent.callee === at ? parent : undefined;
  }

  #ofArgument(call: Extract<Node, { type: "CallExpression" | "NewExpression" }>): Usage {
    const name = lastName(call.callee);
    if (name === "String") return this.ofValue(call);
    if (name !== undefined && JOINERS.has(name)) return "concatenated";
    return name !== undefined && PARSERS.test(name) ? "taken-apart" : "whole";
  }

  #ofAssigned(parent: Extract<Node, { type: "AssignmentExpression" }>, node: Node): Usage {
    if (parent.right !== node) return "unknown";
    if (parent.operator === "+=") return "concatenated";
    if (!["=", "||=", "&&=", "??="].includes(parent.operator)) return "unknown";
    return worse(this.ofBinding(parent.left), this.ofValue(parent));
  }

  /** `[user, c.srvAddress].join("@")`. */
  #ofList(list: Extract<Node, { type: "ArrayExpression" }>): Usage {
    const parent = this.tree.parentOf(list);
    if (parent?.type !== "MemberExpression") return "whole";
    return JOINERS.has(keyName(parent.property)) ? "concatenated" : "unknown";
  }
}

/** Statements and expressions that take a value as it is, or ask only whether there is one. */
const WHOLE_PARENTS: ReadonlySet<Node["type"]> = new Set<Node["type"]>([
  "ReturnStatement",
  "ThrowStatement",
  "YieldExpression",
  "ArrowFunctionExpression",
  "ExportDefaultDeclaration",
  "ExportSpecifier",
  "ExpressionStatement",
  "IfStatement",
  "WhileStatement",
  "Property",
  "PropertyDefinition",
  "JSXExpressionContainer",
]);

function worse(a: Usage, b: Usage): Usage {
  return ORDER.indexOf(a) > ORDER.indexOf(b) ? a : b;
}

function isNothing(node: Node): boolean {
  if (node.type === "Identifier") return node.name === "undefined";
  if (node.type === "UnaryExpression") return node.operator === "void";
  return node.type === "Literal" && (node.value === null || node.value === "") && node.raw !== undefined;
}

function lastName(callee: Node): string | undefined {
  if (callee.type === "Identifier") return callee.name;
  return callee.type === "MemberExpression" && !callee.computed ? keyName(callee.property) : undefined;
}
