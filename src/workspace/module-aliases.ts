import { dirname, join, resolve, sep } from "node:path";
import { field, type ProjectFiles } from "./project-files.js";
import { textsIn, type WorkspacePackages } from "./workspace-packages.js";

const CONFIGURATIONS = ["tsconfig.json", "tsconfig.base.json", "jsconfig.json"];

/**
 * Returns specifiers that resolve to a file without naming it: its package in a workspace, exact `paths` of a tsconfig,
 * exact `imports` of a package.json. Those with a `*` end in the name of the file.
 *
 * @param root of the repository, absolute
 */
export class ModuleAliases {
  readonly #stated = new Map<string, readonly Alias[]>();

  constructor(
    private readonly root: string,
    private readonly packages: WorkspacePackages,
    private readonly files: ProjectFiles,
  ) {}

  /**
   * Returns the aliases of a file.
   *
   * @param file absolute
   */
  of(file: string): string[] {
    const found: string[] = [];
    const own = this.packages.nameOf(file);
    if (own !== undefined) found.push(own);
    for (let folder = dirname(file); folder.startsWith(this.root); folder = dirname(folder)) {
      for (const { specifier, target } of this.#statedIn(folder))
        if (isFile(target, file)) found.push(specifier);
      if (folder === this.root || folder === dirname(folder)) break;
    }
    return found;
  }

  #statedIn(folder: string): readonly Alias[] {
    let stated = this.#stated.get(folder);
    if (!stated) {
      const configurations = CONFIGURATIONS.map((name) => this.files.json(join(folder, name)));
      const manifest = this.files.json(join(folder, "package.json"));
      stated = [...configurations.flatMap((one) => pathsIn(folder, one)), ...importsIn(folder, manifest)];
      this.#stated.set(folder, stated);
    }
    return stated;
  }
}

interface Alias {
  readonly specifier: string;
  /** Absolute, perhaps without its ending. */
  readonly target: string;
}

function pathsIn(folder: string, configuration: unknown): Alias[] {
  const options = field(configuration, "compilerOptions");
  const base = resolve(folder, asText(field(options, "baseUrl")) ?? ".");
  return entriesOf(field(options, "paths")).flatMap(([specifier, targets]) =>
    specifier.includes("*")
      ? []
      : textsIn(targets).map((target) => ({ specifier, target: resolve(base, target) })),
  );
}

function importsIn(folder: string, manifest: unknown): Alias[] {
  return entriesOf(field(manifest, "imports")).flatMap(([specifier, targets]) =>
    specifier.includes("*")
      ? []
      : textsIn(targets).map((target) => ({ specifier, target: resolve(folder, target) })),
  );
}

/**
 * Returns whether a target, which may leave out its ending, name a folder, or name what is built from it, means the
 * file.
 */
function isFile(target: string, file: string): boolean {
  const stem = withoutEnding(file);
  const wanted = withoutEnding(target);
  return target === stem || wanted === stem || [target, wanted].includes(stem.replace(`${sep}index`, ""));
}

function withoutEnding(path: string): string {
  return path.replace(/(?:\.d)?\.[cm]?[jt]sx?$|\.(?:json|vue|svelte)$/, "");
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
