import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { KeptData } from "../../src/workspace/kept-data.js";
import { sharedTree } from "../support/tree.js";

it("the data of a hundred projects is kept, that of others goes, and journals stay", () => {
  const home = sharedTree({});
  vi.stubEnv("XDG_STATE_HOME", home);
  const trees = join(home, "v2ready/trees");
  const names = Array.from({ length: 103 }, (_, index) => `project${index}`);
  const root = sharedTree(Object.fromEntries(names.map((name) => [`${name}/.git/HEAD`, ""])));
  const write = (name: string): string => {
    const before = new Set(foldersIn(trees));
    new KeptData(join(root, name), "run").write("key", { name });
    return foldersIn(trees).find((folder) => !before.has(folder))!;
  };
  const folders = names.slice(0, 100).map(write);
  for (const [index, folder] of folders.entries()) {
    const [file] = readdirSync(join(trees, folder));
    utimesSync(join(trees, folder, file!), index, index);
  }
  writeFileSync(join(trees, folders[1]!, "journal.json"), "{}");
  for (const name of names.slice(100)) write(name);

  const read = (name: string): unknown => new KeptData(join(root, name), "run").read("key");
  expect(names.filter((name) => read(name) === undefined)).toEqual(["project0", "project1", "project2"]);
  expect(read("project102")).toEqual({ name: "project102" });
  expect(foldersIn(trees)).toHaveLength(101);
  expect(readdirSync(join(trees, folders[1]!))).toEqual(["journal.json"]);
  vi.unstubAllEnvs();
});

function foldersIn(trees: string): string[] {
  try {
    return readdirSync(trees);
  } catch {
    return [];
  }
}
