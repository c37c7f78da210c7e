import type { Writing } from "../../lowered/editing/writing.js";
import { parsePowerShell } from "../parse.js";
import { addHeaders, setHeader } from "./headers.js";
import { readPayload } from "./payload.js";
import { renameRead } from "./reads.js";

/** PowerShell. */
export const POWERSHELL_WRITING: Writing = {
  texts: new Set([
    ...["expandable_string_literal", "expandable_here_string_literal", "generic_token"],
    ...["verbatim_string_characters", "verbatim_here_string_characters"],
  ]),
  parse: parsePowerShell,
  addHeaders,
  setHeader,
  renameRead,
  readPayload,
};
