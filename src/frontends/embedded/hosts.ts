import { isManifest } from "./manifests.js";
import { plainLanguage } from "../plain/languages.js";

/** Languages of files that often have code of another language in them. */
const HOSTS = new Set([
  ...["yaml", "terraform", "hcl", "dockerfile", "groovy", "makefile", "crontab", "batch", "http"],
  ...["markdown", "asciidoc", "restructuredtext", "html", "notebook"],
]);

/** Returns the language of a file that may have code of another language in it. */
export function hostLanguage(path: string): string | undefined {
  if (hasScripts(path)) return "json";
  const { language } = plainLanguage(path);
  return HOSTS.has(language) || mayBeScript(path) || isManifest(path) ? language : undefined;
}

/** Returns whether a file is JSON with scripts in it. */
export function hasScripts(path: string): boolean {
  return /(?:^|\/)package\.json$/.test(path);
}

/** Returns whether only the first line of a file can say what it is: its name has no ending. */
function mayBeScript(path: string): boolean {
  return plainLanguage(path).language === "text" && !path.slice(path.lastIndexOf("/") + 1).includes(".");
}
