import { relative } from "node:path";
import type { Problem } from "../core/problem.js";
import { join, withSlashes } from "./file-system.js";
import type { LeftOut } from "./left-out.js";
import { isAboveWorkingDirectory, type Root } from "./roots.js";
import type { SearchPattern } from "./search-pattern.js";

/** The rules about what a scan leaves out, for both engines. */
export interface ScanRules {
  readonly cwd: string;
  readonly ignorePatterns: readonly string[];
  readonly noIgnore: boolean;
  readonly patterns: readonly SearchPattern[];
  /** See `DiscoverOptions`. */
  readonly encoded?: readonly string[] | undefined;
  /** See `DiscoverOptions`. */
  readonly isListed?: boolean;
  /** See `DiscoverOptions`. */
  readonly onCandidate?: ((path: string) => void) | undefined;
  readonly onWait?: (() => void) | undefined;
}

/** The result of one engine under one root; every path is relative to that root, and empty for the root itself. */
export interface RootResult {
  readonly searched: readonly string[];
  readonly candidates: readonly string[];
  readonly leftOut: readonly LeftOut[];
  readonly problems: readonly Problem[];
}

/** Returns a path under a root, or of a file of rules above it, as in results: relative to the working directory `cwd`, with `/`. */
export function showPath(cwd: string, root: Root, path: string): string {
  if (!isAboveWorkingDirectory(root.shown) && !path.startsWith("../")) return join(root.shown, path);
  return withSlashes(relative(cwd, join(withSlashes(root.absolute), path)));
}
