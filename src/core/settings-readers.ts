/*
 * Texts by which code gets settings of the application without naming their file, as regular expressions. The search for
 * readers and the languages must agree on them.
 */

/** The types and functions through which code of .NET gets the settings in `appsettings.json`. */
export const READS_APP_SETTINGS = String.raw`\b(?:I(?:Configuration|Options)|ConfigurationBuilder\b|(?:WebApplication|Host)\.Create)`;

/**
 * A setting of `application.yml` in an annotation, `@Value("${atlas.base}")` or `@ConfigProperty(name = "atlas.base")`, a
 * class that gets all settings below a name, and a question to the environment of the application.
 */
export const READS_SPRING_SETTINGS = String.raw`\$\{[a-z][\w-]*\.[\w.-]+|@Config(?:urationProperties|Property)\b|\bget(?:Required)?Property\("[a-z]`;
