import type { CallExpression, MethodDefinition, Node, PropertyDefinition } from "@oxc-project/types";
import { DefinitionType, type Variable } from "@typescript-eslint/scope-manager";
import { namesIn } from "../evaluation/exports.js";
import type { Names } from "../evaluation/module-record.js";
import { keyName } from "../evaluation/patterns.js";
import { ALL, type ModuleParts } from "./module-parts.js";
import { ANY_MEMBER, NEW, Part, classAround, newOf } from "./part.js";
import { readFrom } from "./written-names.js";
import type { TypeObjects } from "./type-objects.js";

/** Finds which members of objects and classes the code of a module declares and uses, by their names. */
export class MemberUses {
  /** Variables that stand for `this`. */
  readonly #selves = new Set<Variable>();
  /** The members of classes that methods are. */
  readonly #methods = new Map<Node, Part>();

  /** @param imported the names that variables have in the modules that they come from */
  constructor(
    private readonly names: Names,
    private readonly module: ModuleParts,
    private readonly types: TypeObjects,
    private readonly imported: ReadonlyMap<Variable, { readonly name: string }>,
  ) {}

  addSelf(variable: Variable): void {
    this.#selves.add(variable);
  }

  /** Returns the member of a class that a function is. */
  memberAt(node: Node): Part | undefined {
    return this.#methods.get(node);
  }

  /** Takes a member of a class. Gives the part of its value if it is a field. */
  declare(node: MethodDefinition | PropertyDefinition, owner: Part, below: Map<Node, Part>): void {
    const { key, value, computed } = node;
    if (!value || computed || owner.kind !== "class") return;
    const name = keyName(key);
    this.types.declares(owner, name);
    if (!("kind" in node)) {
      const part = new Part(owner, "other", true);
      part.usedBy(this.module.member(owner, name));
      below.set(value, part);
    } else if (node.kind === "constructor") {
      this.#methods.set(value, this.module.member(owner, NEW));
      for (const one of "params" in value ? value.params : [])
        if (one.type === "TSParameterProperty")
          for (const field of namesIn(one.parameter)) this.types.stores(owner, keyName(field));
    } else this.#methods.set(value, this.module.member(owner, name));
  }

  /** Returns the member of the objects of the class around that code reads or writes as a member of `this`. */
  ownMember(node: Node, owner: Part): Part | undefined {
    if (node.type !== "MemberExpression" || node.computed || !this.#isSelf(node.object)) return undefined;
    const around = classAround(owner);
    if (!around) return undefined;
    this.types.touches(around, keyName(node.property));
    return this.module.member(around.ofClass, keyName(node.property));
  }

  #isSelf(node: Node): boolean {
    if (node.type === "ThisExpression") return true;
    const variable = node.type === "Identifier" ? this.names.variableOf(node) : undefined;
    return variable !== undefined && this.#selves.has(variable);
  }

  /** Stores a part in the member of `this` that an expression reads from. Returns false if there is none. */
  flowsIntoOwn(target: Node, part: Part, owner: Part): boolean {
    const own = this.ownMember(target, owner);
    if (own) part.usedBy(own);
    const inner = own ? undefined : readFrom(target);
    return own !== undefined || (inner !== undefined && this.flowsIntoOwn(inner, part, owner));
  }

  /** Records that code may make an object of a class, or calls a member with a computed name. */
  called({ callee, arguments: args }: CallExpression, owner: Part): void {
    const isComputed = callee.type === "MemberExpression" && callee.computed;
    if (isComputed && callee.property.type !== "Literal") owner.use(ANY_MEMBER);
    for (const one of args) this.handsOver(one, owner);
    this.constructs(callee, owner);
  }

  /** Records that code gets a value, and may make an object of it if it is a class. */
  handsOver(node: Node, owner: Part): void {
    if (node.type === "Identifier") owner.use(this.newOf(node));
    else if (node.type === "MemberExpression" && !node.computed) owner.use(newOf(keyName(node.property)));
  }

  /** Records that an expression is called, which makes an object if it is a class. */
  constructs(callee: Node, owner: Part): void {
    if (callee.type === "MemberExpression" && !callee.computed) owner.use(newOf(keyName(callee.property)));
    else if (callee.type === "Super") owner.use(this.types.superIn(owner) ?? NEW);
    else if (callee.type === "Identifier" || callee.type === "JSXIdentifier") owner.use(this.newOf(callee));
  }

  /** Returns what stands for making an object of a class that an identifier stands for. */
  newOf(identifier: Node & { name: string }): string {
    const variable = this.names.variableOf(identifier);
    const { name = identifier.name } = (variable && this.imported.get(variable)) ?? {};
    return name === ALL || name === "default" ? NEW : newOf(name);
  }

  /** Records the use of a member of an object, or of a class that the module declares. */
  member({ object, property, computed }: Node & { type: "MemberExpression" }, owner: Part): void {
    const variable = object.type === "Identifier" ? this.names.variableOf(object) : undefined;
    const isOfClass = variable?.defs.some(({ type }) => type === DefinitionType.ClassName) === true;
    if (isOfClass && !computed) this.types.usesStatic(variable, keyName(property), owner);
    else if (!computed) owner.use(keyName(property));
    else if (property.type === "Literal" && typeof property.value === "string") owner.use(property.value);
  }
}
