import { describe, expect, it } from "vitest";
import { ProjectFiles } from "../../src/workspace/project-files.js";
import { repositoryFiles } from "../../src/workspace/repository-files.js";
import { sharedTree } from "../support/tree.js";

const root = sharedTree({
  "app/client.py": "",
  "app/Names.py": "",
  "app/inner/__init__.py": "",
  "lib.py/none": "",
});

/** Counts how often the disk is asked about a path. */
class CountingFiles extends ProjectFiles {
  asked = 0;

  override isFile(file: string): boolean {
    this.asked++;
    return super.isFile(file);
  }
}

describe("the files of a repository", () => {
  it.each([
    ["app/client.py", true],
    ["app/inner/__init__.py", true],
    ["./app/client.py", true],
    ["app/../app/client.py", true],
    ["app", false],
    ["lib.py", false],
    ["app/names.py", false],
    ["../outside.py", false],
    ["", false],
  ])("%j is one: %s", (path, is) => {
    expect(repositoryFiles(new ProjectFiles(root), root).isFile(path)).toBe(is);
  });

  it("are known by what is in their folders: the disk is not asked about each name that is not there", () => {
    const project = new CountingFiles(root);
    const files = repositoryFiles(project, root);
    for (let index = 0; index < 100; index++)
      for (const folder of ["", "app/", "app/none/", `app/none/${index}/`, "app/inner/none/"])
        expect(files.isFile(`${folder}module${index}.py`)).toBe(false);
    expect(project.asked).toBe(0);
    expect([files.isFile("app/client.py"), files.isFile("app/client.py")]).toEqual([true, true]);
    expect(project.asked).toBe(1);
  });
});
