import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Licences that ask for no more than their text to be kept, which the notices do. */
const ALLOWED = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "ISC", "MIT"];

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const LOCKED = (JSON.parse(read("package-lock.json")) as { packages: Record<string, Locked> }).packages;

/** The place of a dependency, as Node.js looks for it from another package. */
function placeOf(name: string, from: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("node_modules/") - 1))) {
    const place = `${at === "" ? "" : `${at}/`}node_modules/${name}`;
    if (place in LOCKED) return place;
    if (at === "") return undefined;
  }
}

/** Everything that an installation brings, optional packages of all platforms included. */
function installed(): ReadonlyMap<string, Locked> {
  const found = new Map<string, Locked>();
  const visit = (from: string, names: Readonly<Record<string, string>> = {}): void => {
    for (const name of Object.keys(names)) {
      const place = placeOf(name, from);
      if (place === undefined || found.has(place)) continue;
      const one = LOCKED[place]!;
      found.set(place, one);
      visit(place, { ...one.dependencies, ...one.optionalDependencies });
    }
  };
  visit("", LOCKED[""]!.dependencies);
  return found;
}

describe("what is installed with the package", () => {
  const all = [...installed()];

  it("has a licence of the list", () => {
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter(([, { license }]) => !ALLOWED.includes(license ?? "")).map(([place]) => place)).toEqual(
      [],
    );
  });

  it("is locked with a hash of what is downloaded", () => {
    const loose = all.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"));
    expect(loose.map(([place]) => place)).toEqual([]);
  });
});

it("what is built in has a licence of the list, and its text in the notices that the package ships", () => {
  const notices = read("dist/THIRD-PARTY-NOTICES.txt")
    .split(/^-{80}$/m)
    .slice(1);
  const names: string[] = [];
  for (const notice of notices) {
    const packages = [...notice.matchAll(/^(?<name>\S+) \d\S* \((?<license>.+)\)$/gm)];
    expect(packages.length, notice).toBeGreaterThan(0);
    for (const { groups } of packages) {
      expect(ALLOWED, groups!.name).toContain(groups!.license);
      names.push(groups!.name!);
    }
    expect(notice.length, names.at(-1)).toBeGreaterThan(500);
    expect(notice, names.at(-1)).toMatch(/permission|licensed under|redistribution/i);
    // Those with the same terms have their own lines about who has the rights.
    for (const [, lines] of notice.matchAll(/^\S+ \d\S* \(MIT\)\n(.*)$/gm))
      expect(lines, notice).toMatch(/copyright|\(c\)/i);
  }
  expect(names.length).toBeGreaterThan(20);
  expect((JSON.parse(read("package.json")) as { files: string[] }).files).toContain("dist");
});
