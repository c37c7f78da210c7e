import type { Location } from "../../core/span.js";
import type { SourceText } from "../../core/source-text.js";
import type { EditResult, SourceEditor } from "../editor.js";
import { plainLanguage } from "./languages.js";

const REFUSED: EditResult = { refused: "what sends the request is not written in this file" };

/** Values of these stand as they are; only code that reads them leads to places in them. */
const SETTINGS: ReadonlySet<string> = new Set(["env", "yaml"]);

/** What no kind of quotes in such files, and no value without quotes, takes for anything but itself. */
const PLAIN = /^[\w./-]*$/;

/** Opens a file of settings for edits inside of its values; nothing for other languages. */
export function openEditor({ path, text }: SourceText): SourceEditor | undefined {
  if (!SETTINGS.has(plainLanguage(path).language)) return undefined;
  return {
    replaceText: ({ start, end }: Location, replacement: string): EditResult => {
      if (!PLAIN.test(text.slice(start, end)) || !PLAIN.test(replacement))
        return { refused: "the value may need quotes" };
      return [{ path, start, end, text: replacement }];
    },
    addHeaders: () => REFUSED,
    setHeader: () => REFUSED,
    renameReads: () => REFUSED,
    renameDeclarations: () => REFUSED,
    renameKeys: () => REFUSED,
    usageOf: () => "unknown",
  };
}
