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
    ["code that does not parse", `<template><p>{{ cluster.srvAddress + }}</p></template>\n`],
    ["something global", `<template><p>{{ chosen["srvAddress"] }}</p></template>\n`],
  ])("keeps a fix from being safe: %s", async (_what, template) => {
    const before = {
      "Page.vue": `<script setup>\nimport { ref } from "vue";\n${ASKS}</script>\n${template}`,
    };
    const { files, reasons, remaining } = await fixed(before);
    expect(files).toEqual(before);
    expect(reasons).toContain("the markup of Page.vue reads srvAddress of an unknown object");
    expect(remaining.filter((one) => one.startsWith("no-removed-property"))).toHaveLength(1);
  });
});

const LIST = "https://cloud.mongodb.com/api/atlas/v1.0/groups/a/clusters";

describe("markup that shows the answer of a request", () => {
  it.each<[name: string, path: string, before: string, after: string]>([
    [
      "names of the script in Vue, with boxes opened",
      "Page.vue",
      `<script setup>\nimport { computed, onMounted, ref } from "vue";\nconst clusters = ref([]);\nconst first = computed(() => clusters.value[0]);\nonMounted(async () => { clusters.value = (await (await fetch("${LIST}")).json()).results; });\n</script>\n<template>`,
      `<ul><li v-for="(c, i) in clusters" :key="i" :title="c.srvAddress">{{ c.name }}</li></ul>{{ first?.srvAddress }}</template>\n`,
    ],
    [
      "members of the instance in Vue 3",
      "Page.vue",
      `<script>\nexport default {\n  data: () => ({ cluster: null }),\n  async created() { this.cluster = await (await fetch("${LIST}/b")).json(); },\n};\n</script>\n<template>`,
      `<p v-if="cluster?.id">{{ cluster.srvAddress }}</p></template>\n`,
    ],
    [
      "members of the instance, where a comment speaks of the other form",
      "Page.vue",
      `<!-- <script setup> comes later -->\n<script>\nexport default {\n  data: () => ({ cluster: null }),\n  async created() { this.cluster = await (await fetch("${LIST}/b")).json(); },\n};\n</script>\n<template>`,
      `<p v-if="cluster?.id">{{ cluster.srvAddress }}</p></template>\n`,
    ],
    [
      "what setup gives",
      "Page.vue",
      `<script>\nimport { ref } from "vue";\nexport default {\n  setup() {\n    const all = ref([]);\n    fetch("${LIST}").then((r) => r.json()).then((j) => { all.value = j.results; });\n    return { all };\n  },\n};\n</script>\n<template>`,
      `<p v-for="c of all" :id="c?.id" @click="open(c.srvAddress)">{{ c.name }}</p></template>\n`,
    ],
    [
      "blocks of Svelte",
      "Page.svelte",
      `<script>\n  const load = async () => (await (await fetch("${LIST}")).json()).results;\n  let clusters = load();\n</script>\n`,
      `{#await clusters}…{:then all}{#each all as c, i (c.id)}<p title="at {c.srvAddress}">{@html c.name}</p>{/each}{:catch e}{e.message}{/await}\n`,
    ],
    [
      "state of Svelte",
      "Page.svelte",
      `<script lang="ts">\n  let cluster = $state(null);\n  async function load() { cluster = await (await fetch("${LIST}/b")).json(); }\n</script>\n<button onclick={load}>load</button>`,
      `{#if cluster}<b>{cluster.srvAddress}</b>{/if}\n`,
    ],
    [
      "markup in the code of Astro",
      "Page.astro",
      `---\nconst { results } = await (await fetch("${LIST}")).json();\n---\n<br>`,
      `{results.length > 0 && (<ul>{results.map((c) => <li title={c.srvAddress}>{c.name}</li>)}</ul>)}\n`,
    ],
  ])("moves with it: %s", async (_what, path, script, markup) => {
    const { units, files, remaining } = await fixFiles({ [path]: script + markup });
    expect(units.flatMap(({ reasons }) => reasons)).toEqual([]);
    expect(files[path]).toContain(
      markup
        .replaceAll("c.srvAddress", "c.connectionStrings?.standardSrv")
        .replaceAll("cluster.srvAddress", "cluster.connectionStrings?.standardSrv")
        .replaceAll("first?.srvAddress", "first?.connectionStrings?.standardSrv"),
    );
    expect(files[path]).toContain("/api/atlas/v2/");
    expect(files[path]!.slice(0, files[path]!.length - markup.length)).not.toContain("v1.0");
    expect(remaining).toEqual([]);
    const again = await fixFiles(files, ["safe", "unsafe"]);
    expect(again.files).toEqual(files);
  });

  it("does without `?.` in what may be Vue 2", async () => {
    const before = `<template><p>{{ cluster.srvAddress | short }} {{ cluster.srvAddress.length }}</p></template>\n<script>\nexport default {\n  data() { return { cluster: {} }; },\n  async created() { this.cluster = await (await fetch("${LIST}/b")).json(); },\n};\n</script>\n`;
    const { files, remaining } = await fixed({ "Page.vue": before });
    expect(files["Page.vue"]).toContain(
      "{{ (cluster.connectionStrings || {}).standardSrv | short }} {{ cluster.connectionStrings.standardSrv.length }}",
    );
    expect(remaining).toEqual([]);
  });

  it.each([
    [
      "a component of Vue",
      "Page.vue",
      `<script setup>\nimport Card from "./Card.vue";\nconst cluster = await (await fetch("${CLUSTER}")).json();\n</script>\n<template><Card :cluster="cluster" /></template>\n`,
      "Card gets the cluster",
    ],
    [
      "all of it, shown as JSON",
      "Page.vue",
      `<script setup>\nconst cluster = await (await fetch("${CLUSTER}")).json();\n</script>\n<template><pre>{{ cluster }}</pre></template>\n`,
      "the markup gets the cluster",
    ],
    [
      "its properties, gone through",
      "Page.vue",
      `<script setup>\nconst cluster = await (await fetch("${CLUSTER}")).json();\n</script>\n<template><p v-for="(value, key) in cluster">{{ key }}</p></template>\n`,
      "the markup lists the properties of the cluster",
    ],
    [
      "a component of Svelte",
      "Page.svelte",
      `<script>\n  import Card from "./Card.svelte";\n  const load = async () => (await fetch("${CLUSTER}")).json();\n</script>\n{#await load() then cluster}<Card {cluster} />{/await}\n`,
      "Card gets the cluster",
    ],
    [
      "a component of Astro",
      "Page.astro",
      `---\nimport Card from "./Card.astro";\nconst cluster = await (await fetch("${CLUSTER}")).json();\n---\n<Card {...cluster} />\n`,
      "Card gets the cluster",
    ],
    [
      "a component in the code of Astro",
      "Page.astro",
      `---\nimport Card from "./Card.astro";\nconst { results } = await (await fetch("${LIST}")).json();\n---\n{results.map((c) => <Card cluster={c} />)}\n`,
      "Card gets the cluster",
    ],
    [
      "code that does not parse",
      "Page.vue",
      `<script setup>\nconst cluster = await (await fetch("${CLUSTER}")).json();\n</script>\n<template><Card :cluster="cluster +" /></template>\n`,
      "the markup of Page.vue contains code that v2ready cannot follow",
    ],
  ])("keeps a fix from being safe where it hands it on: %s", async (_what, path, before, reason) => {
    const { files, reasons } = await fixed({ [path]: before });
    expect(files[path]).toBe(before);
    expect(reasons).toContain(reason);
  });

  it("stays where a child component reads what goes", async () => {
    const before = {
      "Page.vue": `<script setup>\nimport ClusterCard from "./ClusterCard.vue";\nconst cluster = await (await fetch("${CLUSTER}")).json();\n</script>\n<template><ClusterCard :cluster="cluster" /></template>\n`,
      "ClusterCard.vue": `<script setup>\ndefineProps(["cluster"]);\n</script>\n<template>{{ cluster.srvAddress }}</template>\n`,
    };
    const { files, units } = await fixFiles(before, ["safe", "unsafe"]);
    expect(files).toEqual(before);
    expect(units.flatMap(({ reasons }) => reasons).join()).toContain("ClusterCard.vue reads srvAddress");
  });

  it("is safe to move where it shows nothing that goes", async () => {
    const before = `<script setup>\nimport { ref } from "vue";\n${ASKS}</script>\n<template><Badge :text="cluster.name" :on="cluster.paused" :id="" @close="cluster = null">{{ cluster?.stateName }}</Badge></template>\n`;
    const { files, reasons } = await fixed({ "Page.vue": before });
    expect(reasons).toBe("");
    expect(files["Page.vue"]).toBe(
      before.replace(
        `"${CLUSTER}"`,
        `"${CLUSTER.replace("v1.0", "v2")}", { headers: { Accept: "application/vnd.atlas.2023-02-01+json" } }`,
      ),
    );
  });

  it("gets no header that would end its attribute", async () => {
    const before = `<script setup>\nconst id = 1;\n</script>\n<template><b @click="fetch('${LIST}')" /></template>\n`;
    const { files, units } = await fixFiles({ "Page.vue": before }, ["safe", "unsafe"]);
    expect(files["Page.vue"]).toBe(before);
    expect(units.flatMap(({ reasons }) => reasons)).toContain(
      "the text would end the markup that contains it",
    );
  });
});
