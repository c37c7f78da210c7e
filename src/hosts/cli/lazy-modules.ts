import type { ModuleHost } from "../../frontends/module-host.js";
import type { RepositoryModules } from "../../workspace/module-host.js";
import type { FileReader } from "./file-reader.js";

/** The other files of the repository; the resolver is loaded when a file that may import something turns up. */
export class LazyModules implements ModuleHost {
  #modules: RepositoryModules | undefined;
  #loading: Promise<void> | undefined;

  constructor(
    private readonly cwd: string,
    private readonly files: FileReader,
  ) {}

  load(): Promise<void> {
    return (this.#loading ??= this.#load());
  }

  async #load(): Promise<void> {
    const { repositoryModules } = await import("../../workspace/module-host.js");
    this.#modules = repositoryModules(this.cwd);
  }

  resolve(specifier: string, from: string): string | undefined {
    return this.#modules?.resolve(specifier, from);
  }

  packageOf(path: string): string {
    return this.#modules?.packageOf(path) ?? "";
  }

  aliasesOf(path: string): readonly string[] {
    return this.#modules?.aliasesOf(path) ?? [];
  }

  read(path: string) {
    return this.files.readAny(path);
  }
}
