import { statsOf } from "./file-system.js";

/**
 * Time of the last change and size of a file, which differ where its text does; empty for what is not there.
 *
 * @param file absolute
 */
export function stampOf(file: string): string {
  const stats = statsOf(file);
  return stats ? `${String(stats.mtimeMs)} ${String(stats.size)}` : "";
}
