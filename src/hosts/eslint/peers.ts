import { createRequire } from "node:module";
import type { ESLint, Linter } from "eslint";

const require = createRequire(import.meta.url);

/** A plugin that brings a language which ESLint does not know, and how our configuration uses it. */
interface LanguagePeer {
  /** The package, an optional peer. */
  readonly name: string;
  /** What the configuration calls it: not the name that the user's own configuration may give to it. */
  readonly namespace: string;
  readonly languages: readonly (Pick<Linter.Config, "files" | "ignores"> & { readonly language: string })[];
  /** Languages beside those that the plugin brings. */
  readonly more?: (languages: Languages) => Languages;
}

type Languages = NonNullable<ESLint.Plugin["languages"]>;

export const LANGUAGE_PEERS: readonly LanguagePeer[] = [
  {
    name: "@eslint/json",
    namespace: "v2ready-json",
    languages: [
      {
        files: ["**/*.{json,jsonc,har,webmanifest,code-workspace}"],
        ignores: ["**/package-lock.json", "**/npm-shrinkwrap.json"],
        language: "v2ready-json/lenient",
      },
      { files: ["**/*.json5"], language: "v2ready-json/json5" },
    ],
    more: ({ jsonc }) => (jsonc ? { lenient: lenient(jsonc) } : {}),
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

/**
 * JSONC with trailing commas: whether comments and commas are allowed is not for this plugin to say. A language of its
 * own, since an option would stay with a file for which somebody else's configuration chooses another language.
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

let coreRules: Linter.RulesRecord | undefined;

/**
 * The rules of ESLint itself, all off: they are for JavaScript, and many of them fail on a file in another language. A
 * configuration that turns them on for all files would else not be able to stand beside one that has such files linted.
 */
export function coreRulesOff(): Linter.RulesRecord {
  if (!coreRules) {
    const names = isInstalled(CORE) ? (require(CORE) as Core).builtinRules.keys() : [];
    coreRules = Object.fromEntries([...names].map((name) => [name, "off"]));
  }
  return coreRules;
}

/** Not there where an ESLint that is installed elsewhere runs, or another linter. */
const CORE = "eslint/use-at-your-own-risk";

interface Core {
  readonly builtinRules: ReadonlyMap<string, unknown>;
}

const made = new Map<string, ESLint.Plugin>();

/**
 * The plugin of a peer; nothing where it is not installed. It is loaded when ESLint looks into it, which is when a file in
 * its language is linted: the parsers of three languages take longer to load than everything else here.
 */
export function peerPlugin({ name, more }: Pick<LanguagePeer, "name" | "more">): ESLint.Plugin | undefined {
  if (!isInstalled(name)) return undefined;
  let plugin = made.get(name);
  if (!plugin) made.set(name, (plugin = new LatePlugin(name, more)));
  return plugin;
}

function isInstalled(specifier: string): boolean {
  try {
    require.resolve(specifier);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") return false;
    throw error;
  }
}

class LatePlugin implements ESLint.Plugin {
  readonly #name: string;
  readonly #more: LanguagePeer["more"];
  #loaded: ESLint.Plugin | undefined;
  #languages: Languages | undefined;

  constructor(name: string, more: LanguagePeer["more"]) {
    this.#name = name;
    this.#more = more;
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

  get languages(): Languages {
    if (!this.#languages) {
      const languages = this.#plugin.languages ?? {};
      this.#languages = { ...languages, ...this.#more?.(languages) };
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
