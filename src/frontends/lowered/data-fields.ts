import * as build from "./build.js";
import * as statements from "./build-statements.js";
import type { ClassMember, Expr } from "./core-tree.js";

/** The member of a class that gives its fields, with their types. */
export const FIELDS = "core:fields";
/** The member of a class whose fields are written in camel case in JSON. */
export const CAMEL = "core:camel";

/** The member of a class that refuses data without a field that has no default, also if its value may be nothing. */
export const STRICT = "core:strict";

/** A field of a class, as the source declares it. */
export interface DeclaredField {
  readonly own: string;
  /** The name in JSON. */
  readonly wire: string;
  /** The place of the name. */
  readonly place: build.Place;
  readonly type: Expr;
  /** A parser that makes an instance of the class refuses data without it. */
  readonly isRequired: boolean;
  /** The value if nothing is given. */
  readonly standard?: Expr | undefined;
}

/** Makes a function that gives the fields of a class. It is called later, when all types are declared. */
export function fieldsFunction(place: build.Place, fields: readonly DeclaredField[]): ClassMember {
  const described = fields.map(({ own, wire, place: at, type, isRequired, standard }) =>
    build.call(at, build.name(at, "core:field"), [
      build.madeText(at, own),
      build.madeText(at, wire),
      type,
      build.scalar(at, isRequired),
      ...(standard ? [standard] : []),
    ]),
  );
  const body = [statements.returns(place, build.list(place, described))];
  const made = statements.functionNode(place, null, [], statements.block(place, body), {
    isDeclaration: false,
  });
  return statements.method(place, build.name(place, FIELDS), made, "method", true);
}

/** The kinds of types that are made of others; `any` is an unknown one. */
export type TypeKind = "list" | "record" | "optional" | "union" | "same" | "any";

/** Lowers a type that is made of others. Of a record, the last one is the type of its values. */
export function typeOf(place: build.Place, kind: TypeKind, parts: readonly Expr[]): Expr {
  return build.call(place, build.name(place, "core:type"), [build.madeText(place, kind), ...parts]);
}

/** Lowers a value that is parsed with a type: the value stays, and the type makes demands on it. */
export function parsedAs(place: build.Place, type: Expr, value: Expr): Expr {
  return build.call(place, build.name(place, "core:parsed"), [type, value]);
}
