import type { Vocabulary } from "../catalog/catalog.js";
import { isChangedAt } from "../catalog/matchers/versions.js";
import type { SourceText } from "../core/source-text.js";
import type { Location } from "../core/span.js";
import { EVERYDAY } from "./property-evidence.js";
import type { FileContext } from "./rule.js";

/** Words of code that fills templates: names of engines, of functions, and of classes whose objects a view reads. */
const FILLS =
  /\b(?:render\w*|[Tt]emplates?|templateUrl|\w*Template\w*|erb|haml|slim|ERB|Liquid|view|ModelAndView|addAttribute|PageModel|ApplicationController|locals|jinja2?|nunjucks|[Mm]ustache|[Hh]andlebars|hbs|ejs|pug|twig|[Ss]marty)\b/;
/** Files of languages for templates. */
const TEMPLATE =
  /\.(?:erb|haml|slim|liquid|ejs|eta|hbs|handlebars|mustache|pug|jade|njk|nunjucks|j2|jinja2?|twig|latte|phtml|tpl\.php|blade\.php|cshtml|vbhtml|razor|jsp|jspx|ftlh?|vm|mako|gohtml|tmpl|gotmpl|html\.heex|eex)$/;
const PAGE = /\.(?:html?|xhtml|svg|xml|txt)$/;
/** Marks of a template in a page: `{{ a }}`, `{% if %}`, `<% a %>`, `th:text`. */
const MARKS = /\{\{|\{%|<%|<\?php|<\?=|\bth:\w+=|@\{|\$\{/;

/** The marks of them that the scripts of a page do not have. */
const FILLED = /\{\{|\{%|<%|\bth:\w+=/;

/** Returns whether a page has marks that a program fills. */
export function isFilledPage({ text }: SourceText): boolean {
  return FILLED.test(text);
}

/** Returns whether code may fill a template. */
export function fillsTemplates(text: string): boolean {
  return FILLS.test(text);
}

/** Returns whether a file may be a template by its name. */
export function mayBeTemplate(path: string): boolean {
  return TEMPLATE.test(path) || PAGE.test(path);
}

/** Returns whether a file is a template that a program fills. */
export function isTemplate({ path, text }: SourceText): boolean {
  return TEMPLATE.test(path) || (PAGE.test(path) && MARKS.test(text));
}

/** Returns the names of the properties of a resource itself that go, but for everyday words. */
export function goneNames({ properties }: Vocabulary): string[] {
  return properties
    .filter(({ path, status }) => status === "removed" && !path.includes("."))
    .map(({ path }) => path)
    .filter((name) => !EVERYDAY.has(name));
}

/** A read of a property in a template, by its name. */
export interface TemplateRead {
  readonly name: string;
  readonly place: Location;
}

/**
 * Returns the first place where a template reads a property that goes, if programs of the repository ask the unversioned
 * API for the resource. Templates are not followed, so nothing shows what they get.
 */
export function templateReadIn(source: SourceText, context: FileContext): TemplateRead | undefined {
  if (!isTemplate(source)) return undefined;
  const names = [...context.servedPaths().asked].flatMap((vocabulary) => {
    const gone = new Set(goneNames(vocabulary));
    return vocabulary.properties
      .filter((one) => gone.has(one.path) && isChangedAt(vocabulary, one, context.target))
      .map(({ path }) => path);
  });
  return readsOf(names, source)[0];
}

/** Returns the first read of each property that some version removes, in the order of the text of a template. */
export function templateReadsIn(source: SourceText, vocabularies: readonly Vocabulary[]): TemplateRead[] {
  if (!isTemplate(source)) return [];
  const firsts = new Map<string, TemplateRead>();
  for (const read of readsOf(vocabularies.flatMap(goneNames), source))
    if (!firsts.has(read.name)) firsts.set(read.name, read);
  return [...firsts.values()];
}

/** Finds the reads of some names: `a.b`, `a->b`, `a["b"]`, `a[:b]`, `dig("b")`, `{{b}}`; not a key with a value. */
function readsOf(names: readonly string[], { path, text }: SourceText): TemplateRead[] {
  if (names.length === 0) return [];
  const name = `(${[...new Set(names)].join("|")})\\b`;
  const pattern = new RegExp(
    `(?:[.>]|\\[:|\\{\\{[^}\\n"']{0,200}?(?<![\\w$@-])|(?<!=)["'])${name}(?!["']?\\s*(?::|=(?!=)))`,
    "g",
  );
  return [...text.matchAll(pattern)].map(({ 0: read, 1: found, index }) => ({
    name: found!,
    place: { path, start: index + read.length - found!.length, end: index + read.length },
  }));
}
