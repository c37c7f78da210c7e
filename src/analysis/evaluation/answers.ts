import { alternatives, type UnknownValue, type Value } from "./value.js";

/** Returns whether a value may be a response, or a part of one. */
export function isAnswer(value: Value): boolean {
  return alternatives(value).some((one) => one.kind === "unknown" && one.source.request !== undefined);
}

/** Methods that read a member whose name they get. */
const READERS: ReadonlySet<string> = new Set(["get", "pop", "__getitem__", "__contains__"]);

/** Returns whether a value may be such a method of a response, read and not called. */
export function isBoundReader({ source, path }: UnknownValue): boolean {
  return source.request !== undefined && READERS.has(path.at(-1) ?? "");
}

/** Returns the object that a member belongs to. */
export function ownerOf(member: UnknownValue): UnknownValue {
  return { ...member, path: member.path.slice(0, -1) };
}
