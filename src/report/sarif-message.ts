/**
 * Returns text for the `text` of a message: never empty, and without what would read as an embedded link (§3.11.6).
 * Braces stay single although §3.11.5 wants them doubled. GitHub and the viewers of Microsoft replace `{0}` only if
 * `arguments` are given and show `{{` unchanged, and `/groups/{groupId}` is frequent.
 */
export function messageText(text: string): string {
  const escaped = text.replaceAll("](", "\\](");
  return escaped === "" ? "(no message)" : escaped;
}

/** Text between the brackets of an embedded link. */
export function linkText(text: string): string {
  return text.replaceAll(/[\\[\]]/g, "\\$&");
}

/** The text with a full stop where it has no closing mark; GitHub shows the first sentence where space is short. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Text for Markdown that shows exactly this text; producers must not write HTML (§3.11.4.2). */
export function markdownText(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>&#|]/g, "\\$&");
}
