import { HOLE_MARK, flatten } from "../../src/facts/text.js";
import type { Member, ObjectTree, Tree } from "../../src/facts/tree.js";

/** Checks whether a text with marks for holes can be `sent`. */
export function matches(flat: string, sent: string): boolean {
  const [first, ...rest] = flat.split(HOLE_MARK) as [string, ...string[]];
  if (rest.length === 0) return flat === sent;
  if (!sent.startsWith(first)) return false;
  let at = first.length;
  const last = rest.pop()!;
  for (const piece of rest) {
    const found = sent.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return sent.length - last.length >= at && sent.endsWith(last);
}

/**
 * Checks whether the analysis of a body fits the sent one. Objects and lists are compared as JSON, texts also as JSON.
 */
export function isBody(tree: Tree, sent: string): boolean {
  switch (tree.kind) {
    case "choice":
      return tree.of.some((one) => isBody(one, sent));
    case "hole":
      return true;
    case "text":
      return matches(flatten(tree.text), sent) || isTree(tree, parseJson(sent)?.value);
    case "scalar":
      return sent === String(tree.value) || (tree.value === null && sent === "");
    default: {
      const parsed = parseJson(sent);
      return parsed ? isTree(tree, parsed.value) : isBrokenByValue(tree, sent);
    }
  }
}

/**
 * Checks whether a text is JSON but for a value with quotes in it, which code put between quotes: `{"name": "${json}"}`.
 * The analysis takes such values for texts without quotes, because no server accepts the others.
 */
function isBrokenByValue(tree: Tree, sent: string): boolean {
  return /^\s*[[{]/.test(sent) && hasOpenText(tree);
}

function hasOpenText(tree: Tree): boolean {
  switch (tree.kind) {
    case "object":
      return tree.members.some(({ value }) => hasOpenText(value));
    case "list":
      return tree.items.some(hasOpenText);
    case "choice":
      return tree.of.some(hasOpenText);
    case "text":
      return flatten(tree.text).includes(HOLE_MARK);
    default:
      return false;
  }
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function isTree(tree: Tree, sent: unknown): boolean {
  switch (tree.kind) {
    case "choice":
      return tree.of.some((one) => isTree(one, sent));
    case "hole":
      return true;
    case "text":
      return typeof sent === "string" && matches(flatten(tree.text), sent);
    case "scalar":
      return sent === tree.value;
    case "list":
      return Array.isArray(sent) && isList(tree.items, sent, tree.open.length > 0);
    case "object":
      return isRecord(sent) && isObject(tree, sent);
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A list does not say whether its items are in order, so each sent item has to be one of the stated ones. */
function isList(items: readonly Tree[], sent: readonly unknown[], open: boolean): boolean {
  return open || sent.every((one) => items.some((item) => isTree(item, one)));
}

function isObject({ members, open }: ObjectTree, sent: Readonly<Record<string, unknown>>): boolean {
  const stated = new Map(members.map((member) => [member.key, member]));
  return (
    members.every((member) => isMember(member, sent[member.key], open.length > 0)) &&
    (open.length > 0 || Object.keys(sent).every((key) => stated.has(key)))
  );
}

function isMember({ value, certain }: Member, sent: unknown, open: boolean): boolean {
  if (sent === undefined) return !certain || mayBeLeftOut(value);
  return isTree(value, sent) || (!certain && open);
}

/** Checks whether a value may be missing. An unknown value may be `undefined`, which JSON leaves out. */
function mayBeLeftOut(tree: Tree): boolean {
  return tree.kind === "hole" || (tree.kind === "choice" && tree.of.some(mayBeLeftOut));
}
