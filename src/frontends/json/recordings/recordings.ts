import { addAll } from "../../../core/add-all.js";
import type { Credentials, HeaderEntry, RequestFact } from "../../../facts/request.js";
import type { StringFact } from "../../../facts/string.js";
import type { Hole } from "../../../facts/text.js";
import type { Interest } from "../../interest.js";
import { assembledStrings, type AssembledText } from "../assembled-text.js";
import type { EmbeddedDocuments } from "../embedded.js";
import type { DataOwner } from "../field-parts.js";
import { firstOf, placeOf, type JsonValue } from "../nodes.js";
import { bodyTree } from "./body-tree.js";
import { credentialsIn } from "./headers.js";

/** A request as one format of recordings has it. */
interface Recording {
  /** The tool that sends or recorded it. */
  readonly client: string;
  /** The object that describes the request. */
  readonly site: JsonValue;
  readonly method: string | undefined;
  /** The address, one for each combination of its variables. Empty if the request has no address. */
  readonly urls: readonly AssembledText[];
  /** The address once more, in another spelling: only for the strings of interest in it. */
  readonly respelled?: readonly AssembledText[];
  readonly headers: readonly HeaderEntry[];
  /** The place of the headers. */
  readonly headersValue: JsonValue | undefined;
  /** The reason why other headers may have been sent that are not recorded, if there is one. */
  readonly otherHeaders?: string;
  readonly setsContentType?: boolean;
  /** The credentials, if they are separate from the headers. */
  readonly credentials?: Credentials;
  /**
   * The body that is sent, as a value or a string that contains one. The first is the body, the others are copies of
   * it.
   */
  readonly bodies: readonly JsonValue[];
  /** The responses that were recorded, or that a stub returns. */
  readonly responses: readonly JsonValue[];
  /** The headers of these responses, and what else repeats them. */
  readonly responseHeaders?: readonly (JsonValue | undefined)[];
}

/** The requests of a document, and the values in it that are their bodies. */
export class Recordings {
  readonly requests: RequestFact[] = [];
  /** Strings of interest that addresses are put together to. */
  readonly strings: StringFact[] = [];
  readonly owners = new Map<JsonValue, DataOwner>();
  /** The headers of responses: nobody sends what they state. */
  readonly answers = new Set<JsonValue>();

  constructor(
    private readonly interest: Interest,
    private readonly embedded: EmbeddedDocuments,
  ) {}

  add(recording: Recording): void {
    const { urls, respelled = [], headersValue, otherHeaders, bodies, responses, headers } = recording;
    if (urls.length === 0) return;
    const id = String(this.requests.length);
    for (const url of [...urls, ...respelled]) addAll(this.strings, assembledStrings(url, this.interest));
    for (const header of recording.responseHeaders ?? []) if (header) this.answers.add(header);
    for (const body of bodies) this.owners.set(body, { kind: "request", requests: [id] });
    for (const body of responses) this.owners.set(body, { kind: "response", requests: [id] });
    const open: Hole[] =
      otherHeaders === undefined
        ? []
        : [{ kind: "hole", reason: "limit", name: otherHeaders, hops: undefined }];
    const [body] = bodies;
    this.requests.push({
      kind: "request",
      id,
      client: recording.client,
      understood: true,
      form: "recorded",
      site: placeOf(recording.site),
      methods: recording.method === undefined ? [] : [recording.method.toUpperCase()],
      urls: urls.map(({ text }) => text),
      headers: {
        entries: headers,
        open,
        atSite: true,
        sources: [],
        slots: [],
        ...(headersValue ? { place: placeOf(headersValue) } : {}),
      },
      setsContentType: recording.setsContentType ?? false,
      credentials: recording.credentials ?? credentialsIn(headers),
      callers: [],
      setting: "data",
      ...(body ? { body: bodyTree(this.#sent(body)) } : {}),
    });
  }

  /** Returns the document in a body that is a string, or the body itself. */
  #sent(body: JsonValue): JsonValue {
    return (body.kind === "string" && this.embedded.in(body, true)[0]) || body;
  }
}

/** Keys under which a body stands inside an object that tells more about it: its type, encoding or size. */
const CONTENTS = ["string", "raw", "text", "json", "jsonBody", "content"];
const ABOUT_CONTENTS = new Set([
  ...CONTENTS,
  "type",
  "mode",
  "options",
  "encoding",
  "encoded",
  "mimeType",
  "contentType",
  "size",
  "compression",
  "disabled",
  "params",
  "comment",
]);

/** Returns the body that a value is or contains. Empty for an empty or encoded body. */
export function contentsOf(value: JsonValue | undefined): JsonValue[] {
  if (value?.kind === "object") {
    const isAbout = value.members.every(({ key }) => ABOUT_CONTENTS.has(key.value));
    const inner = isAbout ? firstOf(value, CONTENTS)?.value : undefined;
    if (!inner) return isAbout ? [] : [value];
    const encoding = firstOf(value, ["encoding"])?.value;
    if (encoding?.kind === "string" && encoding.value === "base64") return [];
    return contentsOf(inner);
  }
  return value?.kind === "list" || (value?.kind === "string" && value.value.trim() !== "") ? [value] : [];
}
