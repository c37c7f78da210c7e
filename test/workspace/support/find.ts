import { expect } from "vitest";
import {
  discover,
  type DiscoverEnvironment,
  type Discovery,
  type DiscoverOptions,
} from "../../../src/workspace/discover.js";

export const HIT = 'fetch("https://example.net/api/atlas/v1.0/groups");\n';
export const MISS = "const nothing = 1;\n";
export const PATTERNS = [{ source: "api\\\\{0,2}/atlas" }];

export const ENGINES = ["ripgrep", "in-process"] as const;

type Find = (
  cwd: string,
  options?: Partial<DiscoverOptions>,
  environment?: DiscoverEnvironment,
) => Promise<Discovery>;

/** Searches for `PATTERNS` in all of a directory, where options do not say otherwise, and expects the engine to do it. */
export function findWith(engine: (typeof ENGINES)[number]): Find {
  return async (cwd, options = {}, environment = {}) => {
    const defaults = { cwd, paths: ["."], patterns: PATTERNS, ignorePatterns: [], noIgnore: false, engine };
    const discovery = await discover({ ...defaults, ...options }, environment);
    expect(discovery.engine).toBe(engine);
    return discovery;
  };
}
