import type { Location } from "../core/span.js";
import type { Hop, Text } from "./text.js";
import type { Setting } from "./request.js";

/**
 * The kind of a string of interest.
 * - `other-base`: a base path with a version that does not exist.
 * - `name`: an unmistakable property name.
 * - `versioned-base`: the base path of the versioned API.
 * - `held-name`: a property name beside names of its members, in text without a parser.
 * - `plain-accept`: an Accept media type without a date, near a versioned base, in text without a parser.
 * - `open-base`: a base path with a computed part, in text without a parser.
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

/** A text that code adds after a string of interest, and the whole text. */
export interface Continuation {
  readonly rest: string;
  readonly text: Text;
}

/** A string of interest, whole or joined from parts, with the place to show. */
export interface StringFact {
  readonly kind: "string";
  readonly what: StringKind;
  readonly vocabulary: string;
  /** The matched text; holes are `HOLE_MARK`. */
  readonly value: string;
  /** The rest of the same string: the resource path after a base path. */
  readonly rest: string;
  /** The scheme and the host that are written directly before it: `https://api.example.com`. */
  readonly origin?: string;
  /** The text that contains the match, up to the end of `rest`, with the provenance of its parts. */
  readonly text?: Text;
  /** Other texts that code adds after the same string, if it is a constant. */
  readonly otherRests?: readonly Continuation[];
  readonly place: Location;
  /** The places of all parts, if it is joined from several. */
  readonly parts: readonly Location[];
  readonly trace: readonly Hop[];
  readonly setting: StringSetting;
}

/**
 * `text`: a language that is read as plain text, where code and comments look the same. `message`: in a log, an error
 * or the title of a test. `absent`: a test asserts that it does not occur. `route`: a server handles it. `question`: code
 * asks an object whether it has the key. `answer`: it is in a header or
 * in a link of a recorded response.
 */
export type StringSetting = Setting | "text" | "message" | "absent" | "route" | "question" | "answer";
