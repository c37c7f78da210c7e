import type { SourceText } from "../../core/source-text.js";
import type { Location } from "../../core/span.js";
import type { Question } from "../../engine/file-context.js";
import type { Purpose } from "../../fix/cluster/conversion.js";
import type { ConvertBody } from "../../fix/moves/bodies.js";
import { javascriptFrontend } from "../../frontends/javascript/entry.js";

/** Converts bodies in the texts of a run: literals and strings of code, and whole files in JSON. */
export async function bodyConverter(
  sources: ReadonlyMap<string, SourceText>,
  { catalog: { vocabularies } }: Question,
): Promise<ConvertBody> {
  const [{ convertClusterLiteral }, { convertClusterJson }] = await Promise.all([
    import("../../convert/literal.js"),
    import("../../convert/json.js"),
  ]);
  return (place, purpose) => {
    const source = sources.get(place.path);
    if (!source) return { ok: false, blockers: [`${place.path} cannot be edited.`] };
    const options = { vocabularies, purpose };
    if (javascriptFrontend.languageOf(place.path) !== undefined) {
      const literal = convertClusterLiteral(source, place, options);
      // JSON inside of a string is known by its own place, without the quotes.
      return literal.ok ? literal : (inString(place, purpose) ?? literal);
    }
    const converted = convertClusterJson(source.text, options);
    if (!converted.ok)
      return { ok: false, blockers: "blockers" in converted ? converted.blockers : [converted.message] };
    return { ...converted, edits: converted.edits.map((edit) => ({ ...edit, path: place.path })) };
  };

  function inString({ path, start, end }: Location, purpose: Purpose): ReturnType<ConvertBody> | undefined {
    const source = sources.get(path)!;
    if (!/["'`]/.test(source.text[start - 1] ?? "")) return undefined;
    return convertClusterLiteral(source, { start: start - 1, end: end + 1 }, { vocabularies, purpose });
  }
}
