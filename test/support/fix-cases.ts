import { expect } from "vitest";
import { fixFiles } from "./fix-files.js";

export const BASE = "https://cloud.mongodb.com/api/atlas";
export const TYPE = "application/vnd.atlas.2023-02-01+json";

/** A text with what it becomes, or what is said against a fix. */
export interface FixCase {
  readonly what: string;
  readonly path: string;
  readonly before: string;
  readonly after?: string;
  readonly refused?: RegExp;
  readonly unsafe?: RegExp;
}

export async function expectFixed({ path, before, after, refused, unsafe }: FixCase): Promise<void> {
  const { files, units, remaining } = await fixFiles({ [path]: before });
  const reasons = units.flatMap((unit) => unit.reasons).join("; ");
  if (after === undefined) {
    expect(files[path]).toBe(before);
    expect(reasons).toMatch((refused ?? unsafe)!);
    const level = refused ? "display-only" : "unsafe";
    expect(units.map(({ applicability }) => applicability)).toContain(level);
    return;
  }
  expect(reasons).toBe("");
  expect(files[path]).toBe(after);
  expect(remaining).toEqual([]);
  const again = await fixFiles({ [path]: after });
  expect(again.files[path]).toBe(after);
}
