import type { Node } from "@oxc-project/types";
import { DefinitionType } from "@typescript-eslint/scope-manager";
import { contains, encloses, type Location } from "../../core/span.js";
import type { Call } from "../evaluation/callable.js";
import type { Activation, Environment } from "../evaluation/environment.js";

/** A call, and the activation that it is in. */
interface Sender {
  readonly place: Location;
  readonly activation: Activation;
}

/**
 * Returns the call that the author writes for a request. Some functions only pass on their arguments to a function that
 * they were given: `retry(requests.get)`. They know nothing of requests, so their own call is the one.
 */
export function senderOf({ node, environment }: Call): Sender {
  const { activation } = environment;
  const here: Sender = { place: environment.locate(node), activation };
  if (node.type !== "CallExpression" || !isGiven(node.callee, environment)) return here;
  const names = namesPassedOn(node.arguments);
  if (!names) return here;
  for (let at: Activation | undefined = activation; at; at = at.caller?.activation) {
    if (!at.caller || !at.node || !contains(at.node, node)) return here;
    if (!takesOnly(at.node, names)) continue;
    const { place, activation: of } = at.caller;
    return encloses(place, here.place) || place.end <= place.start ? here : { place, activation: of };
  }
  return here;
}

/** Returns whether a function is a parameter, or of a package that is loaded on the spot. */
function isGiven(callee: Node, { module }: Environment): boolean {
  const name = innermost(callee);
  const [definition] = module.names.variableOf(name)?.defs ?? [];
  if (definition?.type === DefinitionType.Parameter) return true;
  if (definition?.type !== DefinitionType.Variable) return false;
  const { init } = definition.node as unknown as { readonly init: Node | null };
  return init !== null && innermost(init).type === "ImportExpression";
}

/** Returns what members are read of, and what is awaited. */
function innermost(node: Node): Node {
  if (node.type === "MemberExpression") return innermost(node.object);
  if (node.type === "AwaitExpression") return innermost(node.argument);
  return node.type === "ParenthesizedExpression" || node.type === "ChainExpression"
    ? innermost(node.expression)
    : node;
}

/** Returns the names of lists that are all arguments of a call: `f(...args)`, `f(*args, **options)`. */
function namesPassedOn(given: readonly Node[]): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  const parts = given.flatMap((one) => (one.type === "ObjectExpression" ? one.properties : [one]));
  for (const part of parts) {
    if (part.type !== "SpreadElement" || part.argument.type !== "Identifier") return undefined;
    names.add(part.argument.name);
  }
  return names.size > 0 ? names : undefined;
}

/** Returns whether the parameters of a function are those lists and nothing else. */
function takesOnly(node: Node, names: ReadonlySet<string>): boolean {
  if (!("params" in node) || !Array.isArray(node.params)) return false;
  const params = node.params as readonly Node[];
  return (
    params.length === names.size &&
    params.every(
      (one) =>
        one.type === "RestElement" && one.argument.type === "Identifier" && names.has(one.argument.name),
    )
  );
}
