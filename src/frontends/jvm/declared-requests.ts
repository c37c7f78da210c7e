import * as build from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";

const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"]);

/** The request that an annotation of a method states. */
export interface DeclaredTarget<Node extends build.Place> {
  readonly place: Node;
  readonly method: Expr;
  readonly path: Expr;
  readonly isFeign: boolean;
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
