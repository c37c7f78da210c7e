import { addAll } from "../../core/add-all.js";
import type { Edit } from "../../core/finding.js";
import { groupBy } from "../../core/group-by.js";
import type { FieldFact } from "../../facts/field.js";
import { isRefusal } from "../../frontends/editor.js";
import { Doubts, NO_EDITOR } from "./doubts.js";
import type { Move } from "./move.js";
import type { Around, ReadChanges } from "./reads.js";
import type { Succession } from "./succession.js";

/** The names before the elements of a list in a response. */
const LIST: ReadonlySet<string> = new Set(["[]", "results"]);

/** Reads responses as the endpoint that replaces another one gives them. */
export function changeSucceededReads(
  moves: readonly Move[],
  { requests, editors }: Pick<Around, "requests" | "editors">,
): ReadChanges {
  const successions = new Map<string, Succession>();
  for (const { of, succession } of moves) if (succession) successions.set(of.request.fact.id, succession);
  const [edits, stops]: [Edit[], Doubts] = [[], new Doubts()];
  if (successions.size === 0) return { edits, findings: [], stops: [], reasons: [] };
  const moved: { readonly field: FieldFact; readonly path: readonly string[] }[] = [];
  for (const field of requests.contexts.flatMap(({ facts }) => facts.fields)) {
    const { owner, place, name, access } = field;
    if (owner.kind !== "response") continue;
    const known = owner.requests.map((id) => successions.get(id));
    const succession = known.find((one) => one !== undefined);
    const to = succession && newPathOf(field, succession);
    if (!succession || to === undefined) continue;
    const isShared = known.some((one) => one?.from !== succession.from);
    const call = `${succession.to.method} ${succession.to.path}`;
    if (to === null) stops.add(`the code uses ${name} of the response, and ${call} gives another one`, place);
    else if (isShared) stops.add(`the code reads ${name} from responses of several endpoints`, place);
    else if (access !== "read") stops.add(`the code sets ${name} in the response`, place);
    else moved.push({ field, path: to.split(".") });
  }
  for (const [path, reads] of groupBy(moved, ({ field }) => field.place.path)) {
    const unique = new Map(
      reads.map(({ field, path: to }) => [field.place.start, { place: field.place, path: to }]),
    );
    const result = editors(path)?.renameReads([...unique.values()]) ?? { refused: NO_EDITOR };
    if (isRefusal(result)) stops.add(result.refused, reads[0]!.field.place);
    else addAll(edits, result);
  }
  return { edits, findings: [], stops: stops.all, reasons: [], reasonPlaces: stops.places };
}

/** Returns the new path of a property at the root of a response or of its elements; `undefined` if it is the same. */
function newPathOf({ path }: FieldFact, { move: { response = {} } }: Succession): string | null | undefined {
  const start = path.findIndex((step) => !LIST.has(step));
  const name = start === path.length - 1 ? path[start] : undefined;
  return name === undefined || !Object.hasOwn(response, name) ? undefined : response[name];
}
