import type { Location } from "../core/span.js";

/** A program answers requests under a path. */
export interface RouteFact {
  readonly kind: "route";
  /** As it is written, with `HOLE_MARK` for unknown parts: `/clusters/:id`, `clusters/{id}`. */
  readonly path: string;
  /** Empty if all methods, or unknown ones, are answered. */
  readonly methods: readonly string[];
  /** The functions or classes that answer, and the call that names them. */
  readonly handlers: readonly Location[];
  /** The place that names the path. */
  readonly place: Location;
  /** True if other routes are found below it. */
  readonly isPrefix?: boolean;
}
