import type { CallExpression, Node } from "@oxc-project/types";
import { firstFrom } from "../../core/ordered.js";
import { addAll } from "../../core/add-all.js";
import { addToGroup } from "../../core/group-by.js";
import { contains, type Location, type Span } from "../../core/span.js";
import { walk } from "../walk.js";
import type { Activation } from "./environment.js";
import type { HeapObject, ObjectContent, Slot } from "./heap.js";
import { isIndex } from "./heap.js";
import { mapTable, slotCount } from "./member-tables.js";
import { LISTS, TEXTUAL, VARYING } from "./async-writes.js";
import type { ModuleRecord } from "./module-record.js";
import type { Run } from "./run.js";
import type { Cell, AsyncScope } from "./store.js";
import { alternatives, choice, sameValue } from "./value.js";
import { work } from "./work.js";

/** A place that changes an object. */
interface Change extends Span {
  /** The member that is written or deleted; absent where that is not known. */
  readonly key?: string;
  /** A method of lists, maps and the like does it. */
  readonly isMethod: boolean;
}

/**
 * Describes code that runs after the code around a place. Later changes of an object are not yet known when this code
 * is evaluated, but will have happened when it runs.
 */
export function asyncScopeAt(
  run: Run,
  since: number,
  activation: Activation | undefined,
  place: Location | undefined,
): AsyncScope {
  let changes: Changes | undefined;
  return {
    since,
    depth: activation?.depth ?? -1,
    before: new Map(),
    view<Content>(cell: Cell<Content>, content: Content): Content {
      if (!("className" in cell)) return content;
      changes ??= together(changesBehind(run, activation, place));
      return changed(
        cell as unknown as HeapObject,
        content as unknown as ObjectContent,
        changes,
      ) as unknown as Content;
    },
  };
}

/** The changes that some places make. */
interface Changes {
  readonly keys: ReadonlySet<string>;
  readonly ofAny: boolean;
  readonly byMethods: boolean;
}

function together(changes: readonly Change[]): Changes {
  const keys = new Set<string>();
  let [ofAny, byMethods] = [false, false];
  for (const { key, isMethod } of changes) {
    if (isMethod) byMethods = true;
    else if (key === undefined) ofAny = true;
    else keys.add(key);
  }
  return { keys, ofAny, byMethods };
}

/** Returns the changes that the callers make after the call at the place has returned. */
function changesBehind(
  run: Run,
  activation: Activation | undefined,
  place: Location | undefined,
): readonly Change[] {
  const found: Change[] = [];
  for (let at = activation, from = place; at && from;) {
    const module = run.modules.get(from.path);
    if (module) {
      const syntax = syntaxOf(module);
      const within = at.node ?? module.program;
      const loop = syntax.loops.find((one) => contains(within, one) && contains(one, from!));
      addAll(found, changesIn(syntax, { start: loop?.start ?? from.end, end: within.end }));
    }
    from = at.caller?.place;
    at = at.caller?.activation;
  }
  return found;
}

/** More functions than this are not looked into. */
const MAX_SPANS = 200;

/** Also in the functions of the file that are called there, as far as their names tell. */
function changesIn({ changes, calls, functions, stored }: ModuleSyntax, span: Span): readonly Change[] {
  const spans = new Set([span]);
  const running = <Place extends Span>(places: readonly Place[], one: Span): readonly Place[] => {
    const idle = startingIn(stored, one);
    const found = startingIn(places, one);
    return idle.length === 0 ? found : found.filter((place) => !idle.some((body) => contains(body, place)));
  };
  for (const one of spans) {
    for (const { name } of running(calls, one))
      for (const body of functions.get(name) ?? []) if (spans.size < MAX_SPANS) spans.add(body);
  }
  const found = [...spans].flatMap((one) => running(changes, one));
  work(spans.size + found.length);
  return found;
}

/** Those of the places, which are in order, that start in the span. */
function startingIn<Place extends Span>(places: readonly Place[], { start, end }: Span): readonly Place[] {
  const [first, behind] = [start, end].map((offset) => firstFrom(places, (one) => one.start < offset));
  return places.slice(first, behind);
}

interface ModuleSyntax {
  readonly changes: readonly Change[];
  /** Outer ones first. */
  readonly loops: readonly Span[];
  readonly calls: readonly (Span & { readonly name: string })[];
  readonly functions: ReadonlyMap<string, readonly Span[]>;
  /** Functions that become members, as methods do, of which the file says nothing more: it does not call them. */
  readonly stored: readonly Span[];
}

const known = new WeakMap<ModuleRecord, ModuleSyntax>();

function syntaxOf(module: ModuleRecord): ModuleSyntax {
  let syntax = known.get(module);
  if (syntax) return syntax;
  const [changes, loops, calls]: [Change[], Span[], (Span & { name: string })[]] = [[], [], []];
  const functions = new Map<string, Span[]>();
  const members: (Span & { readonly name: string })[] = [];
  const mentions = new Map<string, number>();
  walk(module.program, (node, parent) => {
    const mentioned = mentionAt(node, parent);
    if (mentioned !== undefined) mentions.set(mentioned, (mentions.get(mentioned) ?? 0) + 1);
    const member = memberFunctionAt(node);
    if (member) members.push(member);
    if (LOOPS.has(node.type)) loops.push(node);
    addAll(changes, changesAt(node));
    const { start, end } = node;
    const called = node.type === "CallExpression" ? nameOf(node.callee) : undefined;
    if (called !== undefined) calls.push({ start, end, name: called });
    const named = functionAt(node);
    if (named) addToGroup(functions, named.name, named);
    return undefined;
  });
  const inOrder = (a: Span, b: Span): number => a.start - b.start;
  changes.sort(inOrder);
  calls.sort(inOrder);
  const stored = members.filter(({ name }) => mentions.get(name) === 1).sort(inOrder);
  known.set(module, (syntax = { changes, loops, calls, functions, stored }));
  return syntax;
}

const LOOPS: ReadonlySet<string> = new Set([
  "ForStatement",
  "ForOfStatement",
  "ForInStatement",
  "WhileStatement",
  "DoWhileStatement",
]);

const CHANGING_METHODS: ReadonlySet<string> = new Set(
  "add append clear copyWithin delete fill pop push reverse set shift sort splice unshift".split(" "),
);

/** Functions of `Object` and `Reflect` that change their first argument. */
const CHANGING_FUNCTIONS: ReadonlySet<string> = new Set(
  "assign defineProperties defineProperty deleteProperty merge set".split(" "),
);

function changesAt(node: Node): readonly Change[] {
  const assigned = node.type === "CallExpression" ? assignedKeys(node) : undefined;
  if (assigned) return assigned.map((key) => ({ start: node.start, end: node.end, key, isMethod: false }));
  const change = changeAt(node);
  return change ? [change] : [];
}

/** Returns the keys of `Object.assign(target, { key: … })`. Undefined if other keys may be written, too. */
function assignedKeys({ callee, arguments: [target, ...sources] }: CallExpression): string[] | undefined {
  if (callee.type !== "MemberExpression" || nameOf(callee) !== "assign") return undefined;
  if (callee.object.type !== "Identifier" || callee.object.name !== "Object") return undefined;
  if (!target || target.type === "SpreadElement") return undefined;
  const keys: string[] = [];
  for (const source of sources) {
    if (source.type !== "ObjectExpression") return undefined;
    for (const property of source.properties) {
      if (property.type !== "Property" || property.computed) return undefined;
      const { key } = property;
      if (key.type === "Identifier") keys.push(key.name);
      else if (key.type === "Literal") keys.push(String(key.value));
      else return undefined;
    }
  }
  return keys;
}

function changeAt(node: Node): Change | undefined {
  const { start, end } = node;
  switch (node.type) {
    case "AssignmentExpression":
      return memberChange(node.left, node);
    case "UpdateExpression":
      return memberChange(node.argument, node);
    case "UnaryExpression":
      return node.operator === "delete" ? memberChange(node.argument, node) : undefined;
    case "ForInStatement":
    case "ForOfStatement":
      return memberChange(node.left, node);
    case "CallExpression": {
      let { callee } = node;
      if (callee.type !== "MemberExpression") return undefined;
      let name = nameOf(callee);
      // `Array.prototype.push.apply(list, …)`
      if ((name === "apply" || name === "call") && callee.object.type === "MemberExpression") {
        callee = callee.object;
        name = nameOf(callee);
      }
      if (name !== undefined && CHANGING_METHODS.has(name)) {
        const isOfObject = callee.object.type === "Identifier" && callee.object.name === "Reflect";
        if (!isOfObject) return { start, end, isMethod: true };
      }
      const isFresh = node.arguments[0]?.type === "ObjectExpression";
      return name !== undefined && CHANGING_FUNCTIONS.has(name) && !isFresh
        ? { start, end, isMethod: false }
        : undefined;
    }
    default:
      return undefined;
  }
}

function memberChange(target: Node, { start, end }: Node): Change | undefined {
  if (target.type === "ChainExpression") return memberChange(target.expression, target);
  if (target.type === "ObjectPattern" || target.type === "ArrayPattern") {
    let holdsMember = false;
    walk(target, (node) => {
      if (node.type === "MemberExpression") holdsMember = true;
      return undefined;
    });
    return holdsMember ? { start, end, isMethod: false } : undefined;
  }
  if (target.type !== "MemberExpression") return undefined;
  const key = nameOf(target);
  return { start, end, isMethod: false, ...(key === undefined ? {} : { key }) };
}

/** A function and the name that it is called by. */
function functionAt(node: Node): (Span & { readonly name: string }) | undefined {
  const named = (key: Node | null | undefined, { start, end }: Span) => {
    const name = key?.type === "Identifier" ? key.name : undefined;
    return name === undefined ? undefined : { start, end, name };
  };
  switch (node.type) {
    case "FunctionDeclaration":
      return named(node.id, node);
    case "MethodDefinition":
    case "PropertyDefinition":
      return named(node.key, node);
    case "VariableDeclarator":
      return node.init && FUNCTIONS.has(node.init.type) ? named(node.id, node.init) : undefined;
    case "Property":
      return FUNCTIONS.has(node.value.type) ? named(node.key, node.value) : undefined;
    default:
      return undefined;
  }
}

const FUNCTIONS: ReadonlySet<string> = new Set(["FunctionExpression", "ArrowFunctionExpression"]);

/** `this.update = () => …`: the function and its name. */
function memberFunctionAt(node: Node): (Span & { readonly name: string }) | undefined {
  if (node.type !== "AssignmentExpression" || node.operator !== "=" || !FUNCTIONS.has(node.right.type))
    return undefined;
  const name = node.left.type === "MemberExpression" && !node.left.computed ? nameOf(node.left) : undefined;
  return name === undefined ? undefined : { start: node.right.start, end: node.right.end, name };
}

/** The name that a node says; a member that is declared without a value says nothing of its use. */
function mentionAt(node: Node, parent: Node | undefined): string | undefined {
  if (node.type === "MemberExpression" && node.computed) return nameOf(node);
  if (node.type !== "Identifier") return undefined;
  return parent?.type === "PropertyDefinition" && !parent.value ? undefined : node.name;
}

function nameOf(node: Node): string | undefined {
  if (node.type === "Identifier") return node.name;
  if (node.type !== "MemberExpression") return undefined;
  const { property } = node;
  if (!node.computed) return property.type === "Identifier" ? property.name : undefined;
  return property.type === "Literal" ? String(property.value) : undefined;
}

const WITH_METHODS: ReadonlySet<string> = new Set([
  "Array",
  "Set",
  "Map",
  "Headers",
  "URL",
  "URLSearchParams",
]);

const VARYING_MEMBER: Slot = { value: VARYING, maybeAbsent: true };

/** An existing one keeps its slot, because joining contents depends on it. */
function varying(slot: Slot): Slot {
  if (slot.maybeAbsent && alternatives(slot.value).some((one) => sameValue(one, VARYING))) return slot;
  return { ...slot, value: choice([slot.value, VARYING]), maybeAbsent: true };
}

/** The content with all that the changes may make of it beside what it is. */
function changed(object: HeapObject, content: ObjectContent, changes: Changes): ObjectContent {
  const { className, callable } = object;
  if (className === "Promise" || callable?.kind === "native") return content;
  const keys = new Set<string>();
  let isAny = changes.ofAny || (changes.byMethods && WITH_METHODS.has(className));
  for (const key of changes.keys) {
    if (TEXTUAL.has(className)) isAny ||= content.members.has(key);
    else if (!LISTS.has(className)) keys.add(key);
    else if (key === "length" || isIndex(key)) isAny = true;
  }
  if (!isAny && keys.size === 0) return content;
  work(slotCount(content));
  const members = isAny ? mapTable(content.members, varying) : new Map(content.members);
  const isText = isAny && TEXTUAL.has(className);
  const entries = isAny ? mapTable(content.entries, varying) : content.entries;
  const symbols = isText ? mapTable(content.symbols, varying) : content.symbols;
  for (const key of keys) {
    const slot = members.get(key);
    members.set(key, slot ? varying(slot) : VARYING_MEMBER);
  }
  const open = isAny ? [...content.open, VARYING] : content.open;
  return { ...content, epoch: -1, members, symbols, entries, open };
}
