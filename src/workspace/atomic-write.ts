import { constants } from "node:fs";
import type { WritableFileSystem } from "./journal.js";

/** Writes a new file to the disk itself, not only to the memory of the system. Leaves nothing behind where that fails. */
export function writeDurably(
  fileSystem: WritableFileSystem,
  path: string,
  content: string,
  mode: number,
): void {
  const descriptor = fileSystem.openSync(path, "wx", mode);
  try {
    const bytes = Buffer.from(content);
    let written = 0;
    while (written < bytes.length) written += fileSystem.writeSync(descriptor, bytes, written);
    // The mask of the process may have taken bits away.
    fileSystem.fchmodSync(descriptor, mode);
    fileSystem.fsyncSync(descriptor);
  } catch (error) {
    fileSystem.closeSync(descriptor);
    remove(fileSystem, path);
    throw error;
  }
  fileSystem.closeSync(descriptor);
}

/** Makes the names in a folder durable, where the system can. */
export function syncFolder(fileSystem: WritableFileSystem, folder: string): void {
  try {
    const descriptor = fileSystem.openSync(folder, constants.O_RDONLY);
    try {
      fileSystem.fsyncSync(descriptor);
    } finally {
      fileSystem.closeSync(descriptor);
    }
  } catch {
    // Windows cannot open a folder, and some network file systems cannot sync one.
  }
}

/** Removes a file if it is there and can be removed. */
export function remove(fileSystem: WritableFileSystem, path: string): void {
  try {
    fileSystem.unlinkSync(path);
  } catch {
    // It is not there, or its folder has become read-only and keeps it.
  }
}
