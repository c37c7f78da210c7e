import { createRequire } from "node:module";
import Module from "node:module";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as parser from "@typescript-eslint/parser";
import { ESLint } from "eslint";
import { afterEach, describe, expect, it } from "vitest";
import type { V2readyPlugin } from "../../../src/hosts/eslint/index.js";
import { sharedTree } from "../../support/tree.js";

/** The part of Node.js that loads native modules: the one place where the built plugin and its parser meet. */
interface Loader {
  _load(request: string, ...rest: readonly unknown[]): unknown;
}

interface Binding {
  parseSync(path: string, ...rest: readonly unknown[]): unknown;
}

/** Files that the plugin's parser got since the last call. */
let parsed: string[] = [];
const loader = Module as unknown as Loader;
const load = loader._load.bind(Module);
loader._load = (request, ...rest) => {
  const loaded = load(request, ...rest);
  if (!request.includes("oxc-parser") || !isBinding(loaded)) return loaded;
  const parseSync: Binding["parseSync"] = (path, ...others) => {
    parsed.push(path);
    return loaded.parseSync(path, ...others);
  };
  return { ...loaded, parseSync };
};

function isBinding(loaded: unknown): loaded is Binding {
  return typeof (loaded as Partial<Binding> | undefined)?.parseSync === "function";
}

const plugin = createRequire(import.meta.url)("../../../dist/eslint.js") as V2readyPlugin;

const OLD = "https://cloud.mongodb.com/api/atlas/v1.0";
const request = (index: number): string => `
export async function request${String(index)}(group, name) {
  const response = await fetch(\`\${BASE}/groups/\${group}/clusters/\${name}\`, { headers: { Accept: "application/json" } });
  return { number: ${String(index)}, address: (await response.json()).srvAddress };
}
`;
const CLIENT = `import { BASE } from "./config.js";\n${Array.from({ length: 50 }, (_, index) => request(index)).join("")}`;
const OTHER = 'import { BASE } from "./config.js";\nfetch(`${BASE}/groups`);\n';

const root = sharedTree({
  "src/config.js": `export const BASE = "${OLD}";\n`,
  "src/client.js": CLIENT,
  "src/other.js": OTHER,
  "src/unrelated.js": "export const own = () => fetch('/users');\n",
});

const linter = new ESLint({
  cwd: root,
  overrideConfigFile: true,
  overrideConfig: [...plugin.configs.recommended, { settings: { v2ready: { asOf: "2026-06-01" } } }],
});

/** Trees of other parsers are not taken. */
const withOtherParser = new ESLint({
  cwd: root,
  overrideConfigFile: true,
  overrideConfig: [...plugin.configs.recommended, { languageOptions: { parser } }],
});

async function lint(name: string, text: string, by = linter): Promise<number> {
  const [result] = await by.lintText(text, { filePath: join(root, "src", name) });
  return result!.messages.length;
}

describe("an edit", () => {
  afterEach(() => {
    parsed = [];
  });

  it("has no file parsed but by ESLint, however many requests and fixes are in it", async () => {
    const findings = await lint("client.js", CLIENT);
    expect(findings).toBeGreaterThanOrEqual(100);
    expect(parsed.sort()).toEqual(["src/config.js", "src/other.js"]);
    parsed = [];
    for (const number of [100, 101, 102]) {
      expect(await lint("client.js", CLIENT.replace("number: 25", `number: ${String(number)}`))).toBe(
        findings,
      );
      expect(parsed).toEqual([]);
    }
  });

  it("has the edited file parsed, once, and no other one, where another parser made its tree", async () => {
    const findings = await lint("client.js", CLIENT, withOtherParser);
    parsed = [];
    for (const number of [200, 201]) {
      const edited = CLIENT.replace("number: 25", `number: ${String(number)}`);
      expect(await lint("client.js", edited, withOtherParser)).toBe(findings);
      expect(parsed).toEqual(["src/client.js"]);
      parsed = [];
    }
  });

  it("that is taken back, or a look at another file in between, has nothing parsed", async () => {
    await lint("client.js", CLIENT);
    parsed = [];
    expect(await lint("other.js", OTHER)).toBe(1);
    await lint("client.js", CLIENT);
    expect(parsed).toEqual([]);
  });

  it("of a file that has to do with none has nothing parsed", async () => {
    await lint("client.js", CLIENT);
    parsed = [];
    for (const path of ["/users/1", "/users/2"])
      expect(await lint("unrelated.js", `export const own = () => fetch('${path}');\n`)).toBe(0);
    expect(parsed).toEqual([]);
  });

  it("that was saved elsewhere has that file parsed, and no other one", async () => {
    await lint("client.js", CLIENT);
    parsed = [];
    writeFileSync(join(root, "src/config.js"), `// moved soon\nexport const BASE = "${OLD}";\n`);
    expect(await lint("client.js", CLIENT)).toBeGreaterThanOrEqual(100);
    expect(parsed).toEqual(["src/config.js"]);
  });
});
