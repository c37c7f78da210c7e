import { csharpFrontend } from "../csharp/entry.js";
import type { FrontendEntry } from "../frontend.js";
import { goFrontend } from "../go/entry.js";
import { javaFrontend } from "../java/entry.js";
import { javascriptFrontend } from "../javascript/entry.js";
import { jsonFrontend } from "../json/entry.js";
import { phpFrontend } from "../php/entry.js";
import { powershellFrontend } from "../powershell/entry.js";
import { pythonFrontend } from "../python/entry.js";
import { rubyFrontend } from "../ruby/entry.js";
import { rustFrontend } from "../rust/entry.js";
import { shellFrontend } from "../shell/entry.js";
import { joined, madePiece, type Piece } from "./piece.js";
import { masked } from "./placeholders.js";

/** A language in which other files have code. */
export interface BlockLanguage {
  readonly name: string;
  /** The first one in which a block parses is taken. */
  readonly forms: readonly Form[];
  /** True if the blocks of a page continue each other, so that one uses the declarations of the one before. */
  readonly isContinued: boolean;
  /** True if the text of a block is generated from another notation. It cannot be edited, and may not be complete. */
  readonly isMade?: boolean;
  /** The name of what sends the requests, if that is not the command that stands for it. */
  readonly client?: string;
  /** Returns the text as its parser can read it, of the same length. */
  readable(text: string): string;
  /** Returns what examples leave out before the first block, such as imports. */
  before(text: string): string;
}

/** The way in which a block becomes a whole file. */
export interface Form {
  readonly entry: FrontendEntry;
  /** The ending of a file in that language, with the dot. */
  readonly ending: string;
  /** The text before and after each block. */
  readonly around: readonly [open: string, close: string];
}

function form(entry: FrontendEntry, ending: string, around: Form["around"] = ["", ""]): Form {
  return { entry, ending, around };
}

const CONTINUED = { isContinued: true, readable: (text: string) => text, before: () => "" };

function program(entry: FrontendEntry, ending: string): BlockLanguage {
  return { ...CONTINUED, name: entry.name, forms: [form(entry, ending)] };
}

/** Lines that stand for what an example leaves out. */
const LEFT_OUT = /^[ \t]*(?:\.{3}|…)[ \t]*,?[ \t]*$/gm;

function withoutGaps(text: string): string {
  return text.replaceAll(LEFT_OUT, (line) => " ".repeat(line.length));
}

/** Examples in JavaScript are programs, objects, or members of an object. */
function script(name: string, ending: string): BlockLanguage {
  const forms = [
    // `{ a: 1 }` would be a block with a label.
    form(javascriptFrontend, ending, [";(", "\n);"]),
    form(javascriptFrontend, ending),
    form(javascriptFrontend, ending, [";({", "\n});"]),
  ];
  return { ...CONTINUED, name, forms, readable: withoutGaps };
}

/** Commands that stand for another notation. */
export const MADE_SHELL: BlockLanguage = {
  ...program(shellFrontend, ".sh"),
  readable: masked,
  isMade: true,
};

/** Commands that stand for steps with actions that send requests. */
export const HTTP_STEPS: BlockLanguage = { ...MADE_SHELL, client: "HTTP action" };

/** Commands that stand for items in templates of Zabbix. */
export const ZABBIX_ITEMS: BlockLanguage = { ...MADE_SHELL, client: "HTTP agent of Zabbix" };

/** Commands that stand for data sources and resources of Terraform. */
export const TERRAFORM_REQUESTS: BlockLanguage = { ...MADE_SHELL, client: "Terraform" };

/** Recipes of makefiles, in which `$(NAME)` is a variable. */
export const RECIPES: BlockLanguage = {
  ...program(shellFrontend, ".sh"),
  readable: (text) => masked(text.replaceAll(/\$\((\w+)\)/g, "${$1}")),
};

export const SHELL: BlockLanguage = { ...program(shellFrontend, ".sh"), readable: masked };

const PYTHON: BlockLanguage = {
  ...program(pythonFrontend, ".py"),
  before: () => "import json, os, requests\n",
};

const GO: BlockLanguage = {
  ...program(goFrontend, ".go"),
  before: (text) =>
    /^[ \t]*import\b/m.test(text) ? "" : 'import ("bytes"; "encoding/json"; "fmt"; "net/http"; "strings")\n',
};

/** Blocks are mostly code without the mark that begins it in a file. */
const PHP: BlockLanguage = {
  ...program(phpFrontend, ".php"),
  before: (text) => (/<\?(?:php|=)/.test(text) ? "" : "<?php\n"),
};

const JSON_DATA: BlockLanguage = {
  ...CONTINUED,
  name: "json",
  forms: [
    form(jsonFrontend, ".json"),
    form(jsonFrontend, ".json", ["{", "\n}"]),
    form(javascriptFrontend, ".js", [";(", "\n);"]),
  ],
  isContinued: false,
  readable: withoutGaps,
};

/** The values of a settings file, as JSON. */
export const SETTINGS: BlockLanguage = {
  ...CONTINUED,
  name: "yaml",
  forms: [form(jsonFrontend, ".json")],
  isContinued: false,
  isMade: true,
};

/** The names that pages call a language by. Code without a language is mostly shell. */
const BY_NAME: ReadonlyMap<string, BlockLanguage> = new Map([
  ...named(SHELL, ["", "bash", "cmd", "console", "curl", "diff", "sh", "shell", "shell-session"]),
  ...named(SHELL, ["shellsession", "terminal", "text", "txt", "zsh"]),
  ...named(PYTHON, ["py", "py3", "pycon", "python", "python3"]),
  ...named(script("javascript", ".js"), ["cjs", "javascript", "js", "jsx", "mjs", "node", "nodejs"]),
  ...named(script("typescript", ".ts"), ["cts", "mts", "ts", "typescript"]),
  ...named(script("typescript", ".tsx"), ["tsx"]),
  ...named(GO, ["go", "golang"]),
  ...named(program(rubyFrontend, ".rb"), ["rb", "ruby"]),
  ...named(PHP, ["php"]),
  ...named(program(powershellFrontend, ".ps1"), ["posh", "powershell", "ps", "ps1", "pwsh"]),
  ...named(program(javaFrontend, ".java"), ["java"]),
  ...named(program(rustFrontend, ".rs"), ["rs", "rust"]),
  ...named(program(csharpFrontend, ".cs"), ["c#", "cs", "csharp"]),
  ...named(JSON_DATA, ["json", "json5", "jsonc"]),
]);

function named(language: BlockLanguage, names: readonly string[]): [string, BlockLanguage][] {
  return names.map((name) => [name, language]);
}

/** Returns the language that a page names at a block of code: `js`, `{.python}`, `JSON`. */
export function languageNamed(name: string): BlockLanguage | undefined {
  return BY_NAME.get(/^\{?\.?([\w+#-]*)/.exec(name.trim())![1]!.toLowerCase());
}

/** Adds the text that makes a whole file of a block. */
export function formed(language: BlockLanguage, { around: [open, close] }: Form, piece: Piece): Piece {
  const readable = { ...piece, text: language.readable(piece.text) };
  return open === "" ? readable : joined([madePiece(open), readable, madePiece(close)], "");
}
