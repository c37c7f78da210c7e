import { encloses, type Location } from "../core/span.js";
import { isOtherProduct } from "./cluster-evidence.js";
import type { FileContext } from "./rule.js";

const known = new WeakMap<FileContext, readonly Location[]>();

/**
 * Whether a place lies in an object literal that a function gets which is called after another resource or product:
 * `client.tenantUpgrade(…)`. What a function is called tells the endpoint where no request is in sight.
 */
export function isHandedElsewhere(context: FileContext, place: Location): boolean {
  let objects = known.get(context);
  if (!objects) known.set(context, (objects = objectsForOthers(context)));
  return objects.some((object) => encloses(object, place));
}

function objectsForOthers({ facts }: FileContext): Location[] {
  return facts.handOvers.flatMap(({ to, what }) =>
    what.kind === "written" && !what.goneThroughBy && !what.isGlobal && isOtherProduct(to)
      ? [what.place]
      : [],
  );
}
