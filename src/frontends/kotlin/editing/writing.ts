import type { Writing } from "../../lowered/editing/writing.js";
import { parseKotlin } from "../parse.js";
import { addHeaders, setHeader } from "./headers.js";
import { readPayload } from "./payload.js";
import { renameRead } from "./reads.js";

/** Kotlin. */
export const KOTLIN_WRITING: Writing = {
  texts: new Set(["string_literal", "multiline_string_literal", "string_content"]),
  parse: parseKotlin,
  addHeaders,
  setHeader,
  renameRead,
  readPayload,
};
