import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { check, report, v2ready } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const { homepage, files } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly homepage: string;
  readonly files: readonly string[];
};
const cwd = sharedTree({ "a.js": 'fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups");\n' });

/** Returns the anchor of a heading in an address, as GitHub and others make it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");

/** The addresses of the pages of rules, wherever they are given. */
async function addresses(): Promise<Record<string, readonly (string | undefined)[]>> {
  const { default: plugin } = (await import(join(ROOT, "dist/eslint.js"))) as {
    default: { rules: Record<string, { meta: { docs: { url: string } } }> };
  };
  const { stdout } = await check(["--format", "sarif", "."], { cwd });
  const { runs } = JSON.parse(stdout) as {
    runs: { tool: { driver: { rules: { helpUri?: string }[] } } }[];
  };
  const { findings } = await report(["."], { cwd });
  const listed = JSON.parse((await v2ready(["rules", "--format", "json"])).stdout) as { docs: string }[];
  return {
    "the plugin": Object.values(plugin.rules).map(({ meta }) => meta.docs.url),
    "the report in SARIF": runs[0]!.tool.driver.rules.map(({ helpUri }) => helpUri),
    "the report in JSON": findings.map(({ docs }) => docs),
    "the list of rules": listed.map(({ docs }) => docs),
  };
}

it("the base of all addresses is an address of the web, of no registry", () => {
  const { protocol, hostname, hash, search } = new URL(homepage);
  expect({ protocol, hash, search }).toEqual({ protocol: "https:", hash: "", search: "" });
  expect(hostname).not.toMatch(/(?:^|\.)(?:npmjs|unpkg|jsdelivr|localhost)\b/);
  expect(homepage).not.toMatch(/\/$/);
});

it("the page of a rule has an address below the homepage, with a page that is published and a heading of it", async () => {
  for (const [where, all] of Object.entries(await addresses())) {
    expect(all.length, where).toBeGreaterThan(0);
    for (const address of all) {
      expect(address?.startsWith(`${homepage}/rules/`), `${where}: ${String(address)}`).toBe(true);
      const [page, anchor] = address!.slice(homepage.length + 1).split("#") as [string, string];
      expect(files).toContain("rules/*.md");
      expect(existsSync(join(ROOT, page)), page).toBe(true);
      const text = readFileSync(join(ROOT, page), "utf8");
      const anchors = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!));
      expect(anchors, page).toContain(anchor);
    }
  }
});
