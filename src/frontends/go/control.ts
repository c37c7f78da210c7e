import * as build from "../lowered/build.js";
import * as made from "../lowered/build-statements.js";
import type { Name, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { BASIC_TYPES } from "./names.js";

/** Checks whether the body of a loop may leave the loop or continue early. */
export function mayLeave(body: SyntaxNode): boolean {
  return body.children.some(
    (child) =>
      LEAVES.has(child.type) ||
      (child.type !== "func_literal" && child.children.length > 0 && mayLeave(child)),
  );
}

const LEAVES: ReadonlySet<string> = new Set([
  ...["return_statement", "break_statement", "continue_statement", "goto_statement"],
]);

/** Returns the names that deferred functions assign, but for errors: those say nothing of other values. */
export function assignedLater(body: SyntaxNode): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of body.walk()) {
    if (node.type !== "defer_statement") continue;
    for (const inner of node.walk()) {
      const targets =
        inner.type === "assignment_statement"
          ? (inner.field("left")?.named ?? [])
          : /^(?:inc|dec)_statement$/.test(inner.type)
            ? inner.named
            : [];
      for (const { text } of targets) if (!/^err/.test(text)) names.add(text);
    }
  }
  return names;
}

/** Recognises `err != nil`. */
export function isErrorTest(condition: SyntaxNode): boolean {
  if (condition.type !== "binary_expression" || condition.field("operator")?.type !== "!=") return false;
  const [left, right] = [condition.field("left"), condition.field("right")];
  return right?.type === "nil" && /err(?:or)?$/i.test(left?.text ?? "");
}

/**
 * Recognises `fmt.Errorf(…)`, `errors.New(…)`, `ErrNotFound` and `&RequestError{…}`: an error that is not nil, whatever
 * else is returned.
 */
export function isErrorValue(value: SyntaxNode): boolean {
  switch (value.type) {
    case "call_expression":
      return /^errors\.|^(?:\w+\.)?(?:Errorf?|New\w*Err(?:or)?\w*)$/.test(
        value.field("function")?.text ?? "",
      );
    case "identifier":
    case "selector_expression":
      return /^(?:\w+\.)?[Ee]rr[A-Z]\w*$/.test(value.text);
    case "unary_expression":
      return isErrorValue(value.field("operand")!);
    case "composite_literal":
      return /(?:Error|Err)$/.test(value.field("type")?.text ?? "");
    default:
      return false;
  }
}

const ENDS: ReadonlySet<string> = new Set([
  ...["panic", "os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf"],
  ...["t.Fatal", "t.Fatalf", "t.FailNow", "b.Fatal", "b.Fatalf"],
]);

export function endsProgram(node: SyntaxNode): boolean {
  return node.type === "call_expression" && ENDS.has(node.field("function")?.text ?? "");
}

/** Checks whether a type has a name that the program or a package declares. */
export function isNamed(type: SyntaxNode): boolean {
  switch (type.type) {
    case "type_identifier":
      return !BASIC_TYPES.has(type.text);
    case "qualified_type":
    case "generic_type":
      return true;
    case "pointer_type":
      return isNamed(type.named[0]!);
    case "slice_type":
      return isNamed(type.field("element")!);
    case "map_type":
      return isNamed(type.field("value")!);
    default:
      return false;
  }
}

/** Returns the name of a label. */
export function labelOf(node: SyntaxNode | undefined): Name | null {
  return node ? build.name(node, node.text) : null;
}

/** Gives a loop its label, if it has one. */
export function named(label: Name | undefined, loop: Stmt): Stmt {
  return label ? made.labeled(loop, label, loop) : loop;
}
