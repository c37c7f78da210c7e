import type { Node } from "@oxc-project/types";
import type { Span } from "../../../core/span.js";
import { keyName } from "../../../analysis/evaluation/patterns.js";
import { readAt } from "./reads.js";
import { isWrapper } from "../../../analysis/wrappers.js";
import type { SourceTree } from "./source-tree.js";

/**
 * Returns whether of the list that is read at `place`, the span of its name, only properties of the first element are taken, and
 * none of some names: `a.list[0].b`. Constants that the list or the element is stored in are followed.
 */
export function takesOfFirstAt(tree: SourceTree, place: Span, except: ReadonlySet<string>): boolean {
  const read = readAt(tree, place);
  const uses = new FirstElementUses(tree, except);
  return read.kind === "member" ? uses.ofList(read.member) : uses.ofListIn(read.property.value);
}

class FirstElementUses {
  constructor(
    private readonly tree: SourceTree,
    private readonly except: ReadonlySet<string>,
  ) {}

  /** Returns whether an expression whose value is the list takes no more of it. */
  ofList(list: Node): boolean {
    const { node, parent } = this.#around(list);
    if (parent?.type === "VariableDeclarator") return parent.init === node && this.ofListIn(parent.id);
    if (parent?.type !== "MemberExpression" || parent.object !== node) return false;
    const { computed, property } = parent;
    return computed && property.type === "Literal" && property.value === 0 && this.#ofElement(parent);
  }

  /** Does the same for a pattern that takes the list: `list`, `[{ b }]`. */
  ofListIn(pattern: Node): boolean {
    if (pattern.type === "Identifier") return this.#all(pattern, (use) => this.ofList(use));
    if (pattern.type !== "ArrayPattern" || pattern.elements.length !== 1) return false;
    const [first] = pattern.elements;
    return first !== null && first !== undefined && this.#ofElementIn(first);
  }

  #ofElement(element: Node): boolean {
    const { node, parent } = this.#around(element);
    if (parent?.type === "VariableDeclarator") return parent.init === node && this.#ofElementIn(parent.id);
    if (parent?.type !== "MemberExpression" || parent.object !== node) return false;
    const { property } = parent;
    return !parent.computed && property.type === "Identifier" && !this.except.has(property.name);
  }

  /** Does the same for `{ b }`, or for a name of the element. */
  #ofElementIn(pattern: Node): boolean {
    if (pattern.type === "Identifier") return this.#all(pattern, (use) => this.#ofElement(use));
    return (
      pattern.type === "ObjectPattern" &&
      pattern.properties.every((property) => {
        if (property.type !== "Property" || property.computed) return false;
        const name = keyName(property.key);
        return name !== undefined && !this.except.has(name);
      })
    );
  }

  /** Returns whether something holds for every use of a constant that no other code sees. */
  #all(identifier: Node, holds: (use: Node) => boolean): boolean {
    const variable = this.tree.names.variableOf(identifier);
    if (!variable || this.tree.isComponent) return false;
    const isExported = variable.defs.some(
      ({ node }) =>
        this.tree.parentOf(this.tree.parentOf(node as unknown as Node)!)?.type === "ExportNamedDeclaration",
    );
    const [definition, ...others] = variable.defs;
    if (isExported || !definition || others.length > 0 || definition.type !== "Variable") return false;
    return variable.references.every((reference) => {
      const use = reference.identifier as unknown as Node;
      return reference.init === true || (!reference.isWrite() && holds(use));
    });
  }

  /** Returns the outermost expression that is the same value, and what it is a part of. */
  #around(value: Node): { readonly node: Node; readonly parent: Node | undefined } {
    let node = value;
    let parent = this.tree.parentOf(node);
    while (parent && isWrapper(parent)) {
      node = parent;
      parent = this.tree.parentOf(node);
    }
    return { node, parent };
  }
}
