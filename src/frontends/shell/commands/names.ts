/** Commands that are modelled. */
export type CommandName =
  | "curl"
  | "curl.exe"
  | "wget"
  | "http"
  | "https"
  | "xh"
  | "xhs"
  | "jq"
  | "gojq"
  | "yq"
  | "jp"
  | "jaq"
  | "fx"
  | "base64"
  | "python"
  | "python3"
  | "echo"
  | "printf"
  | "cat"
  | "tee"
  | "envsubst"
  | "read"
  | "mapfile"
  | "readarray"
  | "time"
  | "command"
  | "builtin"
  | "exec"
  | "sudo"
  | "nohup"
  | "env"
  | "timeout"
  | "nice"
  | "xargs"
  | "eval"
  | "bash"
  | "sh"
  | "zsh"
  | "cmd"
  | "cd"
  | "pushd"
  | ":given";

export const NAMES: ReadonlySet<string> = new Set<CommandName>([
  ...([
    "curl",
    "curl.exe",
    "wget",
    "jq",
    "gojq",
    "yq",
    "jp",
    "jaq",
    "fx",
    "base64",
    "python",
    "python3",
    "echo",
    "printf",
    "cat",
    "tee",
    "envsubst",
  ] as const),
  ...(["http", "https", "xh", "xhs"] as const),
  ...(["read", "mapfile", "readarray", "time", "command", "builtin", "exec", "sudo", "nohup"] as const),
  ...([
    "env",
    "timeout",
    "nice",
    "xargs",
    "eval",
    "bash",
    "sh",
    "zsh",
    "cmd",
    "cd",
    "pushd",
    ":given",
  ] as const),
]);

/** Commands that look for their arguments in a text, and print parts of it. */
export const SEARCHING: ReadonlySet<string> = new Set([
  "grep",
  "egrep",
  "fgrep",
  "zgrep",
  "rg",
  "sed",
  "awk",
  "gawk",
  "mawk",
  "perl",
]);

/** Commands that run a program in an argument. */
export const INTERPRETERS: ReadonlySet<string> = new Set(["python", "python3", "node", "ruby", "php"]);

/** Commands that print parts of a text by their place in it. */
export const CUTTING: ReadonlySet<string> = new Set(["cut"]);

/** Commands that print the lines of a text, or most of them, in another order or form. */
export const ARRANGING: ReadonlySet<string> = new Set([
  "tr",
  "sort",
  "uniq",
  "head",
  "tail",
  "fold",
  "fmt",
  "nl",
  "column",
  "paste",
  "tac",
]);

/** Other commands that do not send their arguments, and whose output is not followed. */
export const SILENT: ReadonlySet<string> = new Set(
  `: true false pwd mkdir rmdir rm mv cp ln ls touch chmod chown find sleep date test [ kill wait trap set unset alias
  ulimit umask type which hash getopts let local export readonly declare typeset popd dirname basename realpath
  readlink mktemp seq wc diff cmp comm rev xxd od md5sum sha1sum sha256sum openssl tar gzip gunzip zip unzip git diff whoami id hostname uname
  ps top df du free tput clear stty more less expr bc yes shuf split iconv dos2unix printenv logger history jobs
  fg bg disown`.split(/\s+/),
);

export function isCommand(name: string): boolean {
  return NAMES.has(name);
}
