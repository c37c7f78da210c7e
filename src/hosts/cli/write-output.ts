import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { UsageError } from "../../core/errors.js";

/**
 * A pipe takes a large report in pieces; the process must not end before the last one. Errors are events of the stream,
 * too, and told there.
 */
export function writeAll(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((done) => {
    stream.write(text, () => done());
  });
}

/** Writes a report where the user wants it; folders are made. */
export function writeFile(file: string, text: string, cwd: string): void {
  const path = resolve(cwd, file);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageError(
      `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
