/**
 * Returns text for the `text` of a message: never empty, and without what would read as an embedded link (§3.11.6).
 * Braces stay single although §3.11.5 wants them doubled. GitHub and the viewers of Microsoft replace `{0}` only if
 * `arguments` are given and show `{{` unchanged, and `/groups/{groupId}` is frequent.
 */
export function messageText(text: string): string {
  const escaped = text.replaceAll("](", "\\](");
  return escaped === "" ? "(no message)" : escaped;
}

/** Escapes text between the brackets of an embedded link. */
export function linkText(text: string): string {
  return text.replaceAll(/[\\[\]]/g, "\\$&");
}

/** Adds a full stop to a text without a closing mark. GitHub shows only the first sentence if space is short. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Escapes text so that Markdown shows exactly this text. Producers must not write HTML (§3.11.4.2). */
export function markdownText(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>&#|]/g, "\\$&");
}
