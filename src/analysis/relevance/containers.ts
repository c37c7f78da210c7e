import type { Node } from "@oxc-project/types";
import type { Container } from "../evaluation/language.js";
import type { ModuleParts } from "./module-parts.js";
import { Part } from "./part.js";

/**
 * Connects code that makes an object for a container with all code that gets one of its type from the container. They
 * may be in files of which none names the other.
 */
export function connectContainer(
  container: Container | undefined,
  name: string | undefined,
  args: readonly Node[],
  owner: Part,
  module: ModuleParts,
): void {
  if (!container || (name !== container.gives && name !== container.takes)) return;
  for (const type of name === container.gives ? args.flatMap(typesIn) : []) give(type, owner, module);
  const key = firstOf(args, textOf) ?? firstOf(args, constantOf);
  if (key === undefined) return;
  const held = module.program.global(`${container.gives} ${key}`);
  if (name === container.takes) {
    held.usedBy(owner);
    return;
  }
  give(key, owner, module, held);
}

function give(key: string, owner: Part, module: ModuleParts, held = registeredFor(key, module)): void {
  // Code that uses the object does not name the API itself.
  const made = new Part(undefined, "function");
  owner.usedBy(made);
  made.usedBy(held);
  module.provided.add(key);
}

/** Returns the part of what a container gives to the objects of a class, which may be in a file of its own. */
export function registeredFor(type: string, module: ModuleParts): Part {
  return module.program.global(`registered for ${type}`);
}

function firstOf(nodes: readonly Node[], keyOf: (node: Node) => string | undefined): string | undefined {
  return nodes.map(keyOf).find((one) => one !== undefined);
}

function textOf(node: Node): string | undefined {
  return node.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

/** Returns the name of a constant with a text: `AtlasClient` of `Names.AtlasClient`. */
function constantOf(node: Node): string | undefined {
  if (node.type === "Identifier") return node.name;
  if (node.type !== "MemberExpression") return undefined;
  return textOf(node.property) ?? constantOf(node.property);
}

/** Returns the names of the types that a generic call is given as a member of its own. */
function typesIn(node: Node): string[] {
  if (node.type !== "ObjectExpression") return [];
  return node.properties.flatMap((one) =>
    one.type === "Property" && one.value.type === "Identifier" ? [one.value.name] : [],
  );
}
