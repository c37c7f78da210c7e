import type { Program } from "@oxc-project/types";
import type { Comment } from "oxc-parser";
import type { SourceText } from "../../core/source-text.js";
import type { ModuleHost } from "../../frontends/module-host.js";
import type { Names } from "./module-record.js";

/** The tree of a text with its comments and names, or the reason why there is none. */
export type Parsed =
  | {
      readonly ok: true;
      readonly program: Program;
      readonly comments: readonly Comment[];
      readonly names: Names;
      /** Errors that leave a tree: about rules of the language beyond its grammar. */
      readonly errors: number;
    }
  | {
      readonly ok: false;
      readonly kind: "syntax" | "too-deep" | "too-large";
      readonly message: string;
      readonly offset?: number;
    };

/** The way to parse a file, as the evaluator asks for it. */
export interface Grammar {
  /** The name of the language in reports. */
  readonly language: string;
  /** True if an import of names that are used as types alone is left out of the program. */
  readonly leavesOutTypes?: boolean;
  /** True for files that only declare types. They are never run. */
  readonly isDeclaration?: boolean;
  /** True for the scripts of a component file. Its markup may put all attributes of an object into the page. */
  readonly isComponent?: boolean;
  /**
   * Parses a text. Never throws on bad input.
   *
   * @param kept values of earlier analyses of the same texts
   */
  tree(source: SourceText, kept: ModuleHost["kept"]): Parsed;
}
