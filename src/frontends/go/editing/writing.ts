import type { Writing } from "../../lowered/editing/writing.js";
import { addHeaders, setHeader } from "./headers.js";
import { readPayload } from "./payload.js";
import { renameRead } from "./reads.js";

/** Go. */
export const GO_WRITING: Writing = {
  texts: new Set([
    "interpreted_string_literal",
    "interpreted_string_literal_content",
    "raw_string_literal",
    "raw_string_literal_content",
  ]),
  addHeaders,
  setHeader,
  renameRead,
  readPayload,
};
