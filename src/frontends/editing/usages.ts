import { isWrapper } from "../../analysis/wrappers.js";
import type { ArrowFunctionExpression, Function, Node } from "@oxc-project/types";
import { keyName } from "../../analysis/evaluation/patterns.js";
import type { Names } from "../../analysis/evaluation/module-record.js";
import { splitsText } from "../../facts/text-methods.js";
import type { Usage } from "../editor.js";

const ORDER: readonly Usage[] = ["whole", "unknown", "concatenated", "taken-apart"];

/** The names of methods and functions of a language that tell how they use a string. */
export interface StringNames {
  /** Methods of strings that give the same text again, or as good as. */
  readonly sameText: ReadonlySet<string>;
  /** Methods that find something in a string or trim it. Those that split one are the same in all languages. */
  readonly takers: ReadonlySet<string>;
  /** Functions that read a string piece by piece, by the last part of their name. */
  readonly parsers: RegExp;
  /** Functions and methods that put strings together. */
  readonly joiners: ReadonlySet<string>;
  /** Operators beside `+` that put strings together, and those that search in a string. */
  readonly joining: ReadonlySet<string>;
  readonly searching: ReadonlySet<string>;
  /** Methods that only ask whether there is a text. */
  readonly asking: ReadonlySet<string>;
}

/** The tree of a text, of which uses are looked up. */
export interface UsedTree {
  readonly names: Names;
  readonly isComponent: boolean;
  parentOf(node: Node): Node | undefined;
}

export class Usages {
  readonly #followed = new Set<object>();

  /** @param kept how a value counts that the code keeps or gives to code that is not followed */
  constructor(
    private readonly tree: UsedTree,
    private readonly language: StringNames,
    private readonly kept: Usage = "whole",
  ) {}

  /** Returns the use of the value of an expression at its place. */
  ofValue(node: Node): Usage {
    const parent = this.tree.parentOf(node);
    if (!parent) return "unknown";
    if (isWrapper(parent)) return this.ofValue(parent);
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
        return parent.callee === node ? "unknown" : this.#ofArgument(parent, node);
      case "VariableDeclarator":
        return this.ofBinding(parent.id);
      case "AssignmentExpression":
        return this.#ofAssigned(parent, node);
      case "ReturnStatement":
        return this.#ofReturned(parent);
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
        if (KEEPERS.has(parent.type)) return this.kept;
        return WHOLE_PARENTS.has(parent.type) ? "whole" : "unknown";
    }
  }

  /** Returns the use of the value that a variable or a pattern gets. */
  ofBinding(target: Node): Usage {
    switch (target.type) {
      case "Identifier":
        return this.#ofVariable(target);
      case "AssignmentPattern":
        return this.ofBinding(target.left);
      case "MemberExpression":
        return this.kept;
      case "ObjectPattern":
      case "ArrayPattern":
        return "taken-apart";
      default:
        return isWrapper(target) ? this.ofBinding(target.expression) : "unknown";
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

  /** Returns the use of the target in `uri += "/db"`. */
  #ofUpdated(node: Node): Usage {
    const parent = this.tree.parentOf(node);
    if (parent?.type !== "AssignmentExpression") return "unknown";
    if (parent.operator === "+=") return "concatenated";
    return ["||=", "&&=", "??="].includes(parent.operator) ? "whole" : "unknown";
  }

  #ofOperand(parent: Extract<Node, { type: "BinaryExpression" }>, node: Node): Usage {
    if (parent.operator === "+" || this.language.joining.has(parent.operator)) return "concatenated";
    if (this.language.searching.has(parent.operator)) return "taken-apart";
    if (parent.operator === "in") return "unknown";
    const other = parent.left === node ? parent.right : parent.left;
    // Other comparisons are with a known text, and the new one differs from it.
    return isNothing(other) ? "whole" : "unknown";
  }

  #ofMember(member: Extract<Node, { type: "MemberExpression" }>): Usage {
    const name = member.computed ? undefined : keyName(member.property);
    if (name === undefined) return "taken-apart";
    const call = this.#callOf(member);
    return this.#ofMethod(name, call);
  }

  #ofMethod(name: string, call: Node | undefined): Usage {
    const { takers, joiners, sameText, asking } = this.language;
    if (takers.has(name) || splitsText(name)) return "taken-apart";
    if (name === "concat" || (joiners.has(name) && name !== "join")) return "concatenated";
    if (asking.has(name)) return "whole";
    return call && sameText.has(name) ? this.ofValue(call) : "unknown";
  }

  #callOf(callee: Node): Node | undefined {
    let at = callee;
    let parent = this.tree.parentOf(at);
    while (parent && isWrapper(parent)) {
      at = parent;
      parent = this.tree.parentOf(at);
    }
    return parent?.type === "CallExpression" && parent.callee === at ? parent : undefined;
  }

  #ofArgument(call: CallNode, argument: Node): Usage {
    const { joiners, parsers } = this.language;
    const name = lastName(call.callee);
    if (name === "String") return this.ofValue(call);
    // The method is named by the first argument, and called on the second one.
    const [method, receiver] = call.arguments;
    if (name?.endsWith(":safe") && method?.type === "Literal" && receiver === argument)
      return this.#ofMethod(String(method.value), call);
    if (name !== undefined && joiners.has(name)) return "concatenated";
    if (name !== undefined && (parsers.test(name) || parsers.test(qualified(call.callee, name))))
      return "taken-apart";
    const index = (call.arguments as readonly Node[]).indexOf(argument);
    const isSpread = call.arguments.slice(0, index).some(({ type }) => type === "SpreadElement");
    const parameter = isSpread ? undefined : this.#functionOf(call.callee)?.params[index];
    return parameter && parameter.type !== "TSParameterProperty" ? this.ofBinding(parameter) : "whole";
  }

  /** Returns the function of the text that a name calls, if the name is never reassigned. */
  #functionOf(callee: Node): FunctionNode | undefined {
    const definition = callee.type === "Identifier" ? this.tree.names.variableOf(callee)?.defs : undefined;
    const [only, ...others] = definition ?? [];
    if (!only || others.length > 0) return undefined;
    const node = only.node as unknown as Node;
    if (node.type === "FunctionDeclaration") return node;
    const init = node.type === "VariableDeclarator" ? node.init : undefined;
    return init && isFunctionNode(init) ? init : undefined;
  }

  /** Returns the use of the value that a function of the text returns, by its calls. */
  #ofReturned(statement: Node): Usage {
    let at: Node | undefined = statement;
    while (at && !isFunctionNode(at)) at = this.tree.parentOf(at);
    const parent = at && this.tree.parentOf(at);
    const name =
      at?.type === "FunctionDeclaration" ? at.id : parent?.type === "VariableDeclarator" ? parent.id : null;
    const variable = name && this.tree.names.variableOf(name);
    if (!variable) return this.kept;
    if (this.#followed.has(variable)) return "whole";
    this.#followed.add(variable);
    let worst = this.kept;
    for (const reference of variable.references) {
      const { identifier: node } = reference as unknown as { identifier: Node };
      const call = this.tree.parentOf(node);
      if (call?.type === "CallExpression" && call.callee === node) worst = worse(worst, this.ofValue(call));
    }
    return worst;
  }

  #ofAssigned(parent: Extract<Node, { type: "AssignmentExpression" }>, node: Node): Usage {
    if (parent.right !== node) return "unknown";
    if (parent.operator === "+=") return "concatenated";
    if (!["=", "||=", "&&=", "??="].includes(parent.operator)) return "unknown";
    return worse(this.ofBinding(parent.left), this.ofValue(parent));
  }

  /** Returns the use of an element in `[user, c.srvAddress].join("@")`. */
  #ofList(list: Extract<Node, { type: "ArrayExpression" }>): Usage {
    const { joiners, joining } = this.language;
    const parent = this.tree.parentOf(list);
    // `"@".join([user, uri])`, `"%s@%s" % (user, uri)`
    const taker = parent?.type === "CallExpression" ? lastName(parent.callee) : undefined;
    const isJoined = parent?.type === "BinaryExpression" && joining.has(parent.operator);
    if (isJoined || (taker !== undefined && joiners.has(taker))) return "concatenated";
    if (parent?.type !== "MemberExpression") return this.kept;
    return joiners.has(keyName(parent.property) ?? "") ? "concatenated" : "unknown";
  }
}

type CallNode = Extract<Node, { type: "CallExpression" | "NewExpression" }>;
type FunctionNode = ArrowFunctionExpression | Function;

const FUNCTIONS: ReadonlySet<Node["type"]> = new Set<Node["type"]>([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
]);

function isFunctionNode(node: Node): node is FunctionNode {
  return FUNCTIONS.has(node.type);
}

/** Statements and expressions that only ask whether there is a value, or do nothing with it. */
const WHOLE_PARENTS: ReadonlySet<Node["type"]> = new Set<Node["type"]>([
  "ThrowStatement",
  "ExpressionStatement",
  "IfStatement",
  "WhileStatement",
]);

/** Those that keep a value as it is, or give it to other code. */
const KEEPERS: ReadonlySet<Node["type"]> = new Set<Node["type"]>([
  "YieldExpression",
  "ArrowFunctionExpression",
  "ExportDefaultDeclaration",
  "ExportSpecifier",
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

/** `URI.create` */
function qualified(callee: Node, name: string): string {
  const isMember = callee.type === "MemberExpression" && callee.object.type === "Identifier";
  return isMember ? `${(callee.object as { readonly name: string }).name}.${name}` : name;
}

function lastName(callee: Node): string | undefined {
  if (callee.type === "Identifier") return callee.name;
  return callee.type === "MemberExpression" && !callee.computed ? keyName(callee.property) : undefined;
}
