import { knownString } from "../evaluation/coerce.js";
import { mergeUnknown, setMember, setSomeMember, type HeapObject, type Slot } from "../evaluation/heap.js";
import type { Run } from "../evaluation/run.js";
import type { Value } from "../evaluation/value.js";

/** Standard request headers that libraries have constants for: `HttpHeaders.ACCEPT`, `HeaderNames.ContentType`. */
const STANDARD: ReadonlyMap<string, string> = new Map(
  [
    ...["Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "Authorization", "Cache-Control"],
    ...[
      "Connection",
      "Content-Encoding",
      "Content-Length",
      "Content-Type",
      "Cookie",
      "Expect",
      "From",
      "Host",
    ],
    ...[
      "If-Match",
      "If-Modified-Since",
      "If-None-Match",
      "Origin",
      "Pragma",
      "Proxy-Authorization",
      "Referer",
    ],
    ...["User-Agent", "X-Requested-With"],
  ].map((name) => [name.replaceAll("-", "").toLowerCase(), name]),
);

/**
 * Returns the name of the header that a value names. A constant of code that is not followed says it by its own name.
 * Undefined if it may be any.
 */
export function headerNameOf(run: Run, value: Value): string | undefined {
  if (value.kind !== "unknown") return knownString(run, value);
  const { source, path } = value;
  if (source.reason !== "import" && source.reason !== "global") return undefined;
  const own = (path.at(-1) ?? source.name.split(/\W+/).at(-1)!).replaceAll("_", "").toLowerCase();
  return STANDARD.get(own) ?? STANDARD.get(own.replace(/^(?:http)?header|header(?:name)?$/g, ""));
}

/** Sets a header of a record. Without a known name it may be any, and the value says of which kind. */
export function setHeader(
  run: Run,
  headers: HeapObject,
  name: string | undefined,
  slot: Omit<Slot, "maybeAbsent">,
): void {
  if (name === undefined) setSomeMember(run.store, headers, slot.value);
  else setMember(run.store, headers, name, { ...slot, maybeAbsent: false });
}

/** Copies headers to another record, those without a known name as well. Later ones replace earlier ones. */
export function copyHeaders(
  run: Run,
  to: HeapObject,
  from: HeapObject,
  changed: (slot: Slot, name: string) => Slot = (slot) => slot,
): void {
  const { members, open, rest } = run.store.read(from);
  for (const source of open) mergeUnknown(run.store, to, source);
  for (const value of rest) setSomeMember(run.store, to, value);
  for (const [name, slot] of members) setMember(run.store, to, name, changed(slot, name));
}
