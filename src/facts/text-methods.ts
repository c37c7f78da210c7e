/** Methods and functions of any language that give parts of a text, or a text made of it with something replaced. */
const SPLITTERS: ReadonlySet<string> = new Set(
  [
    "split rsplit splitlines partition rpartition explode preg_split strtok Split SplitN SplitAfter SplitAfterN Fields",
    "FieldsFunc Cut CutPrefix CutSuffix split_once rsplit_once splitn split_at",
    "slice slice! substr substring subSequence byteslice mb_substr Substring substringAfter substringBefore",
    "substringAfterLast substringBeforeLast removeprefix removesuffix removePrefix removeSuffix delete_prefix",
    "delete_suffix strip_prefix strip_suffix TrimPrefix TrimSuffix strstr strrchr Remove mutate",
    "replace replaceAll replaceFirst replacen Replace ReplaceAll ReplaceAllString sub sub! gsub gsub! str_replace",
    "preg_replace tr tr! translate",
    "match matchAll preg_match preg_match_all fullmatch findall finditer scan FindString FindStringSubmatch MatchString",
    "Matches",
    "urlparse urlsplit urljoin parse_url getAuthority getHost getPort getPath getQuery getRawQuery getUserInfo",
  ].flatMap((line) => line.split(" ")),
);

/** Those that replace parts. */
const REPLACERS = /replace|^g?sub!?$/i;

/** Returns whether a method or function, by its name, gives parts of a text or replaces some. */
export function splitsText(name: string): boolean {
  return SPLITTERS.has(name);
}

/** Returns whether a method or function, by its name, replaces parts of a text. */
export function replacesText(name: string): boolean {
  return REPLACERS.test(name);
}
