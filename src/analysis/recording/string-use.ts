import { firstFrom } from "../../core/ordered.js";
import type { CallExpression, NewExpression, Node, Program } from "@oxc-project/types";
import type { StringFact, StringSetting } from "../../facts/string.js";
import { keyName } from "../evaluation/patterns.js";
import { childrenOf, decoratorsOf } from "../walk.js";
import { isQuestionCall } from "./presence-tests.js";

/**
 * Returns base paths and property names with their use in the code around them, if that is not a request. They are in a message, a test
 * asserts that they are absent, or a server handles them. Only the place itself counts; a constant may be used for
 * anything.
 */
export function withUse(facts: readonly StringFact[], path: string, program: Program): StringFact[] {
  const tree = new NodesAt(program);
  return facts.map((fact) => {
    const { what, setting, place } = fact;
    const isBase =
      what === "base-path" || what === "other-base" || what === "discovery-url" || what === "versioned-base";
    const isName = what === "held-name" || what === "name";
    const isOpen = (isBase && setting === "code") || (isName && setting === "text");
    if (!isOpen || place.path !== path) return fact;
    const around = tree.around(place.start);
    const use = isName && isQuestionCall(around.at(-2) ?? around[0]!) ? "question" : useIn(around, isName);
    return use === undefined ? fact : { ...fact, setting: use };
  });
}

/**
 * @param around the nodes around the string, from the program down to the literal
 * @param isName whether it is the name of a property
 */
function useIn(around: Node[], isName: boolean): StringSetting | undefined {
  let inner: Node | undefined = around.pop();
  for (let node = around.pop(); node && inner; inner = node, node = around.pop()) {
    switch (node.type) {
      case "CallExpression":
      case "NewExpression":
        if (node.callee === inner) return undefined;
        // An operation that a frontend only knows to read its parts.
        if (namesOf(node.callee).join() === "unknown") break;
        return useInCall(node, inner, [...around].reverse(), isName);
      case "Decorator":
        return undefined;
      case "ObjectExpression":
        if (hasHandler(node)) return "route";
        break;
      case "TemplateLiteral":
      case "BinaryExpression":
      case "ConditionalExpression":
      case "LogicalExpression":
      case "ArrayExpression":
      case "Property":
      case "TSAsExpression":
        break;
      case "ThrowStatement":
        return "message";
      default:
        return undefined;
    }
  }
  return undefined;
}

/** Nodes in the order of the text; one may contain others, as the body of a function its name. */
interface NodeList {
  readonly nodes: readonly Node[];
  /** The largest end of each node and those before it. */
  readonly ends: readonly number[];
}

/** Finds nodes by their places; a list may have any number of elements, so they are not looked at one by one. */
class NodesAt {
  readonly #inside = new Map<Node, readonly NodeList[]>();

  constructor(private readonly program: Program) {}

  /** Returns the nodes around an offset, from the program down to the literal. */
  around(offset: number): Node[] {
    const around: Node[] = [];
    for (let node: Node | undefined = this.program; node;) {
      around.push(node);
      const [children, decorators] = this.#listsIn(node);
      node = nodeAt(children!, offset) ?? nodeAt(decorators!, offset);
    }
    // The text between the holes of a template is a node of its own.
    return around.filter(({ type }) => type !== "TemplateElement");
  }

  /** Returns the direct children of a node, and its decorators, each in the order of the text. */
  #listsIn(node: Node): readonly NodeList[] {
    let lists = this.#inside.get(node);
    if (!lists) {
      const children = childrenOf(node);
      lists = [children, children.flatMap(decoratorsIn)].map((list) =>
        inOrder(list.toSorted((a, b) => a.start - b.start)),
      );
      this.#inside.set(node, lists);
    }
    return lists;
  }
}

function inOrder(nodes: readonly Node[]): NodeList {
  let last = 0;
  return { nodes, ends: nodes.map(({ end }) => (last = Math.max(last, end))) };
}

/** Returns the node around an offset that starts last. */
function nodeAt({ nodes, ends }: NodeList, offset: number): Node | undefined {
  const behind = firstFrom(nodes, ({ start }) => start <= offset);
  for (let index = behind - 1; index >= 0 && ends[index]! > offset; index--)
    if (offset < nodes[index]!.end) return nodes[index];
  return undefined;
}

/** Decorators precede their target, and its `export`. */
function decoratorsIn(node: Node): readonly Node[] {
  return decoratorsOf("declaration" in node && node.declaration ? node.declaration : node);
}

/** @param outside the nodes around the call, nearest first */
function useInCall(
  call: CallExpression | NewExpression,
  argument: Node,
  outside: readonly Node[],
  isName: boolean,
): StringSetting | undefined {
  const names = namesOf(call.callee);
  const last = names.at(-1) ?? "";
  if (isReported(call, argument, names, isName)) return "message";
  if (isRoute(call, argument, names, outside[0])) return "route";
  if (isDenied(names, last)) return "absent";
  return QUESTIONS.has(last) && isDeniedAround(call, outside) ? "absent" : undefined;
}

/** `["this", "logger", "info"]` of a callee, `["expect", "not", "toBe"]` of `expect(x).not.toBe`. */
function namesOf(callee: Node): string[] {
  const names: string[] = [];
  for (let node = callee; ;) {
    if (node.type === "MemberExpression") {
      names.unshift(keyName(node.property));
      node = node.object;
    } else if (node.type === "CallExpression") {
      node = node.callee;
    } else if (node.type === "ChainExpression") {
      node = node.expression;
    } else {
      // Names of other languages have a mark and dots: `rb:stop`, `log.Println`, `[console]::writeline`.
      const own = node.type === "Identifier" ? node.name.replace(/^[a-z]+:(?=\w)/, "").match(/[\w$-]+/g) : [];
      return [...(node.type === "ThisExpression" ? ["this"] : (own ?? [])), ...names];
    }
  }
}

/** `info`, `Infof`, `LogInformation` */
const LEVELS =
  /^(?:log)?(?:log|info|information|warn|warning|error|debug|trace|fatal|critical|severe|exception|panic|verbose|notice|success|fail|succeed|start|print)(?:f|ln|w)?$/i;
const LOGGERS =
  /^(?:console|winston|pino|bunyan|consola|signale|spinner|core|logging|logrus|tracing|.*log(?:ger)?)$/i;
const TITLES = /^(?:describe|it|test|context|suite|specify)$/;
const MODIFIERS = /^(?:only|skip|todo|each|concurrent|failing|serial)$/;
const DESCRIPTIONS = /^(?:description|describe|summary|addHelpText)$/;
/** Functions that end the program with a message; `stop` and `discard` are names of frontends. */
const ENDS = /^(?:abort|bail|die|exit|panic|stop|discard|error_log|trigger_error|syslog)$/;
/** Functions that print, without a receiver. */
const PRINTERS =
  /^(?:log|debug|info|warn|error|trace|e?print(?:ln)?|puts|pp?|write-(?:host|verbose|error|warning|debug|information))$/;
/** `System.err.println`, `fmt.Println`, `Console.Error.WriteLine`, `sys.stderr.write`, `click.echo`, `t.Fatalf` */
const STREAMS =
  /^(?:\$?std(?:err|out)|err|out|fmt|errors|console|error|debug|trace|click|typer|warnings|sys|tb?)$/i;
const WRITES =
  /^(?:[ef]?print(?:ln|f)?|write(?:line)?|puts|s?echo|warn|exit|new|(?:error|log|fatal|skip)f?)$/i;

/** A log line, the text of an error, the title of a test, the description of an option: what people read. */
function isReported(
  call: CallExpression | NewExpression,
  argument: Node,
  names: readonly string[],
  isName: boolean,
): boolean {
  const last = names.at(-1) ?? "";
  if (/(?:Error|Exception)$/.test(last)) return true;
  if (call.type === "NewExpression") return false;
  if (TITLES.test(names[0] ?? "") && names.slice(1).every((name) => MODIFIERS.test(name))) return true;
  const holders = names.slice(0, -1);
  if (holders.length === 0) {
    // In a script of commands, the text that is printed is a value for other code; a name in it is not.
    const isPrinted = PRINTERS.test(last) || (isName && /^(?:echo|printf)$/.test(last));
    return ENDS.test(last) || (isPrinted && !holdsData(argument));
  }
  if (DESCRIPTIONS.test(last)) return true;
  if (LEVELS.test(last) && holders.some((name) => LOGGERS.test(name))) return true;
  const [first] = call.arguments;
  const stream = /^fprint/i.test(last) && first ? namesOf(first).at(-1) : holders.at(-1);
  return WRITES.test(last) && STREAMS.test(stream ?? "") && !holdsData(argument);
}

/** Returns whether a text has keys and values: another program may read what is printed. */
function holdsData(node: Node): boolean {
  if (node.type === "Literal") return typeof node.value === "string" && /["']\s*:/.test(node.value);
  if (node.type === "TemplateElement") return /["']\s*:/.test(node.value.raw);
  return childrenOf(node).some(holdsData);
}

const ASSERTIONS = /^(?:expect|assert|should|t|chai|refute)$/;
/** `assert.notEqual`, `assert.doesNotMatch`, `expect(x).to.not.include`, `t.notRegex`. */
const DENIALS = /^(?:not[A-Z]\w*|not|doesNot[A-Z]\w*|isNot[A-Z]\w*|refute\w*)$/;
/** Methods that test whether a text contains another one. */
const QUESTIONS = new Set(["includes", "startsWith", "endsWith", "test", "match", "indexOf", "search"]);

function isDenied(names: readonly string[], last: string): boolean {
  const [root = "", ...members] = names;
  if (/^refute/.test(root)) return true;
  if (ASSERTIONS.test(root)) return members.some((name) => DENIALS.test(name));
  // `url.should.not.contain("…")`
  return members.includes("should") && members.includes("not") && last !== "not";
}

/** `assert(!url.includes("…"))`, `expect(url.includes("…")).toBe(false)`, `expect(url.includes("…")).to.be.false`. */
function isDeniedAround(question: Node, outside: readonly Node[]): boolean {
  let isNegated = false;
  let inner = question;
  for (const node of outside) {
    if (node.type === "UnaryExpression" && node.operator === "!") isNegated = !isNegated;
    else if (node.type === "CallExpression" && node.callee !== inner) {
      const [root = ""] = namesOf(node.callee);
      const last = namesOf(node.callee).at(-1) ?? "";
      if (/^refute/.test(root) || last === "isFalse" || last === "notOk") return !isNegated;
      if (!ASSERTIONS.test(root)) return false;
      if (root !== "expect") return isNegated;
      return endsInFalse(node, outside.slice(outside.indexOf(node) + 1)) !== isNegated;
    } else if (node.type !== "ChainExpression") return false;
    inner = node;
  }
  return false;
}

/** Returns whether an `expect(…)` goes on to demand that what it was given is false. */
function endsInFalse(expectation: Node, outside: readonly Node[]): boolean {
  let isNot = false;
  let inner = expectation;
  for (const node of outside) {
    if (node.type === "MemberExpression" && node.object === inner) {
      const name = keyName(node.property);
      if (name === "not") isNot = !isNot;
      if (name === "false" || name === "toBeFalsy" || name === "toBeFalse") return !isNot;
      if (name === "true" || name === "toBeTruthy" || name === "toBeTrue") return isNot;
    } else if (node.type === "CallExpression" && node.callee === inner) {
      const [given] = node.arguments;
      if (given?.type === "Literal" && typeof given.value === "boolean") return given.value === isNot;
    } else return false;
    inner = node;
  }
  return false;
}

const VERBS = /^(?:get|post|put|patch|delete|del|head|options|all)$/;
const MOUNTS = /^(?:use|route|register|mount)$/;
const SERVERS =
  /^(?:app|router|server|fastify|koa|hono|express|restify|polka)$|(?:App|Router|Server|Routes)$/;
/** https://docs.nestjs.com/controllers, and the same words in other frameworks with decorators. */
const CONTROLLERS = /^(?:\w*Controller|Get|Post|Put|Patch|Delete|Head|Options|All|Route)$/;

/** Returns whether a call tells a server under which path it answers. */
function isRoute(
  call: CallExpression | NewExpression,
  argument: Node,
  names: readonly string[],
  outside: Node | undefined,
): boolean {
  const last = names.at(-1) ?? "";
  if (outside?.type === "Decorator") return CONTROLLERS.test(last);
  if (argument.type === "ObjectExpression")
    return MOUNTS.test(last) || (call.type === "NewExpression" && SERVERS.test(last));
  if (call.arguments[0] !== argument || names.length < 2) return false;
  const isServer = SERVERS.test(names.at(-2)!);
  if (MOUNTS.test(last)) return isServer || call.arguments.slice(1).some(isHandler);
  return VERBS.test(last) && (isServer || call.arguments.slice(1).some(isHandler));
}

const HANDLER_PARAMETERS = /^_?(?:req|request|ctx|context|c|q)$/;

/** A function that is given the request that came in: `(req, res) => …`, `async (ctx) => …`. */
function isHandler(node: Node): boolean {
  if (node.type !== "ArrowFunctionExpression" && node.type !== "FunctionExpression") return false;
  const [first] = node.params;
  return first?.type === "Identifier" && HANDLER_PARAMETERS.test(first.name);
}

/** `{ method, url, handler }`, the form of a route that fastify and hapi take. */
function hasHandler(node: Node & { type: "ObjectExpression" }): boolean {
  return node.properties.some(
    (property) => property.type === "Property" && keyName(property.key) === "handler",
  );
}
