import { isMap, isScalar, isSeq, type Node, type YAMLMap } from "yaml";
import { groupBy } from "../../core/group-by.js";
import { inQuotes, joined, madePiece, type Piece } from "./piece.js";
import { templatesIn } from "./placeholders.js";
import { pieceOfScalar } from "./yaml-data.js";

/** The values of a matrix for one run of its job: names as in templates, or of variables, with their values. */
type Combination = ReadonlyMap<string, Piece>;

/** So many runs of a job are looked at. */
const MAX_RUNS = 16;

/**
 * Returns the commands in a loop over the values of the matrix of their job, if they name some.
 * https://docs.github.com/en/actions/how-tos/write-workflows/choose-what-workflows-do/run-job-variations
 */
export function inMatrix(path: readonly Node[], commands: Piece, source: string): Piece {
  const matrix = path
    .map((node) => (isMap(node) ? node.getIn(["strategy", "matrix"]) : undefined))
    .findLast(isMap);
  if (!matrix) return commands;
  const templates = templatesIn(commands.text);
  const used = [...templates].flatMap(([template, names]) =>
    template.startsWith("matrix.") ? [{ key: template.slice("matrix.".length), names }] : [],
  );
  const runs =
    used.length > 0
      ? combinationsOf(
          matrix,
          used.map(({ key }) => key),
          source,
        )
      : [];
  if (runs.length === 0 || runs.length > MAX_RUNS) return commands;
  const cases = runs.map((run, index) => {
    const given = used.flatMap(({ key, names }) => {
      const value = run.get(key);
      return value ? names.map((one) => inQuotes(`${one}=`, value)) : [];
    });
    return joined([madePiece(`${index})`), ...given, madePiece(";;")]);
  });
  return joined([
    madePiece(`for matrix_run in ${runs.map((_, index) => index).join(" ")}; do\ncase $matrix_run in`),
    ...cases,
    madePiece("esac"),
    commands,
    madePiece("\ndone"),
  ]);
}

function combinationsOf(matrix: YAMLMap, keys: readonly string[], source: string): Combination[] {
  let runs: Combination[] = [new Map()];
  for (const [first, own] of groupBy(keys, (key) => key.split(".")[0]!)) {
    const list = matrix.get(first);
    if (!isSeq(list)) continue;
    runs = runs.flatMap((run) =>
      list.items.map((item) => new Map([...run, ...valuesIn(first, item, own, source)])),
    );
    if (runs.length > MAX_RUNS) return runs;
  }
  const include = matrix.get("include");
  const more = (isSeq(include) ? include.items : []).map(
    (item) => new Map(keys.flatMap((key) => valuesIn("", item, [`.${key}`], source))),
  );
  return [...runs, ...more].filter((run) => run.size > 0);
}

/** Returns the values of an element of a matrix under some keys, which begin with the key of its list. */
function valuesIn(first: string, item: unknown, keys: readonly string[], source: string): [string, Piece][] {
  return keys.flatMap((key): [string, Piece][] => {
    const inside = key.slice(first.length + 1);
    const value = inside === "" ? item : isMap(item) ? item.getIn(inside.split("."), true) : undefined;
    const piece = isScalar(value) ? pieceOfScalar(value, source) : undefined;
    return piece && !/["\\`\n]/.test(piece.text) ? [[first === "" ? inside : key, piece]] : [];
  });
}
