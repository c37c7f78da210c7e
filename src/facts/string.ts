import type { Location } from "../core/span.js";
import type { Hop, Text } from "./text.js";
import type { Setting } from "./request.js";

/**
 * What a string of interest is. `other-base`: a base path in a version that there is none of. `name`: an unmistakable
 * property name in text that has no finer reading. In text that is not parsed, besides: `versioned-base`, the base path of
 * the versioned API; `held-name`, the name of a property with members of it beside; `plain-accept`, the media type of an
 * Accept header without a date, near a versioned base; `open-base`, a base path of which a part is computed.
 */
export type StringKind =
  | "base-path"
  | "other-base"
  | "media-type"
  | "connection-string"
  | "host-name"
  | "discovery-url"
  | "name"
  | "versioned-base"
  | "held-name"
  | "plain-accept"
  | "open-base";

/** A string of interest, whole or put together from parts, with the place that a reader should look at. */
export interface StringFact {
  readonly kind: "string";
  readonly what: StringKind;
  readonly vocabulary: string;
  /** As matched; holes are `HOLE_MARK`. */
  readonly value: string;
  /** What follows the match in the same string: the resource path behind a base path. */
  readonly rest: string;
  /** The text that the match is a part of, up to the end of `rest`, with the provenance of its parts. */
  readonly text?: Text;
  readonly place: Location;
  /** Where it is put together from several parts: all of them. */
  readonly parts: readonly Location[];
  readonly trace: readonly Hop[];
  readonly setting: StringSetting;
}

/**
 * `text`: a language that is read as plain text, where code and comment cannot be told apart. `message`: told to people,
 * in a log, an error or the title of a test. `absent`: a test asserts that it is not there. `route`: a server answers
 * under it.
 */
export type StringSetting = Setting | "text" | "message" | "absent" | "route";
