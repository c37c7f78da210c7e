import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { GUIDE, PAGES, ROOT, proseOf, textOf } from "./pages.js";

const MAX_LINES_OF_README = 200;
const MAX_LINE = 120;
const MAX_SENTENCES = 5;

/** The anchors of a page, as GitHub makes them of its headings. */
function anchorsOf(page: string): Set<string> {
  const slugs = [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
  return new Set(slugs.map((slug, index) => (slugs.indexOf(slug) < index ? `${slug}-1` : slug)));
}

/** The links and pictures of a page that lead to files of the repository. */
function linksOf(page: string): { readonly link: string; readonly file: string; readonly anchor: string }[] {
  const prose = proseOf(page).replace(/`[^`\n]*`/g, (code) => "x".repeat(code.length));
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link!)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [path = "", anchor = ""] = link.split("#");
      return { link, file: path === "" ? page : normalize(join(dirname(page), path)), anchor };
    });
}

/** The paragraphs and list items of a page, without headings, tables and what a program writes. */
function paragraphsOf(page: string): string[] {
  return proseOf(page)
    .replace(/<!-- generated:[^]*?<!-- \/generated -->/g, "")
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .map((text) => text.replace(/\s+/g, " ").trim())
    .filter((text) => text !== "" && !/^[#|]/.test(text));
}

const sentencesIn = (text: string): number => text.match(/[.?!](?=\s|$)/g)?.length ?? 0;

describe.each(PAGES)("%s", (page) => {
  it("has no broken link", () => {
    const broken = linksOf(page).filter(
      ({ file, anchor }) => !existsSync(join(ROOT, file)) || (anchor !== "" && !anchorsOf(file).has(anchor)),
    );
    expect(broken).toEqual([]);
  });
});

describe.each(GUIDE)("%s", (page) => {
  it(`has no line of more than ${String(MAX_LINE)} characters outside of tables and code`, () => {
    const lines = proseOf(page).split("\n");
    expect(lines.filter((line) => line.length > MAX_LINE && !line.startsWith("|"))).toEqual([]);
  });

  it(`has no paragraph of more than ${String(MAX_SENTENCES)} sentences`, () => {
    expect(paragraphsOf(page).filter((text) => sentencesIn(text) > MAX_SENTENCES)).toEqual([]);
  });
});

describe("the pages together", () => {
  it(`have a README of at most ${String(MAX_LINES_OF_README)} lines`, () => {
    expect(textOf("README.md").split("\n").length - 1).toBeLessThanOrEqual(MAX_LINES_OF_README);
  });

  it("have an index that leads to each of them", () => {
    const listed = new Set(linksOf("docs/README.md").map(({ file }) => file));
    const pages = GUIDE.filter((page) => page !== "README.md" && page !== "docs/README.md");
    expect(pages.filter((page) => !listed.has(page))).toEqual([]);
  });
});
