import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PROGRAMS } from "./programs.js";
import type { Random } from "./random.js";

/** A file to begin with. */
export interface Sample {
  readonly path: string;
  readonly text: string;
}

const MAX_BYTES = 12_000;

/**
 * Returns the programs, and the files of the fixtures that are small enough to be changed and read thousands of times.
 */
export function corpus(root: string): readonly Sample[] {
  const fixtures = readdirSync(join(root, "fixtures"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({
      path: file.slice(join(root, "fixtures").length + 1),
      text: readFileSync(file, "utf8"),
    }))
    .filter(({ text }) => text.length <= MAX_BYTES && text !== "");
  return [...PROGRAMS, ...fixtures];
}

/** Picks a sample. Every second one is in a lowered language or contains shell. */
export function pickOf(samples: readonly Sample[], random: Random): Sample {
  return random.chance(0.5) ? random.pick(PROGRAMS) : random.pick(samples);
}
