import { SourceText } from "../core/source-text.js";
import type { JsonNode, MissingFile } from "../frontends/module-host.js";
import type { RunHost } from "./lazy-modules.js";
import { sum } from "../workspace/journal.js";

/** The answers of a host, by the question. Texts are kept as checksums. */
export type HostAnswers = ReadonlyMap<string, string>;

type Method = Exclude<keyof RunHost, "kept" | "yaml" | "load" | "following">;

/** Hands questions on to another host and records the answers. What depends on the arguments alone is not recorded. */
export class RecordingHost implements RunHost {
  readonly #answers = new Map<string, string>();
  readonly #sums = new Map<SourceText, string>();
  /** The first file of each folder. */
  readonly #files = new Map<string, string>();

  constructor(private readonly host: RunHost) {}

  get answers(): HostAnswers {
    return this.#answers;
  }

  load(): Promise<void> {
    return this.host.load();
  }

  aliasesOf(path: string): readonly string[] {
    return this.#recorded("aliasesOf", path);
  }

  resolve(specifier: string, from: string): string | undefined {
    return this.#recorded("resolve", specifier, this.#oneIn(from));
  }

  missing(specifier: string, from: string): MissingFile | undefined {
    return specifier.startsWith(".") ? this.#recorded("missing", specifier, this.#oneIn(from)) : undefined;
  }

  missingFile(from: string, ...names: readonly string[]): MissingFile | undefined {
    return this.#recorded("missingFile", this.#oneIn(from), ...names);
  }

  inOtherCase(from: string, ...names: readonly string[]): string | undefined {
    return this.#recorded("inOtherCase", this.#oneIn(from), ...names);
  }

  isFile(path: string): boolean {
    return this.#recorded("isFile", path) ?? false;
  }

  filesIn(folder: string, ending: string): readonly string[] {
    return this.#recorded("filesIn", folder, ending) ?? [];
  }

  filesNamed(name: string): readonly string[] {
    return this.#recorded("filesNamed", name) ?? [];
  }

  read(path: string): SourceText | undefined {
    return this.#recorded("read", path);
  }

  environmentFile(path: string): SourceText | undefined {
    return this.#recorded("environmentFile", path);
  }

  settingsFiles(path: string): readonly string[] {
    return this.#recorded("settingsFiles", path) ?? [];
  }

  packageOf(path: string): string {
    return this.#recorded("packageOf", this.#oneIn(path)) ?? "";
  }

  yaml(text: string, merges?: boolean): JsonNode | undefined {
    return this.host.yaml?.(text, merges);
  }

  following(path: string, steps: number): void {
    this.host.following?.(path, steps);
  }

  /** Returns the same file for all files of a folder, where the answer is the same for all of them. */
  #oneIn(path: string): string {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const known = this.#files.get(folder);
    if (known === undefined) this.#files.set(folder, path);
    return known ?? path;
  }

  /** Returns whether the host gives the same answers now. */
  agreesWith(answers: HostAnswers): boolean {
    for (const [question, answer] of answers) {
      const [method, ...args] = JSON.parse(question) as [Method, ...string[]];
      this.#ask(method, args);
      if (this.#answers.get(question) !== answer) return false;
    }
    return true;
  }

  #recorded<M extends Method>(method: M, ...args: string[]): ReturnType<NonNullable<RunHost[M]>> {
    return this.#ask(method, args) as ReturnType<NonNullable<RunHost[M]>>;
  }

  #ask(method: Method, args: string[]): unknown {
    const ask = this.host[method] as ((...args: string[]) => unknown) | undefined;
    const answer = ask?.apply(this.host, args);
    const question = JSON.stringify([method, ...args]);
    if (!this.#answers.has(question)) this.#answers.set(question, this.#textOf(answer));
    return answer;
  }

  #textOf(answer: unknown): string {
    return answer instanceof SourceText
      ? JSON.stringify([answer.path, this.#sumOf(answer)])
      : JSON.stringify(answer ?? null);
  }

  #sumOf(source: SourceText): string {
    let known = this.#sums.get(source);
    if (known === undefined) this.#sums.set(source, (known = sum(source.text)));
    return known;
  }
}
