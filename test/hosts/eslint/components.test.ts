import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { report } from "../../support/command.js";
import { eslint, sharedConfig } from "../../support/linters.js";
import { differences } from "../../support/parity.js";
import { sharedTree } from "../../support/tree.js";

const LIST = "https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters";

const FILES = {
  "Page.vue": `<script setup>\nimport { ref } from "vue";\nconst clusters = ref([]);\nfetch("${LIST}").then((r) => r.json()).then((j) => { clusters.value = j.results; });\n</script>\n<template>\n  <p v-for="c in clusters" :title="c.srvAddress">{{ c.name }}</p>\n</template>\n`,
  "Page.svelte": `<script>\n  let clusters = fetch("${LIST}").then((r) => r.json()).then((j) => j.results);\n</script>\n{#await clusters then all}{#each all as c}<p>{c.srvAddress}</p>{/each}{/await}\n`,
  "Unsure.vue": `<script setup>\nconst answer = await fetch("${LIST}");\n</script>\n<template>\n  <p>{{ shown.srvAddress }}</p>\n</template>\n`,
};

describe("the markup of components", () => {
  it("has the findings of the audit in ESLint, where they stand", async () => {
    const cwd = sharedTree(FILES);
    const [linted, audited] = await Promise.all([
      eslint(sharedConfig("parity"), { cwd }),
      report(["--no-types", "."], { cwd }),
    ]);
    expect(linted.stderr).toBe("");
    expect(differences(linted, audited)).toEqual([]);
    const removed = linted.messages.filter(({ ruleId }) => ruleId === "v2ready/no-removed-property");
    expect(removed.map(({ path, line }) => `${path}:${String(line)}`).sort()).toEqual([
      "Page.svelte:4",
      "Page.vue:7",
      "Unsure.vue:5",
    ]);
  });

  it("is fixed together with the request by eslint --fix", async () => {
    const cwd = sharedTree({ ...FILES, "package.json": "{}" });
    await eslint(sharedConfig("parity"), { cwd, args: ["--fix", "."] });
    const [vue, svelte] = ["Page.vue", "Page.svelte"].map((path) => readFileSync(join(cwd, path), "utf8"));
    for (const text of [vue!, svelte!]) {
      expect(text).toContain("/api/atlas/v2/");
      expect(text).toContain("c.connectionStrings?.standardSrv");
      expect(text).not.toContain("srvAddress");
    }
    expect(readFileSync(join(cwd, "Unsure.vue"), "utf8")).toBe(FILES["Unsure.vue"]);
  });
});
