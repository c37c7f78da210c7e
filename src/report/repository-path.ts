import { posix } from "node:path";

/**
 * A path of the report as seen from the root of the repository: behind the prefix of the working directory,
 * without `./` and without `..` as far as the prefix can absorb it.
 */
export function repositoryPath(path: string, prefix: string | undefined): string {
  return posix.join(prefix ?? "", path);
}
