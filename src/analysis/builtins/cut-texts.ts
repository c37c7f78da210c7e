import { isInPayload } from "../evaluation/payload-path.js";
import {
  mapAlternatives,
  memberOfUnknown,
  unknownOf,
  type UnknownValue,
  type Value,
} from "../evaluation/value.js";

/** The step from the text of a response to a part of it. */
const PART = "slice()";

/**
 * Returns what is left where something is cut out of a text: a part of the response whose text it is, or starts with.
 * Programs cut off what they have added to the document, such as a status code or headers. Other texts give `otherwise`.
 */
export function cutText(value: Value, otherwise: Value, step = PART): Value {
  return mapAlternatives(value, (single) => {
    const first = single.kind === "text" ? single.text.parts[0] : undefined;
    const response =
      single.kind === "unknown" ? single : first?.kind === "hole" ? unknownOf(first) : undefined;
    return response && isDocument(response) ? memberOfUnknown(response, step) : otherwise;
  });
}

function isDocument({ source, path }: UnknownValue): boolean {
  return source.request !== undefined && source.reason === "response" && !isInPayload(path);
}
