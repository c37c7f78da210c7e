/** Names of languages and kinds of files for which a capital letter is not enough. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    asciidoc: "AsciiDoc",
    batch: "a batch file",
    cpp: "C++",
    crontab: "a crontab",
    csharp: "C#",
    css: "CSS",
    dockerfile: "a Dockerfile",
    env: "an .env file",
    graphql: "GraphQL",
    hcl: "HCL",
    html: "HTML",
    http: "an .http file",
    ini: "an .ini file",
    javascript: "JavaScript",
    json: "JSON",
    json5: "JSON5",
    makefile: "a makefile",
    notebook: "a notebook",
    php: "PHP",
    powershell: "PowerShell",
    properties: "a .properties file",
    restructuredtext: "reStructuredText",
    scss: "SCSS",
    shell: "shell",
    sql: "SQL",
    toml: "TOML",
    typescript: "TypeScript",
    "visual-basic": "Visual Basic",
    xml: "XML",
    yaml: "YAML",
  }),
);

/** Returns the name of a language for people: `Swift`, `C#`, `a Dockerfile`. */
export function languageName(language: string): string {
  return NAMES.get(language) ?? language.slice(0, 1).toUpperCase() + language.slice(1);
}
