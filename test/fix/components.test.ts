import { describe, expect, it } from "vitest";
import { fixFiles, type Files } from "../support/fix-files.js";

const CLUSTER = "https://cloud.mongodb.com/api/atlas/v1.0/groups/a/clusters/b";
const ASKS = `const cluster = ref(null);\nfetch("${CLUSTER}").then((answer) => answer.json()).then((one) => { cluster.value = one; });\n`;

/** The texts after all safe fixes, with the reasons of all units. */
async function fixed(files: Files): Promise<{ files: Files; reasons: string; remaining: readonly string[] }> {
  const { units, files: after, remaining } = await fixFiles(files);
  return { files: after, reasons: units.flatMap(({ reasons }) => reasons).join("; "), remaining };
}

describe("markup that names what goes, of something that is not known", () => {
  it.each([
    ["another language", `<template lang="pug">\np {{ cluster.srvAddress }}\n</template>\n`],
    ["code that does not parse", `<template><p>{{ cluster.srvAddress ! }}</p></template>\n`],
    ["something global", `<template><p>{{ chosen["srvAddress"] }}</p></template>\n`],
  ])("keeps a fix from being safe: %s", async (_what, template) => {
    const before = {
      "Page.vue": `<script setup>\nimport { ref } from "vue";\n${ASKS}</script>\n${template}`,
    };
    const { files, reasons, remaining } = await fixed(before);
    expect(files).toEqual(before);
    expect(reasons).toContain("the markup of Page.vue names srvAddress, and of what it is read is not known");
    expect(remaining.filter((one) => one.startsWith("no-removed-property"))).toHaveLength(1);
  });
});
