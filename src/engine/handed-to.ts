import type { Location } from "../core/span.js";
import type { HandOverFact } from "../facts/file-facts.js";
import type { FileContext } from "./rule.js";

interface Written {
  readonly to: string;
  readonly place: Location;
}

const known = new WeakMap<FileContext, readonly Written[]>();

/** Who gets an object literal that a place lies in, of the functions that are not known: `client.tenantUpgrade`. */
export function handedTo(context: FileContext, { path, start, end }: Location): string[] {
  let written = known.get(context);
  if (!written) known.set(context, (written = context.facts.handOvers.flatMap(writtenIn)));
  return written
    .filter(({ place }) => place.path === path && place.start <= start && end <= place.end)
    .map(({ to }) => to);
}

function writtenIn({ to, what }: HandOverFact): Written[] {
  return what.kind === "written" ? [{ to, place: what.place }] : [];
}
