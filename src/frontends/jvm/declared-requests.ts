import * as build from "../lowered/build.js";
import type { ClassMember, Expr, Property } from "../lowered/core-tree.js";
import * as statements from "../lowered/build-statements.js";
import { DECLARED, SEND } from "./names.js";

/** An argument of an annotation. It has no name if it is the only one. */
export interface NoteArgument {
  readonly name: string | undefined;
  /** A text, with what it is in the source, or several of them. */
  readonly values: readonly (build.Place & { readonly value: Expr; readonly written: string })[];
}

/**
 * Annotations of interfaces that a framework makes clients of, and their arguments that hold the address.
 * https://docs.spring.io/spring-cloud-openfeign/reference/,
 * https://docs.spring.io/spring-framework/reference/integration/rest-clients.html
 */
const CLIENT_NOTES: ReadonlyMap<string, readonly string[]> = new Map([
  ["FeignClient", ["url", "path"]],
  ["HttpExchange", ["url", "value"]],
]);

/** Returns whether a framework makes instances of an interface with an annotation. */
export function isDeclaredClient(name: string): boolean {
  return CLIENT_NOTES.has(name);
}

/** Annotations of methods in such interfaces: those of Spring. */
const MAPPING = /^(Get|Post|Put|Patch|Delete)(?:Mapping|Exchange)$/;

const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"]);

/** The request that an annotation of a method states. */
export interface DeclaredTarget<Node extends build.Place> {
  readonly place: Node;
  readonly method: Expr;
  readonly path: Expr;
  readonly isFeign: boolean;
  /** Headers that the annotation states. */
  readonly headers?: readonly Property[];
}

/**
 * Returns the member with which the methods of an interface send requests, if its annotation states the address.
 * Undefined for other annotations.
 */
export function declaredClient(
  place: build.Place,
  name: string,
  args: readonly NoteArgument[],
): ClassMember | undefined {
  const names = CLIENT_NOTES.get(name);
  const [first, ...others] = (names ?? []).flatMap(
    (one) => argumentNamed(args, one)?.values.slice(0, 1) ?? [],
  );
  if (!first) return undefined;
  const base = others.reduce<Expr>((url, { value }) => build.operation(place, "+", url, value), first.value);
  // Beans of a configuration may add headers.
  const isConfigured = args.some((one) => one.name === "configuration");
  const given = isConfigured ? [build.unknown(place)] : [];
  const own = build.record(place, headersIn(place, args));
  const made = build.call(place, build.name(place, DECLARED), [
    build.madeText(place, name),
    base,
    own,
    ...given,
  ]);
  return statements.classField(place, build.name(place, SEND), made, false);
}

/** Reads an annotation of Spring: `@GetMapping(value = "/groups/{id}", produces = "a/b")`. Undefined for others. */
export function mappedTarget<Node extends build.Place>(
  place: Node,
  name: string,
  args: readonly NoteArgument[],
): DeclaredTarget<Node> | undefined {
  const method = MAPPING.exec(name)?.[1]?.toUpperCase();
  if (method === undefined) return undefined;
  const path = ["value", "path", "url"].flatMap((one) => argumentNamed(args, one)?.values ?? [])[0];
  const headers = headersIn(place, args);
  const [target, verb] = [path?.value ?? build.madeText(place, ""), build.madeText(place, method)];
  return { place, isFeign: true, method: verb, path: target, headers };
}

/** Returns the headers that arguments of an annotation state: `produces = "a/b"`, `headers = "Accept=a/b"`. */
function headersIn(place: build.Place, args: readonly NoteArgument[]): Property[] {
  const accept = (at: build.Place, value: Expr): Property =>
    build.property(at, build.madeText(at, "Accept"), value);
  return args.flatMap(({ name, values }): Property[] => {
    const isAccept = name === "produces" || name === "accept";
    if (!isAccept && name !== "headers") return [];
    // A constant may be any text.
    if (values.length === 0) return [accept(place, build.unknown(place))];
    return values.flatMap((one): Property[] => {
      if (isAccept) return [accept(one, one.value)];
      const [, key, value] = /^"([\w-]+)=(.*)"$/s.exec(one.written) ?? [];
      if (key === undefined || value === undefined) return [];
      const text = value === "" ? build.unknown(one) : build.madeText(one, value);
      return [build.property(one, build.madeText(one, key), text)];
    });
  });
}

function argumentNamed(args: readonly NoteArgument[], name: string): NoteArgument | undefined {
  return args.find((one) => (one.name ?? "value") === name);
}

/**
 * Reads an annotation of Retrofit or Feign: `@GET("groups/{id}")`, `@RequestLine("GET /groups/{id}")`. Undefined for
 * others.
 *
 * @param name the name of the annotation
 *
 * @param literal its first literal, as it is written
 *
 * @param lowered returns that literal as an expression
 */
export function declaredTarget<Node extends build.Place>(
  place: Node,
  name: string,
  literal: build.Place & { readonly text: string },
  lowered: () => Expr,
): DeclaredTarget<Node> | undefined {
  const isFeign = name === "RequestLine";
  if (!isFeign && !METHODS.has(name)) return undefined;
  if (!isFeign) return { place, isFeign, method: build.madeText(place, name), path: lowered() };
  const [, method, gap, path] = /^"([A-Z]+)( +)(.*)"$/.exec(literal.text) ?? [];
  if (method === undefined) return undefined;
  const start = literal.start + 1 + method.length + gap!.length;
  const inner = build.span(start, start + path!.length);
  return { place, isFeign, method: build.madeText(place, method), path: build.text(inner, path!) };
}

/**
 * Checks by its annotations whether a parameter is the body: Retrofit names it, and of Feign it is the one without an
 * annotation.
 */
export function isBodyParameter(annotations: readonly string[], isFeign: boolean): boolean {
  return (
    annotations.includes("Body") ||
    annotations.includes("RequestBody") ||
    (isFeign && annotations.length === 0)
  );
}
