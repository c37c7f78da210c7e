import type { FieldFact } from "../../facts/field.js";
import type { Interest } from "../interest.js";
import { grammarFor } from "./grammar.js";
import type { ModuleRecord } from "../../analysis/evaluation/module-record.js";
import { parse } from "./parse.js";
import { DeclarationCollector } from "../../analysis/recording/declarations.js";
import { PARAMETERS, docTags, type DocTag, type Piece } from "./doc-tags.js";

const TYPES = new Set([
  "typedef",
  "type",
  "param",
  "arg",
  "argument",
  "returns",
  "return",
  "property",
  "prop",
]);
const MEMBERS = new Set(["property", "prop"]);

/**
 * Returns the properties of interest that JSDoc declares: `@typedef` with `@property`, types in braces, and members of
 * parameters. https://jsdoc.app/tags-typedef, https://jsdoc.app/tags-param
 */
export function describedFields(module: ModuleRecord, interest: Interest): FieldFact[] {
  const fields: FieldFact[] = [];
  for (const { type, value, start } of module.comments) {
    if (type !== "Block" || !value.startsWith("*") || !value.includes("@")) continue;
    const comment = new DocComment(module.path, interest, fields);
    // The text of a comment begins behind its two opening characters.
    for (const tag of docTags(value, start + 2)) comment.tag(tag);
    comment.end();
  }
  return fields;
}

/** A member of something that one comment describes. */
interface Member {
  readonly of: string;
  readonly path: readonly string[];
  readonly subject: Piece;
  readonly isOptional: boolean;
}

class DocComment {
  readonly #members: Member[] = [];
  #typedef = "";

  constructor(
    private readonly path: string,
    private readonly interest: Interest,
    private readonly fields: FieldFact[],
  ) {}

  tag({ name, type, subject, isOptional }: DocTag): void {
    if (!TYPES.has(name)) return;
    if (name === "typedef") this.#typedef = subject?.text ?? "";
    const steps = subject ? stepsOf(subject.text) : [];
    if (MEMBERS.has(name) && subject)
      this.#members.push({ of: this.#typedef, path: steps, subject, isOptional });
    else if (PARAMETERS.has(name) && subject && steps.length > 1)
      this.#members.push({ of: steps[0]!, path: steps.slice(1), subject, isOptional });
    if (type) this.#type(type, MEMBERS.has(name) ? this.#typedef : (subject?.text ?? ""));
  }

  /**
   * Adds the declared members. Call it after the whole comment was read, because only then their texts are complete.
   */
  end(): void {
    for (const { of, path, subject, isOptional } of this.#members) {
      const own = path.at(-1)!;
      if (!this.interest.names.has(own)) continue;
      const holder = path.slice(0, -1).join(".");
      const siblings = this.#members.flatMap((other) =>
        other.of === of && other.path.slice(0, -1).join(".") === holder ? [other.path.at(-1)!] : [],
      );
      const end = subject.start + subject.text.length;
      const place = { path: this.path, start: end - own.length, end };
      this.fields.push({
        kind: "field",
        name: own,
        place,
        extent: place,
        access: "declare",
        path,
        owner: { kind: "type", name: of, siblings },
        trace: [],
        setting: "code",
        ...(isOptional ? { isOptional } : {}),
      });
    }
  }

  /** Parses a type in braces as TypeScript. Other texts are ignored. */
  #type({ text, start }: Piece, name: string): void {
    if (!text.includes("{")) return;
    const before = "type T = ";
    const parsed = parse(this.path, before + text, grammarFor("type.ts")!);
    const [alias] = parsed.ok ? parsed.program.body : [];
    if (alias?.type !== "TSTypeAliasDeclaration") return;
    const shift = start - before.length;
    new DeclarationCollector(this.path, this.interest, this.fields, shift).type(
      alias.typeAnnotation,
      name,
      [],
    );
  }
}

/** `clusters[].providerSettings.regionName` */
function stepsOf(name: string): string[] {
  return name
    .split(".")
    .flatMap((step) => (step.endsWith("[]") ? [step.slice(0, -2), "[]"] : [step]))
    .filter((step) => step !== "");
}
