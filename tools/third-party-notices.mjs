// The licences of the packages that are part of a bundle.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the notices for all packages that are in the bundles which these metafiles of esbuild describe.
 *
 * @param more folders of packages of which files are copied
 */
export function noticesFor(metafiles, more = []) {
  const used = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap(({ inputs }) =>
      Object.keys(inputs).filter((path) => inputs[path].bytesInOutput > 0),
    ),
  );
  const folders = new Set([...used.flatMap((path) => folderOfPackage(path) ?? []), ...more]);
  const notices = [...folders].map(noticeOf).sort((a, b) => (a.title < b.title ? -1 : 1));
  const groups = new Map();
  for (const notice of notices) {
    const terms = notice.terms.replaceAll(/\s+/g, " ");
    groups.set(terms, [...(groups.get(terms) ?? []), notice]);
  }
  return [
    "The files in dist/ hold code of the packages below. Each text is the licence of the packages above it.\n",
    ...[...groups.values()].flatMap((same) => [
      "-".repeat(80),
      ...same.map(({ title, holders }) => `${[title, ...holders].join("\n")}\n`),
      same[0].terms,
    ]),
  ].join("\n");
}

/** A line that says who has the rights. Packages with the same terms differ in it. */
const HOLDER = /^[ \t]*(?:\(c\)|copyright (?:\(c\)|©|\d)).*$/gim;

/** Returns the folder of a package's file: `node_modules/a/node_modules/@b/c`. Undefined for files of our own. */
function folderOfPackage(path) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const names = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice|copying)(?:[.-]|$)/i.test(file));
  if (names.length === 0 || typeof license !== "string")
    throw new Error(`${folder} is built in and does not state its licence`);
  const text = names
    .sort()
    .map((file) => `${readFileSync(join(folder, file), "utf8").trimEnd()}\n`)
    .join("\n");
  return {
    title: `${name} ${version} (${license})`,
    holders: (text.match(HOLDER) ?? []).map((line) => line.trim()),
    terms: text.replaceAll(HOLDER, "").trimStart(),
  };
}
