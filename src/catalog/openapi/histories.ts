import type { CalendarDate } from "../../core/calendar-date.js";
import type { Content, OpenApiDocument } from "./document.js";
import { membersOf, type Members } from "./members.js";
import { callOf, placed, type Base, type PlacedOperation } from "./paths.js";

/** The requests and responses of an operation in one version. */
export interface Shape {
  readonly date: CalendarDate;
  readonly sunset?: string;
  readonly request: Members;
  readonly response: Members;
}

/** An operation through its versions. */
export interface History {
  readonly of: PlacedOperation;
  /** The shape that the unversioned form has, if another document describes it. */
  readonly before?: Shape;
  /** Ascending; at least one. */
  readonly shapes: readonly Shape[];
  /** The suffix of its media type if that is not `json`. */
  readonly format?: string;
}

/** The versions of an API in one or two documents. */
export interface Histories {
  readonly all: readonly History[];
  /** Operations that only the old document has. */
  readonly gone: readonly PlacedOperation[];
  /** Set if the media types state the version. */
  readonly vendor?: string;
  /** The number of operations with a path that the catalog cannot express. */
  readonly leftOut: number;
}

/**
 * The days that stand for the form before the versions, and for the one version of an API whose base path selects it.
 * No service has such versions, so they are never mistaken for stated ones.
 */
export const BEFORE: CalendarDate = "0001-01-01";
export const AFTER: CalendarDate = "0002-01-01";

interface Side {
  readonly document: OpenApiDocument;
  readonly base: Base;
}

export function historiesOf(to: Side, from: Side | undefined): Histories {
  const now = placesOf(to);
  const old = from ? placesOf(from) : { places: new Map<string, PlacedOperation>(), leftOut: 0 };
  const vendor = vendorOf(to.document);
  const all = [...now.places].map(([call, of]): History => {
    const earlier = old.places.get(call);
    const before = from && earlier && plainShape(from.document, earlier, BEFORE);
    const { shapes, format } =
      vendor === undefined
        ? { shapes: [plainShape(to.document, of, AFTER)], format: undefined }
        : datedShapes(to.document, of, vendor);
    return { of, shapes, ...(before ? { before } : {}), ...(format === undefined ? {} : { format }) };
  });
  return {
    all: all.filter(({ shapes }) => shapes.length > 0),
    gone: [...old.places].flatMap(([call, of]) => (now.places.has(call) ? [] : [of])),
    leftOut: now.leftOut + old.leftOut,
    ...(vendor === undefined ? {} : { vendor }),
  };
}

function placesOf({ document, base }: Side) {
  const places = new Map<string, PlacedOperation>();
  let leftOut = 0;
  for (const operation of document.operations) {
    const of = placed(operation, base);
    if (!of) leftOut++;
    else if (!places.has(callOf(of))) places.set(callOf(of), of);
  }
  return { places, leftOut };
}

const DATED = /^application\/vnd\.([A-Za-z0-9][A-Za-z0-9.-]*)\.(\d{4}-\d{2}-\d{2})\+([a-z]+)$/;

/** Returns the vendor in the dated media types of a document. */
function vendorOf({ operations }: OpenApiDocument): string | undefined {
  for (const { requests, responses } of operations)
    for (const type of [...responses.keys(), ...requests.keys()]) {
      const vendor = DATED.exec(type)?.[1];
      if (vendor !== undefined) return vendor;
    }
  return undefined;
}

function plainShape(document: OpenApiDocument, { operation }: PlacedOperation, date: CalendarDate): Shape {
  return shapeOf(document, date, plain(operation.requests), plain(operation.responses));
}

/** JSON if there is any: the shape of other bodies is not in a schema. */
function plain(contents: ReadonlyMap<string, Content>): Content | undefined {
  const types = [...contents.keys()];
  const json =
    types.find((type) => type.startsWith("application/json")) ?? types.find((type) => /json/.test(type));
  return json === undefined ? undefined : contents.get(json);
}

function datedShapes(document: OpenApiDocument, { operation }: PlacedOperation, vendor: string) {
  const requests = datedContents(operation.requests, vendor);
  const responses = datedContents(operation.responses, vendor);
  const dates = [...new Set([...requests.byDate.keys(), ...responses.byDate.keys()])].sort();
  const shapes = dates.map((date) =>
    shapeOf(
      document,
      date,
      requests.byDate.get(date) ?? plain(operation.requests),
      responses.byDate.get(date),
    ),
  );
  const formats = new Set([...responses.formats, ...requests.formats]);
  const format = formats.size > 0 && !formats.has("json") ? [...formats][0] : undefined;
  return { shapes, format };
}

function datedContents(contents: ReadonlyMap<string, Content>, vendor: string) {
  const byDate = new Map<string, Content>();
  const formats = new Set<string>();
  for (const [type, content] of contents) {
    const [, own, date, format] = DATED.exec(type) ?? [];
    if (own !== vendor || date === undefined) continue;
    formats.add(format!);
    if (format === "json" || !byDate.has(date)) byDate.set(date, content);
  }
  return { byDate, formats };
}

function shapeOf(
  document: OpenApiDocument,
  date: CalendarDate,
  request: Content | undefined,
  response: Content | undefined,
): Shape {
  const sunset = response?.sunset ?? request?.sunset;
  return {
    date,
    request: membersOf(document, request?.schema, "request"),
    response: membersOf(document, response?.schema, "response"),
    ...(sunset === undefined ? {} : { sunset }),
  };
}
