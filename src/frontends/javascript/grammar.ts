/** The way to parse a file of JavaScript or TypeScript. */
export interface ScriptGrammar {
  readonly language: "javascript" | "typescript";
  /** Dialects of the parser, most likely first: code in `.js` files may be typed, and a script need not be a module. */
  readonly dialects: readonly Dialect[];
}

export interface Dialect {
  readonly lang: "js" | "jsx" | "ts" | "tsx" | "dts";
  readonly sourceType: "module" | "script" | "commonjs";
}

const JAVASCRIPT: readonly Dialect[] = [
  { lang: "jsx", sourceType: "module" },
  { lang: "jsx", sourceType: "commonjs" },
  { lang: "tsx", sourceType: "module" },
  { lang: "ts", sourceType: "module" },
];

const GRAMMARS: ReadonlyMap<string, ScriptGrammar> = new Map(
  Object.entries<ScriptGrammar>({
    js: { language: "javascript", dialects: JAVASCRIPT },
    mjs: { language: "javascript", dialects: JAVASCRIPT },
    cjs: { language: "javascript", dialects: [JAVASCRIPT[1]!, JAVASCRIPT[0]!] },
    jsx: { language: "javascript", dialects: JAVASCRIPT },
    ts: {
      language: "typescript",
      dialects: [
        { lang: "ts", sourceType: "module" },
        { lang: "tsx", sourceType: "module" },
      ],
    },
    mts: { language: "typescript", dialects: [{ lang: "ts", sourceType: "module" }] },
    cts: {
      language: "typescript",
      dialects: [
        { lang: "ts", sourceType: "commonjs" },
        { lang: "ts", sourceType: "module" },
      ],
    },
    tsx: { language: "typescript", dialects: [{ lang: "tsx", sourceType: "module" }] },
    "d.ts": { language: "typescript", dialects: [{ lang: "dts", sourceType: "module" }] },
  }),
);

/** The endings of files in JavaScript and TypeScript, without the dot. */
export const SCRIPT_ENDINGS: readonly string[] = [...GRAMMARS.keys()].filter(
  (ending) => !ending.includes("."),
);

/** Returns the grammar for a file name. Undefined for other files. */
export function grammarFor(path: string): ScriptGrammar | undefined {
  const match = /\.(d\.[cm]?ts|[A-Za-z]+)$/.exec(path);
  if (!match) return undefined;
  return match[1]!.startsWith("d.") ? GRAMMARS.get("d.ts") : GRAMMARS.get(match[1]!.toLowerCase());
}

/** Returns the grammar of a script inside another file, by the `lang` of its element. */
export function grammarOfScript(lang: string | undefined): ScriptGrammar {
  return GRAMMARS.get(lang?.toLowerCase() ?? "js") ?? GRAMMARS.get("js")!;
}
