import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A file to begin with. */
export interface Sample {
  readonly path: string;
  readonly text: string;
}

const MAX_BYTES = 12_000;

/** The files of the fixtures that are small enough to be changed and read thousands of times. */
export function corpus(root: string): readonly Sample[] {
  return readdirSync(join(root, "fixtures"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({
      path: file.slice(join(root, "fixtures").length + 1),
      text: readFileSync(file, "utf8"),
    }))
    .filter(({ text }) => text.length <= MAX_BYTES && text !== "");
}
