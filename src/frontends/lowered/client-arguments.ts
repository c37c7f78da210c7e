import { optionOf } from "../../analysis/clients/client.js";
import type { Call } from "../../analysis/evaluation/callable.js";
import { keyword } from "../../analysis/evaluation/keywords.js";
import type { Run } from "../../analysis/evaluation/run.js";
import { isMissing } from "../../analysis/evaluation/empty-fields.js";
import { UNDEFINED, choice, computedText, nullishness, type Value } from "../../analysis/evaluation/value.js";
import type { HeaderIntake } from "../../analysis/recording/recorder.js";
import type { ClientRow, Fixed, Slot } from "./client-row.js";

export function intakeOf(row: ClientRow, { args }: Call): { readonly intake?: HeaderIntake } {
  const { intake, headers } = row;
  const isGiven =
    typeof headers === "object" && headers.some((one) => typeof one === "number" && args.has(one));
  // By position the call has its headers already, whatever they are.
  if (!intake || isGiven) return {};
  if ("method" in intake) return { intake };
  if ("argument" in intake) return { intake: { options: args.at(intake.argument), index: intake.argument } };
  const { options } = row;
  if (options !== undefined)
    return { intake: { options: args.at(options), index: options, key: intake.keyword } };
  return { intake: { options: args.keywords ?? UNDEFINED, index: args.length, key: intake.keyword } };
}

export function optional(run: Run, row: ClientRow, call: Call, slot: Slot | undefined): Value {
  return slot === undefined ? UNDEFINED : argument(run, row, call, slot);
}

/** Returns the argument in a slot of a call, or alternatives if it is unknown which argument it is. */
export function argument(run: Run, { options }: ClientRow, call: Call, slot: Slot): Value {
  const { args } = call;
  const found: Value[] = [];
  for (const one of typeof slot === "object" ? slot : [slot]) {
    const isPosition = typeof one === "number";
    const value = isPosition
      ? args.at(one)
      : options === undefined
        ? keyword(run, args.keywords, one)
        : optionOf(run, args.at(options), one);
    if (isMissing(value)) continue;
    found.push(value);
    if (nullishness(value) === false || (isPosition && args.has(one))) break;
  }
  return found.length > 0 ? choice(found) : UNDEFINED;
}

export function fixedOr(run: Run, row: ClientRow, call: Call, slot: Slot | Fixed): Value {
  return typeof slot === "object" && "is" in slot ? computedText(slot.is) : argument(run, row, call, slot);
}

/** Returns the method of a request: given, implied by the call, or by its body. */
export function methodOf(run: Run, row: ClientRow, call: Call, body: Value): Value {
  const given = optional(run, row, call, row.methodAt);
  if (nullishness(given) !== true) return given;
  if (row.method !== undefined) return computedText(row.method);
  if (row.methodWithBody === undefined || isMissing(body)) return computedText("GET");
  const withBody = computedText(row.methodWithBody);
  return nullishness(body) === false ? withBody : choice([withBody, computedText("GET")]);
}
