import { expect, it } from "vitest";
import { v2ready } from "../../support/command.js";
import { configOf, installInto } from "../../support/installed-plugin.js";
import { eslint } from "../../support/linters.js";
import { sharedTree } from "../../support/tree.js";

const BASES = {
  atlas: "https://cloud.mongodb.com/api/atlas/v1.0",
  service: "https://cloud.example.com/api/admin/v1.0",
};

/** Members of a type, and what code does with a cluster of it. */
const CASES: Readonly<Record<string, readonly [members: string, use: string]>> = {
  required: ["srvAddress: string", "return c.srvAddress.slice(14);"],
  bracket: ["srvAddress: string", 'return c["srvAddress"].slice(14);'],
  pattern: ["srvAddress: string", "const { srvAddress, name } = c;\n  return name + srvAddress;"],
  optional: ["srvAddress?: string", 'return c.srvAddress ?? "none";'],
  chain: ["srvAddress?: string", 'return c.srvAddress?.slice(14) ?? "none";'],
  tested: ["srvAddress?: string", 'return c.srvAddress ? c.srvAddress.slice(14) : "none";'],
  null: ["srvAddress: string | null", 'return c.srvAddress?.slice(14) ?? "none";'],
  undefined: ["srvAddress: string | undefined", 'return c.srvAddress ?? "none";'],
  there: ["connectionStrings: { standard: string }; srvAddress?: string", 'return c.srvAddress ?? "none";'],
  absent: [
    "connectionStrings?: { standard?: string }; srvAddress?: string",
    'return c.srvAddress ?? "none";',
  ],
  class: ["srvAddress!: string", "return c.srvAddress;"],
};

it("a fix leaves no condition that its types make unnecessary", async () => {
  const files = Object.entries(BASES).flatMap(([vocabulary, base]) =>
    Object.entries(CASES).map(([name, [members, use]]): [string, string] => [
      `src/${vocabulary}-${name}.ts`,
      `${name === "class" ? 'class Cluster { name = ""; ' : "interface Cluster { name: string; "}${members} }
export async function load(): Promise<string> {
  const response = await fetch("${base}/groups/1/clusters/2");
  const c = (await response.json()) as Cluster;
  ${use}
}
`,
    ]),
  );
  const folder = sharedTree({
    ".git/HEAD": "",
    "package.json": '{ "type": "module" }',
    "tsconfig.json":
      '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "skipLibCheck": true }, "include": ["src"] }',
    ...Object.fromEntries(files),
  });
  installInto(folder, ["eslint", "typescript-eslint", "typescript"]);
  const config = configOf(
    folder,
    `{ ignores: ["*.*"] }, {
      files: ["**/*.ts"],
      languageOptions: { parser: tseslint.parser, parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
      plugins: { "@typescript-eslint": tseslint.plugin },
      rules: { "@typescript-eslint/no-unnecessary-condition": "error" },
    }`,
    'import tseslint from "typescript-eslint";',
  );
  const conditions = async (): Promise<string[]> => {
    const { files: linted, messages } = await eslint(config, { cwd: folder });
    expect(linted).toHaveLength(files.length);
    return messages.map(({ path, line, message }) => `${path}:${String(line)} ${message}`);
  };
  expect(await conditions()).toEqual([]);
  await v2ready(["fix", "--unsafe-fixes", "--allow-dirty", "."], { cwd: folder });
  const left = await v2ready(["check", "--format", "concise", "."], { cwd: folder });
  expect(left.stdout).toMatch(/^no findings/m);
  expect(await conditions()).toEqual([]);
}, 120_000);
