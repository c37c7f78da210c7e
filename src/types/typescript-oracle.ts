import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve, sep } from "node:path";
import type * as TsMorph from "ts-morph";
import type { SourceText } from "../core/source-text.js";
import type { Location } from "../core/span.js";
import type { PropertyDeclaration, TypeOracle } from "../engine/type-oracle.js";

/**
 * Asks the TypeScript compiler, through ts-morph, about files that a tsconfig stands above. Both are loaded with the
 * first question: they take longer to start than a whole run without questions.
 *
 * @param cwd absolute; paths are relative to it, with `/`
 * @param root of the repository, absolute: no tsconfig above it counts, and what lies outside of it is external
 * @param texts what stands for the content of files, by path
 */
export function typescriptOracle(
  cwd: string,
  root: string,
  texts: ReadonlyMap<string, SourceText> = new Map(),
): TypeOracle {
  const base = realpathSync(cwd);
  const top = realpathSync(root);
  const projects = new Map<string, TsMorph.Project>();
  const configurations = new Map<string, string | undefined>();
  let morph: typeof TsMorph | undefined;

  function configurationFor(folder: string): string | undefined {
    if (configurations.has(folder)) return configurations.get(folder);
    const own = join(folder, "tsconfig.json");
    const found = existsSync(own)
      ? own
      : folder === top || folder === dirname(folder) || !folder.startsWith(top)
        ? undefined
        : configurationFor(dirname(folder));
    configurations.set(folder, found);
    return found;
  }

  function sourceFileAt(path: string): TsMorph.SourceFile | undefined {
    const absolute = resolve(base, path);
    if (!CODE.test(path)) return undefined;
    const configuration = configurationFor(dirname(absolute));
    if (configuration === undefined) return undefined;
    morph ??= createRequire(import.meta.url)("ts-morph") as typeof TsMorph;
    let project = projects.get(configuration);
    if (!project) {
      project = new morph.Project({
        tsConfigFilePath: configuration,
        skipAddingFilesFromTsConfig: true,
        compilerOptions: { allowJs: true, checkJs: true, noEmit: true, skipLibCheck: true },
      });
      for (const [name, { text }] of texts)
        if (CODE.test(name)) project.createSourceFile(resolve(base, name), text, { overwrite: true });
      projects.set(configuration, project);
    }
    return project.getSourceFile(absolute) ?? project.addSourceFileAtPathIfExists(absolute);
  }

  function declarationOf({ path, start }: Location): PropertyDeclaration | undefined {
    try {
      const file = sourceFileAt(path);
      const name = file?.getDescendantAtPos(start);
      const declaration = name && morph && declarationsAt(name, morph)[0];
      return declaration && describeDeclaration(declaration, base, top, morph!);
    } catch {
      // A compiler that fails over broken code has nothing to say.
      return undefined;
    }
  }

  return { declarationOf };
}

const CODE = /\.[cm]?[jt]sx?$/;

/** The declarations of the property that a name stands for: read, destructured, or given in an object literal. */
function declarationsAt(name: TsMorph.Node, { Node }: typeof TsMorph): TsMorph.Node[] {
  const parent = name.getParent();
  if (Node.isBindingElement(parent)) return declaredIn(parent.getParentOrThrow().getType(), name);
  if (Node.isPropertyAssignment(parent) || Node.isShorthandPropertyAssignment(parent)) {
    const literal = parent.getParentOrThrow();
    const type = Node.isObjectLiteralExpression(literal) ? literal.getContextualType() : undefined;
    return type ? declaredIn(type, name) : [];
  }
  return name.getSymbol()?.getDeclarations() ?? [];
}

function declaredIn(type: TsMorph.Type, name: TsMorph.Node): TsMorph.Node[] {
  return type.getNonNullableType().getProperty(name.getText())?.getDeclarations() ?? [];
}

function describeDeclaration(
  declaration: TsMorph.Node,
  base: string,
  top: string,
  { Node }: typeof TsMorph,
): PropertyDeclaration | undefined {
  const isMember =
    Node.isPropertySignature(declaration) ||
    Node.isPropertyDeclaration(declaration) ||
    Node.isParameterDeclaration(declaration) ||
    Node.isJSDocPropertyTag(declaration);
  if (!isMember) return undefined;
  const file = declaration.getSourceFile().getFilePath();
  const isExternal = !file.startsWith(top + sep) || file.includes(`${sep}node_modules${sep}`);
  const { path, holder } = pathTo(declaration, Node);
  const owner = declaration.getParent();
  const siblings = owner && "getProperties" in owner ? namesOf(owner as TsMorph.InterfaceDeclaration) : [];
  const named = holder as { getName?: () => string | undefined } | undefined;
  const start = declaration.getNameNode().getStart();
  return {
    typeName: named?.getName?.() ?? "",
    path,
    siblings,
    isExternal,
    ...(isExternal
      ? {}
      : {
          place: {
            path: relative(base, file).split(sep).join("/"),
            start,
            end: declaration.getNameNode().getEnd(),
          },
        }),
  };
}

function namesOf(owner: TsMorph.InterfaceDeclaration): string[] {
  return owner.getProperties().map((property) => property.getName());
}

/** The way from the type that has a name down to a member. */
function pathTo(
  member: TsMorph.Node,
  Node: typeof TsMorph.Node,
): { path: string[]; holder: TsMorph.Node | undefined } {
  const path: string[] = [];
  for (let at: TsMorph.Node | undefined = member; at; at = at.getParent()) {
    if (Node.isPropertySignature(at) || Node.isPropertyDeclaration(at) || Node.isJSDocPropertyTag(at))
      path.unshift(at.getName());
    else if (Node.isArrayTypeNode(at)) path.unshift("[]");
    else if (
      Node.isInterfaceDeclaration(at) ||
      Node.isTypeAliasDeclaration(at) ||
      Node.isClassDeclaration(at)
    )
      return { path, holder: at };
    else if (Node.isStatement(at)) break;
  }
  return { path, holder: undefined };
}
