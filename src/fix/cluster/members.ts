import type {
  Payload,
  PayloadEntry,
  PayloadLeaf,
  PayloadMember,
  PayloadObject,
  PayloadScalar,
  PayloadText,
} from "../../facts/payload.js";
import type { Log } from "./conversion.js";

/**
 * The members of an object, each of which is taken once. A member that is not taken is unknown and stops the
 * conversion. A member that is `null` counts as left out.
 */
export class Members {
  readonly #members = new Map<string, PayloadMember>();
  readonly #left: Set<string>;

  /**
   * @param path of the object, for sentences; empty for the cluster itself
   * @param free names that may come from a spread
   */
  constructor(
    readonly object: PayloadObject,
    readonly path: string,
    private readonly log: Log,
    free?: ReadonlySet<string>,
  ) {
    checkEntries(object, path, log, free);
    for (const entry of object.entries) if (entry.kind === "member") this.#members.set(entry.key, entry);
    this.#left = new Set(this.#members.keys());
  }

  pathOf(key: string): string {
    return this.path === "" ? key : `${this.path}.${key}`;
  }

  /** Takes a member with its value. Undefined if it is missing or null. */
  take(key: string): PayloadMember | undefined {
    this.#left.delete(key);
    const member = this.#members.get(key);
    if (!member || !isNull(member.value)) return member;
    this.log.dropped(this.pathOf(key), "null has no meaning here.");
    return undefined;
  }

  /** Takes a plain value, or an expression for one. */
  leaf(key: string): PayloadLeaf | undefined {
    const value = this.take(key)?.value;
    if (value?.kind !== "object" && value?.kind !== "list") return value;
    this.log.block(`${this.pathOf(key)} is not a plain value: write what it means before you convert it.`);
    return undefined;
  }

  /** Takes the members of a nested object. Undefined if it is missing or cannot be read. */
  nested(key: string): Members | undefined {
    const value = this.take(key)?.value;
    if (!value) return undefined;
    if (value.kind === "object") return new Members(value, this.pathOf(key), this.log);
    this.log.block(notVisible(this.pathOf(key), value));
    return undefined;
  }

  /** Stops the conversion for every member that was not taken. */
  refuseRest(): void {
    for (const key of this.#left) {
      this.log.block(
        `${this.pathOf(key)} is not a known property there: decide what happens to it, or remove it.`,
      );
    }
  }
}

/** Returns the message for a value that should be an object or a list and comes from elsewhere. */
export function notVisible(path: string, value: Payload): string {
  return value.kind === "opaque"
    ? `${path} comes from elsewhere: convert it where it is created.`
    : `${path} does not have the form that the unversioned API accepts: correct it first.`;
}

/**
 * Stops the conversion where an object may have members that cannot be seen, or has one twice.
 *
 * @param free names that may come from a spread
 */
export function checkEntries(
  object: PayloadObject,
  path: string,
  log: Log,
  free: ReadonlySet<string> = NONE,
): void {
  const seen = new Set<string>();
  const where = path === "" ? "The body" : path;
  for (const entry of object.entries) {
    if (entry.kind === "unread") {
      if (entry.keys?.every((key) => free.has(key))) continue;
      log.block(`${where} has ${ARTICLES[entry.form]}: its content is unknown here.`);
    } else if (seen.has(entry.key)) {
      log.block(
        `${path === "" ? entry.key : `${path}.${entry.key}`} occurs twice: remove the one that has no effect.`,
      );
    } else {
      seen.add(entry.key);
    }
  }
}

const NONE: ReadonlySet<string> = new Set();

const ARTICLES = {
  spread: "a spread",
  "computed key": "a computed key",
  "accessor or method": "an accessor or method",
} as const;

export function isNull(value: Payload | undefined): boolean {
  return value?.kind === "scalar" && value.value === null;
}

/** Returns whether a value is known and this very one. */
export function is(value: Payload | undefined, known: string | number | boolean): boolean {
  return (value?.kind === "text" || value?.kind === "scalar") && value.value === known;
}

/** Returns whether a value is known to be one of some texts, in whatever case. */
export function isOneOf(value: Payload | undefined, known: readonly string[]): boolean {
  return value?.kind === "text" && known.includes(value.value.toUpperCase());
}

export function text(value: string): PayloadText {
  return { kind: "text", value };
}

export function scalar(value: number | boolean): PayloadScalar {
  return { kind: "scalar", value };
}

/**
 * Makes a new member.
 *
 * @param standsFor entries of the text whose comments move with it
 */
export function member(key: string, value: Payload, standsFor: readonly PayloadEntry[] = []): PayloadMember {
  return { kind: "member", key, value, ...(standsFor.length === 0 ? {} : { standsFor }) };
}

/** Makes a new object of the members that are defined. */
export function object(
  members: Readonly<Record<string, Payload | undefined>>,
  standsFor: readonly PayloadEntry[] = [],
): PayloadObject {
  const entries = Object.entries(members).flatMap(([key, value]) => (value ? [member(key, value)] : []));
  return { kind: "object", entries, ...(standsFor.length === 0 ? {} : { standsFor }) };
}
