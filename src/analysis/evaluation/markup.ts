import type {
  JSXAttributeValue,
  JSXChild,
  JSXElement,
  JSXElementName,
  JSXFragment,
  JSXMemberExpression,
  JSXOpeningElement,
} from "@oxc-project/types";
import { Arguments, isClass, type Call } from "./callable.js";
import { callPerhaps } from "./calls.js";
import type { Environment } from "./environment.js";
import { evaluate, readVariable } from "./expressions.js";
import { setMember, type HeapObject } from "./heap.js";
import { copyMembers, makeList, peek } from "./members.js";
import type { Run } from "./run.js";
import { TRUE, UNDEFINED, alternatives, objectValue, opaque, unknown, type Value } from "./value.js";

/** Evaluates JSX. It has no value, but components in it are called with their attributes. */
export function evaluateJsx(run: Run, node: JSXElement | JSXFragment, environment: Environment): Value {
  const element = node.type === "JSXElement" ? node.openingElement : undefined;
  const component = element && componentOf(run, element.name, environment);
  const stranger = component ? undefined : element && strangerIn(element, environment);
  const props = component || stranger ? run.make("Object", environment.locate(node)) : undefined;
  if (node.type === "JSXElement") evaluateAttributes(run, node, props, environment);
  const children = node.children.flatMap((child) => evaluateChild(run, child, environment) ?? []);
  if (component && props) {
    const value = children.length === 1 ? children[0]! : makeList(run, children);
    if (children.length > 0) setMember(run.store, props, "children", { value, maybeAbsent: false });
    const args = new Arguments([objectValue(props)]);
    const call: Call = { this: UNDEFINED, args, node, environment, isNew: false };
    run.deferred(() => {
      if (isClass(component)) draw(run, component, call);
      else callPerhaps(run, component, call);
    });
  }
  if (stranger !== undefined && props) {
    const args = new Arguments([objectValue(props)]);
    const to = unknown({ reason: "global", name: stranger });
    const call: Call = { this: UNDEFINED, args, node, environment, isNew: false };
    run.recorder.escapes.toUnknown(run, to, call);
    run.language.drawn?.(run, args.at(0), call);
  }
  return opaque("computed", "markup", environment.locate(node));
}

/**
 * The name of a component that is not followed, such as one of a library or the provider of a context. In a file of Astro
 * attributes that are spread into an element get into the page as they are.
 */
function strangerIn({ name, attributes }: JSXOpeningElement, { module }: Environment): string | undefined {
  if (name.type === "JSXMemberExpression") return `${nameOfObject(name)}.${name.property.name}`;
  if (name.type !== "JSXIdentifier") return undefined;
  if (/^[A-Z]/.test(name.name)) return name.name;
  const isSpread = attributes.some(({ type }) => type === "JSXSpreadAttribute");
  return isSpread && module.grammar.isComponent ? name.name : undefined;
}

/** `Context` of `<Context.Provider>`. */
function nameOfObject({ object }: JSXMemberExpression): string {
  if (object.type === "JSXMemberExpression") return `${nameOfObject(object)}.${object.property.name}`;
  return object.type === "JSXIdentifier" ? object.name : "this";
}

/** Creates an instance of a class, calls its lifecycle methods, and renders it. */
function draw(run: Run, component: Value, call: Call): void {
  const instance = callPerhaps(run, component, { ...call, isNew: true });
  for (const name of ["componentDidMount", "render"])
    for (const single of alternatives(instance))
      if (single.kind === "object")
        callPerhaps(run, peek(run, single, name), { ...call, this: single, args: new Arguments([]) });
}

/** The function or class that a name with a capital letter stands for; all other names are elements of the page. */
function componentOf(run: Run, name: JSXElementName, environment: Environment): Value | undefined {
  if (name.type !== "JSXIdentifier" || !/^[A-Z]/.test(name.name)) return undefined;
  const variable = environment.module.names.variableOf(name);
  const value = variable && readVariable(run, variable, environment, name);
  const callable = value?.kind === "object" ? value.object.callable : undefined;
  return callable?.kind === "closure" || callable?.kind === "class" ? value : undefined;
}

function evaluateAttributes(
  run: Run,
  { openingElement }: JSXElement,
  props: HeapObject | undefined,
  environment: Environment,
): void {
  for (const attribute of openingElement.attributes) {
    if (attribute.type === "JSXSpreadAttribute") {
      const source = evaluate(run, attribute.argument, environment);
      if (props) copyMembers(run, props, source, { node: attribute, key: attribute, environment });
      continue;
    }
    const value = attributeValue(run, attribute.value, environment);
    if (!props || attribute.name.type !== "JSXIdentifier") continue;
    const keyPlace = environment.locate(attribute.name);
    setMember(run.store, props, attribute.name.name, { value, maybeAbsent: false, keyPlace });
  }
}

function attributeValue(run: Run, node: JSXAttributeValue | null, environment: Environment): Value {
  if (node === null) return TRUE;
  if (node.type === "JSXExpressionContainer") return evaluate(run, node.expression, environment);
  return evaluate(run, node, environment);
}

function evaluateChild(run: Run, child: JSXChild, environment: Environment): Value | undefined {
  if (child.type === "JSXElement" || child.type === "JSXFragment")
    return evaluateJsx(run, child, environment);
  return child.type === "JSXExpressionContainer" ? evaluate(run, child.expression, environment) : undefined;
}
