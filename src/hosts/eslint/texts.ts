import { resolve } from "node:path";
import { SourceText } from "../../core/source-text.js";
import { classifyGenerated, codeBesideDeclaration } from "../../workspace/generated.js";
import { boundsOf, isWithin } from "../../workspace/bounds.js";
import { readSource } from "../../workspace/read.js";
import { stampOf } from "../../workspace/stamp.js";

/** A file as it was read. */
interface KnownFile {
  /** Time of the last change and size; empty for what is not there. */
  readonly stamp: string;
  readonly source: SourceText | undefined;
  readonly generated: ReturnType<typeof classifyGenerated>;
  /** Its bytes differ from those of its text, because some of them are not valid UTF-8. */
  readonly isDamaged: boolean;
}

/**
 * The texts of a repository as the file that is linted sees them: its own as the editor has it, saved or not, all others
 * from the disk. The same text is the same object again, so that everything that is kept of it stays good.
 */
export class Texts {
  readonly #files = new Map<string, KnownFile>();
  readonly #looked = new Set<string>();
  #current: SourceText | undefined;
  /** The folder of the repository. A file that links lead out of it is not read. */
  #bounds: string | undefined;

  /** @param root absolute; paths are relative to it, with `/` */
  constructor(private readonly root: string) {}

  /** Makes a text the one that counts for its path. */
  take(path: string, text: string): SourceText {
    const onDisk = this.#read(path).source;
    if (onDisk?.text === text) this.#current = onDisk;
    else if (this.#current?.path !== path || this.#current.text !== text)
      this.#current = new SourceText(path, text);
    return this.#current;
  }

  /** Returns the text of a file. Undefined if it cannot be read. */
  at(path: string): SourceText | undefined {
    return this.#current?.path === path ? this.#current : this.#read(path).source;
  }

  /** Returns the text of a file on the disk, also if the editor has another one. */
  saved(path: string): SourceText | undefined {
    return this.#read(path).source;
  }

  /** The text of the linted file, where it is another one than on the disk. */
  get unsaved(): SourceText | undefined {
    const current = this.#current;
    return current && this.#read(current.path).source !== current ? current : undefined;
  }

  /** Returns whether a linted text was read from bytes that are not valid UTF-8: writing it back loses them. */
  isDamaged({ path, text }: SourceText): boolean {
    return text.includes("\ufffd") && this.#read(path).isDamaged;
  }

  /** Returns whether a program wrote the file, so that people do not fix it by hand. */
  isGenerated(path: string): boolean {
    const current = this.#current;
    const kind = current?.path === path ? classifyGenerated(path, current.text) : this.#read(path).generated;
    if (kind) return true;
    const code = codeBesideDeclaration(path);
    return code !== undefined && this.#read(code).generated === "generated";
  }

  /** Checks every file once more on its next use, and reads it again if its time or size differs. */
  lookAgain(): void {
    this.#looked.clear();
  }

  #read(path: string): KnownFile {
    const known = this.#files.get(path);
    if (known && this.#looked.has(path)) return known;
    this.#looked.add(path);
    const stamp = stampOf(resolve(this.root, path));
    if (known?.stamp === stamp) return known;
    const isThere =
      stamp !== "" && isWithin((this.#bounds ??= boundsOf(this.root)), resolve(this.root, path));
    const result = isThere ? readSource(this.root, path) : undefined;
    const source = result?.ok ? new SourceText(path, result.raw) : undefined;
    // A file that was touched and not changed is still the same text.
    const same = source !== undefined && known?.source?.text === source.text ? known.source : source;
    const generated = result?.ok === true ? result.generated : undefined;
    const isDamaged = result?.ok === true && result.problems.some(({ kind }) => kind === "encoding");
    const file: KnownFile = { stamp, source: same, generated, isDamaged };
    this.#files.set(path, file);
    return file;
  }
}
