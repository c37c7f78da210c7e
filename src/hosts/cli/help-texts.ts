import { widest } from "../../report/finding-lines.js";

export const STATUSES = `Exit status:
  0  nothing that fails
  1  an error is shown, a v2ready-todo comment is left, or a limit is exceeded
  2  the run was not possible; the reason is on standard error`;

/** Examples that work as they stand, for the words that start this program. */
export function afterHelp(program: string): string {
  const examples = [
    ["src", "check a folder"],
    ["src --format github", "the same, as annotations for GitHub Actions"],
    ["fix src --diff", "show what the safe fixes would change"],
    ["explain no-removed-property", "explain a rule"],
    ["check --help", "all options of a check"],
  ] as const;
  const columns = widest(examples.map(([args]) => args));
  const lines = examples.map(([args, what]) => `  ${program} ${args.padEnd(columns)}  ${what}`);
  return `\nExamples:\n${lines.join("\n")}\n\n${STATUSES}`;
}

export const AFTER_COMPLETION_HELP = `
To turn it on for one session, or in the start file of the shell:
  bash  source <(v2ready completion bash)
  zsh   source <(v2ready completion zsh)
  fish  v2ready completion fish | source`;

export const AFTER_CONVERT_HELP = `
The converted payload goes to standard output, what happened to each property to standard error.

Exit status:
  0  converted, or nothing to convert
  1  a person must decide; nothing is written
  2  the run was not possible; the reason is on standard error`;

export const afterCatalogHelp = (program: string): string => `
Example:
  ${program} catalog --from v1.json --to v2.json --draft overlay.json -o vocabulary.json
  ${program} src --vocabulary ./vocabulary.json

What a person should decide is listed on standard error. It is never applied unasked.`;

export const AFTER_CHECK_HELP = `
This comment suppresses the findings of a rule in the next line:
  // v2ready-disable-next-line RULE -- reason

Findings go to standard output, everything else to standard error.

${STATUSES}`;
