import { readColumn, readColumns, rowOf } from "../../../analysis/builtins/columns.js";
import {
  callBackPerhaps,
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { knownStrings } from "../../../analysis/evaluation/coerce.js";
import { pushSomeElement } from "../../../analysis/evaluation/heap.js";
import { getMemberByKey, makeList, peek, type Site } from "../../../analysis/evaluation/members.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  FALSE,
  NULL,
  TRUE,
  UNDEFINED,
  alternatives,
  nullishness,
  type ObjectValue,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { argument } from "./named-arguments.js";

const FRAME = "DataFrame";
const ROW = internalSlot("row");
const IS_FLAT = internalSlot("is flat");
/** The position of an argument that only its name gives. */
const NEVER = 99;

/** Names one column, or several in a list. */
function readBy(run: Run, row: Value, columns: Value, call: Call): void {
  for (const single of alternatives(columns))
    if (single.kind === "text") readColumn(run, row, single, call);
    else readColumns(run, row, single, call);
}

/** Methods that give the table again, and the argument that names columns: its position and its name. */
const SAME: ReadonlyMap<string, readonly [number, string] | undefined> = new Map([
  ...["head", "tail", "copy", "dropna", "fillna", "reset_index", "sample", "query", "explode", "assign"].map(
    (name) => [name, undefined] as const,
  ),
  ["filter", [0, "items"]],
  ["select", [0, "exprs"]],
  ["sort_values", [0, "by"]],
  ["groupby", [0, "by"]],
  ["set_index", [0, "keys"]],
  ["drop_duplicates", [0, "subset"]],
  ["rename", [0, "columns"]],
  ["reindex", [0, "columns"]],
  ["merge", [2, "on"]],
  ["join", [1, "on"]],
]);

/** Methods that give a part of the columns: the others are gone from the result. */
const NARROWING: ReadonlySet<string> = new Set(["filter", "select", "reindex"]);

/** Methods that write the table or turn it into another form, and the position of the argument that names columns. */
const WRITERS: ReadonlyMap<string, number> = new Map([
  ...["to_string", "to_html"].map((name) => [name, 1] as const),
  ...["to_csv", "to_excel", "to_latex"].map((name) => [name, NEVER] as const),
  ...["json", "dict", "records", "sql", "parquet", "pickle", "markdown", "feather", "hdf", "clipboard"].map(
    (form) => [`to_${form}`, NEVER] as const,
  ),
  ...["write_csv", "write_json", "write_parquet", "write_excel", "write_database"].map(
    (name) => [name, NEVER] as const,
  ),
]);

/** The columns of a table. */
interface Columns {
  /** True if it has all columns of the row, whatever they are. */
  readonly isWhole: boolean;
  /** True if properties of objects are columns of their own. */
  readonly isFlat: boolean;
}

function frameOf(row: Value, { isWhole, isFlat }: Columns): ObjectValue {
  const known = alternatives(row).find((one) => one.kind === "unknown");
  const methods = [...SAME].map(([name, named]): [string, NativeFunction] => [
    name,
    (run, call) => {
      if (named) readBy(run, row, argument(run, call, named[0], named[1]), call);
      return NARROWING.has(name) ? frameOf(row, { isWhole: false, isFlat }) : call.this;
    },
  ]);
  const writers = [...WRITERS].map(([name, position]): [string, NativeFunction] => [
    name,
    (run, call) => {
      const columns = argument(run, call, position, "columns");
      if (nullishness(columns) !== true) readBy(run, row, columns, call);
      else if (isWhole) run.recorder.escapes.inText(run, name, row, call);
      return computed(call, name);
    },
  ]);
  const iterrows: NativeFunction = (run, call) => {
    const rows = makeList(run, []);
    pushSomeElement(run.store, rows.object, makeList(run, [computed(call, "index"), isFlat ? made : row]));
    return rows;
  };
  const apply: NativeFunction = (run, call) => {
    callBackPerhaps(run, call.args.at(0), [made], call);
    return computed(call, "apply");
  };
  const ofRows = isFlat ? { iterrows, apply } : { iterrows };
  const members = natives({ ...Object.fromEntries([...methods, ...writers]), ...ofRows });
  const made = nativeObject(FRAME, { ...members, [ROW]: row, [IS_FLAT]: isFlat ? TRUE : FALSE }, known);
  for (const name of isFlat ? ["loc", "at", "iloc", "iat"] : ["loc", "at"])
    made.object.content.members.set(name, { value: made, maybeAbsent: false });
  return made;
}

/**
 * `DataFrame(clusters)`, `json_normalize(clusters)`: a table of a part of a response, with a column for each property of
 * its elements. A column is read as the property of any element: `frame["name"]`. Tables of other values are not known.
 */
const tableOf =
  (isFlat: boolean): NativeFunction =>
  (run, call) => {
    const row = rowOf(run, call.args.at(0));
    const isOfResponse = (one: Single): boolean => one.kind === "unknown" && one.source.reason === "response";
    if (!row || !alternatives(row).some(isOfResponse)) return computed(call, FRAME);
    const columns = argument(run, call, 2, "columns");
    const isWhole = nullishness(columns) === true;
    if (!isWhole) readBy(run, row, columns, call);
    return frameOf(row, { isWhole, isFlat });
  };

const [plain, flat] = [tableOf(false), tableOf(true)];

/** Models `frame[["a", "b"]]`, `frame["a.b"]` and `frame.loc[:, ["a"]]`. See `Semantics.element`. */
export function columnsOf(run: Run, value: Single, key: Value, site: Site): Value | undefined {
  if (value.kind !== "object" || value.object.className !== FRAME) return undefined;
  const call: Call = { this: UNDEFINED, args: new Arguments([]), isNew: false, ...site };
  const row = peek(run, value, ROW);
  const isFlat = peek(run, value, IS_FLAT) === TRUE;
  if (key.kind === "object") {
    readBy(run, row, key, call);
    return frameOf(row, { isWhole: false, isFlat });
  }
  const names = key.kind === "text" ? knownStrings(run, key) : undefined;
  if (!names) return isFlat && key.kind === "scalar" ? value : undefined;
  if (!names.some((name) => name.includes(".")))
    return getMemberByKey(run, row, names, { ...site, isColumn: true });
  readBy(run, row, key, call);
  return computed(call, "column");
}

/** The class of tables, and the function that flattens. */
export const DATA_FRAMES = {
  DataFrame: nativeValue(FRAME, plain, natives({ from_records: plain, from_dict: plain })),
  ...natives({ json_normalize: flat, from_dicts: plain }),
};

/** `DictWriter(file, fieldnames)`: what it writes of each row. https://docs.python.org/3/library/csv.html */
export const dictWriter: NativeFunction = (run, making) => {
  const fields = argument(run, making, 1, "fieldnames");
  return nativeObject(
    "DictWriter",
    natives({
      writeheader: () => NULL,
      writerow: (inner, call) => {
        readColumns(inner, call.args.at(0), fields, making);
        return NULL;
      },
      writerows: (inner, call) => {
        const row = rowOf(inner, call.args.at(0));
        if (row) readColumns(inner, row, fields, making);
        return NULL;
      },
    }),
  );
};

/** `tabulate(rows, headers={"name": "Name"})`: the keys name the columns. https://pypi.org/project/tabulate/ */
export const tabulate: NativeFunction = (run, call) => {
  const headers = argument(run, call, 1, "headers");
  const row = rowOf(run, call.args.at(0));
  if (row && headers.kind === "object" && headers.object.className === "Object")
    readColumns(run, row, headers, call);
  else run.recorder.escapes.inText(run, "tabulate", call.args.at(0), call);
  return computed(call, "tabulate");
};
