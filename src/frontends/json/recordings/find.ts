import type { Interest } from "../../interest.js";
import type { ModuleHost } from "../../module-host.js";
import type { EmbeddedDocuments } from "../embedded.js";
import type { JsonValue } from "../nodes.js";
import { Exchanges } from "./exchanges.js";
import { readHar } from "./har.js";
import { readInsomnia } from "./insomnia.js";
import { readPostman } from "./postman.js";
import { Recordings } from "./recordings.js";

/** Formats that a whole document has. */
const DOCUMENTS = [readPostman, readInsomnia, readHar];

/** Finds the requests that some documents record, and the bodies of these requests. */
export function findRecordings(
  roots: readonly JsonValue[],
  interest: Interest,
  embedded: EmbeddedDocuments,
  host?: ModuleHost,
): Recordings {
  const recordings = new Recordings(interest, embedded);
  const exchanges = new Exchanges(recordings);
  for (const root of roots) {
    if (!DOCUMENTS.some((read) => read(root, recordings, host))) readAnywhere(root, exchanges);
  }
  return recordings;
}

function readAnywhere(value: JsonValue, exchanges: Exchanges): void {
  if (value.kind === "list") for (const item of value.items) readAnywhere(item, exchanges);
  if (value.kind !== "object") return;
  exchanges.read(value);
  for (const member of value.members) readAnywhere(member.value, exchanges);
}
