/** Languages that are read as plain text for now, by the ending of the file name, and how their comments start. */
interface PlainLanguage {
  readonly language: string;
  /** Marks of comments that take the rest of the line. Only comments on a line of their own are recognised. */
  readonly lineComments: readonly string[];
  readonly blockComment?: readonly [start: string, end: string];
}

const HASH = ["#"];
const SLASHES = ["//"];
const BATCH = ["::", "REM ", "rem ", "Rem ", "@REM ", "@rem "];
const MARKUP: PlainLanguage["blockComment"] = ["<!--", "-->"];
const C_BLOCK: PlainLanguage["blockComment"] = ["/*", "*/"];

const CRONTAB: PlainLanguage = { language: "crontab", lineComments: HASH };

const BY_ENDING: ReadonlyMap<string, PlainLanguage> = new Map(
  Object.entries<PlainLanguage>({
    py: { language: "python", lineComments: HASH },
    ipynb: { language: "notebook", lineComments: [] },
    go: { language: "go", lineComments: SLASHES, blockComment: C_BLOCK },
    java: { language: "java", lineComments: SLASHES, blockComment: C_BLOCK },
    kt: { language: "kotlin", lineComments: SLASHES, blockComment: C_BLOCK },
    scala: { language: "scala", lineComments: SLASHES, blockComment: C_BLOCK },
    groovy: { language: "groovy", lineComments: SLASHES, blockComment: C_BLOCK },
    cs: { language: "csharp", lineComments: SLASHES, blockComment: C_BLOCK },
    c: { language: "c", lineComments: SLASHES, blockComment: C_BLOCK },
    cpp: { language: "cpp", lineComments: SLASHES, blockComment: C_BLOCK },
    swift: { language: "swift", lineComments: SLASHES, blockComment: C_BLOCK },
    dart: { language: "dart", lineComments: SLASHES, blockComment: C_BLOCK },
    rs: { language: "rust", lineComments: SLASHES, blockComment: C_BLOCK },
    rb: { language: "ruby", lineComments: HASH },
    php: { language: "php", lineComments: ["//", "#"], blockComment: C_BLOCK },
    pl: { language: "perl", lineComments: HASH },
    sh: { language: "shell", lineComments: HASH },
    bash: { language: "shell", lineComments: HASH },
    zsh: { language: "shell", lineComments: HASH },
    fish: { language: "shell", lineComments: HASH },
    ps1: { language: "powershell", lineComments: HASH },
    psm1: { language: "powershell", lineComments: HASH },
    yml: { language: "yaml", lineComments: HASH },
    yaml: { language: "yaml", lineComments: HASH },
    toml: { language: "toml", lineComments: HASH },
    ini: { language: "ini", lineComments: ["#", ";"] },
    env: { language: "env", lineComments: HASH },
    properties: { language: "properties", lineComments: ["#", "!"] },
    tofu: { language: "terraform", lineComments: ["#", "//"], blockComment: C_BLOCK },
    tf: { language: "terraform", lineComments: ["#", "//"], blockComment: C_BLOCK },
    tfvars: { language: "terraform", lineComments: ["#", "//"], blockComment: C_BLOCK },
    hcl: { language: "hcl", lineComments: ["#", "//"], blockComment: C_BLOCK },
    md: { language: "markdown", lineComments: [], blockComment: MARKUP },
    mdx: { language: "markdown", lineComments: [], blockComment: MARKUP },
    markdown: { language: "markdown", lineComments: [], blockComment: MARKUP },
    rst: { language: "restructuredtext", lineComments: [".."] },
    html: { language: "html", lineComments: [], blockComment: MARKUP },
    htm: { language: "html", lineComments: [], blockComment: MARKUP },
    xml: { language: "xml", lineComments: [], blockComment: MARKUP },
    csproj: { language: "xml", lineComments: [], blockComment: MARKUP },
    config: { language: "xml", lineComments: [], blockComment: MARKUP },
    sql: { language: "sql", lineComments: ["--"], blockComment: C_BLOCK },
    lua: { language: "lua", lineComments: ["--"] },
    graphql: { language: "graphql", lineComments: HASH },
    json5: { language: "json5", lineComments: SLASHES, blockComment: C_BLOCK },
    http: { language: "http", lineComments: ["#", "//"] },
    rest: { language: "http", lineComments: ["#", "//"] },
    css: { language: "css", lineComments: [], blockComment: C_BLOCK },
    scss: { language: "scss", lineComments: SLASHES, blockComment: C_BLOCK },
    less: { language: "less", lineComments: SLASHES, blockComment: C_BLOCK },
    bat: { language: "batch", lineComments: BATCH },
    cmd: { language: "batch", lineComments: BATCH },
    clj: { language: "clojure", lineComments: [";"] },
    cljs: { language: "clojure", lineComments: [";"] },
    ex: { language: "elixir", lineComments: HASH },
    exs: { language: "elixir", lineComments: HASH },
    erl: { language: "erlang", lineComments: ["%"] },
    hrl: { language: "erlang", lineComments: ["%"] },
    hs: { language: "haskell", lineComments: ["--"], blockComment: ["{-", "-}"] },
    r: { language: "r", lineComments: HASH },
    vim: { language: "vim", lineComments: ['"'] },
    vb: { language: "visual-basic", lineComments: ["'"] },
    vbs: { language: "visual-basic", lineComments: ["'"] },
    adoc: { language: "asciidoc", lineComments: SLASHES },
    asciidoc: { language: "asciidoc", lineComments: SLASHES },
    gradle: { language: "groovy", lineComments: SLASHES, blockComment: C_BLOCK },
    mk: { language: "makefile", lineComments: HASH },
    cron: CRONTAB,
    crontab: CRONTAB,
    kts: { language: "kotlin", lineComments: SLASHES, blockComment: C_BLOCK },
  }),
);

const BY_NAME: ReadonlyMap<string, PlainLanguage> = new Map(
  Object.entries<PlainLanguage>({
    dockerfile: { language: "dockerfile", lineComments: HASH },
    makefile: { language: "makefile", lineComments: HASH },
    gnumakefile: { language: "makefile", lineComments: HASH },
    crontab: CRONTAB,
    jenkinsfile: BY_ENDING.get("groovy")!,
    gemfile: BY_ENDING.get("rb")!,
    rakefile: BY_ENDING.get("rb")!,
  }),
);

/**
 * Returns whether a file is configuration of Terraform or OpenTofu. In JSON, its expressions are in texts.
 * https://developer.hashicorp.com/terraform/language/syntax/json
 */
export function isTerraform(path: string): boolean {
  return /\.(?:tf|tofu)(?:\.json)?$/.test(path);
}

const OTHER: PlainLanguage = { language: "text", lineComments: [] };

/** Returns the language of a file by its name. Unknown names are `text`. */
export function plainLanguage(path: string): PlainLanguage {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (/^\.env(\.|$)/.test(name)) return BY_ENDING.get("env")!;
  if (/(?:^|\/)cron\.d\/[^/]+$/.test(path)) return CRONTAB;
  if (isTerraform(path)) return BY_ENDING.get("tf")!;
  const byName = BY_NAME.get(name.split(".")[0]!);
  if (byName) return byName;
  const dot = name.lastIndexOf(".");
  return (dot < 0 ? undefined : BY_ENDING.get(name.slice(dot + 1))) ?? OTHER;
}
