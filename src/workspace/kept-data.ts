import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { remove } from "./atomic-write.js";
import { sum } from "./journal.js";
import { readBytes } from "./read.js";
import { treeOf } from "./recovery.js";
import { dropStateFolder, findStateFolders, makeStateFolder } from "./state-folder.js";

/** More than this is not kept. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Data of more projects than this is not kept: working copies come and go, and nobody else removes what is kept. */
const MAX_PROJECTS = 100;

/**
 * Plain data about a project that a later run can use. It is outside of the repository, in a folder that only this user
 * can write to. There is one file for each kind and project, and only the newest ones stay, so the space does not grow
 * with the number of runs.
 */
export class KeptData {
  readonly #name: string;
  readonly #tree: string;

  /**
   * @param root absolute
   * @param what the name of the data
   */
  constructor(root: string, what: string) {
    this.#tree = treeOf(root);
    this.#name = `${what}-${sum(fs.realpathSync(root)).slice(0, 16)}`;
  }

  /** Returns the data that was written last, if it has this key. */
  read(key: string): unknown {
    for (const folder of findStateFolders(this.#tree, fs)) {
      const result = readBytes(folder, this.#name, { maxBytes: 2 * MAX_BYTES }, fs);
      if (!result.ok) continue;
      try {
        const { bytes } = result;
        const line = bytes.indexOf("\n");
        const content = bytes.subarray(line + 1);
        if (bytes.toString("latin1", 0, line) === headOf(key, content)) return deserialize(content);
      } catch {
        // It is broken: then it is made again.
      }
    }
    return undefined;
  }

  /** Writes data. Does nothing if it cannot be written, which only costs time later. */
  write(key: string, data: unknown): void {
    let temporary: string | undefined;
    try {
      const content = serialize(data);
      if (content.length > MAX_BYTES) return;
      const path = join(makeStateFolder(this.#tree, fs), this.#name);
      temporary = `${path}.${process.pid}`;
      fs.writeFileSync(temporary, Buffer.concat([Buffer.from(`${headOf(key, content)}\n`), content]), {
        flag: "wx",
        mode: 0o600,
      });
      fs.renameSync(temporary, path);
      removeOldest(dirname(dirname(path)));
    } catch {
      if (temporary !== undefined) remove(fs, temporary);
    }
  }
}

function headOf(key: string, content: Uint8Array): string {
  return `${key} ${sum(content)}`;
}

/** Removes the oldest data of all projects, but for that of as many as are kept. */
function removeOldest(trees: string): void {
  const folders = fs.readdirSync(trees);
  if (folders.length <= MAX_PROJECTS) return;
  const kept = folders.flatMap((name) => {
    const folder = join(trees, name);
    const names = fs.readdirSync(folder).filter((file) => IS_KEPT.test(file));
    return names.map((file) => ({ folder, path: join(folder, file) }));
  });
  const times = new Map(kept.map(({ path }) => [path, fs.statSync(path).mtimeMs]));
  kept.sort((a, b) => times.get(b.path)! - times.get(a.path)!);
  for (const { folder, path } of kept.slice(MAX_PROJECTS)) {
    remove(fs, path);
    dropStateFolder(folder, fs);
  }
}

/** The names of kept data, and not those of locks and journals. */
const IS_KEPT = /^[a-z]+-[0-9a-f]{16}$/;
