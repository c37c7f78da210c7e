/** `${{ secrets.X }}` of GitHub and Azure, `{{ x }}` of Jinja, Helm and Go templates. */
const TEMPLATES = /\$?\{\{[^{}\n]*\}\}/g;
/** `${var.x}` and `${aws_x.y[0].z}` of Terraform, which the shell does not expand. */
const INTERPOLATIONS = /\$\{[^{}\n]*\}/g;
/** `<GROUP-ID>` in documentation. */
const ANGLES = /<[A-Za-z][\w-]*(?: [\w-]+)*>/g;

/**
 * Returns the variables that `{{ name }}` and `{{ steps.a.outputs.b }}` name in a text, by what is in the braces, with the
 * shell variables that `masked` makes of them.
 */
export function templatesIn(text: string): Map<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [template, name] of text.matchAll(/\$?\{\{[ \t]*([\w.-]+)[ \t]*\}\}/g)) {
    const made = /\w+/.exec(asExpansion(template))?.[0] ?? "";
    const names = found.get(name!) ?? [];
    if (!names.includes(made)) names.push(made);
    found.set(name!, names);
  }
  return found;
}

/** A placeholder as an expansion of the shell, of the same length. */
function asExpansion(found: string): string {
  const length = found.length - 3;
  const id = found.replaceAll(/\W+/g, "_").replaceAll(/^_+|_+$/g, "");
  // Without room for the mark, the whole name says more.
  const name = (id.length < length ? `_${id}` : id).slice(0, length).padEnd(length, "_");
  return length > 0 ? `\${${name}}` : "_".repeat(found.length);
}

/** A text in single quotes with templates, which are filled in before a shell reads it. */
const QUOTED =
  /(?<![^\s=(])'((?:[^'"\\`$\n]|\$\{\{[^{}'"\n]*\}\})*\$\{\{(?:[^'"\\`$\n]|\$\{\{[^{}'"\n]*\}\})*)'(?![^\s;|&)])/g;

/** Replaces placeholders by shell expansions and words of the same length, so that the text can be parsed. */
export function masked(text: string): string {
  return text
    .replaceAll(QUOTED, '"$1"')
    .replaceAll(TEMPLATES, asExpansion)
    .replaceAll(INTERPOLATIONS, (found) =>
      !/[.[(]/.test(found) || /^\$\{\w+\[[@*\w]+\]\}$/.test(found) ? found : asExpansion(found),
    )
    .replaceAll(ANGLES, (found) => `_${found.slice(1, -1).replaceAll(/\W/g, "_")}_`);
}
