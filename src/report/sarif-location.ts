import type { ArtifactLocation, Location, Region } from "sarif";

import type { Problem } from "../core/problem.js";
import type { Position } from "../core/span.js";

/** The name that code scanning has for the root of the repository. */
export const SOURCE_ROOT = "%SRCROOT%";

/**
 * Returns the location of a file for code scanning.
 *
 * @param path relative to the root of the repository
 */
export function artifactLocation(path: string): ArtifactLocation {
  return { uri: pathToUri(path), uriBaseId: SOURCE_ROOT };
}

export function sarifLocation(place: {
  readonly path: string;
  readonly position: Position;
  readonly end: Position;
}): Location {
  return {
    physicalLocation: {
      artifactLocation: artifactLocation(place.path),
      region: region(place.position, place.end),
    },
  };
}

/** Returns the location of a problem. Undefined for a problem of the run as a whole. */
export function problemLocation({ path, line }: Pick<Problem, "path" | "line">): Location | undefined {
  if (path === "") return undefined;
  return {
    physicalLocation: {
      artifactLocation: artifactLocation(path),
      ...(line === undefined ? {} : { region: { startLine: line } }),
    },
  };
}

/** Ends are exclusive in SARIF too (§3.30.8). An empty span becomes one column wide, so that there is something to show. */
function region(position: Position, end: Position): Region {
  const isEmpty = position.line === end.line && position.column === end.column;
  return {
    startLine: position.line,
    startColumn: position.column,
    endLine: end.line,
    endColumn: isEmpty ? end.column + 1 : end.column,
  };
}

function pathToUri(path: string): string {
  // encodeURIComponent throws on a lone surrogate, which a file name on Windows may hold.
  const wellFormed = path.replace(/\p{Cs}/gu, "\uFFFD");
  return wellFormed.split("/").map(encodeURIComponent).join("/");
}
