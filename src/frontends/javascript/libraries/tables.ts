import { readColumns, rowOf } from "../../../analysis/builtins/columns.js";
import { computed, nativeObject, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  nullishness,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";

/** The members of a column's description that name the property, in the libraries for tables. */
const KEYS = [
  "field",
  "accessorKey",
  "accessorFn",
  "accessor",
  "dataIndex",
  "dataKey",
  "dataField",
  "selector",
  "value",
  "key",
];

/** The attributes and options with the rows, and those with the columns. */
const ROWS = ["rows", "rowData", "data", "dataSource", "items", "value"];
const COLUMNS = ["columns", "columnDefs", "columnDefinitions", "cols", "headers", "fields"];

/** Reads what the columns name, if a value has rows of an answer and columns. */
export function readTable(run: Run, options: Value, call: Call): void {
  const given = (names: readonly string[]): Value | undefined =>
    names.map((name) => peek(run, options, name)).find((one) => nullishness(one) !== true);
  const [rows, columns] = [given(ROWS), given(COLUMNS)];
  if (rows && columns) readRows(run, rows, columns, call);
}

function readRows(run: Run, rows: Value, columns: Value, call: Call): void {
  const row = rowOf(run, rows);
  for (const single of row ? alternatives(row) : [])
    if (single.kind === "object" || (single.kind === "unknown" && single.source.reason === "response"))
      readColumns(run, single, columns, call, KEYS);
}

/** `console.table(rows, ["name"])` prints what the names say. */
export const printTable: NativeFunction = (run, call) => {
  if (call.args.length > 1) readRows(run, call.args.at(0), call.args.at(1), call);
  run.recorder.escapes.printed(run, "console.table", call);
  return UNDEFINED;
};

/** `useTable({ data, columns })`: the columns name what is read of each row. */
const ofOptions: NativeFunction = (run, call) => {
  readTable(run, call.args.at(0), call);
  return computed(call, "table");
};

/** `columnHelper.accessor("name", options)`: https://tanstack.com/table/latest/docs/api/core/column-def */
const createColumnHelper: NativeFunction = () =>
  nativeObject(
    "ColumnHelper",
    natives({
      accessor: (run, call) => makeObject(run, { accessorKey: call.args.at(0) }),
      display: (run, call) => makeObject(run, {}, "Object", call.environment.locate(call.node)),
      group: (_run, call) => computed(call, "group"),
    }),
  );

/** `stringify(rows, { columns })` of csv-stringify, `parse(rows, { fields })` of json2csv. */
const toCsv: NativeFunction = (run, call) => {
  const options = call.args.at(1);
  for (const name of [...COLUMNS, "header"]) readRows(run, call.args.at(0), peek(run, options, name), call);
  return computed(call, "csv");
};

/** `new Parser({ fields }).parse(rows)`: https://www.npmjs.com/package/json2csv */
const csvParser: NativeFunction = (_run, making) =>
  nativeObject(
    "Parser",
    natives({
      parse: (run, call) => {
        readRows(run, call.args.at(0), peek(run, making.args.at(0), "fields"), call);
        return computed(call, "csv");
      },
    }),
  );

type Maker = () => Value;

const library = (name: string, members: Readonly<Record<string, NativeFunction>>): [string, Maker] => [
  name,
  () => nativeObject(name, natives(members), unknown({ reason: "import", name, specifier: name, born: 0 })),
];

const tables = Object.fromEntries(
  ["useReactTable", "useVueTable", "createTable", "createSvelteTable", "createSolidTable", "useTable"].map(
    (name) => [name, ofOptions],
  ),
);

/** Libraries that print rows or show them in a table. */
export const tableModules = (): [string, Maker][] => [
  ...["react", "vue", "svelte", "solid"].map((kind) =>
    library(`@tanstack/${kind}-table`, { ...tables, createColumnHelper }),
  ),
  library("@tanstack/table-core", { ...tables, createColumnHelper }),
  library("react-table", tables),
  ...["csv-stringify", "csv-stringify/sync"].map((name) => library(name, { stringify: toCsv })),
  ...["json2csv", "@json2csv/plainjs", "@json2csv/node"].map((name) =>
    library(name, { Parser: csvParser, AsyncParser: csvParser, parse: toCsv }),
  ),
  ["json-2-csv", () => nativeObject("json-2-csv", natives({ json2csv: toCsv, json2csvAsync: toCsv }))],
];
