import { addAll } from "../../core/add-all.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import {
  assign,
  call,
  index,
  list,
  madeText,
  name,
  rest,
  span,
  unary,
  unknown,
  type Place,
} from "../lowered/build.js";
import {
  block,
  declare,
  exported,
  forOf,
  functionNode,
  ifElse,
  leave,
  program,
  returns,
  statement,
  switchCases,
  throws,
  whileLoop,
} from "../lowered/build-statements.js";
import type { CoreProgram, Expr, Stmt } from "../lowered/core-tree.js";
import { Arithmetic } from "./arithmetic.js";
import { Assignments, localsIn } from "./assignments.js";
import { Commands, isPlain, sends } from "./commands.js";
import { ARGUMENTS, OUTPUT, SCOPE, type Scripts } from "./scripts.js";
import { Conditions } from "./conditions.js";
import { Words } from "./words.js";

/** The variable that keeps the outer values of a function's local variables. */
const SAVED = "saved";
const WITH_VALUE: ReadonlySet<string> = new Set(["pipeline", "subshell", "test_command"]);

/** Lowers a shell text. Its state is one object that functions and sourced files share. */
export function lowerShell(root: SyntaxNode, text: string): CoreProgram {
  return new Lowering(root, text).program();
}

class Lowering implements Scripts {
  readonly words: Words;
  readonly #conditions: Conditions;
  readonly #arithmetic: Arithmetic;
  readonly functions = new Set<string>();
  readonly #arrays = new Set<string>();
  readonly #commands: Commands;
  readonly #assignments: Assignments;
  /** The local variables of the function that is lowered. */
  #locals: ReadonlySet<string> | undefined;
  #gathers = false;

  constructor(
    private readonly root: SyntaxNode,
    private readonly text: string,
  ) {
    this.words = new Words(text, this);
    this.#conditions = new Conditions(this.words, this);
    this.#arithmetic = new Arithmetic(this.words);
    this.#assignments = new Assignments(this.words);
    this.#commands = new Commands(text, this.words, this);
    for (const node of root.walk()) {
      if (node.type === "function_definition") this.functions.add(node.field("name")?.text ?? "");
      if (node.type === "array") this.#noteArray(node.parent?.field("name"));
      if (node.type === "command" && /^(?:mapfile|readarray|read)$/.test(node.field("name")?.text ?? ""))
        this.#noteRead(node);
      if (node.type === "subscript" && node.parent?.type === "variable_assignment") this.#noteArray(node);
    }
  }

  #noteArray(target: SyntaxNode | undefined): void {
    const id = target?.type === "subscript" ? target.field("name") : target;
    if (id) this.#arrays.add(id.text);
  }

  #noteRead(node: SyntaxNode): void {
    const args = node.fields("argument").map(({ text }) => text);
    if (node.field("name")?.text !== "read" || args.some((arg) => /^-\w*a/.test(arg))) {
      const last = args.at(-1);
      if (last) this.#arrays.add(last);
    }
  }

  program(): CoreProgram {
    const { root } = this;
    const start = span(root.start, root.start);
    const body = block(root, this.statements(root.children));
    const main = functionNode(
      root,
      name(start, "main"),
      [name(start, SCOPE), rest(start, name(start, ARGUMENTS))],
      body,
    );
    const run = statement(call(start, name(start, "sh:script"), [name(start, "main")]));
    return program(root, [...this.#commands.imports, exported(main), run]);
  }

  isArray(variable: string): boolean {
    return this.#arrays.has(variable);
  }

  arithmetic(node: SyntaxNode): Expr {
    return this.#arithmetic.value(node);
  }

  statements(nodes: readonly SyntaxNode[]): Stmt[] {
    return nodes.flatMap((node) => (node.isNamed && !node.isError ? this.#statement(node) : []));
  }

  #block(place: Place, nodes: readonly SyntaxNode[]) {
    return block(place, this.statements(nodes));
  }

  #statement(node: SyntaxNode): Stmt[] {
    switch (node.type) {
      case "function_definition":
        return [this.#function(node)];
      case "compound_statement":
      case "do_group":
      case "else_clause":
        return this.statements(node.children);
      case "if_statement":
        return this.#if(node);
      case "while_statement":
        return this.#while(node);
      case "for_statement":
        return this.#for(node);
      case "c_style_for_statement":
        return [
          ...this.statements(node.fields("initializer")),
          whileLoop(
            node,
            unknown(node),
            block(node, [
              ...this.statements(node.field("body")?.children ?? []),
              ...node.fields("update").flatMap((one) => this.#arithmetic.effects(one)),
            ]),
          ),
        ];
      case "case_statement":
        return [this.#case(node)];
      case "list":
        return this.#list(node);
      case "negated_command":
        return node.named.flatMap((one) => this.#statement(one));
      case "declaration_command":
      case "variable_assignment":
      case "variable_assignments":
      case "unset_command":
        return this.assignments(node).map((one) => statement(one));
      case "command":
        return this.#commandStatements(node);
      case "redirected_statement":
        return this.#redirected(node);
      default:
        // Comments, here-documents, and, in a text that does not parse, words.
        return WITH_VALUE.has(node.type) ? [this.#emit(this.#commands.expression(node))] : [];
    }
  }

  /** Adds the output of a command to the output of its block. */
  #emit(expression: Expr): Stmt {
    return statement(this.#emitted(expression));
  }

  #emitted(expression: Expr): Expr {
    // Nobody takes the output of the script itself.
    if (!this.#gathers) return this.words.native(expression, "printed", [expression]);
    const output = name(expression, OUTPUT);
    const joined = this.words.native(expression, "join", [output, expression]);
    return assign(expression, name(expression, OUTPUT), joined);
  }

  #commandStatements(node: SyntaxNode): Stmt[] {
    const before: Stmt[] = [];
    const id = node.field("name");
    const given = node.all("variable_assignment");
    for (const [position, assignment] of given.entries()) {
      const next = given[position + 1] ?? id;
      // If there are several assignments on one line, the grammar adds the next line as their command.
      if (next && this.text.slice(assignment.end, next.start).includes("\n"))
        addAll(
          before,
          given.slice(0, position + 1).flatMap((one) => this.#statement(one)),
        );
    }
    const args = node.fields("argument");
    switch (id?.text) {
      case "return":
        return [...before, this.#return(node)];
      case "exit":
        return [...before, throws(node, madeText(node, "exit"))];
      case "break":
      case "continue":
        return this.#isInLoop(node)
          ? [...before, leave(node, id.text === "break" ? "BreakStatement" : "ContinueStatement")]
          : before;
      case "shift":
      case "set":
        return [
          ...before,
          ...this.#assignments.toArguments(node, id.text, args).map((one) => statement(one)),
        ];
      case ".":
      case "source":
        return [...before, this.#emit(this.#commands.source(node, args))];
      default: {
        if (id?.named[0]?.type === "arithmetic_expansion")
          return [...before, ...this.#arithmetic.effects(id.named[0])];
        return [...before, this.#emit(this.#commands.command(node))];
      }
    }
  }

  #isInLoop(node: SyntaxNode): boolean {
    for (let at = node.parent; at; at = at.parent) {
      if (at.type === "do_group") return true;
      if (
        at.type === "function_definition" ||
        at.type === "subshell" ||
        at.type === "command_substitution" ||
        at.type === "pipeline"
      )
        return false;
    }
    return false;
  }

  #return(place: Place): Stmt {
    const output: Expr = this.#gathers ? name(place, OUTPUT) : madeText(place, "");
    return returns(
      place,
      this.#locals?.size
        ? this.words.native(place, "leave", [name(place, SCOPE), name(place, SAVED), output])
        : output,
    );
  }

  #function(node: SyntaxNode): Stmt {
    const body = node.field("body");
    const id = node.field("name")!;
    const locals = localsIn(body);
    const made = this.inside(locals, () => {
      const names = [...locals].map((one) => madeText(node, one));
      const save = declare(
        node,
        name(node, SAVED),
        this.words.native(node, "enter", [name(node, SCOPE), ...names]),
        "const",
      );
      const statements = body
        ? body.type === "subshell"
          ? [this.#emit(this.#commands.expression(body))]
          : this.#statement(body)
        : [];
      return block(body ?? node, [
        ...(locals.size > 0 ? [save] : []),
        declare(node, name(node, OUTPUT), madeText(node, ""), "var"),
        ...statements,
        this.#return(span(node.end, node.end)),
      ]);
    });
    const closure = functionNode(node, null, [rest(node, name(id, ARGUMENTS))], made, {
      isDeclaration: false,
    });
    const target = index(id, name(id, SCOPE), madeText(id, `${id.text}()`));
    return statement(assign(node, target, closure as unknown as Expr));
  }

  inside<Result>(locals: ReadonlySet<string> | undefined, run: () => Result): Result {
    const before = { gathers: this.#gathers, locals: this.#locals };
    this.#gathers = true;
    this.#locals = locals;
    const result = run();
    this.#gathers = before.gathers;
    this.#locals = before.locals;
    return result;
  }

  #if(node: SyntaxNode): Stmt[] {
    const conditions = node.fields("condition").filter(({ isNamed }) => isNamed);
    const behind = node.children.filter(
      (child) =>
        child.fieldName !== "condition" && child.type !== "elif_clause" && child.type !== "else_clause",
    );
    const consequent = this.#block(node, behind);
    let alternate: Stmt | null = null;
    for (const clause of node.all("elif_clause", "else_clause").reverse()) {
      if (clause.type === "else_clause") alternate = this.#block(clause, clause.children);
      else {
        const then = clause.children.findIndex(({ type }) => type === "then");
        const tests = clause.children.slice(0, then).filter(({ isNamed }) => isNamed);
        const inner = this.#conditional(
          clause,
          tests,
          this.#block(clause, clause.children.slice(then)),
          alternate,
        );
        alternate = block(clause, inner);
      }
    }
    return this.#conditional(node, conditions, consequent, alternate);
  }

  #conditional(place: Place, tests: readonly SyntaxNode[], then: Stmt, otherwise: Stmt | null): Stmt[] {
    const last = tests.at(-1);
    const test = last ? this.condition(last) : unknown(place);
    return [...this.statements(tests.slice(0, -1)), ifElse(place, test, then, otherwise)];
  }

  #while(node: SyntaxNode): Stmt[] {
    const conditions = node.fields("condition").filter(({ isNamed }) => isNamed);
    const before = this.statements(conditions.slice(0, -1));
    const last = conditions.at(-1);
    const test = last ? this.condition(last) : unknown(node);
    const isUntil = node.children[0]?.type === "until";
    const body = block(node, [...this.statements(node.field("body")?.children ?? []), ...before]);
    // The number of iterations is unknown, because the loop waits for something outside.
    return [
      ...before,
      whileLoop(node, this.words.native(node, "status", [isUntil ? unary(node, "!", test) : test]), body),
    ];
  }

  #for(node: SyntaxNode): Stmt[] {
    const variable = node.field("variable");
    if (!variable) return [];
    const values = node.fields("value");
    const all =
      values.length > 0 || node.children.some(({ type }) => type === "in")
        ? list(node, this.words.all(values))
        : this.words.native(node, "rest", [name(node, ARGUMENTS)]);
    const body = this.#block(node, node.field("body")?.children ?? []);
    return [forOf(node, this.#assignments.target(variable), all, body)];
  }

  #case(node: SyntaxNode): Stmt {
    const tested = node.field("value");
    const value = (): Expr => (tested ? this.words.expression(tested) : unknown(node));
    const cases = node.all("case_item").map((item) => {
      const patterns = item.fields("value");
      const isDefault = patterns.some(({ text }) => text === "*");
      const tests = patterns.map((one) =>
        /[*?[\]]/.test(one.text) && one.type !== "string" && one.type !== "raw_string"
          ? this.words.native(one, "matched", [value(), madeText(one, one.text)])
          : this.words.expression(one),
      );
      const commands = item.children.filter((child) => child.fieldName !== "value" && child.isNamed);
      return { place: item, tests: isDefault ? [] : tests, body: this.statements(commands) };
    });
    return switchCases(node, value(), cases);
  }

  #list(node: SyntaxNode): Stmt[] {
    const [left, right] = node.named;
    const operator = node.children.find(({ type }) => type === "&&" || type === "||")?.type;
    if (!left || !right) return node.named.flatMap((one) => this.#statement(one));
    const test = this.condition(left);
    return [ifElse(node, operator === "||" ? unary(node, "!", test) : test, this.#block(right, [right]))];
  }

  #redirected(node: SyntaxNode): Stmt[] {
    const body = node.field("body");
    const heredoc = node.children.find(({ type }) => type === "heredoc_redirect");
    const value = this.#commands.redirected(node);
    const first = body && !isPlain(body) && !sends(node) ? this.#statement(body) : [this.#emit(value)];
    const operator = heredoc?.field("operator")?.type;
    const right = heredoc?.field("right");
    if (!right || !operator) return first;
    const test = this.words.native(node, "status", []);
    return [...first, ifElse(right, test, this.#block(right, [right]))];
  }

  captured(node: SyntaxNode): Expr {
    return this.#commands.captured(node);
  }

  assigned(place: SyntaxNode, variable: SyntaxNode, value: Expr): Expr {
    return this.#assignments.assigned(place, variable, value);
  }

  assignments(node: SyntaxNode): Expr[] {
    return this.#assignments.all(node, this.#locals !== undefined);
  }

  condition(node: SyntaxNode): Expr {
    return this.#conditions.condition(node);
  }

  printed(node: SyntaxNode): Expr {
    return this.#emitted(this.#commands.expression(node));
  }
}
