import * as fs from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { remove } from "./atomic-write.js";
import { sum } from "./journal.js";
import { readBytes } from "./read.js";
import { treeOf } from "./recovery.js";
import { findStateFolders, makeStateFolder } from "./state-folder.js";

/** More than this is not kept. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Plain data about a project that a later run can use. It is outside of the repository, in a folder that only this user
 * can write to. There is one file for each kind and project, so the space does not grow with the number of runs.
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
    } catch {
      if (temporary !== undefined) remove(fs, temporary);
    }
  }
}

function headOf(key: string, content: Uint8Array): string {
  return `${key} ${sum(content)}`;
}
