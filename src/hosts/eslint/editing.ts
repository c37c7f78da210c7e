import { groupBy } from "../../core/group-by.js";
import type { SourceText } from "../../core/source-text.js";
import { bodyConverter } from "../../convert/bodies.js";
import type { FileAnalysis } from "../../engine/analyze-file.js";
import type { Question } from "../../engine/file-context.js";
import type { ConvertBody } from "../../fix/moves/bodies.js";
import { typeDoubt } from "../../fix/moves/type-doubts.js";
import { suggestFixes } from "../../fix/suggest-fixes.js";
import type { SourceEditor } from "../../frontends/editor.js";
import { typesStatedAt } from "../../frontends/javascript/editing/body/read-literal.js";
import { openEditor as openJavaScript } from "../../frontends/javascript/editing/editor.js";
import { openEditor as openJson } from "../../frontends/json/editing/editor.js";
import type { ModuleHost } from "../../frontends/module-host.js";
import { openEditor as openPlain } from "../../frontends/plain/editing/editor.js";
import { frontendFor } from "../../frontends/registry.js";

type Kept = NonNullable<ModuleHost["kept"]>;

const OPENERS: ReadonlyMap<string, (source: SourceText, kept: Kept) => SourceEditor | undefined> = new Map(
  Object.entries<(source: SourceText, kept: Kept) => SourceEditor | undefined>({
    javascript: openJavaScript,
    json: openJson,
    plain: openPlain,
  }),
);

const EDITOR = "editor";

/**
 * Gives analyses with a fix at every finding for which one is known: the same that the command does.
 *
 * @param kept editors are kept with their texts, as trees are: an editor looks at one text and changes nothing
 */
export function withFixes(
  analyses: readonly FileAnalysis[],
  question: Question,
  read: (path: string) => SourceText | undefined,
  kept: Kept,
): FileAnalysis[] {
  const editors = (path: string): SourceEditor | undefined => {
    const source = read(path);
    if (!source) return undefined;
    let ofSource = kept.get(source);
    if (!ofSource) kept.set(source, (ofSource = new Map<unknown, unknown>()));
    if (!ofSource.has(EDITOR)) ofSource.set(EDITOR, OPENERS.get(frontendFor(path).name)?.(source, kept));
    return ofSource.get(EDITOR) as SourceEditor | undefined;
  };
  const convert = mindingTypes(bodyConverter(question.catalog.vocabularies, read), read);
  return suggestFixes(analyses, question, editors, convert);
}

/** The command compiles its result, and the editor does not: a literal with a declared type is not safe to change. */
function mindingTypes(convert: ConvertBody, read: (path: string) => SourceText | undefined): ConvertBody {
  return (place, ...how) => {
    const converted = convert(place, ...how);
    if (!converted.ok) return converted;
    const doubts = [...groupBy(converted.edits, ({ path }) => path)].flatMap(([path, edits]) =>
      typesStatedAt(path, read(path)?.text ?? "", edits).map(typeDoubt),
    );
    return { ...converted, doubts: [...doubts, ...converted.doubts] };
  };
}
