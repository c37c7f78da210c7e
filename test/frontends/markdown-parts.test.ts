import { describe, expect, it } from "vitest";
import { markdownBlocks } from "../../src/frontends/embedded/markdown.js";
import { markdownParts } from "../../src/frontends/embedded/markdown-parts.js";

const nested = (count: number): string =>
  Array.from({ length: count }, (_, level) => `${"  ".repeat(level)}- a\n`).join("");
const FENCE = "```sh\ncurl x\n```\n";

describe("a page in parts", () => {
  it.each([
    ["a list of many items", `${"- a\n".repeat(100_000)}\n${FENCE}`],
    ["a long paragraph", `${"a\n".repeat(100_000)}\n${FENCE}`],
    ["a long quote", `${"> a\n".repeat(100_000)}\n${FENCE}`],
    ["a paragraph that began in 50 quotes", `${"> ".repeat(50)}a\n${"b\n".repeat(50_000)}\n${FENCE}`],
    ["thousands of empty lines in a list", `${nested(100)}${"\n".repeat(20_000)}${FENCE}`],
    ["a list 1,000 levels deep", `${nested(1000)}\n${FENCE}`],
    ["a fence in a list that never ends", `- a\n   \`\`\`\n${"b\n".repeat(50_000)}\n${FENCE}`],
  ])("has no part that takes the parser long: %s", (_what, page) => {
    const starts = markdownParts(page);
    for (const [index, start] of starts.entries())
      expect(page.slice(start, starts[index + 1]).split("\n").length).toBeLessThanOrEqual(301);
    expect(markdownBlocks(page).at(-1)?.piece.text).toBe("curl x");
  });

  it.each([
    ["in lists, behind other blocks", `- a\n\n  ${FENCE.replaceAll("\n", "\n  ")}\n- b\n\n      curl y\n`, 2],
    ["in ordered lists", `1. a\n   ${FENCE.replaceAll("\n", "\n   ")}\n2. b\n`, 1],
    ["with lines that look like items", "```sh\n\n- a\n\ncurl x\n```\n", 1],
    ["of more lines than a part", `\`\`\`sh\n${"curl x\n".repeat(5000)}\`\`\`\n`, 1],
    ["behind a fence with others in it", `~~~~md\n\n${FENCE}\n~~~\n~~~~\n\n${FENCE}`, 1],
    ["that is indented", "a\n\n    curl x\n\n    curl y\n\nb\n", 1],
  ])("keeps code %s", (_what, page, count) => {
    expect(markdownBlocks(page)).toHaveLength(count);
  });
});
