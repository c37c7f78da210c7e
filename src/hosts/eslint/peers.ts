import { createRequire } from "node:module";
import type { ESLint, Linter } from "eslint";

const require = createRequire(import.meta.url);

/** A plugin that brings a language which ESLint does not know, and how our configuration uses it. */
interface LanguagePeer {
  /** The package, an optional peer. */
  readonly name: string;
  /** What the configuration calls it: not the name that the user's own configuration may give to it. */
  readonly namespace: string;
  readonly languages: readonly Omit<Linter.Config, "name" | "plugins" | "rules">[];
}

export const LANGUAGE_PEERS: readonly LanguagePeer[] = [
  {
    name: "@eslint/json",
    namespace: "v2ready-json",
    languages: [
      // Comments and trailing commas are read everywhere: whether they are allowed is not for this plugin to say.
      {
        files: ["**/*.{json,jsonc,har,webmanifest,code-workspace}"],
        ignores: ["**/package-lock.json", "**/npm-shrinkwrap.json"],
        language: "v2ready-json/jsonc",
        languageOptions: { allowTrailingCommas: true },
      },
      { files: ["**/*.json5"], language: "v2ready-json/json5" },
    ],
  },
  {
    name: "eslint-plugin-yml",
    namespace: "v2ready-yml",
    languages: [{ files: ["**/*.{yml,yaml}"], ignores: ["**/pnpm-lock.yaml"], language: "v2ready-yml/yaml" }],
  },
  {
    name: "@eslint/markdown",
    namespace: "v2ready-markdown",
    languages: [{ files: ["**/*.md"], language: "v2ready-markdown/gfm" }],
  },
];

const made = new Map<string, ESLint.Plugin>();

/**
 * The plugin of a peer; nothing where it is not installed. It is loaded when ESLint looks into it, which is when a file in
 * its language is linted: the parsers of three languages take longer to load than everything else here.
 */
export function peerPlugin(name: string): ESLint.Plugin | undefined {
  try {
    require.resolve(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
  let plugin = made.get(name);
  if (!plugin) made.set(name, (plugin = new LatePlugin(name)));
  return plugin;
}

class LatePlugin implements ESLint.Plugin {
  readonly #name: string;
  #loaded: ESLint.Plugin | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  get #plugin(): ESLint.Plugin {
    if (!this.#loaded) {
      const loaded = require(this.#name) as ESLint.Plugin & { default?: ESLint.Plugin };
      this.#loaded = loaded.default ?? loaded;
    }
    return this.#loaded;
  }

  get meta(): NonNullable<ESLint.Plugin["meta"]> {
    return this.#plugin.meta ?? {};
  }

  get languages(): NonNullable<ESLint.Plugin["languages"]> {
    return this.#plugin.languages ?? {};
  }

  get processors(): NonNullable<ESLint.Plugin["processors"]> {
    return this.#plugin.processors ?? {};
  }

  get rules(): NonNullable<ESLint.Plugin["rules"]> {
    return this.#plugin.rules ?? {};
  }
}
