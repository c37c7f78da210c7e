import { readFileSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MAX_LINES = 400;

/**
 * The parts, packages and modules of Node.js that the files of a part may import. Files of the same part are always
 * allowed.
 */
interface Permission {
  readonly parts: readonly string[];
  readonly packages: readonly string[];
}

/**
 * The parts that a language may import if it is lowered to the core tree. No language imports another one, except that
 * programs start commands of a shell.
 */
const OF_LOWERED = [
  ...["core", "facts", "analysis", "frontends/editing", "frontends/interface", "frontends/lowered"],
  ...["frontends/plain", "frontends/shell", "frontends/tree-sitter"],
];

/** The table of imports. A part is a folder, but for the three kinds of files right below `src` and `src/frontends`. */
const TABLE: Readonly<Record<string, Permission>> = {
  core: { parts: [], packages: [] },
  facts: { parts: ["core"], packages: [] },
  catalog: { parts: ["core", "facts"], packages: ["ajv", "node:module"] },
  // The rules and the double ask the same judge of bodies. Conversions may not, because it judges them.
  validation: { parts: ["core", "catalog"], packages: [] },
  "frontends/interface": { parts: ["core", "facts"], packages: [] },
  "frontends/plain": { parts: ["core", "facts", "frontends/interface"], packages: ["yaml"] },
  "frontends/json": {
    parts: ["core", "facts", "frontends/interface", "frontends/plain"],
    packages: ["jsonc-parser"],
  },
  // The evaluator. It names no language: each one says what it needs to know (`evaluation/language.ts`).
  analysis: {
    parts: ["core", "facts", "frontends/interface", "frontends/plain"],
    packages: [
      "@oxc-project/types",
      "@typescript-eslint/scope-manager",
      "js-tokens",
      // JSON that a program imports.
      "jsonc-parser",
      // The type of comments.
      "oxc-parser",
    ],
  },
  "frontends/editing": {
    parts: ["core", "facts", "analysis", "frontends/interface"],
    packages: ["@oxc-project/types"],
  },
  "frontends/javascript": {
    parts: [
      ...["core", "facts", "analysis", "frontends/editing", "frontends/interface", "frontends/plain"],
      // Programs start commands of a shell.
      "frontends/shell",
    ],
    packages: [
      "oxc-parser",
      "@oxc-project/types",
      "@typescript-eslint/scope-manager",
      "htmlparser2",
      "js-tokens",
    ],
  },
  "frontends/tree-sitter": {
    parts: ["core"],
    packages: ["web-tree-sitter", "node:fs", "node:path", "node:url", "node:zlib"],
  },
  // Languages that are lowered to the tree that the evaluator runs.
  "frontends/lowered": {
    parts: [
      ...["core", "facts", "analysis", "frontends/editing", "frontends/interface", "frontends/plain"],
      "frontends/tree-sitter",
    ],
    packages: ["@oxc-project/types", "@typescript-eslint/scope-manager", "web-tree-sitter"],
  },
  "frontends/go": {
    parts: OF_LOWERED,
    packages: ["web-tree-sitter"],
  },
  "frontends/csharp": {
    parts: OF_LOWERED,
    packages: ["web-tree-sitter"],
  },
  // The libraries and clients of the JVM, which Java and Kotlin share.
  "frontends/jvm": {
    parts: OF_LOWERED,
    packages: [],
  },
  "frontends/java": {
    parts: [...OF_LOWERED, "frontends/jvm"],
    packages: ["web-tree-sitter"],
  },
  "frontends/kotlin": {
    parts: [...OF_LOWERED, "frontends/jvm"],
    packages: ["web-tree-sitter"],
  },
  "frontends/php": {
    parts: OF_LOWERED,
    packages: ["web-tree-sitter", "node:path"],
  },
  // Scripts use the classes of .NET that programs in C# use.
  "frontends/powershell": {
    parts: [...OF_LOWERED, "frontends/csharp"],
    packages: ["web-tree-sitter", "node:path"],
  },
  "frontends/python": {
    parts: OF_LOWERED,
    packages: ["@oxc-project/types", "web-tree-sitter", "node:path"],
  },
  "frontends/ruby": {
    parts: OF_LOWERED,
    packages: ["@oxc-project/types", "web-tree-sitter", "node:path"],
  },
  "frontends/rust": {
    parts: OF_LOWERED,
    packages: ["web-tree-sitter"],
  },
  "frontends/shell": {
    parts: OF_LOWERED,
    packages: ["web-tree-sitter", "node:path"],
  },
  // Code in files of other languages.
  "frontends/embedded": {
    parts: [
      ...["core", "facts", "frontends/interface", "frontends/plain", "frontends/lowered", "frontends/json"],
      "frontends/editing",
      ...["frontends/javascript", "frontends/csharp", "frontends/go", "frontends/java", "frontends/php"],
      ...["frontends/powershell", "frontends/python", "frontends/ruby", "frontends/rust", "frontends/shell"],
    ],
    packages: ["htmlparser2", "jsonc-parser", "mdast", "mdast-util-from-markdown", "yaml"],
  },
  "frontends/registry": {
    parts: [
      "frontends/embedded",
      "frontends/interface",
      "frontends/plain",
      "frontends/json",
      "frontends/javascript",
      "frontends/csharp",
      "frontends/go",
      "frontends/java",
      "frontends/kotlin",
      "frontends/php",
      "frontends/powershell",
      "frontends/python",
      "frontends/ruby",
      "frontends/rust",
      "frontends/shell",
    ],
    packages: [],
  },
  fix: { parts: ["core", "facts", "catalog", "engine", "frontends/interface"], packages: ["node:crypto"] },
  convert: {
    parts: [
      "core",
      "facts",
      "catalog",
      "fix",
      "frontends/interface",
      "frontends/json",
      "frontends/javascript",
    ],
    packages: ["yaml"],
  },
  engine: {
    parts: ["core", "facts", "catalog", "validation", "frontends/interface"],
    packages: ["node:crypto"],
  },
  report: {
    parts: ["core"],
    packages: [
      ...["diff", "picocolors", "sarif", "string-width"],
      // Pages in Markdown for a terminal.
      ...["mdast", "mdast-util-from-markdown", "mdast-util-gfm-table", "micromark-extension-gfm-table"],
      ...["node:path", "node:url", "node:util"],
    ],
  },
  workspace: {
    parts: ["core"],
    packages: [
      "@vscode/ripgrep",
      "fast-glob",
      "ignore",
      "oxc-resolver",
      "yaml",
      // tsconfig.json has comments.
      "jsonc-parser",
      ...[
        "buffer",
        "child_process",
        "crypto",
        "fs",
        "module",
        "os",
        "path",
        "stream",
        "util",
        "v8",
        "worker_threads",
      ].map((name) => `node:${name}`),
    ],
  },
  "service-double": {
    parts: ["core", "catalog", "validation"],
    packages: ["node:crypto", "node:http", "node:net", "node:zlib"],
  },
  types: {
    parts: ["core", "engine"],
    packages: ["ts-morph", "typescript", "node:fs", "node:module", "node:path"],
  },
  "rule-api": { parts: ["core", "facts", "catalog", "engine"], packages: [] },
  rules: { parts: ["rule-api"], packages: [] },
  "rules/index": { parts: ["rule-api", "rules"], packages: [] },
  index: {
    parts: ["core", "catalog", "convert", "fix", "frontends/interface", "report", "hosts/library"],
    packages: [],
  },
  // Code that all hosts share before an analysis.
  hosting: {
    parts: ["core", "catalog", "engine", "frontends/interface", "workspace"],
    packages: ["node:fs", "node:path", "node:url"],
  },
  // Code that all hosts share: finding, reading and analysing files, assembling reports, writing fixes.
  runs: {
    parts: [
      "core",
      "facts",
      "catalog",
      "convert",
      "engine",
      "fix",
      "report",
      "types",
      "workspace",
      "hosting",
      "rules/index",
      "frontends/interface",
      "frontends/plain",
      "frontends/registry",
    ],
    packages: ["node:path", "node:timers"],
  },
  "hosts/library": {
    parts: ["core", "frontends/interface", "report", "rules/index", "runs"],
    packages: [],
  },
  "hosts/cli": {
    parts: [
      "core",
      "catalog",
      "convert",
      "engine",
      "fix",
      "report",
      "workspace",
      "hosting",
      "runs",
      "rules/index",
      "service-double",
      "frontends/interface",
    ],
    packages: [
      "commander",
      "supports-hyperlinks",
      ...["events", "fs", "path", "readline", "v8"].map((name) => `node:${name}`),
    ],
  },
  "hosts/eslint": {
    parts: [
      "core",
      "catalog",
      "engine",
      "fix",
      "convert",
      "types",
      "workspace",
      "hosting",
      "rules/index",
      "frontends/interface",
      "frontends/plain",
      "frontends/json",
      "frontends/javascript",
      // The values of YAML only.
      "frontends/embedded",
      "frontends/registry",
    ],
    packages: [
      // Types, but for one function of the first, which is built in.
      "@typescript-eslint/utils",
      "eslint",
      // The parts of the plugin that are loaded later.
      "#eslint-editing",
      "#eslint-engine",
      "#eslint-modules",
      "#eslint-parsers",
      "#eslint-yaml",
      ...["fs", "module", "os", "path", "url"].map((name) => `node:${name}`),
    ],
  },
};

/** The part that a source file belongs to. */
function partOf(path: string): string {
  const [top, folder = "", ...rest] = path.replace(/\.ts$/, "").split("/");
  if (top === "rules") return folder === "index" ? "rules/index" : "rules";
  if (folder === "frontends" && rest.length === 1)
    return rest[0] === "registry" ? "frontends/registry" : "frontends/interface";
  return folder === "frontends" || folder === "hosts" ? `${folder}/${rest[0]!}` : folder;
}

interface SourceFile {
  readonly path: string;
  readonly part: string;
  readonly lines: number;
  readonly imports: readonly string[];
}

const FILES: readonly SourceFile[] = ["src", "rules"].flatMap((top) =>
  readdirSync(join(ROOT, top), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => {
      const path = posix.relative(ROOT, join(entry.parentPath, entry.name));
      const text = readFileSync(join(ROOT, path), "utf8");
      const imports = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
      return { path, part: partOf(path), lines: text.split("\n").length - 1, imports };
    }),
);

/** Imports that the table does not allow, as `file imports what`. */
function violations(file: SourceFile, { parts, packages }: Permission): string[] {
  return file.imports
    .filter((specifier) => {
      if (specifier.endsWith(".json")) return false;
      if (!specifier.startsWith("."))
        return !packages.some((name) => specifier === name || specifier.startsWith(`${name}/`));
      const part = partOf(posix.join(posix.dirname(file.path), specifier).replace(/\.js$/, ".ts"));
      // Rules stand alone: not even another rule.
      return !parts.includes(part) && (part !== file.part || part === "rules");
    })
    .map((specifier) => `${file.path} imports ${specifier}`);
}

describe("imports", () => {
  it("are seen at all, dynamic ones and those of types, too", () => {
    const importsOf = (path: string) => FILES.find((file) => file.path === path)!.imports;
    expect(importsOf("src/report/index.ts")).toContain("./sarif.js");
    expect(importsOf("src/frontends/frontend.ts")).toContain("../core/problem.js");
    expect(FILES.length).toBeGreaterThan(100);
  });

  it("every file belongs to a part of the table, and every part has files", () => {
    expect([...new Set(FILES.map(({ part }) => part))].sort()).toEqual(Object.keys(TABLE).sort());
  });

  it.each(Object.entries(TABLE))("%s imports what it may, and nothing else", (part, permission) => {
    const files = FILES.filter((file) => file.part === part);
    expect(files.flatMap((file) => violations(file, permission))).toEqual([]);
  });

  it("the test finds what it is there for", () => {
    const imports = [
      "node:fs",
      "../workspace/read.js",
      "../hosts/cli/run.js",
      "../core/span.js",
      "./anchors.js",
    ];
    const file: SourceFile = { path: "src/engine/new.ts", part: "engine", lines: 1, imports };
    expect(violations(file, TABLE["engine"]!)).toEqual([
      "src/engine/new.ts imports node:fs",
      "src/engine/new.ts imports ../workspace/read.js",
      "src/engine/new.ts imports ../hosts/cli/run.js",
    ]);
    const rule: SourceFile = {
      path: "rules/a.ts",
      part: "rules",
      lines: 1,
      imports: ["./b.js", "node:path"],
    };
    expect(violations(rule, TABLE["rules"]!)).toHaveLength(2);
  });
});

describe("the table itself", () => {
  const holders = (name: string): string[] =>
    Object.keys(TABLE).filter((part) => TABLE[part]!.packages.includes(name));

  it("gives the disk to the workspace, the types, the grammars and the hosts alone", () => {
    expect(holders("node:fs")).toEqual([
      "frontends/tree-sitter",
      "workspace",
      "types",
      "hosting",
      "hosts/cli",
      "hosts/eslint",
    ]);
    expect(holders("node:child_process")).toEqual(["workspace"]);
  });

  it("lets nobody import a host, and nobody but hosts the registry of frontends or the workspace", () => {
    for (const [part, { parts }] of Object.entries(TABLE)) {
      // The package's entry is all that it does.
      const hosts = part === "index" ? ["hosts/library"] : [];
      expect(parts.filter((one) => one.startsWith("hosts/"))).toEqual(hosts);
      if (part.startsWith("hosts/") || part === "hosting" || part === "runs") continue;
      expect(parts.filter((one) => one === "frontends/registry" || one === "workspace")).toEqual([]);
    }
  });
});

it(`no file has more than ${MAX_LINES} lines`, () => {
  expect(
    FILES.filter(({ lines }) => lines > MAX_LINES).map(({ path, lines }) => `${path}: ${lines}`),
  ).toEqual([]);
});
