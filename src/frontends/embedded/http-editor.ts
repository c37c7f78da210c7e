import type { SourceText } from "../../core/source-text.js";
import { contains, type Location, type Span } from "../../core/span.js";
import type { EditResult, NewHeader, SlotPlace, SourceEditor } from "../editor.js";
import { Decoder, EmbeddedText } from "../editing/embedded-text.js";
import { httpRequestsIn, type HttpRequest } from "./http-file.js";

const NOT_HERE: EditResult = { refused: "v2ready cannot find the request at this place" };
const NO_CODE: EditResult = { refused: "the file has no code" };

/** Opens a file of an HTTP client, in which each request is written as it is sent. */
export function openHttpFile({ path, text }: Pick<SourceText, "path" | "text">): SourceEditor {
  const requests = httpRequestsIn(text);
  const requestAt = (place: Span): HttpRequest | undefined =>
    requests.find(({ span }) => contains(span, { start: place.start, end: place.start }));
  const lineEnding = text.includes("\r\n") ? "\r\n" : "\n";
  return {
    replaceText: ({ start, end }: Location, written) =>
      /^[\w ./:=+-]*$/.test(written) && !text.slice(start, end).includes("\n")
        ? [{ path, start, end, text: written }]
        : { refused: "the new text may mean something else in this file" },
    addHeaders: (slot: SlotPlace, headers: readonly NewHeader[]) => {
      const request = requestAt("place" in slot ? slot.place : slot.call);
      if (!request) return NOT_HERE;
      const names = new Set(request.headers.map(({ name }) => name.toLowerCase()));
      const known = headers.find(({ name }) => names.has(name.toLowerCase()));
      if (known) return { refused: `the request already has ${known.name}` };
      const at = request.headers.at(-1)?.line.end ?? request.line.end;
      const lines = headers.map(({ name, value }) => `${lineEnding}${name}: ${value}`);
      return [{ path, start: at, end: at, text: lines.join("") }];
    },
    setHeader: (entry: Location, header: NewHeader) => {
      const all = requestAt(entry)?.headers ?? [];
      const one = all.find(({ line, name }) => contains(line, entry) && isSame(name, header.name));
      return one ? [{ path, ...one.value, text: header.value }] : NOT_HERE;
    },
    renameReads: () => NO_CODE,
    renameDeclarations: () => NO_CODE,
    renameKeys: () => NO_CODE,
    usageOf: () => "unknown",
    readPayload: (place) => {
      const body = requestAt(place)?.body;
      if (!body) return { refused: "v2ready cannot read the JSON at this place" };
      const decoder = new Decoder(text, (source, at) => ({ text: source[at]!, length: 1 }));
      decoder.read(body.start, body.end);
      const places = [...decoder.places, body.end];
      const embedded = new EmbeddedText(decoder.text, (character) => character, places, []);
      return { kind: "text", embedded, inFile: (edits) => edits.map((edit) => ({ path, ...edit })) };
    },
  };
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
