import type {
  CallExpression,
  Class,
  ClassElement,
  MethodDefinition,
  Node,
  PropertyDefinition,
} from "@oxc-project/types";
import type { Arguments } from "./callable.js";
import { type AnyFunction, type Call, type ClassCallable } from "./callable.js";
import { evaluateArguments } from "./call-expressions.js";
import { callValue, invoke, parameterName } from "./calls.js";
import { knownKeys } from "./coerce.js";
import { Environment, type Activation } from "./environment.js";
import { evaluate } from "./expressions.js";
import { makeClosure } from "./functions.js";
import { HeapObject, mergeUnknown, setMember } from "./heap.js";
import { filledIn } from "./injection.js";
import { defineAccessor } from "./literals.js";
import { copyMembers, peek } from "./members.js";
import type { MemberKey } from "./member-tables.js";
import { keyName, withDefault } from "./patterns.js";
import { decoratorsOf } from "../walk.js";
import { hopOfKey } from "./references.js";
import { implementTypes } from "./types-above.js";
import type { Run } from "./run.js";
import { executeBody } from "./statements.js";
import { asFieldValue } from "./empty-fields.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  mapAlternatives,
  objectValue,
  opaque,
  withHop,
  type ObjectValue,
  type Value,
} from "./value.js";

export function makeClass(run: Run, node: Class, environment: Environment): ObjectValue {
  const inner = environment.inner();
  for (const variable of environment.module.names.variablesIn(node)) inner.declare(variable);
  evaluateDecorators(run, node, environment);
  const superclass = node.superClass ? evaluate(run, node.superClass, environment) : undefined;
  const place = environment.locate(node);
  const name = node.id?.name ?? "";
  const parent = superclass?.kind === "object" ? superclass.object : undefined;
  const above = parent ? peek(run, superclass!, "prototype") : undefined;
  const prototype = run.make(name, place, above?.kind === "object" ? above.object : undefined);
  run.addPrototype(prototype);
  if (superclass?.kind === "unknown") mergeUnknown(run.store, prototype, superclass);
  const callable: ClassCallable = {
    kind: "class",
    name,
    node,
    environment: inner,
    prototype: objectValue(prototype),
    ...(superclass ? { superclass } : {}),
  };
  const constructor = new HeapObject(
    "Function",
    place,
    parent ?? run.realm.prototypes.get("Function"),
    callable,
  );
  const value = objectValue(constructor);
  setMember(run.store, constructor, "prototype", {
    value: callable.prototype,
    maybeAbsent: false,
    isHidden: "surely",
  });
  setMember(run.store, prototype, "constructor", { value, maybeAbsent: false, isHidden: "surely" });
  if (node.id) {
    for (const variable of environment.module.names.variablesIn(node)) {
      if (variable.name === node.id.name) run.store.write(inner.lookup(variable)!, value);
    }
  }
  for (const element of node.body.body) defineElement(run, element, constructor, prototype, inner);
  implementTypes(run, node, value, environment.module);
  if (parent) run.inherit(constructor, parent);
  if (above?.kind === "object") run.inherit(prototype, above.object);
  run.made(callable, value);
  return value;
}

/**
 * Evaluates the arguments of decorators: modules of Nest register clients there. The effect of decorators on the class
 * is unknown.
 */
function evaluateDecorators(run: Run, node: Class, environment: Environment): void {
  for (const { expression } of decoratorsOf(node))
    if (expression.type === "CallExpression") evaluateArguments(run, expression.arguments, environment);
}

function defineElement(
  run: Run,
  element: ClassElement,
  constructor: HeapObject,
  prototype: HeapObject,
  environment: Environment,
): void {
  const owner = "static" in element && element.static ? constructor : prototype;
  const shared = run.language.semantics.sharesClassMembers;
  const toClass = shared === true ? constructor : undefined;
  const other = owner === prototype ? toClass : shared ? prototype : undefined;
  switch (element.type) {
    case "MethodDefinition":
      if (element.kind === "constructor") return;
      defineMethod(run, element, owner, environment);
      if (other && element.kind === "method") shareMembers(run, element, owner, other);
      return;
    case "PropertyDefinition":
    case "AccessorProperty":
      if (!element.static) return;
      defineField(run, element as PropertyDefinition, objectValue(constructor), environment, false);
      if (other) shareMembers(run, element as PropertyDefinition, owner, other);
      return;
    case "StaticBlock": {
      const inside = withThis(environment, objectValue(constructor), element);
      for (const variable of environment.module.names.variablesIn(element)) inside.declare(variable);
      executeBody(run, element.body, inside);
      return;
    }
    default:
      return;
  }
}

function defineMethod(
  run: Run,
  element: MethodDefinition,
  owner: HeapObject,
  environment: Environment,
): void {
  const keys = keysOf(run, element, environment);
  if (!keys || element.value.type !== "FunctionExpression") return;
  const method = makeClosure(run, element.value, environment, objectValue(owner));
  const { callable } = method.object;
  for (const key of keys) {
    if (callable?.kind === "closure") {
      (callable as { name: string }).name = String(key);
      callable.receiver = owner;
    }
    if (element.kind === "get" || element.kind === "set")
      defineAccessor(run, owner, key, element.kind, method, "surely");
    else
      setMember(run.store, owner, key, {
        value: method,
        maybeAbsent: false,
        isHidden: "surely",
        keyPlace: environment.locate(element.key),
      });
  }
}

function defineField(
  run: Run,
  element: PropertyDefinition,
  owner: ObjectValue,
  environment: Environment,
  isFromOutside: boolean,
): void {
  const keys = keysOf(run, element, environment);
  const inside = withThis(environment, owner, element);
  const value = element.value
    ? evaluate(run, element.value, inside)
    : (filledIn(run, element, inside) ?? UNDEFINED);
  for (const key of keys ?? []) {
    const keyPlace = environment.locate(element.key);
    setMember(run.store, owner.object, key, {
      value: withHop(
        asFieldValue(value, String(key), keyPlace, isFromOutside),
        hopOfKey(element.key, [key], environment),
      ),
      maybeAbsent: false,
      keyPlace,
      // Enumerating members does not reach private ones.
      ...(element.key.type === "PrivateIdentifier" ? { isHidden: "surely" } : {}),
    });
  }
}

/** Defines the same member on the other object as well. */
function shareMembers(
  run: Run,
  element: MethodDefinition | PropertyDefinition,
  owner: HeapObject,
  other: HeapObject,
): void {
  const key = keyName(element.key);
  const slot = element.computed ? undefined : run.store.read(owner).members.get(key);
  const isKept =
    run.language.semantics.sharesClassMembers === "statics" && run.store.read(other).members.has(key);
  if (slot && !isKept) setMember(run.store, other, key, { ...slot, isHidden: "surely" });
}

function keysOf(
  run: Run,
  element: MethodDefinition | PropertyDefinition,
  environment: Environment,
): readonly MemberKey[] | undefined {
  return element.computed ? knownKeys(run, evaluate(run, element.key, environment)) : [keyName(element.key)];
}

/** The environment of field initialisers and static blocks, which have a `this` of their own. */
function withThis(environment: Environment, thisValue: Value, node: Node): Environment {
  const { activation } = environment;
  const { emit: _emit, ...outer } = activation;
  const own: Activation = {
    ...outer,
    node,
    thisValue,
    arguments: undefined,
    returns: [],
    jumps: [],
  };
  return new Environment(environment.module, own, environment);
}

/** Evaluates `new` with a class or a function of the evaluated program. */
export function construct(run: Run, constructor: HeapObject, call: Call): Value {
  const place = call.environment.locate(call.node);
  const { callable } = constructor;
  if (callable?.kind === "closure") {
    const prototype = peek(run, objectValue(constructor), "prototype");
    const made = objectValue(
      run.make(callable.name || "Object", place, prototype.kind === "object" ? prototype.object : undefined),
    );
    if (prototype.kind === "object") run.instanceMade(prototype.object, made);
    const newTarget = call.newTarget ?? objectValue(constructor);
    const value = madeOr(invoke(run, callable, { ...call, this: made, newTarget }), made);
    run.store.finish(made.object);
    return value;
  }
  if (callable?.kind !== "class") return opaque("call", constructor.className, place);
  const prototype = callable.prototype.kind === "object" ? callable.prototype.object : undefined;
  const instance = objectValue(run.make(callable.name || "Object", place, prototype));
  if (prototype) run.instanceMade(prototype, instance);
  run.entered(callable.node);
  const newTarget = call.newTarget ?? objectValue(constructor);
  const made = madeOr(initialise(run, callable, instance, { ...call, newTarget }), instance);
  run.store.finish(instance.object);
  return made;
}

/** A constructor that returns an object gives that one, and not what `new` made. */
function madeOr(returned: Value, made: ObjectValue): Value {
  return mapAlternatives(returned, (single) => {
    if (single.kind === "object") return single;
    return single.kind === "unknown" ? choice([single, made]) : made;
  });
}

/** Returns whether no known code makes the instance; the analysis calls such a class at its own place. */
function isFromOutside({ node }: Call): boolean {
  return node.type === "ClassDeclaration" || node.type === "ClassExpression";
}

/** Runs the constructors from the base class down on an instance, each followed by the fields of its class. */
function initialise(run: Run, callable: ClassCallable, instance: ObjectValue, call: Call): Value {
  const constructor = callable.node.body.body.find(
    (element): element is MethodDefinition =>
      element.type === "MethodDefinition" && element.kind === "constructor",
  );
  const node = constructor?.value.body ? (constructor.value as AnyFunction) : undefined;
  if (node) assignParameterProperties(run, callable, node, instance, call);
  if (!callable.superclass) defineFields(run, callable, instance, call);
  else if (!node) initialiseSuper(run, callable, instance, call);
  if (!node) return UNDEFINED;
  const home: Value = callable.prototype;
  return invoke(
    run,
    {
      kind: "closure",
      name: callable.name,
      node,
      environment: classEnvironment(callable, instance, isFromOutside(call)),
      home,
    },
    { ...call, this: instance, isNew: false },
  );
}

/**
 * Returns an environment of the class for one construction, with the values that `super(…)` in the constructor needs.
 */
function classEnvironment(callable: ClassCallable, instance: ObjectValue, isOutside: boolean): Environment {
  const environment = callable.environment.inner();
  environment.constructing = { callable, instance, isFromOutside: isOutside };
  return environment;
}

export function callSuper(run: Run, node: CallExpression, args: Arguments, environment: Environment): Value {
  const { newTarget } = environment.activation;
  for (let at: Environment | undefined = environment; at; at = at.parent) {
    const under = at.constructing;
    if (!under) continue;
    initialiseSuper(run, under.callable, under.instance, {
      this: under.instance,
      args,
      node,
      environment,
      isNew: true,
      ...(newTarget ? { newTarget } : {}),
    });
    return under.instance;
  }
  return opaque("computed", "super", environment.locate(node));
}

function initialiseSuper(run: Run, callable: ClassCallable, instance: ObjectValue, call: Call): void {
  for (const base of callable.superclass ? alternatives(callable.superclass) : []) {
    const above = base.kind === "object" ? base.object.callable : undefined;
    if (above?.kind === "class") {
      run.instances.constructedAsBase(above, call.args);
      takeOver(run, instance, initialise(run, above, instance, call), call);
    } else if (above?.kind === "closure") {
      takeOver(run, instance, invoke(run, above, { ...call, this: instance, isNew: false }), call);
    } else {
      // A base class that is not known: what it constructs is taken over, known or not.
      const site = { node: call.node, key: call.node, environment: call.environment };
      copyMembers(run, instance.object, callValue(run, base, { ...call, isNew: true }), site);
    }
  }
  defineFields(run, callable, instance, call);
}

/** If the constructor of the base class returns another object, that replaces the instance, and it is unknown. */
function takeOver(run: Run, instance: ObjectValue, returned: Value, { node, environment }: Call): void {
  const isOther = alternatives(returned).some(
    (one) => one.kind === "object" && one.object !== instance.object,
  );
  if (isOther)
    mergeUnknown(run.store, instance.object, opaque("computed", "super", environment.locate(node)));
}

function defineFields(run: Run, callable: ClassCallable, instance: ObjectValue, call: Call): void {
  for (const element of callable.node.body.body) {
    if (element.type === "PropertyDefinition" && !element.static && !element.declare) {
      defineField(run, element, instance, callable.environment, isFromOutside(call));
    }
  }
}

/** `constructor(private readonly http: HttpClient)`: the fields are there before any initialiser runs. */
function assignParameterProperties(
  run: Run,
  callable: ClassCallable,
  node: AnyFunction,
  instance: ObjectValue,
  call: Call,
): void {
  const { environment } = callable;
  for (const [index, parameter] of node.params.entries()) {
    if (parameter.type !== "TSParameterProperty") continue;
    const pattern = parameter.parameter;
    const name = parameterName(pattern);
    let value = call.args.at(index);
    if (pattern.type === "AssignmentPattern") value = withDefault(run, value, pattern.right, environment);
    setMember(run.store, instance.object, name, {
      value: withHop(value, { kind: "parameter", name, place: call.environment.locate(call.node) }),
      maybeAbsent: false,
      keyPlace: environment.locate(pattern),
    });
  }
}
