import type { Writing } from "../../lowered/editing/writing.js";
import { addHeaders, setHeader } from "./headers.js";
import { readPayload } from "./payload.js";
import { parseShell } from "../syntax.js";
import { renameRead } from "./reads.js";

/** Shell scripts. */
export const SHELL_WRITING: Writing = {
  texts: new Set(["string", "string_content", "raw_string", "word", "heredoc_body", "heredoc_content"]),
  parse: parseShell,
  addHeaders,
  setHeader,
  renameRead,
  readPayload,
};
