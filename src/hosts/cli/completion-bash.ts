import type { CompletedCommand, CompletedOption } from "./completion.js";

/** Returns the script for `source <(v2ready completion bash)`. If there is nothing to offer, bash completes files. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name);
  const [first] = names;
  return `# Completion of v2ready for bash: source <(v2ready completion bash)
_v2ready() {
  local cur="\${COMP_WORDS[COMP_CWORD]}"
  local prev="\${COMP_WORDS[COMP_CWORD-1]}"
  # bash takes --option=value for three words.
  if [[ $cur == "=" ]]; then
    cur=""
  elif [[ $prev == "=" ]]; then
    prev="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  local command="${first}"
  if ((COMP_CWORD > 1)); then
    case "\${COMP_WORDS[1]}" in
      ${names.join(" | ")}) command="\${COMP_WORDS[1]}" ;;
    esac
  fi
  COMPREPLY=()
  case "$command $prev" in
${commands.flatMap((command) => command.options.flatMap((option) => valueCase(command.name, option))).join("\n")}
  esac
  if [[ $cur == -* ]]; then
    case "$command" in
${commands.map(optionsCase).join("\n")}
    esac
    return
  fi
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "${names.join(" ")}" -- "$cur"))
    return
  fi
  case "$command" in
${commands.flatMap(wordsCase).join("\n")}
  esac
}
complete -o bashdefault -o default -F _v2ready v2ready
`;
}

function valueCase(command: string, { names, value, words }: CompletedOption): string[] {
  if (value === "none") return [];
  const pattern = names.map((name) => `"${command} ${name}"`).join(" | ");
  const offered = value === "words" ? `COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$cur"))\n      ` : "";
  return [`    ${pattern})\n      ${offered}return\n      ;;`];
}

function optionsCase({ name, options }: CompletedCommand): string {
  const all = options.flatMap((option) => option.names);
  return `      ${name}) COMPREPLY=($(compgen -W "${all.join(" ")}" -- "$cur")) ;;`;
}

function wordsCase({ name, words }: CompletedCommand): string[] {
  return words.length === 0
    ? []
    : [`    ${name}) COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$cur")) ;;`];
}
