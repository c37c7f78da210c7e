import { statsOf } from "./file-system.js";

/**
 * Returns the modification time and size of a file, which differ if its text does. Empty if the file does not exist.
 *
 * @param file absolute
 */
export function stampOf(file: string): string {
  const stats = statsOf(file);
  return stats ? `${String(stats.mtimeMs)} ${String(stats.size)}` : "";
}
