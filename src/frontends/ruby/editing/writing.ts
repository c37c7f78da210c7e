import type { Writing } from "../../lowered/editing/writing.js";
import { addHeaders, setHeader } from "./headers.js";
import { readPayload } from "./payload.js";
import { renameRead } from "./reads.js";

/** Ruby. */
export const RUBY_WRITING: Writing = {
  texts: new Set(["string", "string_content", "bare_string", "heredoc_body", "heredoc_content"]),
  addHeaders,
  setHeader,
  renameRead,
  readPayload,
};
