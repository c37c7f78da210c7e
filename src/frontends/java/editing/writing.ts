import type { Writing } from "../../lowered/editing/writing.js";
import { addHeaders, setHeader } from "./headers.js";
import { readPayload } from "./payload.js";
import { renameRead } from "./reads.js";

/** Java. */
export const JAVA_WRITING: Writing = {
  texts: new Set(["string_literal", "string_fragment", "multiline_string_fragment"]),
  addHeaders,
  setHeader,
  renameRead,
  readPayload,
};
