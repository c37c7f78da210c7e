import { isWrapper } from "../wrappers.js";
import type { Argument, Expression, IfStatement, Node } from "@oxc-project/types";
import { firstFrom } from "../../core/ordered.js";
import { contains, type Span } from "../../core/span.js";
import { addToGroup, groupBy } from "../../core/group-by.js";
import type { FieldFact } from "../../facts/field.js";
import type { Interest } from "../../frontends/interest.js";
import { keyName } from "../evaluation/patterns.js";
import { walk } from "../walk.js";
import { isRescued } from "./rescued-reads.js";
import { isBesideReplacement, isStandby, namesIn, precedesReplacement } from "./standbys.js";
import {
  WITH_DEFAULT,
  asksFor,
  asksForElement,
  isAlternative,
  isCallOf,
  isPaired,
  isStatedAs,
  leaves,
  testIn,
  type PresenceTest,
} from "./presence-tests.js";

/**
 * Marks reads that also handle the absence of the property: a default, an alternative, a test with another branch, a
 * question for the key, or an exception that is handled. Such code works with and without the property. All languages
 * have the same tree here.
 *
 * @param throws whether `object[key]` throws in the language if the key is missing
 * @param replacements the paths that may replace a property, by its name
 */
export function withFallbacks(
  fields: readonly FieldFact[],
  programs: readonly Node[],
  throws: boolean,
  replacements: Interest["replacements"] = new Map(),
): FieldFact[] {
  const reads = fields.filter(isRead);
  if (reads.length === 0) return [...fields];
  const [found, standbys, first] = [new Set<FieldFact>(), new Set<FieldFact>(), new Set<FieldFact>()];
  const beside = new Set<FieldFact>();
  for (const program of programs) {
    const code = new Code(program, reads, throws);
    for (const read of reads) {
      if (code.handlesAbsence(read)) found.add(read);
      const others = replacements.get(read.name) ?? [];
      if (code.isStandby(read, others)) standbys.add(read);
      else if (code.precedesReplacement(read, others)) first.add(read);
      else if (code.isBesideReplacement(read, others)) beside.add(read);
    }
  }
  return fields.map((field) => {
    if (standbys.has(field)) return { ...field, hasFallback: true, isStandby: true };
    const isFirst = first.has(field) ? { precedesReplacement: true } : {};
    const own = beside.has(field) ? { ...field, isBesideReplacement: true } : field;
    return found.has(field) ? { ...own, hasFallback: true, ...isFirst } : own;
  });
}

function isRead({ access, owner }: FieldFact): boolean {
  return access === "read" && (owner.kind === "response" || owner.kind === "named");
}

class Code {
  readonly #parents = new Map<Node, Node | undefined>();
  readonly #nodes = new Map<string, Node>();
  readonly #same: ReadonlyMap<string, readonly FieldFact[]>;
  /** The tests of the values that reads give, by what is read. */
  readonly #tests = new Map<string, readonly ReadTest[]>();
  /** The keys that parts of the code name, as far as something asked. */
  readonly #names = new Map<Node, ReadonlySet<string>>();
  /** The values of variables. */
  readonly #given = new Map<string, Node[]>();
  /** The identifiers of each name, in the order of the text. */
  readonly #identifiers: ReadonlyMap<string, readonly Node[]>;

  constructor(
    program: Node,
    reads: readonly FieldFact[],
    private readonly throws: boolean,
  ) {
    const wanted = new Set(reads.map(({ extent }) => keyOfSpan(extent)));
    this.#same = groupBy(reads, identityOf);
    const identifiers: IdentifierNode[] = [];
    walk(program, (node, parent) => {
      this.#parents.set(node, parent);
      if (node.type === "Identifier") identifiers.push(node);
      const [variable, value] = givenIn(node);
      if (variable?.type === "Identifier" && value) addToGroup(this.#given, variable.name, value);
      const key = keyOfSpan(node);
      // In languages without semicolons a statement may have the span of its expression.
      const isStatement = node.type.endsWith("Statement");
      if (wanted.has(key) && !isStatement && !this.#nodes.has(key)) this.#nodes.set(key, node);
      return undefined;
    });
    identifiers.sort((a, b) => a.start - b.start);
    this.#identifiers = groupBy(identifiers, ({ name }) => name);
  }

  /** Returns whether code that reads a property has another way without it. */
  handlesAbsence(read: FieldFact): boolean {
    const node = this.#nodes.get(keyOfSpan(read.extent));
    if (!node) return false;
    const isHandled = this.#hasAlternative(node, read) || this.#isGuarded(node, read);
    return isHandled || isRescued(node, this.#parents, this.throws);
  }

  /** Returns whether code reads a property only where what replaces it is missing. */
  isStandby(read: FieldFact, replacements: readonly (readonly string[])[]): boolean {
    const node = this.#nodes.get(keyOfSpan(read.extent));
    return node !== undefined && isStandby(node, this.#parents, replacements, (code) => this.#namesIn(code));
  }

  /** Returns whether code reads what replaces a property on the other way of a condition. */
  isBesideReplacement(read: FieldFact, replacements: readonly (readonly string[])[]): boolean {
    const node = this.#nodes.get(keyOfSpan(read.extent));
    if (!node || replacements.length === 0) return false;
    return isBesideReplacement(node, this.#parents, replacements, (code) => this.#namesIn(code));
  }

  /** Returns whether code reads what replaces a property where it has not found the property. */
  precedesReplacement(read: FieldFact, replacements: readonly (readonly string[])[]): boolean {
    const node = this.#nodes.get(keyOfSpan(read.extent));
    if (!node || replacements.length === 0) return false;
    return precedesReplacement(node, this.#parents, replacements, (code) => this.#namesIn(code));
  }

  /** The keys that code names, also where a variable gets what it reads: `const strings = cluster.connectionStrings`. */
  #namesIn(code: Node): ReadonlySet<string> {
    let known = this.#names.get(code);
    if (!known) {
      known = new Set(this.#namesBehind(code, new Set()));
      this.#names.set(code, known);
    }
    return known;
  }

  *#namesBehind(code: Node, seen: Set<string>): Generator<string> {
    const { names, variables } = namesIn(code);
    yield* names;
    for (const variable of variables) {
      const given = this.#given.get(variable) ?? [];
      if (seen.has(variable) || given.length > MAX_GIVEN || seen.size >= MAX_GIVEN) continue;
      seen.add(variable);
      for (const one of given) yield* this.#namesBehind(one, seen);
    }
  }

  /** Returns whether the value that a node has without the property leads to something else. */
  #hasAlternative(start: Node, read: FieldFact): boolean {
    if (isInPattern(start, this.#parents.get(start))) return true;
    let mayBeEmpty = hasDefault(start, false);
    if (hasDefault(start, true)) return true;
    let node = start;
    for (let parent = this.#parents.get(node); parent; parent = this.#parents.get(node)) {
      if (parent.type === "LogicalExpression" && parent.operator !== "&&" && parent.left === node)
        return isAlternative(parent.right);
      const isLast = parent.type === "LogicalExpression" && parent.operator === "&&";
      if (parent.type === "MemberExpression" && parent.object === node && (parent.optional || mayBeEmpty))
        mayBeEmpty = true;
      else if (isCallOf(parent, node) && mayBeEmpty) {
        if (hasDefault(parent, true)) return true;
      } else if (
        !isWrapper(parent) &&
        parent.type !== "AwaitExpression" &&
        !(isLast && this.#isTestedBefore(parent, node, read))
      )
        break;
      node = parent;
    }
    const tests = [start, node].flatMap((one) => this.#testOf(one) ?? []);
    return tests.length > 0 ? tests.some((test) => this.#isHandled(test)) : this.#isStoredAndTested(node);
  }

  /** Returns whether a `&&` reads a property only where it is there; the whole is empty without the property. */
  #isTestedBefore(and: Node, node: Node, read: FieldFact): boolean {
    if (and.type !== "LogicalExpression") return false;
    return and.left === node || this.#readsOfSame(read).some(({ extent }) => contains(and.left, extent));
  }

  /** Returns the test of what a read gives. */
  #testOf(read: Node): PresenceTest | undefined {
    const test = testIn(read, this.#parents);
    return test && { ...test, isQuestion: asksForElement(test, read) };
  }

  /** Returns the reads of the same property of the same responses, the given one among them. */
  #readsOfSame(read: FieldFact): readonly FieldFact[] {
    return this.#same.get(identityOf(read)) ?? [];
  }

  #testsOfSame(read: FieldFact): readonly ReadTest[] {
    const identity = identityOf(read);
    let tests = this.#tests.get(identity);
    if (!tests) {
      tests = (this.#same.get(identity) ?? []).flatMap((other) => {
        const tested = this.#nodes.get(keyOfSpan(other.extent));
        const test = tested && this.#testOf(tested);
        return test ? { read: other, test } : [];
      });
      this.#tests.set(identity, tests);
    }
    return tests;
  }

  /** Returns whether a read is behind a test of the same property that has another branch. */
  #isGuarded(node: Node, read: FieldFact): boolean {
    const tests = this.#testsOfSame(read).filter((other) => other.read !== read);
    const ofSame = tests.map(({ read: { extent }, test }) => ({ at: extent, test }));
    return [...ofSame, ...this.#questionsAround(node, read)].some(({ at, test }) => {
      if (!this.#isHandled(test)) return false;
      const { branching, whenPresent } = test;
      const branch = whenPresent ? branching.consequent : branching.alternate;
      if ((branch && contains(branch, node)) || this.#isDecidedBefore(at, node, test)) return true;
      if (branch || !leaves(branching.consequent)) return false;
      const block = this.#parents.get(branching);
      return block !== undefined && contains(block, node) && node.start >= branching.end;
    });
  }

  /** Returns whether the left side of `&&` tests what the right side reads: `size != null && size > 3`. */
  #isDecidedBefore(tested: Span, node: Node, { branching, whenPresent }: PresenceTest): boolean {
    const operator = whenPresent ? "&&" : "||";
    for (let at = this.#parents.get(node); at && at !== branching; at = this.#parents.get(at))
      if (at.type === "LogicalExpression" && at.operator === operator && contains(at.left, tested))
        return contains(branching.test, at) && !contains(at.left, node);
    return false;
  }

  /** Returns the tests around a read that ask an object whether it has the property: `cluster.has("srvAddress")`. */
  #questionsAround(node: Node, { name }: FieldFact): TestAt[] {
    const tests: TestAt[] = [];
    for (let around = this.#parents.get(node); around; around = this.#parents.get(around)) {
      if (around.type !== "IfStatement" && around.type !== "ConditionalExpression") continue;
      walk(around.test, (part) => {
        const test = asksFor(part, name) ? testIn(part, this.#parents) : undefined;
        if (test) tests.push({ at: part, test: { ...test, isQuestion: true } });
        return undefined;
      });
    }
    return tests;
  }

  /**
   * Returns whether a test has code for the absence of what it tests: a branch, or what follows one that returns. If it
   * asks for the key, the code expects objects without it.
   */
  #isHandled({ branching, whenPresent, isQuestion }: PresenceTest): boolean {
    if (isQuestion) return true;
    const branch = whenPresent ? branching.alternate : branching.consequent;
    if (branch) return isAlternative(branch);
    if (branching.type !== "IfStatement" || !leaves(branching.consequent)) return false;
    const next = this.#after(branching);
    return next !== undefined && isAlternative(next);
  }

  #after(statement: IfStatement): Node | undefined {
    const block = this.#parents.get(statement);
    if (block?.type !== "BlockStatement" && block?.type !== "Program") return undefined;
    const body: readonly Node[] = block.body;
    return body[body.indexOf(statement) + 1];
  }

  /** Returns whether a value is stored in a variable of which code tests whether it is there. */
  #isStoredAndTested(value: Node): boolean {
    let node = value;
    for (const isPart of [isStatedAs, isPaired]) {
      const around = this.#parents.get(node);
      if (around && isPart(around, node)) node = around;
    }
    const parent = node.type === "Property" ? node : this.#parents.get(node);
    const isEntry = parent?.type === "Property" && this.#parents.get(parent)?.type !== "ObjectPattern";
    const target = parent && !isEntry ? targetOf(parent) : undefined;
    if (!parent || !target) return false;
    const names = new Set<string>();
    walk(target, (part) => {
      if (part.type === "Identifier") names.add(part.name);
      return undefined;
    });
    const answer = isPaired(node, node) ? answerIn(target) : undefined;
    const scope = this.#blockAround(parent);
    if (!scope) return false;
    const behind = { start: parent.end, end: scope.end };
    return [...names].some((name) =>
      this.#isTestedIn(name, behind, (test) => name === answer || asksForElement(test, value)),
    );
  }

  /** @param isAnswer tells whether a test of the variable says whether the property is there */
  #isTestedIn(name: string, { start, end }: Span, isAnswer: (test: PresenceTest) => boolean): boolean {
    const identifiers = this.#identifiers.get(name) ?? [];
    let at = firstFrom(identifiers, (one) => one.start < start);
    for (let part = identifiers[at]; part && part.start < end; part = identifiers[++at]) {
      const above = this.#parents.get(part);
      if (above?.type === "LogicalExpression" && above.operator !== "&&" && above.left === part)
        if (isAlternative(above.right)) return true;
      const test = testIn(part, this.#parents);
      if (test && (isAnswer(test) || this.#isHandled(test))) return true;
    }
    return false;
  }

  #blockAround(node: Node): Node | undefined {
    let block = this.#parents.get(node);
    while (block && block.type !== "BlockStatement" && block.type !== "Program")
      block = this.#parents.get(block);
    return block;
  }
}

/** A name that is used for more says nothing. */
const MAX_GIVEN = 16;

/** Returns the variable that code gives a value, and the value; of a pattern the key. */
function givenIn(node: Node): readonly [variable?: Node, value?: Node | null] {
  if (node.type === "VariableDeclarator") return [node.id, node.init];
  if (node.type === "AssignmentExpression") return [node.left, node.right];
  if (node.type !== "Property") return [];
  return [node.value.type === "AssignmentPattern" ? node.value.left : node.value, node];
}

type IdentifierNode = Extract<Node, { type: "Identifier" }>;

/** A test of the value that a read gives. */
interface ReadTest {
  readonly read: FieldFact;
  readonly test: PresenceTest;
}

/** A test and its place. */
interface TestAt {
  readonly at: Span;
  readonly test: PresenceTest;
}

/** Returns what a value is stored in. */
function targetOf(node: Node): Node | undefined {
  if (node.type === "VariableDeclarator") return node.id;
  if (node.type === "AssignmentExpression") return node.left;
  return node.type === "Property" ? node.value : undefined;
}

/** Returns the variable that says whether a value is there: the second one of `v, ok`. */
function answerIn(target: Node): string | undefined {
  const second = target.type === "ArrayPattern" ? target.elements[1] : undefined;
  return second?.type === "Identifier" ? second.name : undefined;
}

/** The same property of the same responses. */
function identityOf({ owner, path }: FieldFact): string {
  const of = "requests" in owner ? owner.requests : "name" in owner ? owner.name : "";
  return JSON.stringify([of, path]);
}

function keyOfSpan({ start, end }: Span): string {
  return `${start}:${end}`;
}

/** `const { srvAddress = other } = cluster`. */
function isInPattern(node: Node, parent: Node | undefined): boolean {
  const property = node.type === "Property" ? node : parent;
  if (property?.type !== "Property" || property.value.type !== "AssignmentPattern") return false;
  return isAlternative(property.value.right);
}

/** Returns whether a call states a result for a missing key: one that is an alternative, or any. */
function hasDefault(node: Node, isReal: boolean): boolean {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return false;
  if (!WITH_DEFAULT.has(keyName(node.callee.property)) || node.arguments.length !== 2) return false;
  const standby: Argument | undefined = node.arguments[1];
  return standby !== undefined && (!isReal || isAlternative(standby as Expression));
}
