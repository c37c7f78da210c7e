import { existsSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { field, type ProjectFiles } from "./project-files.js";
import { textsIn } from "./workspace-packages.js";

const NAMES = ["tsconfig.json", "jsconfig.json"];
/** Configurations that extend each other; a circle ends here as well. */
const MAX_EXTENDED = 10;

/**
 * The `paths` of tsconfig files whose `extends` names a package that is not installed. The resolver refuses such a file, and
 * what the file itself says of paths still holds.
 *
 * @param root of the repository, absolute
 */
export class TsconfigPaths {
  readonly #known = new Map<string, readonly PathPattern[]>();

  constructor(
    private readonly root: string,
    private readonly files: ProjectFiles,
  ) {}

  /** Returns the absolute paths, perhaps without an extension, that a specifier may mean in a file. */
  targetsOf(specifier: string, file: string): string[] {
    return this.#patternsFor(dirname(file)).flatMap(({ before, after, targets }) => {
      const fits =
        after === undefined
          ? specifier === before
          : specifier.length >= before.length + after.length &&
            specifier.startsWith(before) &&
            specifier.endsWith(after);
      const middle = specifier.slice(before.length, specifier.length - (after ?? "").length);
      return fits ? targets.map((target) => target.replace("*", () => middle)) : [];
    });
  }

  #patternsFor(folder: string): readonly PathPattern[] {
    let patterns = this.#known.get(folder);
    if (!patterns) {
      const file = NAMES.map((name) => join(folder, name)).find((path) => existsSync(path));
      const above = folder === this.root || folder === dirname(folder) ? [] : undefined;
      patterns =
        file === undefined
          ? (above ?? this.#patternsFor(dirname(folder)))
          : patternsIn(file, this.root, this.files);
      this.#known.set(folder, patterns);
    }
    return patterns;
  }
}

interface PathPattern {
  /** The text before the `*`; all of it without one. */
  readonly before: string;
  readonly after: string | undefined;
  readonly targets: readonly string[];
}

/** The patterns of a configuration, or of the nearest one that it extends, among the files of the repository. */
function patternsIn(file: string, root: string, files: ProjectFiles, extended = 0): PathPattern[] {
  const config = files.json(file);
  const options = field(config, "compilerOptions");
  const paths = field(options, "paths");
  const folder = dirname(file);
  if (typeof paths === "object" && paths !== null) {
    const baseUrl = field(options, "baseUrl");
    const base = resolve(folder, typeof baseUrl === "string" ? baseUrl : ".");
    return Object.entries(paths).map(([pattern, targets]) => {
      const [before = "", after] = pattern.split("*", 2);
      return { before, after, targets: textsIn(targets).map((target) => resolve(base, target)) };
    });
  }
  if (extended >= MAX_EXTENDED) return [];
  for (const name of textsIn(field(config, "extends")).toReversed()) {
    const path = resolve(folder, name);
    const next = [path, `${path}.json`].find((one) => name.startsWith(".") && existsSync(one));
    if (next === undefined || !next.startsWith(root + sep)) continue;
    const found = patternsIn(next, root, files, extended + 1);
    if (found.length > 0) return found;
  }
  return [];
}
