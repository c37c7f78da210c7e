import type {
  Class,
  Node,
  TSInterfaceDeclaration,
  TSSignature,
  TSType,
  TSTypeReference,
} from "@oxc-project/types";
import type { Location } from "../../core/span.js";
import { literalNames } from "../recording/type-names.js";
import { declaredType } from "./declared-types.js";
import type { ModuleRecord } from "./module-record.js";
import type { Outline, OutlineMember } from "./outlines.js";
import { keyName } from "./patterns.js";
import type { Run } from "./run.js";
import { valueOfType } from "./typed-values.js";
import type { Value } from "./value.js";

type Members = readonly OutlineMember[];

/** So many types that extend or name each other are looked at. */
const MAX_DEPTH = 8;

/** Returns the outline of the type that a parameter is declared with. */
export function annotatedOutline(pattern: Node, module: ModuleRecord): Outline | undefined {
  const target = pattern.type === "AssignmentPattern" ? pattern.left : pattern;
  const { typeAnnotation } = target as { typeAnnotation?: Node | null };
  return typeAnnotation ? new TypeOutline(typeAnnotation, module, 0) : undefined;
}

/** The outline of a type; its declaration is looked for when the members are asked for. */
class TypeOutline implements Outline {
  #members: Members | undefined;

  constructor(
    private readonly type: Node,
    private readonly module: ModuleRecord,
    private readonly depth: number,
  ) {}

  members(run: Run): Members {
    return (this.#members ??= this.depth > MAX_DEPTH ? [] : this.#of(run, this.type));
  }

  value(run: Run): Value | undefined {
    const { module } = this;
    return this.depth > MAX_DEPTH ? undefined : valueOfType(run, this.type, { module });
  }

  #of(run: Run, type: Node): Members {
    switch (type.type) {
      case "TSTypeAnnotation":
      case "TSTypeOperator":
      case "TSParenthesizedType":
        return this.#of(run, type.typeAnnotation);
      case "TSTypeLiteral":
        return this.#signatures(type.members);
      case "TSIntersectionType":
        return merged(type.types.map((one) => this.#of(run, one)));
      case "TSUnionType": {
        const [only, ...others] = type.types.filter((one) => !isNothing(one));
        return only && others.length === 0 ? this.#of(run, only) : [];
      }
      case "TSTypeReference":
        return this.#reference(run, type);
      default:
        return [];
    }
  }

  #reference(run: Run, { typeName, typeArguments }: TSTypeReference): Members {
    if (typeName.type !== "Identifier") return [];
    if (!typeArguments) return this.#named(run, typeName);
    const [of, names] = typeArguments.params;
    const members = of ? this.#of(run, of) : [];
    const keys = new Set(names ? literalNames(names).map(({ value }) => value) : []);
    switch (typeName.name) {
      case "Readonly":
      case "NonNullable":
        return members;
      case "Required":
        return members.map((one) => ({ ...one, isAlways: true }));
      case "Pick":
        return members.filter(({ key }) => keys.has(key));
      case "Omit":
        // Keys that are not written here may be all of them.
        return keys.size > 0 ? members.filter(({ key }) => !keys.has(key)) : [];
      default:
        return [];
    }
  }

  /** Returns the members of the interface, alias or class that a name means. */
  #named(run: Run, name: Node): Members {
    const found = declaredType(run, name, this.module)?.declaration;
    if (!found) return [];
    const declared = new TypeOutline(found.node, found.module, this.depth + 1);
    if (declared.depth > MAX_DEPTH) return [];
    switch (found.node.type) {
      case "TSInterfaceDeclaration":
        return declared.#interface(run, found.node);
      case "TSTypeAliasDeclaration":
        return declared.#of(run, found.node.typeAnnotation);
      case "ClassDeclaration":
        return declared.#class(run, found.node);
      default:
        return [];
    }
  }

  #interface(run: Run, { body, extends: above }: TSInterfaceDeclaration): Members {
    const inherited = above.map(({ expression, typeArguments }) =>
      typeArguments || expression.type !== "Identifier" ? [] : this.#named(run, expression),
    );
    return merged([...inherited, this.#signatures(body.body)]);
  }

  #class(run: Run, { superClass, body }: Class): Members {
    const printsItself = body.body.some(
      (one) => one.type === "MethodDefinition" && keyName(one.key) === "toJSON",
    );
    if (printsItself) return [];
    const inherited = superClass?.type === "Identifier" ? this.#named(run, superClass) : [];
    const own = body.body.flatMap((one): Members => {
      if (one.type === "PropertyDefinition" && !one.static && !one.computed && one.key.type === "Identifier")
        return [this.#member(one.key, one.optional, one.typeAnnotation?.typeAnnotation)];
      if (one.type !== "MethodDefinition" || one.kind !== "constructor") return [];
      return one.value.params.flatMap((param) => {
        if (param.type !== "TSParameterProperty" || param.parameter.type !== "Identifier") return [];
        const { parameter } = param;
        return [this.#member(parameter, parameter.optional, parameter.typeAnnotation?.typeAnnotation)];
      });
    });
    return merged([inherited, own]);
  }

  #signatures(signatures: readonly TSSignature[]): Members {
    return signatures.flatMap((one) =>
      one.type === "TSPropertySignature" && !one.computed
        ? [this.#member(one.key, one.optional, one.typeAnnotation?.typeAnnotation)]
        : [],
    );
  }

  #member(key: Node, isOptional: boolean | undefined, type: TSType | undefined): OutlineMember {
    const { start, end } = key;
    const place: Location = { path: this.module.path, start, end };
    const isAlways = isOptional !== true && !(type && mayBeLeftOut(type));
    const outline = type && new TypeOutline(type, this.module, this.depth);
    return { key: keyName(key), place, isAlways, outline };
  }
}

/** Joins members; those that come later count. */
function merged(all: readonly Members[]): Members {
  return [...new Map(all.flat().map((one) => [one.key, one])).values()];
}

function isNothing({ type }: TSType): boolean {
  return type === "TSUndefinedKeyword" || type === "TSNullKeyword" || type === "TSVoidKeyword";
}

/** Returns whether a value of a type may be nothing or a function, which JSON leaves out. */
function mayBeLeftOut(type: TSType): boolean {
  if (type.type === "TSUnionType") return type.types.some(mayBeLeftOut);
  return (
    type.type === "TSUndefinedKeyword" ||
    type.type === "TSVoidKeyword" ||
    type.type === "TSNeverKeyword" ||
    type.type === "TSFunctionType"
  );
}
