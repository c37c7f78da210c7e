import { createRequire } from "node:module";
import type { ESLint, Linter } from "eslint";

const require = createRequire(import.meta.url);

/** The configurations for files that are not code, each of them added by the user. */
export type DataLanguageName = "json" | "yaml" | "markdown";

/** A language that ESLint knows by another plugin only, and how our configuration uses it. */
interface DataLanguage {
  /** The package with the plugin, an optional peer. */
  readonly peer: string;
  /** The plugin's name in our configuration. Another one than users give to it, so that both can stand side by side. */
  readonly namespace: string;
  readonly parts: readonly (Pick<Linter.Config, "files" | "ignores"> & { readonly language: string })[];
  readonly isDocumentation: boolean;
}

type Languages = NonNullable<ESLint.Plugin["languages"]>;

/** Our own language for JSON, made of one of the plugin. */
const LENIENT = "lenient";

export const DATA_LANGUAGES: Readonly<Record<DataLanguageName, DataLanguage>> = {
  json: {
    peer: "@eslint/json",
    namespace: "v2ready-json",
    parts: [
      {
        files: ["**/*.{json,jsonc,har,webmanifest,code-workspace}"],
        ignores: ["**/package-lock.json", "**/npm-shrinkwrap.json"],
        language: LENIENT,
      },
      { files: ["**/*.json5"], language: "json5" },
    ],
    isDocumentation: false,
  },
  yaml: {
    peer: "eslint-plugin-yml",
    namespace: "v2ready-yml",
    parts: [{ files: ["**/*.{yml,yaml}"], ignores: ["**/pnpm-lock.yaml"], language: "yaml" }],
    isDocumentation: false,
  },
  markdown: {
    peer: "@eslint/markdown",
    namespace: "v2ready-markdown",
    parts: [{ files: ["**/*.md"], language: "gfm" }],
    isDocumentation: true,
  },
};

/**
 * JSONC with trailing commas: this plugin does not decide whether comments and commas are allowed. It is a language of
 * its own, because a language option would stay with a file for which another configuration chooses another language.
 */
function lenient(jsonc: Languages[string]): Languages[string] {
  const parse: typeof jsonc.parse = (file, context) =>
    jsonc.parse(file, {
      ...context,
      languageOptions: { ...context.languageOptions, allowTrailingCommas: true },
    });
  return new Proxy(jsonc, {
    get(target, key) {
      if (key === "parse") return parse;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

/** Not there where an ESLint that is installed elsewhere runs, or another linter. */
const CORE = "eslint/use-at-your-own-risk";

interface Core {
  readonly builtinRules: ReadonlyMap<string, unknown>;
}

/** Returns a configuration in which all rules of ESLint itself are off. */
export function coreRulesOff(): Linter.RulesRecord {
  const core = requireInstalled(CORE) as Core | undefined;
  return Object.fromEntries([...(core?.builtinRules.keys() ?? [])].map((name) => [name, "off"]));
}

const plugins = new Map<DataLanguageName, ESLint.Plugin>();

/**
 * Returns the plugin with a language. It is loaded when ESLint first reads its properties, which is when it lints a
 * file in the language. The parsers of three languages take longer to load than everything else here.
 */
export function languagePlugin(name: DataLanguageName): ESLint.Plugin {
  let plugin = plugins.get(name);
  if (!plugin) plugins.set(name, (plugin = new LazyPlugin(name)));
  return plugin;
}

/** Loads a module. Undefined if its package is not installed. */
function requireInstalled(specifier: string): unknown {
  try {
    require.resolve(specifier);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
  return require(specifier) as unknown;
}

class LazyPlugin implements ESLint.Plugin {
  readonly #name: DataLanguageName;
  #loaded: ESLint.Plugin | undefined;
  #languages: Languages | undefined;

  constructor(name: DataLanguageName) {
    this.#name = name;
  }

  get #plugin(): ESLint.Plugin {
    if (!this.#loaded) {
      const { peer } = DATA_LANGUAGES[this.#name];
      const loaded = requireInstalled(peer) as (ESLint.Plugin & { default?: ESLint.Plugin }) | undefined;
      if (!loaded)
        throw new Error(
          `v2ready: the configuration "${this.#name}" needs the package ${peer}. Install it: npm install --save-dev ${peer}`,
        );
      this.#loaded = loaded.default ?? loaded;
    }
    return this.#loaded;
  }

  get meta(): NonNullable<ESLint.Plugin["meta"]> {
    return this.#plugin.meta ?? {};
  }

  get languages(): Languages {
    if (!this.#languages) {
      const languages = this.#plugin.languages ?? {};
      const { jsonc } = languages;
      this.#languages =
        this.#name === "json" && jsonc ? { ...languages, [LENIENT]: lenient(jsonc) } : languages;
    }
    return this.#languages;
  }

  get processors(): NonNullable<ESLint.Plugin["processors"]> {
    return this.#plugin.processors ?? {};
  }

  get rules(): NonNullable<ESLint.Plugin["rules"]> {
    return this.#plugin.rules ?? {};
  }
}
