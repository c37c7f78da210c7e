import type { Location, Span } from "../../../core/span.js";
import type { SourceText } from "../../../core/source-text.js";
import type {
  Absence,
  EditResult,
  NewHeader,
  NewRead,
  SlotPlace,
  SourceEditor,
  Usage,
} from "../../editor.js";
import type { ModuleHost } from "../../module-host.js";
import { grammarFor } from "../grammar.js";
import { treeOf } from "../parse.js";
import { ModuleEditor } from "./module-editor.js";
import { withHeaderOptions } from "../../editing/header-options.js";
import { isRefusal } from "../../editing/refusal.js";
import type { NewValue, SourceValue } from "./written-values.js";

/**
 * Opens a JavaScript or TypeScript file, or a component, for edits. Undefined if it does not parse.
 *
 * @param kept see `ModuleHost`
 */
export function openEditor(source: SourceText, kept?: ModuleHost["kept"]): SourceEditor | undefined {
  const { path, text } = source;
  const grammar = grammarFor(path);
  const tree = grammar && kept ? treeOf(source, grammar, kept) : undefined;
  const module = ModuleEditor.open(path, text, tree);
  return isRefusal(module) ? undefined : new RequestEditor(module);
}

type OptionsSlot = Extract<SlotPlace, { kind: "options" }>;

interface HeadersObject {
  readonly object: Record<string, NewValue>;
}

/** Knows how clients take headers; how a module is edited, `ModuleEditor` does. */
class RequestEditor implements SourceEditor {
  constructor(private readonly module: ModuleEditor) {}

  replaceText(place: Location, text: string): EditResult {
    return this.module.replaceText(place, text);
  }

  addHeaders(slot: SlotPlace, headers: readonly NewHeader[]): EditResult {
    switch (slot.kind) {
      case "headers":
        return this.#addToLiteral(slot.place, headers, slot.isList);
      case "options":
        return this.#addToOptions(slot, objectOf(headers, slot.isList));
      case "argument": {
        const { object } = objectOf(headers, slot.isList);
        return this.module.addArgument(slot.call, slot.index, objectUnder(slot.key, object), (name) =>
          slot.over === true ? objectOver(name, slot.key, object) : undefined,
        );
      }
      case "command":
        return this.module.replaceText(slot.call, withHeaderOptions(slot, headers));
      case "chain":
        return this.module.addChainCalls(
          slot.call,
          headers.map((header) => ({
            name: slot.method,
            args: `${this.module.write(header.name)}, ${this.module.write(textOf(header))}`,
          })),
        );
    }
  }

  #addToOptions({ place, key, over }: OptionsSlot, value: HeadersObject): EditResult {
    const added = this.module.addMember(place, key, value);
    if (!isRefusal(added) || over !== true) return added;
    const spread = this.module.spreadIntoMember(place, key, value.object);
    return isRefusal(spread) ? added : spread;
  }

  #addToLiteral(place: Span, headers: readonly NewHeader[], isList: boolean): EditResult {
    const literal = this.module.headersLiteralAt(place);
    if (isRefusal(literal)) return literal;
    if (literal.kind === "pairs")
      return this.module.addHeaderPairs(
        literal.span,
        headers.map((header) => ({ name: header.name, value: textOf(header) })),
      );
    if (literal.kind === "empty") return this.module.addArgument(literal.span, 0, objectOf(headers, isList));
    const members = headers.map((header) => ({
      key: literal.isLower === true && header.keepsCase !== true ? header.name.toLowerCase() : header.name,
      value: valueOf(header, isList || literal.isList),
    }));
    return this.module.addMembers(literal.span, members, { ignoreCase: true });
  }

  setHeader(entry: Location, header: NewHeader): EditResult {
    return this.module.setHeader(entry, header.name, textOf(header), header.isLower);
  }

  declareText(
    wanted: string,
    value: string,
    places: readonly Location[],
  ): ReturnType<ModuleEditor["declareText"]> {
    return this.module.declareText(wanted, value, places);
  }

  renameReads(reads: readonly NewRead[]): EditResult {
    return this.module.renameReads(reads);
  }

  renameDeclarations(moves: readonly NewRead[]): EditResult {
    return this.module.renameMemberDeclarations(moves);
  }

  isDeclaredOptional(move: NewRead): Absence | undefined {
    return this.module.isDeclaredOptional(move);
  }

  renameKeys(moves: readonly NewRead[]): EditResult {
    return this.module.renameKeys(moves);
  }

  ownTypesAt(places: readonly Span[]): readonly string[] {
    return this.module.ownTypesAt(places);
  }

  usageOf(place: Location): Usage {
    return this.module.usage(place);
  }

  takesOfFirst(place: Location, except: ReadonlySet<string>): boolean {
    return this.module.takesOfFirst(place, except);
  }
}

function objectOf(headers: readonly NewHeader[], isList: boolean): HeadersObject {
  return { object: Object.fromEntries(headers.map((header) => [header.name, valueOf(header, isList)])) };
}

function objectUnder(key: string | undefined, object: Readonly<Record<string, NewValue>>): NewValue {
  return key === undefined ? { object } : { object: { [key]: { object } } };
}

/** The object with what a name holds taken over, which may be nothing. What was given goes before what is new. */
function objectOver(
  name: string,
  key: string | undefined,
  object: Readonly<Record<string, NewValue>>,
): NewValue {
  if (key === undefined) return { object, spreads: { after: [name] } };
  return {
    object: { [key]: { object, spreads: { after: [`${name}?.${key}`] } } },
    spreads: { before: [name] },
  };
}

function valueOf(header: NewHeader, isList: boolean): NewValue {
  return isList ? { list: [textOf(header)] } : textOf(header);
}

function textOf({ value, constant }: NewHeader): string | SourceValue {
  return constant === undefined ? value : { source: constant };
}
