import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const inFolder = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);

/** The README and the pages in docs, by their paths. */
export const GUIDE: readonly string[] = ["README.md", ...inFolder("docs")];

/** Every page that people read, by its path. */
export const PAGES: readonly string[] = [
  ...GUIDE,
  ...["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"],
  ...inFolder("rules"),
];

export function textOf(page: string): string {
  return readFileSync(join(ROOT, page), "utf8");
}

export interface Block {
  readonly page: string;
  readonly language: string;
  /** The word after the language: for shell, where the commands run. */
  readonly info: string;
  readonly text: string;
}

export function blocksOf(page: string): readonly Block[] {
  return [...textOf(page).matchAll(/^( *)```(\S+) *(.*)\n([^]*?)^\1```$/gm)].map(
    ([, , language, info, text]) => ({ page, language: language!, info: info!, text: text! }),
  );
}

/** Returns the text of a page without its code: fenced blocks are replaced by empty lines. */
export function proseOf(page: string): string {
  return textOf(page).replace(/^( *)```[^]*?^\1```$/gm, (block) => block.replace(/[^\n]/g, ""));
}
