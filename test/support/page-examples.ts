/** A fenced block whose info string is `LANGUAGE before` or `LANGUAGE after`, and the name of a file if it matters. */
export interface Example {
  readonly kind: "before" | "after";
  readonly path: string;
  readonly code: string;
}

const ENDINGS: Readonly<Record<string, string>> = {
  js: "js",
  ts: "ts",
  json: "json",
  yaml: "yaml",
  sh: "sh",
  py: "py",
};

/** Returns the examples of a rule page. */
export function examplesOf(page: string): Example[] {
  const examples: Example[] = [];
  for (const block of page.matchAll(/^```(\w+) (before|after)(?: ([\w.]+))?\n([\s\S]*?)^```$/gm)) {
    const [, language = "", kind, name, code = ""] = block;
    const ending = ENDINGS[language];
    if (!ending) throw new Error(`an example in ${language} cannot be run`);
    examples.push({ kind: kind as Example["kind"], path: name ?? `example.${ending}`, code });
  }
  return examples;
}
