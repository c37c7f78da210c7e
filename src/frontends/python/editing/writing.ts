import type { Writing } from "../../lowered/editing/writing.js";
import { addHeaders, setHeader } from "./headers.js";
import { readPayload } from "./payload.js";
import { renameRead } from "./reads.js";

/** Python. */
export const PYTHON_WRITING: Writing = {
  texts: new Set(["string", "string_content"]),
  addHeaders,
  setHeader,
  renameRead,
  readPayload,
};
