/** A filter of jq. Offsets are those of its text. https://jqlang.org/manual/ */
export type Filter =
  | { readonly kind: "identity" }
  | { readonly kind: "field"; readonly of: Filter; readonly key: Filter }
  | { readonly kind: "iterate"; readonly of: Filter }
  | { readonly kind: "slice"; readonly of: Filter }
  | { readonly kind: "text"; readonly parts: readonly (TextPart | Filter)[] }
  | { readonly kind: "scalar"; readonly value: number | boolean | null }
  | { readonly kind: "variable"; readonly name: string }
  /** A value that the shell puts into the filter. */
  | { readonly kind: "hole"; readonly start: number; readonly end: number }
  | { readonly kind: "pipe"; readonly left: Filter; readonly right: Filter }
  | { readonly kind: "comma"; readonly left: Filter; readonly right: Filter }
  | { readonly kind: "operation"; readonly operator: string; readonly left: Filter; readonly right: Filter }
  | { readonly kind: "assignment"; readonly operator: string; readonly left: Filter; readonly right: Filter }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Filter[] }
  | { readonly kind: "object"; readonly entries: readonly (readonly [key: Filter, value: Filter])[] }
  | { readonly kind: "list"; readonly of: Filter | undefined }
  | {
      readonly kind: "binding";
      readonly source: Filter;
      readonly variables: readonly Binding[];
      readonly body: Filter;
    }
  | { readonly kind: "choose"; readonly tests: readonly Filter[]; readonly of: readonly Filter[] }
  /** Something that is parsed and not followed, with what is in it. */
  | { readonly kind: "other"; readonly of: readonly Filter[] };

/** A variable, and what it has of the value behind it. */
export interface Binding {
  readonly name: string;
  readonly of: Filter;
}

/** Characters of a string, as they are written. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

export function isTextPart(part: TextPart | Filter): part is TextPart {
  return "value" in part && "start" in part;
}

/** Returns whether the right side of `a // b` is something else than nothing. */
export function isAlternative(filter: Filter): boolean {
  if (filter.kind === "scalar") return filter.value !== null && filter.value !== false;
  if (filter.kind === "call") return filter.name !== "empty" && filter.name !== "error";
  return filter.kind !== "text" || filter.parts.length > 0;
}
