import type { ArtifactChange, Fix as SarifFix } from "sarif";

import type { Edit, Fix } from "../core/finding.js";
import { artifactLocation } from "./sarif-location.js";
import { messageText } from "./sarif-message.js";

/**
 * Returns the fixes that a viewer may apply one by one. It leaves out fixes that are only shown, and fixes that share a
 * unit with others. SARIF cannot say that fixes of several results are applied together or not at all, and one of them
 * alone can break a working call.
 */
export function sarifFixes(fixes: readonly Fix[]): SarifFix[] {
  return fixes
    .filter(({ applicability, unit, edits }) => {
      return applicability !== "display-only" && unit === undefined && edits.length > 0;
    })
    .map(({ applicability, description, edits }) => ({
      description: { text: messageText(description) },
      artifactChanges: artifactChanges(edits),
      properties: { applicability },
    }));
}

/** Offsets are counted without a byte-order mark on both sides (§3.30.2). */
function artifactChanges(edits: readonly Edit[]): ArtifactChange[] {
  const paths = [...new Set(edits.map(({ path }) => path))];
  return paths.map((path) => ({
    artifactLocation: artifactLocation(path),
    replacements: edits
      .filter((edit) => edit.path === path)
      .map(({ start, end, text }) => ({
        deletedRegion: { charOffset: start, charLength: end - start },
        ...(text === "" ? {} : { insertedContent: { text } }),
      })),
  }));
}
