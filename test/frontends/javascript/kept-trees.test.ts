import type * as OxcParser from "oxc-parser";
import { parseSync } from "oxc-parser";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { CatalogInterest } from "../../../src/catalog/interest.js";
import { loadCatalog } from "../../../src/catalog/load.js";
import { SourceText } from "../../../src/core/source-text.js";
import { JavaScriptProgram } from "../../../src/frontends/javascript/program.js";
import type { ModuleHost } from "../../../src/frontends/module-host.js";

vi.mock("oxc-parser", async (importOriginal) => {
  const original = await importOriginal<typeof OxcParser>();
  return { ...original, parseSync: vi.fn(original.parseSync) };
});

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";
const FILES: Readonly<Record<string, SourceText>> = Object.fromEntries(
  Object.entries({
    "client.ts": 'import { BASE } from "./base.js";\nfetch(`${BASE}/groups/1/clusters`);\n',
    "base.ts": `export const BASE = "${BASE}";\n`,
    "view.vue": `<script>export const a = 1;</script>\n<script setup>fetch("${BASE}/groups");</script>\n`,
  }).map(([path, text]) => [path, new SourceText(path, text)]),
);

/** The URLs that the files are seen to request. */
function requests(kept?: ModuleHost["kept"]): string[] {
  const host: ModuleHost = {
    resolve: (specifier) => specifier.replace("./", "").replace(".js", ".ts"),
    read: (path) => FILES[path],
    ...(kept ? { kept } : {}),
  };
  const program = new JavaScriptProgram(CatalogInterest.of(loadCatalog()), host);
  program.add(FILES["client.ts"]!);
  program.add(FILES["view.vue"]!);
  program.evaluate();
  return program
    .facts()
    .flatMap(({ facts }) => facts.requests)
    .map(({ urls: [url] }) => url!.parts.map((part) => (part.kind === "segment" ? part.text : "?")).join(""));
}

describe("trees of texts that stay", () => {
  beforeEach(() => {
    vi.mocked(parseSync).mockClear();
  });

  it("are made once for many analyses, imported files and components included", () => {
    const kept: NonNullable<ModuleHost["kept"]> = new WeakMap();
    const first = requests(kept);
    expect(first).toEqual([`${BASE}/groups/1/clusters`, `${BASE}/groups`]);
    expect(parseSync).toHaveBeenCalledTimes(3);
    expect(requests(kept)).toEqual(first);
    expect(requests(kept)).toEqual(first);
    expect(parseSync).toHaveBeenCalledTimes(3);
  });

  it("are made again where nobody keeps them", () => {
    expect(requests()).toEqual(requests());
    expect(parseSync).toHaveBeenCalledTimes(6);
  });
});
