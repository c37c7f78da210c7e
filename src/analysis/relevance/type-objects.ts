import type { Node } from "@oxc-project/types";
import { DefinitionType, type Variable } from "@typescript-eslint/scope-manager";
import type { Names } from "../evaluation/module-record.js";
import { registeredFor } from "./containers.js";
import { ALL, objectsOf, type ModuleParts } from "./module-parts.js";
import { isOfLanguage } from "./written-names.js";
import { HeldMembers, NEW, Part, classAround, join, newOf, ofThis } from "./part.js";

/**
 * Connects classes with the code that names a type above them: an interface, or a class that they extend. Such code may
 * have objects of the classes, although it does not name them.
 */
export class TypeObjects {
  /** Names of types that are extended or implemented there. Classes below the same type have no objects of each other. */
  readonly #above = new Set<Node>();
  readonly #classes = new Map<Part, ClassMembers>();
  /** Uses of members of classes, by the parts of their names. The classes may come later. */
  readonly #statics: (readonly [ofName: Part, member: string, owner: Part])[] = [];
  readonly #byName = new Map<Part, Part>();

  constructor(
    private readonly names: Names,
    private readonly module: ModuleParts,
    private readonly hasContainer: boolean,
    /** True if code outside of a class may add methods to it. */
    private readonly isOpen: boolean,
  ) {}

  /**
   * Takes a class or an interface. Its objects are those of the types above it, too.
   *
   * @param superMade what stands for making an object of the class above it
   */
  declare(node: Node & { id?: Node | null }, part?: Part, superMade?: string): void {
    const variable = node.id ? this.names.variableOf(node.id) : undefined;
    const objects = variable ? this.module.objects(variable) : new Part();
    if (part) {
      this.#of(part).superMade = superMade;
      const { ofObjects, ofClass } = this.#of(part);
      part.onSource(() => {
        ofObjects.handTo(objects);
      });
      if (variable) {
        this.#of(part).variable = variable;
        const name = this.module.variable(variable);
        part.isNamed(name);
        this.#byName.set(name, part);
        if (this.isOpen) part.usedBy(name);
        else ofClass.handTo(name);
      }
    }
    if (this.hasContainer && variable && part)
      for (const user of [part, objects]) registeredFor(variable.name, this.module).usedBy(user);
    for (const type of typesAbove(node)) {
      const above = this.names.variableOf(type);
      if (!above) continue;
      this.#above.add(type);
      if (part) this.#of(part).above.add(above);
      objects.usedBy(this.module.objects(above));
    }
  }

  #of(part: Part): ClassMembers {
    let members = this.#classes.get(part);
    if (!members) this.#classes.set(part, (members = new ClassMembers(this.isOpen)));
    return members;
  }

  /** Returns what stands for making an object of the class above the one around. */
  superIn(owner: Part): string | undefined {
    const around = classAround(owner);
    return around && this.#classes.get(around.ofClass)?.superMade;
  }

  /** Says that a class has a member. */
  declares(ofClass: Part, member: string): void {
    this.#of(ofClass).declared.add(member);
  }

  /** Says that code uses a member of a class that the module declares. */
  usesStatic(variable: Variable, member: string, owner: Part): void {
    const name = this.module.variable(variable);
    this.#statics.push([name, member, owner]);
    // Static code names its own class where other code has `this`. The member may be of a class above.
    const around = classAround(owner);
    if (around && this.#byName.get(name) === around.ofClass) around.ofClass.use(ofThis(member));
  }

  /** Takes the constructor of a class. */
  constructs(ofClass: Part, constructor: Part): void {
    this.#of(ofClass).makers.add(constructor);
  }

  /** Says that the constructor of a class stores what it is given in a member. */
  stores(ofClass: Part, field: string): void {
    this.#of(ofClass).stored.add(field);
  }

  /** Says that code in a class reads or writes a member of its object. */
  touches({ ofClass, within }: { readonly ofClass: Part; readonly within: Part }, field: string): void {
    addTo(this.#of(ofClass).touched, within, field);
  }

  /** Says that all code of the module has its part. */
  end(): void {
    for (const [name, member, owner] of this.#statics) {
      const ofClass = this.#byName.get(name);
      if (ofClass) this.module.member(ofClass, member).usedBy(owner);
    }
    for (const [part, one] of this.#classes) this.#endClass(part, one);
    this.#classes.clear();
  }

  #endClass(part: Part, one: ClassMembers): void {
    const { variable, superMade, ofObjects, ofClass, stored, touched, makers } = one;
    // The function is kept as long as the part. It must not hold the variable, which holds the tree of the module.
    const made = variable ? [NEW, newOf(variable.name)] : [NEW];
    const makes = (): void => {
      for (const name of made) ofClass.add(name);
    };
    for (const maker of makers) for (const field of touched.get(maker) ?? []) stored.add(field);
    // Without a constructor of its own, it has that of the class above.
    if (makers.size === 0 && superMade !== undefined) part.use(superMade);
    const members = new Map(this.module.membersOf(part));
    for (const [name, member] of members)
      if (!isOfLanguage(name))
        member.onShared(() => {
          if (name === NEW) makes();
          else for (const held of [ofObjects, ofClass]) held.add(name);
          ofClass.add(ofThis(name));
        });
    // The constructor of a class above may store what it is given, too.
    this.#usesBelow(one);
    const isFilled = superMade !== undefined || [...members.keys()].some(isOfLanguage);
    for (const [within, fields] of touched)
      if (!makers.has(within) && (isFilled || [...fields].some((field) => stored.has(field))))
        within.onShared(makes);
  }

  /** A method may use members of its object that only classes below have. */
  #usesBelow({ variable, declared, stored, touched }: ClassMembers): void {
    for (const [within, members] of variable ? touched : []) {
      const open = [...members].filter((member) => !declared.has(member) && !stored.has(member));
      if (open.length > 0) this.module.objects(variable!).usedBy(within);
      for (const member of open) within.use(member);
    }
  }

  /** Takes the name of a type of which a member is read. In a class below that type, it is one of the class itself. */
  isRead(node: Node, owner: Part): void {
    const around = classAround(owner);
    const variable = around && this.names.variableOf(node);
    if (variable && this.#classes.get(around.ofClass)?.above.has(variable) === true) this.#above.add(node);
  }

  /** Takes a name of a variable, which may stand for a type. */
  mention(node: Node, variable: Variable, owner: Part): void {
    if (isType(variable) && !this.#above.has(node)) this.module.objects(variable).usedBy(owner);
  }

  import(variable: Variable, specifier: string, name: string): void {
    if (name !== ALL) this.module.link(specifier, objectsOf(name), this.module.objects(variable));
  }

  export(variable: Variable, name: string): void {
    if (isType(variable)) join(this.module.objects(variable), this.module.export(objectsOf(name)));
  }

  exportDefault(declaration: Node & { id?: Node | null }): void {
    const variable = this.names.variableOf(declaration.id ?? declaration);
    if (variable) this.export(variable, "default");
  }

  /** Takes `export { name as exported } from "specifier"`. */
  passOn(specifier: string, name: string, exported: string): void {
    if (name !== ALL) this.module.link(specifier, objectsOf(name), this.module.export(objectsOf(exported)));
  }
}

/** Returns the names of the types that a class or an interface extends or implements. */
function typesAbove(node: Node): readonly Node[] {
  if (node.type === "TSInterfaceDeclaration") return node.extends.map(({ expression }) => expression);
  if (node.type !== "ClassDeclaration" && node.type !== "ClassExpression") return [];
  const { superClass } = node;
  return [
    ...(superClass ? [superClass] : []),
    ...(node.implements ?? []).map(({ expression }) => expression),
  ];
}

const TYPES: ReadonlySet<DefinitionType> = new Set([
  DefinitionType.ClassName,
  DefinitionType.ImportBinding,
  DefinitionType.Type,
]);

function isType({ defs }: Variable): boolean {
  return defs.some(({ type }) => TYPES.has(type));
}

/** The members of a class that matter to code that has the class, or objects of it. */
class ClassMembers {
  variable: Variable | undefined;
  superMade: string | undefined;
  readonly above = new Set<Variable>();
  /** For code that knows only a type above the class. */
  readonly ofObjects: HeldMembers;
  /** For code that names the class. */
  readonly ofClass: HeldMembers;
  /** The members that the class itself has. */
  readonly declared = new Set<string>();
  /** The members that the constructor stores what it is given in. */
  readonly stored = new Set<string>();
  readonly makers = new Set<Part>();
  /** The members that the code of each member touches. */
  readonly touched = new Map<Part, Set<string>>();

  constructor(isOpen: boolean) {
    this.ofObjects = new HeldMembers(isOpen);
    this.ofClass = new HeldMembers(isOpen);
  }
}

function addTo<Key>(sets: Map<Key, Set<string>>, key: Key, item: string): void {
  const set = sets.get(key);
  if (set) set.add(item);
  else sets.set(key, new Set([item]));
}
