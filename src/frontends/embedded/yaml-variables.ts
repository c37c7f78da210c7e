import { isMap, isPair, isScalar, type Node, type YAMLMap } from "yaml";
import { inMatrix } from "./matrix.js";
import { inQuotes, joined, type Piece } from "./piece.js";
import { templatesIn } from "./placeholders.js";
import { pieceOfScalar } from "./yaml-data.js";

/** Keys of maps whose members are variables of the commands below. */
const VARIABLES = new Set(["env", "environment", "variables"]);
/** The key of a map whose members are named in templates below. */
const TEMPLATE_VARIABLES = "vars";

interface Variable {
  readonly name: string;
  readonly value: Piece;
  /** True if templates name it, and not commands. */
  readonly isOfTemplates: boolean;
}

/** Returns the variables that are set around a command, the outermost first. */
function variablesAround(path: readonly Node[], source: string): Variable[] {
  return path.flatMap((node) => (isMap(node) ? variablesIn(node, source) : []));
}

/** The variables that the members of a map set. A map with many commands is asked for each of them. */
const known = new WeakMap<YAMLMap, readonly Variable[]>();

function variablesIn(map: YAMLMap, source: string): readonly Variable[] {
  const before = known.get(map);
  if (before) return before;
  const found: Variable[] = [];
  for (const pair of map.items) {
    const key = isScalar(pair.key) ? String(pair.key.value) : "";
    const isOfTemplates = key === TEMPLATE_VARIABLES;
    if (!(VARIABLES.has(key) || isOfTemplates) || !isMap(pair.value)) continue;
    for (const one of pair.value.items) {
      if (!isPair(one) || !isScalar(one.key) || !isScalar(one.value)) continue;
      const name = String(one.key.value);
      const value = pieceOfScalar(one.value, source);
      // A quote in it would end the text that the assignment is written with.
      if (value && /^[A-Za-z_]\w*$/.test(name) && !/["\\`\n]/.test(value.text))
        found.push({ name, value, isOfTemplates });
    }
  }
  known.set(map, found);
  return found;
}

/** Puts assignments of the variables that are set around a command in front of it. Programs that it starts get them. */
export function withVariables(path: readonly Node[], command: Piece, source: string): Piece {
  const all = variablesAround(path, source);
  const texts = [command, ...all.map(({ value }) => value)].map(({ text }) => text).join("\n");
  const templates = templatesIn(texts);
  const assignments = all.flatMap(({ name, value, isOfTemplates }) =>
    // Workflows also name the variables of commands in templates: `${{ env.BASE }}`.
    (isOfTemplates ? (templates.get(name) ?? []) : [name, ...(templates.get(`env.${name}`) ?? [])]).map(
      (one) => inQuotes(`export ${one}=`, value),
    ),
  );
  return inMatrix(path, joined([...folderAround(path, source), ...assignments, command]), source);
}

/** Keys of the folder that commands run in: of GitHub, Azure Pipelines, CircleCI and Ansible. */
const FOLDERS = ["working-directory", "workingDirectory", "working_directory", "chdir"];

/** Returns a change to the folder that a command runs in, by what is nearest to it. */
function folderAround(path: readonly Node[], source: string): Piece[] {
  for (const node of path.toReversed()) {
    if (!isMap(node)) continue;
    // `args: { chdir: … }` of a task, and `defaults: { run: … }` of a job.
    const args = node.get("args");
    const maps = [node, ...(isMap(args) ? [args] : []), ...defaultsIn(node)];
    const scalar = maps.flatMap((map) => FOLDERS.map((key) => map.get(key, true))).find(isScalar);
    const folder = scalar && pieceOfScalar(scalar, source);
    if (folder && /^[\w./${} -]+$/.test(folder.text)) return [inQuotes("cd ", folder)];
  }
  return [];
}

function defaultsIn(map: YAMLMap): YAMLMap[] {
  const run = map.getIn(["defaults", "run"]);
  return isMap(run) ? [run] : [];
}
