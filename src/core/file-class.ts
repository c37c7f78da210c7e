import type { FileClass } from "./report.js";

const TEST_FOLDERS = new Set([
  "test",
  "tests",
  "__tests__",
  "spec",
  "specs",
  "e2e",
  "__mocks__",
  "mocks",
  "__snapshots__",
  "cassettes",
  "__recordings__",
  "testdata",
  "fixtures",
  "__fixtures__",
]);
const DOCUMENT_FOLDERS = new Set(["doc", "docs", "documentation", "changelog", "changelogs"]);
const TEST_NAME =
  /(?:[._-](?:test|tests|spec|e2e|mock|mocks|cy)\.[^.]+|^(?:test_.*|.*_test)\.(?:py|go|rb))$/i;
const DOCUMENT_NAME =
  /\.(?:md|mdx|markdown|rst|adoc|asciidoc|txt)$|^(?:readme|changelog|license|contributing)(?:\.[^.]*)?$/i;

/** Copies of what others wrote: every file in them. */
const VENDOR_FOLDERS = new Set(["vendor", "vendored", "third_party", "third-party", "bower_components"]);
/** Folders that builds write to. Files in them that are not code may be sources, such as scripts of a build. */
const BUILD_FOLDERS = new Set(["dist", "build", "out", "bundle", "bundles", ".next", ".output"]);
const BUILT_NAME = /\.(?:[cm]?js|d\.[cm]?ts|map|css|html?)$/i;
const BUNDLE_NAME = /[.-](?:min|bundle|bundled|chunk)\.[cm]?js$/i;

/**
 * Returns whether a file is the output of a build or a copy of a library: it is made from other files, and people do
 * not edit it.
 */
function isBuilt(folders: readonly string[], name: string): boolean {
  const has = (names: ReadonlySet<string>): boolean =>
    folders.some((segment) => names.has(segment.toLowerCase()));
  return has(VENDOR_FOLDERS) || BUNDLE_NAME.test(name) || (BUILT_NAME.test(name) && has(BUILD_FOLDERS));
}

/** Returns whether a file is in a folder of tests. */
export function isAmongTests(path: string): boolean {
  const segments = path.split("/");
  segments.pop();
  return segments.some((segment) => TEST_FOLDERS.has(segment.toLowerCase()));
}

/** Returns the class of a file, by the conventions for paths. */
export function classOfFile(path: string): FileClass {
  const segments = path.split("/");
  const name = segments.pop()!;
  if (isBuilt(segments, name)) return "build";
  if (DOCUMENT_NAME.test(name)) return "documentation";
  if (TEST_NAME.test(name) || isAmongTests(path)) return "test";
  return segments.some((segment) => DOCUMENT_FOLDERS.has(segment.toLowerCase())) ? "documentation" : "source";
}

/**
 * Returns the requests to show for code in a file of some class. Tests and build output call the same endpoints as the
 * program, so their calls are left out for other code.
 */
export function ownCalls<Request extends { readonly fileClass: FileClass }>(
  requests: readonly Request[],
  fileClass: FileClass,
): Request[] {
  const others = requests.filter((request) => request.fileClass !== "test" && request.fileClass !== "build");
  return fileClass === "test" || fileClass === "build" || others.length === 0 ? [...requests] : others;
}
