import type { SourceText } from "../../../core/source-text.js";
import type { Location } from "../../../core/span.js";
import type { EditResult, Refusal, SourceEditor } from "../../editor.js";
import { variableLines, type VariableLine } from "../environment-lines.js";
import { plainLanguage } from "../languages.js";
import { YamlParts, yamlDocuments } from "./yaml-document.js";
import { replaceInYaml } from "./yaml-text.js";

/** Opens a settings file to edit its values. Undefined for languages that are only searched. */
export function openEditor(source: SourceText): SourceEditor | undefined {
  switch (plainLanguage(source.path).language) {
    case "yaml": {
      const documents = yamlDocuments(source.text);
      if (typeof documents === "string") return undefined;
      let parts: YamlParts | undefined;
      return editorOf((place, text) =>
        replaceInYaml(source, (parts ??= new YamlParts(documents)), place, text),
      );
    }
    case "env": {
      const lines = variableLines(source.text);
      return editorOf((place, text) => replaceInVariable(source.path, lines, place, text));
    }
    default:
      return undefined;
  }
}

const REFUSED: EditResult = { refused: "the code that sends the request is not in this file" };
const NO_PAYLOAD: Refusal = { refused: "v2ready does not edit JSON in a value of a settings file" };
const STATED: EditResult = { refused: "it is in a settings file" };

function editorOf(replaceText: SourceEditor["replaceText"]): SourceEditor {
  return {
    replaceText,
    addHeaders: () => REFUSED,
    setHeader: () => REFUSED,
    renameReads: () => REFUSED,
    renameDeclarations: () => STATED,
    renameKeys: () => STATED,
    usageOf: () => "unknown",
    // The file as a whole is not JSON.
    readPayload: () => NO_PAYLOAD,
  };
}

function replaceInVariable(
  path: string,
  lines: readonly VariableLine[],
  { start, end }: Location,
  replacement: string,
): EditResult {
  const holder = lines.find(({ valueSpan }) => valueSpan.start <= start && end <= valueSpan.end);
  if (!holder) return { refused: `no variable of ${path} has its value at this place` };
  // Such characters mean something there, or would in the value as it comes to be.
  if (/[\s"'`$\\#]/.test(replacement) || /^["'`]/.test(holder.value) || /[$\\]/.test(holder.value))
    return { refused: `${path} writes it in a way that v2ready cannot read` };
  return [{ path, start, end, text: replacement }];
}
