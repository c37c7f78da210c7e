import type { SourceText } from "../core/source-text.js";
import type { Location } from "../core/span.js";
import type { ConvertOptions } from "../fix/cluster/conversion.js";
import type { ConvertBody } from "../fix/moves/bodies.js";
import { componentLanguage } from "../frontends/javascript/component-language.js";
import { grammarFor } from "../frontends/javascript/grammar.js";
import { isRefusal, type Editors, type PayloadText, type Refusal } from "../frontends/editor.js";
import { convertClusterJson, convertSources } from "./json.js";
import { convertClusterLiteral, convertEmbedded, type LiteralConversion } from "./literal.js";

/** Converts bodies of requests in the source: literals and strings of code, and whole files in JSON. */
export function bodyConverter(
  vocabularies: ConvertOptions["vocabularies"],
  read: (path: string) => SourceText | undefined,
  editors?: Editors,
): ConvertBody {
  const files = new FileConversions();
  return (place, purpose, to, from, members) => {
    const source = read(place.path);
    if (!source) return { ok: false, blockers: [`${place.path} cannot be edited.`] };
    const options = {
      vocabularies,
      purpose,
      to,
      ...(from === undefined ? {} : { from }),
      ...(members ? { members } : {}),
    };
    if (grammarFor(place.path) || componentLanguage(place.path) !== undefined)
      return convertInCode(source, place, options);
    const payload = editors?.(place.path)?.readPayload?.(place);
    if (payload) return convertPayload(payload, options);
    return files.of(source, options);
  };
}

/** The conversions of whole files. Many requests may have their bodies in one file, and it is read once for all of them. */
class FileConversions {
  readonly #made = new Map<string, { readonly text: string; readonly conversion: LiteralConversion }>();

  of({ path, text }: SourceText, options: ConvertOptions): LiteralConversion {
    const key = JSON.stringify([path, options.purpose, options.to, options.from, options.members]);
    const known = this.#made.get(key);
    if (known?.text === text) return known.conversion;
    const conversion = convertFile(path, text, options);
    this.#made.set(key, { text, conversion });
    return conversion;
  }
}

function convertFile(path: string, text: string, options: ConvertOptions): LiteralConversion {
  const converted = convertClusterJson(text, options);
  if (!converted.ok)
    return { ok: false, blockers: "blockers" in converted ? converted.blockers : [converted.message] };
  return { ...converted, edits: converted.edits.map((edit) => ({ ...edit, path })) };
}

/** A body that the editor of its language has read. */
function convertPayload(payload: PayloadText | Refusal, options: ConvertOptions): LiteralConversion {
  if (isRefusal(payload)) return { ok: false, blockers: [payload.refused] };
  const converted =
    payload.kind === "literal"
      ? convertSources([payload.source], options)
      : convertEmbedded(payload.embedded, options);
  if (!converted.ok) return converted;
  const edits = payload.inFile(converted.edits);
  return isRefusal(edits) ? { ok: false, blockers: [edits.refused] } : { ...converted, edits };
}

/** JSON in a string is identified by its own place, without the quotes. */
function convertInCode(
  source: SourceText,
  { start, end }: Location,
  options: ConvertOptions,
): LiteralConversion {
  const literal = convertClusterLiteral(source, { start, end }, options);
  if (literal.ok || !/["'`]/.test(source.text[start - 1] ?? "")) return literal;
  return convertClusterLiteral(source, { start: start - 1, end: end + 1 }, options);
}
