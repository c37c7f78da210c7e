import type { SourceText } from "../core/source-text.js";
import type { JsonNode } from "../frontends/module-host.js";
import type { MissingModule } from "../workspace/missing-modules.js";
import type { RepositoryModules } from "../workspace/module-host.js";
import type { ImporterHost } from "../hosting/importers.js";
import type { FileReader } from "./file-reader.js";

/** The other files of the repository, for a run. */
export interface RunHost extends ImporterHost {
  /** Loads the resolver. Before that, nothing is found. */
  load(): Promise<void>;
}

/** The other files of the repository; the resolver is loaded when a file that may import something turns up. */
export class LazyModules implements RunHost {
  #modules: RepositoryModules | undefined;
  #loading: Promise<void> | undefined;

  constructor(
    private readonly cwd: string,
    private readonly files: FileReader,
    private readonly onFollowing: ((path: string, steps: number) => void) | undefined,
  ) {}

  load(): Promise<void> {
    return (this.#loading ??= this.#load());
  }

  async #load(): Promise<void> {
    const { repositoryModules } = await import("../workspace/module-host.js");
    this.#modules = repositoryModules(this.cwd, (problem) => this.files.problems.push(problem));
  }

  resolve(specifier: string, from: string): string | undefined {
    return this.#modules?.resolve(specifier, from);
  }

  isFile(path: string): boolean {
    return this.#modules?.isFile(path) ?? false;
  }

  filesIn(folder: string, ending: string): readonly string[] {
    return this.#modules?.filesIn(folder, ending) ?? [];
  }

  filesNamed(name: string): readonly string[] {
    return this.#modules?.filesNamed(name) ?? [];
  }

  missing(specifier: string, from: string): MissingModule | undefined {
    return this.#modules?.missing(specifier, from);
  }

  missingFile(from: string, ...names: readonly string[]): MissingModule | undefined {
    return this.#modules?.missingFile(from, ...names);
  }

  inOtherCase(from: string, ...names: readonly string[]): string | undefined {
    return this.#modules?.inOtherCase(from, ...names);
  }

  packageOf(path: string): string {
    return this.#modules?.packageOf(path) ?? "";
  }

  aliasesOf(path: string): readonly string[] {
    return this.#modules?.aliasesOf(path) ?? [];
  }

  settingsFiles(path: string): readonly string[] {
    return this.#modules?.settingsFiles(path) ?? [];
  }

  yaml(text: string, merges?: boolean): JsonNode | undefined {
    return this.#modules?.yaml(text, merges);
  }

  environmentFile(path: string): SourceText | undefined {
    const file = this.#modules?.environmentFile(path);
    return file === undefined ? undefined : this.read(file);
  }

  following(path: string, steps: number): void {
    this.onFollowing?.(path, steps);
  }

  read(path: string) {
    return this.files.readAny(path);
  }
}
