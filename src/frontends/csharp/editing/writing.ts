import type { Writing } from "../../lowered/editing/writing.js";
import { parseCsharp } from "../parse.js";
import { addHeaders, setHeader } from "./headers.js";
import { readPayload } from "./payload.js";
import { renameRead } from "./reads.js";

/** C#. */
export const CSHARP_WRITING: Writing = {
  parse: parseCsharp,
  texts: new Set([
    ...["string_literal", "string_literal_content", "verbatim_string_literal", "string_content"],
    ...["raw_string_literal", "raw_string_content", "interpolated_string_expression"],
  ]),
  addHeaders,
  setHeader,
  renameRead,
  readPayload,
};
