import type { CompletedCommand, CompletedOption } from "./completion.js";

/** Returns the script for `source <(v2ready completion zsh)`, or for a file `_v2ready` in a folder of `fpath`. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  const [first] = commands;
  return `#compdef v2ready
# Completion of v2ready for zsh: source <(v2ready completion zsh)
_v2ready() {
  local curcontext="$curcontext"
  local -a commands
  commands=(
${commands.map(({ name, description }) => `    ${quoted(`${name}:${description}`)}`).join("\n")}
  )
  if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then
    _describe -t commands command commands
    _files
    return
  fi
  local command="${first!.name}"
  if ((\${commands[(I)$words[2]:*]})); then
    command="$words[2]"
    shift words
    ((CURRENT--))
  fi
  case "$command" in
${commands.map(commandCase).join("\n")}
  esac
}
if [[ $funcstack[1] == _v2ready ]]; then
  _v2ready "$@"
else
  compdef _v2ready v2ready
fi
`;
}

function commandCase({ name, options, words, takesFiles }: CompletedCommand): string {
  const rest = [
    ...(words.length > 0 ? [quoted(`*:word:(${words.join(" ")})`)] : []),
    ...(takesFiles ? [quoted("*:path:_files")] : []),
  ];
  const specs = [...options.map(optionSpec), ...rest];
  return `    ${name})\n      _arguments -s ${specs.join(" \\\n        ")}\n      ;;`;
}

function optionSpec({ names, description, value, words }: CompletedOption): string {
  const help = `[${description.replace(/[[\]\\:]/g, "\\$&")}]`;
  const after: Readonly<Record<CompletedOption["value"], string>> = {
    none: "",
    words: `:value:(${words.join(" ")})`,
    files: ":file:_files",
    any: ":value: ",
  };
  const spec = quoted(`${help}${after[value]}`);
  // Repeatable options are many; none of them is wrong when it is offered again.
  return names.length > 1 ? `"*"{${names.join(",")}}${spec}` : `"*"${names[0]!}${spec}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
