import { flatten, sliceText, type Text } from "../../../facts/text.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { textOf, type Single, type Value } from "../../../analysis/evaluation/value.js";
import { textIn, valueOf } from "../texts.js";

/** The options of a command. */
export interface OptionTable {
  /** Long names of options that take a value. */
  readonly withValue: ReadonlySet<string>;
  /** One letter → the long name. Letters that are not here are flags. */
  readonly short: ReadonlyMap<string, string>;
  /** True if a long name may be abbreviated to a unique start. */
  readonly abbreviates?: boolean;
}

/** One argument as the command takes it. */
export type Given =
  | { readonly kind: "option"; readonly name: string; readonly value: Value | undefined }
  | { readonly kind: "operand"; readonly value: Value }
  /** Unknown text, which may be options, operands, or empty. */
  | { readonly kind: "unknown"; readonly value: Value };

/** Parses arguments into options and operands. */
export function readOptions(run: Run, args: readonly Value[], table: OptionTable): Given[] {
  const given: Given[] = [];
  let hasEnded = false;
  for (let at = 0; at < args.length; at++) {
    const value = args[at]!;
    const text = onlyText(run, value);
    const flat = text && flatten(text);
    if (text === undefined || flat === undefined) {
      given.push({ kind: "unknown", value });
    } else if (hasEnded || !flat.startsWith("-") || flat === "-") {
      given.push({ kind: "operand", value });
    } else if (flat === "--") {
      hasEnded = true;
    } else if (flat.startsWith("--")) {
      const equals = flat.indexOf("=");
      const name = longName(flat.slice(2, equals < 0 ? undefined : equals), table);
      if (equals >= 0)
        given.push({ kind: "option", name, value: valueOf(sliceText(text, equals + 1, flat.length)) });
      else if (table.withValue.has(name)) given.push({ kind: "option", name, value: args[++at] });
      // A program that does not have the option fails, and its value is not what the request is sent to.
      else if (SECRET.test(name) && !mayBeOperand(run, args[at + 1])) at++;
      else given.push({ kind: "option", name, value: undefined });
    } else {
      // Several flags may be in one word, the last one with its value.
      for (let letter = 1; letter < flat.length; letter++) {
        const name = table.short.get(flat[letter]!) ?? flat[letter]!;
        if (!table.withValue.has(name)) {
          given.push({ kind: "option", name, value: undefined });
          continue;
        }
        const rest = letter + 1 < flat.length;
        const own = rest ? valueOf(sliceText(text, letter + 1, flat.length)) : args[++at];
        given.push({ kind: "option", name, value: own });
        break;
      }
    }
  }
  return given;
}

/** Names of secrets: an option with such a name takes a value, also where the table does not have it. */
const SECRET = /(?:^|-)(?:pass(?:word|wd|phrase)?|token|secret|api-?key|bearer)$/;

/** Returns whether an argument may be an address or another option. */
function mayBeOperand(run: Run, value: Value | undefined): boolean {
  const text = value && onlyText(run, value);
  return text === undefined || /^-|[./:]/.test(flatten(text));
}

function longName(written: string, { withValue, abbreviates }: OptionTable): string {
  if (!abbreviates || withValue.has(written)) return written;
  const all = [...withValue].filter((name) => name.startsWith(written));
  return all.length === 1 && written.length > 3 ? all[0]! : written;
}

/** The text of an argument that begins with something known. */
function onlyText(run: Run, value: Value): Text | undefined {
  if (value.kind === "choice") {
    const texts = value.of.map((single) => onlyText(run, single));
    // One of several URLs is a URL; one of several options is not known.
    return texts.every((text) => text !== undefined && !flatten(text).startsWith("-")) ? texts[0] : undefined;
  }
  if (value.kind === "unknown") return undefined;
  if (value.kind === "object" && value.object.className !== "Array") return undefined;
  const text = textIn(run, value as Single);
  return text.parts[0]?.kind === "hole" && text.parts.length === 1 ? undefined : text;
}

export { textOf };
