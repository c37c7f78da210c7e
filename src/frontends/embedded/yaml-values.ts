import { unfitForYaml } from "../../core/yaml-limits.js";
import { SourceText } from "../../core/source-text.js";
import type { FileFacts } from "../../facts/file-facts.js";
import type { Interest } from "../interest.js";
import { analyzeJson } from "../json/frontend.js";
import { readPlain } from "../plain/frontend.js";
import { mayHoldFacts, merged } from "./merged-facts.js";
import { factsInFile } from "./place-facts.js";
import { parsedYaml, withoutTemplates, yamlData } from "./yaml-data.js";

/**
 * Reads a YAML file as plain text, and adds the facts of its values. It does not read the commands and programs in it,
 * so it needs no parser that has to be waited for.
 */
export function analyzeYamlValues(source: SourceText, interest: Interest): FileFacts {
  const { path, text } = source;
  const plain = readPlain(source, interest);
  if (unfitForYaml(text)) return plain;
  try {
    const pieces = yamlData(text, () => parsedYaml(withoutTemplates(text)));
    const values = pieces.flatMap((piece, index): FileFacts[] => {
      if (!mayHoldFacts(piece.text, interest)) return [];
      const mark = `${path}#${index}`;
      const facts = analyzeJson(new SourceText(`${mark}.json`, `${piece.text}\n`), interest);
      return "requests" in facts ? [factsInFile(facts, piece, path, mark)] : [];
    });
    return merged(plain, values);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return plain;
  }
}
