import { convertClusterTree } from "../fix/cluster/convert-cluster.js";
import type { ConvertOptions, Decision } from "../fix/cluster/conversion.js";
import { moveMembers } from "../fix/payload/move-members.js";
import { rewritePayload, type TextEdit } from "../fix/payload/rewrite.js";
import type { PayloadSource } from "../facts/payload.js";
import { readJsonPayloads } from "../frontends/json/editing/read-payload.js";

/** The result of the conversion of a text: the whole converted text, or the reason for the failure. */
export type TextConversion =
  | {
      readonly ok: true;
      /** In order; empty if there is nothing to do. Offsets are UTF-16 code units of the original text. */
      readonly edits: readonly TextEdit[];
      readonly decisions: readonly Decision[];
      /** The reasons why the result is probably right but not certain, one sentence each. */
      readonly doubts: readonly string[];
    }
  | {
      readonly ok: false;
      /** One sentence for each decision that a person must make; at least one. */
      readonly blockers: readonly string[];
    };

/** A text that cannot be read; `message` follows a name: `is not valid JSON: …`. */
export interface Unreadable {
  readonly ok: false;
  readonly message: string;
  readonly offset?: number;
}

/**
 * Converts the clusters of a text in JSON, JSON with comments or JSON Lines, and keeps everything else.
 *
 * @param text without a byte-order mark
 */
export function convertClusterJson(text: string, options: ConvertOptions): TextConversion | Unreadable {
  const read = readJsonPayloads(text);
  return read.ok ? convertSources(read.documents, options) : read;
}

/** Converts payloads of one text, all or none. */
export function convertSources(sources: readonly PayloadSource[], options: ConvertOptions): TextConversion {
  const edits: TextEdit[] = [];
  const decisions: Decision[] = [];
  const doubts = new Set<string>();
  const blockers = new Set<string>();
  for (const source of sources) {
    const converted = options.members
      ? { ...moveMembers(source.root, options.members), decisions: [], doubts: [] }
      : convertClusterTree(source.root, options);
    const rewritten = converted.ok ? rewritePayload(source, converted.payload) : converted;
    if (!rewritten.ok) {
      for (const blocker of rewritten.blockers) blockers.add(blocker);
    } else if (converted.ok) {
      // Not spread into arguments, because their number is limited.
      for (const edit of rewritten.edits) edits.push(edit);
      for (const decision of converted.decisions) decisions.push(decision);
      for (const doubt of converted.doubts) doubts.add(doubt);
    }
  }
  return blockers.size > 0
    ? { ok: false, blockers: [...blockers] }
    : { ok: true, edits, decisions, doubts: [...doubts] };
}
