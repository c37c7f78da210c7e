import {
  isMap,
  isPair,
  isScalar,
  isSeq,
  visit,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
} from "yaml";
import { TaskReads, type Registered } from "./ansible-reads.js";
import { sendsRequests } from "./commands.js";
import { joined, madePiece, type Piece } from "./piece.js";
import { uriTask, withModuleDefaults } from "./uri-task.js";
import { jsonOf, pieceOfScalar } from "./yaml-data.js";
import { withVariables } from "./yaml-variables.js";

/** Returns whether a text may have tasks that send requests. */
export function hasUriTasks(source: string): boolean {
  if (/^[ \t-]*(?:ansible\.\w+\.)?(?:win_)?uri:[ \t]*(?:#.*)?$/m.test(source)) return true;
  return /^[ \t-]*(?:register|argv):/m.test(source) && /\b(?:curl|wget|http)\b/.test(source);
}

/** The modules that run a command. */
const COMMAND = /^(?:ansible\.(?:builtin|legacy)\.)?(?:shell|command|raw)$/;

/**
 * Returns the requests of tasks as commands of curl, so that they are read like those. What later tasks read of a
 * response are filters of jq.
 */
export function uriTasks(source: string, documents: readonly Document[]): Piece[] {
  return documents.flatMap((document) => tasksIn(document, source));
}

interface Task {
  readonly path: readonly Node[];
  readonly command: Piece;
  readonly registered?: Registered | undefined;
  /** True if the command is written in the file and read there. */
  readonly isRead: boolean;
}

function tasksIn(document: Document, source: string): Piece[] {
  const tasks: Task[] = [];
  const reads = new TaskReads(source);
  visit(document, {
    Map: (_key, map, path) => {
      const around = path as Node[];
      const owner = around.at(-1);
      if (isPair(owner) && isScalar(owner.key) && owner.key.value === "module_defaults") return;
      const request = map.items.map(({ key, value }) => uriTask(key, value)).find((one) => one !== undefined);
      const own = request ? undefined : commandIn(map, source);
      const command = request ? commandOf(withModuleDefaults(request, [...around, map]), source) : own?.piece;
      const registered = reads.task(map, command !== undefined);
      if (command) tasks.push({ path: [...around, map], command, registered, isRead: own?.isText === true });
    },
    Pair: (_key, pair, path) => {
      reads.names(pair, path as Node[]);
    },
    Scalar: (key, scalar, path) => {
      if (key !== "key") reads.text(scalar, path as Node[]);
    },
  });
  return tasks.flatMap(({ path, command, registered, isRead }) => {
    const isAsked = registered && registered.reads.length > 0;
    // Without reads, the commands of a shell are read where they are.
    if (!isAsked && isRead) return [];
    const whole = isAsked
      ? joined([
          joined([madePiece(`${registered.name}=$(`), command, madePiece("\n)")], ""),
          ...registered.reads,
        ])
      : command;
    return withVariables(path, whole, source);
  });
}

/** Returns the command that a task runs: a text, `cmd: …` or `argv: […]`. */
function commandIn(
  task: YAMLMap,
  source: string,
): { readonly piece: Piece; readonly isText: boolean } | undefined {
  const value = task.items.find(({ key }) => isScalar(key) && COMMAND.test(String(key.value)))?.value;
  const given = isMap(value) ? (value.get("cmd", true) ?? value.get("argv", true)) : value;
  if (isSeq(given)) {
    const words = given.items.map((one) => textOf(one, source));
    if (!words.every((one) => one !== undefined) || !sendsRequests(words.map(({ text }) => text).join(" ")))
      return undefined;
    const quoted = words.slice(1).flatMap((one) => [madePiece(' "'), one, madePiece('"')]);
    return { piece: joined([words[0]!, ...quoted], ""), isText: false };
  }
  const piece = isScalar(given) ? pieceOfScalar(given, source) : undefined;
  return piece && sendsRequests(piece.text) ? { piece, isText: true } : undefined;
}

function commandOf(task: YAMLMap, source: string): Piece | undefined {
  const value = (name: string): Piece | undefined => textOf(task.get(name, true), source);
  const url = value("url");
  if (!url) return undefined;
  const parts = [madePiece('curl "'), url, madePiece('"')];
  const method = value("method");
  if (method) parts.push(madePiece(' -X "'), method, madePiece('"'));
  const user = value("user") ?? value("url_username");
  // The module answers a challenge for Digest as well, unless the task forces Basic.
  const scheme = /^(?:true|yes|on)$/i.test(String(task.get("force_basic_auth"))) ? "--basic" : "--anyauth";
  if (user) parts.push(madePiece(` ${scheme} -u user:password`));
  const headers = task.get("headers", true);
  for (const { key, value: text } of isMap(headers) ? (headers.items as Pair[]) : []) {
    const [name, given] = [textOf(key, source), textOf(text, source)];
    if (name && given) parts.push(madePiece(' -H "'), name, madePiece(": "), given, madePiece('"'));
  }
  const format = task.get("body_format");
  const hasType = isMap(headers) && headers.items.some(({ key }) => /^content-type$/i.test(String(key)));
  if (format === "json" && !hasType) parts.push(madePiece(' -H "Content-Type: application/json"'));
  const body = task.get("body", true) as Node | undefined;
  const isSent = body !== undefined && format !== "form-urlencoded";
  const content = isSent ? (isScalar(body) ? pieceOfScalar(body, source) : jsonOf(body, source)) : undefined;
  if (content) parts.push(madePiece(` -d @- <<${END}\n`), content, madePiece(`\n${END}`));
  return joined(parts, "");
}

const END = "END_OF_BODY";

/** A value that can be written in double quotes. */
function textOf(node: unknown, source: string): Piece | undefined {
  const piece = isScalar(node) ? pieceOfScalar(node, source) : undefined;
  return piece && !/["\\`\n]/.test(piece.text) ? piece : undefined;
}
