import type { Writing } from "../../lowered/editing/writing.js";
import { addHeaders, setHeader } from "./headers.js";
import { readPayload } from "./payload.js";
import { renameRead } from "./reads.js";

/** PHP. */
export const PHP_WRITING: Writing = {
  texts: new Set([
    ...["string", "string_content", "encapsed_string"],
    ...["heredoc_body", "nowdoc_body", "nowdoc_string"],
  ]),
  addHeaders,
  setHeader,
  renameRead,
  readPayload,
};
