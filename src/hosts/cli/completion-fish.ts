import type { CompletedCommand, CompletedOption } from "./completion.js";

/** Returns the script for `v2ready completion fish | source`. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name);
  const [first] = names;
  const others = names.filter((name) => name !== first);
  const lines = commands.flatMap((command) => {
    const { name, description, options, words } = command;
    const isUsed =
      name === first
        ? `not __fish_seen_subcommand_from ${others.join(" ")}`
        : `__fish_seen_subcommand_from ${name}`;
    const start = `complete -c v2ready -n ${quoted(isUsed)}`;
    return [
      `complete -c v2ready -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
      ...options.map((option) => `${start} ${optionFlags(option)}`),
      ...(words.length > 0 ? [`${start} -f -a ${quoted(words.join(" "))}`] : []),
    ];
  });
  return `# Completion of v2ready for fish: v2ready completion fish | source\n${lines.join("\n")}\n`;
}

function optionFlags({ names, description, value, words }: CompletedOption): string {
  const flags = names.map((name) => (name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const after: Readonly<Record<CompletedOption["value"], string[]>> = {
    none: [],
    words: ["-x", "-a", quoted(words.join(" "))],
    files: ["-r"],
    any: ["-x"],
  };
  return [...flags, ...after[value], "-d", quoted(description)].join(" ");
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
