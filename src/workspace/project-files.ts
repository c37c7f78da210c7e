import { dirname } from "node:path";
import { parse } from "jsonc-parser";
import type { Problem } from "../core/problem.js";
import { MAX_SETTINGS_BYTES, isWithin } from "./bounds.js";
import { type FileSystem, nameOfType, nodeFileSystem, statsOf, withSlashes } from "./file-system.js";
import { isInside } from "./project-root.js";
import { readBytes } from "./read.js";

const LEADS_OUT = "is a link that leads out of the repository, and was not read";

/** Is given each file that is there and was not read, once. */
export type OnUnread = (problem: Problem) => void;

/**
 * Reads the files of a repository that say how it is built: manifests, configurations, environment files. A stranger may
 * have written them, so only regular files of a limited size are read. Links may lead to them, but not out of the
 * repository.
 */
export class ProjectFiles {
  readonly #unread = new Set<string>();
  readonly #parsed = new Map<string, unknown>();

  /** @param root of the repository, absolute, without symbolic links */
  constructor(
    private readonly root: string,
    private readonly onUnread: OnUnread = () => undefined,
    private readonly fileSystem: FileSystem = nodeFileSystem,
  ) {}

  /**
   * Returns the text of a file, without its byte-order mark; `undefined` if there is none, or if it must not be read.
   *
   * @param file absolute
   * @param isFree whether it may be outside of the repository: its content is never reported
   */
  text(file: string, isFree = false): string | undefined {
    const result = readBytes(dirname(file), file, { maxBytes: MAX_SETTINGS_BYTES }, this.fileSystem);
    if (!result.ok) {
      if (result.reason !== "vanished") this.refuse(file, result.problem.message);
      return undefined;
    }
    if (!isFree && !isWithin(this.root, file, this.fileSystem)) {
      this.refuse(file, LEADS_OUT);
      return undefined;
    }
    return result.bytes.toString("utf8").replace(/^\uFEFF/, "");
  }

  /** Returns whether a path is a regular file of the repository. Links out of it, FIFOs, devices and sockets are reported. */
  isFile(file: string): boolean {
    const stats = statsOf(file);
    const isNamedInside = isInside(withSlashes(file), withSlashes(this.root));
    if (!isNamedInside || !stats || stats.isDirectory()) return false;
    if (!stats.isFile()) this.refuse(file, `could not be read: ${nameOfType(stats)}`);
    else if (isWithin(this.root, file, this.fileSystem)) return true;
    else this.refuse(file, LEADS_OUT);
    return false;
  }

  /**
   * Returns the value of a JSON file, with comments and trailing commas as tsconfig files have them; as much as can be
   * read of a broken one. Returns `undefined` if `text` does. The file is read once.
   */
  json(file: string, isFree = false): unknown {
    const key = `${String(isFree)} ${file}`;
    if (!this.#parsed.has(key)) {
      const parser = (text: string): unknown => parse(text, [], { allowTrailingComma: true });
      this.#parsed.set(key, this.parsed(file, parser, isFree));
    }
    return this.#parsed.get(key);
  }

  /** Returns the result of a parser for a file; `undefined` if it fails. */
  parsed(file: string, parser: (text: string) => unknown, isFree = false): unknown {
    const text = this.text(file, isFree);
    if (text === undefined) return undefined;
    try {
      return parser(text);
    } catch (error) {
      // A parser that calls itself for each level has no room for some.
      if (error instanceof RangeError) this.refuse(file, "nests too deeply, and was not read");
      return undefined;
    }
  }

  /** Reports a file that is not read, once. */
  refuse(file: string, message: string): void {
    if (this.#unread.has(file)) return;
    this.#unread.add(file);
    this.onUnread({ path: file, kind: "unreadable", message });
  }
}

/** Returns a member of an object. Undefined for other values. */
export function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
