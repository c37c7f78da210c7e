import ignore, { type Ignore } from "ignore";
import { areStarsFew } from "./affordable-pattern.js";
import { foldersWithRules, type RuleFiles } from "./rule-files.js";

type Decision = "ignored" | "kept" | "silent";

/** In characters; PATH_MAX of Linux. */
const LONGEST_RULE = 4096;
/** Each rule is tried on each path. */
const MAX_RULES = 10_000;

/**
 * The rules of one `.gitignore` file, or of the command line. Paths are relative to where the rules belong, with `/`;
 * those of the command line may start with `../`.
 *
 * A walk asks for each entry by itself and does not enter what is ignored. The `ignore` package, though, also asks for
 * the directories above an entry, so a directory that is entered although these rules ignore it has to be admitted.
 */
export class RuleSet {
  readonly #rules: Ignore;

  constructor(lines: readonly string[]) {
    // Longer than any path, and in the end longer than a regular expression may be; or one that takes it for ever.
    const rules = lines
      .filter((line) => line.length <= LONGEST_RULE && areStarsFew(line))
      .slice(0, MAX_RULES);
    this.#rules = ignore({ ignoreCase: false, allowRelativePaths: true }).add(rules);
  }

  decide(path: string, isDirectory: boolean): Decision {
    const { ignored, unignored } = this.#rules.test(isDirectory ? `${path}/` : path);
    return ignored ? "ignored" : unignored ? "kept" : "silent";
  }

  /** Takes back what the rules say of a directory and of those above it, and of nothing else in them. */
  admit(directory: string): void {
    for (let end = directory.indexOf("/"); end >= 0; end = directory.indexOf("/", end + 1)) {
      this.#admitOne(directory.slice(0, end));
    }
    if (directory !== "") this.#admitOne(directory);
  }

  #admitOne(directory: string): void {
    if (this.decide(directory, true) !== "ignored") return;
    this.#rules.add({ pattern: `!/${directory.replace(/[\\*?[\]!# ]/g, "\\$&")}/` });
  }
}

/** A directory of a walk with the `.gitignore` files that apply in it: its own, and those of the directories above. */
export class IgnoreScope {
  readonly #directory: string;
  readonly #rules: RuleSet | undefined;
  readonly #above: IgnoreScope | undefined;

  private constructor(directory: string, rules: RuleSet | undefined, above: IgnoreScope | undefined) {
    this.#directory = directory;
    this.#rules = rules;
    this.#above = above;
  }

  /**
   * Returns the scope in which a walk starts. `.gitignore` files are read up to the root of the repository around the
   * directory; outside of a repository, up to the root of the file system. The directory was named, so no rule above it
   * can exclude it.
   *
   * @param directory Absolute, without symbolic links, with `/`.
   */
  static forRoot(directory: string, files: RuleFiles): IgnoreScope {
    let scope: IgnoreScope | undefined;
    for (const candidate of [...foldersWithRules(directory, files.fileSystem)].reverse()) {
      scope?.admitBelow(candidate);
      scope = new IgnoreScope(candidate, readRules(candidate, files), scope);
    }
    return scope!;
  }

  /**
   * Returns the scope of a directory in this one.
   *
   * @param startsRepository Whether it is the root of another repository, to which no rule above it applies.
   */
  enter(directory: string, rules: RuleSet | undefined, startsRepository: boolean): IgnoreScope {
    if (startsRepository) return new IgnoreScope(directory, rules, undefined);
    return rules === undefined ? this : new IgnoreScope(directory, rules, this);
  }

  /**
   * Returns whether an entry, given by its absolute path, is left out. The nearest `.gitignore` with an opinion
   * decides.
   */
  ignores(path: string, isDirectory: boolean): boolean {
    const decision = this.#rules?.decide(this.#relative(path), isDirectory) ?? "silent";
    if (decision === "silent") return this.#above?.ignores(path, isDirectory) ?? false;
    if (decision === "kept" && isDirectory) this.#above?.admitBelow(path);
    return decision === "ignored";
  }

  /** Lets a directory be walked that these rules, or those above, ignore. */
  private admitBelow(directory: string): void {
    this.#rules?.admit(this.#relative(directory));
    this.#above?.admitBelow(directory);
  }

  #relative(path: string): string {
    return path.slice(this.#directory.length + (this.#directory.endsWith("/") ? 0 : 1));
  }
}

/** Reads the rules in a directory's `.gitignore`. */
export function readRules(directory: string, files: RuleFiles): RuleSet | undefined {
  const rules = files.read(directory);
  return rules && new RuleSet(rules);
}
