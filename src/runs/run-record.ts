import { addAll } from "../core/add-all.js";
import { keyOf } from "../core/span.js";
import type { PropertyDeclaration, TypeOracle } from "../engine/type-oracle.js";
import { DiskAnswers, type DiskQuestion } from "../workspace/disk-answers.js";
import type { SearchPattern } from "../workspace/search-pattern.js";
import { RecordingHost } from "./recording-host.js";
import type { RunHost } from "./lazy-modules.js";

/** The answers that a run gets from the disk: they decide what it finds, together with the texts of its files. */
export class RunRecord {
  readonly host: RecordingHost;
  /** The patterns of all searches for importers. */
  readonly patterns: SearchPattern[] = [];
  /** The files that hold one of them. */
  readonly importers = new Set<string>();
  readonly disk = new DiskAnswers();
  /** The answers of the types, by the places that were asked about. */
  readonly declarations = new Map<string, PropertyDeclaration | undefined>();

  constructor(host: RunHost) {
    this.host = new RecordingHost(host);
  }

  searched(patterns: readonly SearchPattern[], found: readonly string[]): void {
    addAll(this.patterns, patterns);
    for (const path of found) this.importers.add(path);
  }

  readonly observeDisk = (question: DiskQuestion, path: string): void => {
    this.disk.add(question, path);
  };

  /** Returns an oracle that records the answers of another one, and asks it for those that no kept run had. */
  typesOf(types: TypeOracle): TypeOracle {
    return {
      ...types,
      declarationOf: (place) => {
        const key = keyOf(place);
        if (!this.declarations.has(key)) this.declarations.set(key, types.declarationOf(place));
        return this.declarations.get(key);
      },
    };
  }
}
