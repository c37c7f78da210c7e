/** Commands that run a file: `python3 -u scripts/show.py`, `node show.mjs`, `./show.rb`. */
const STARTED =
  /(?:\b(?:python[\d.]*|node|deno|bun|tsx|ts-node|ruby|php|perl)\b[^\n|;&]{0,200}?[\s"'/]|(?:^|[\s|;&("'])\.\/(?:[\w.-]+\/)*)([\w.-]+\.(?:py|[cm]?[jt]s|rb|php|pl))\b/gm;

/** Returns the names of the files, without folders, that commands in a text run. */
export function startedIn(text: string): string[] {
  return [...text.matchAll(STARTED)].map(([, name]) => name!);
}
