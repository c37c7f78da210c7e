import type { Node } from "@oxc-project/types";
import type { Container } from "../evaluation/language.js";
import type { ModuleParts } from "./module-parts.js";
import { Part } from "./part.js";

/**
 * Connects code that makes an object for a container with all code that gets one of its type from the container. They
 * may be in files of which none names the other.
 */
export function connectContainer(
  container: Container,
  name: string,
  args: readonly Node[],
  owner: Part,
  module: ModuleParts,
): void {
  if (name !== container.gives && name !== container.takes) return;
  const type = args.find((one) => one.type === "Literal" && typeof one.value === "string");
  if (type?.type !== "Literal") return;
  const key = String(type.value);
  const held = module.program.global(`${container.gives} ${key}`);
  if (name === container.takes) {
    held.usedBy(owner);
    return;
  }
  // Code that uses the object does not name the API itself.
  const made = new Part(undefined, "function");
  owner.usedBy(made);
  made.usedBy(held);
  module.provided.add(key);
}
