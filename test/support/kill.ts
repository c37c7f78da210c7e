import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setImmediate as nextTurn } from "node:timers/promises";
import { build } from "esbuild";
import { findInterrupted } from "../../src/workspace/recovery.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

interface KillOptions {
  readonly runs: number;
  readonly files: number;
  readonly seed: number;
  readonly notify?: (line: string) => void;
}

interface KillCounts {
  /** After the next start all files had their new content. */
  readonly whole: number;
  /** After the next start all files had their old content. */
  readonly none: number;
  /** Runs that were killed while a journal was there: what it is for. */
  readonly interrupted: number;
  /** The number of those that had changed some files but not all. */
  readonly caughtHalfWay: number;
  /** The files that have neither the old nor the new text; empty if all is well. */
  readonly torn: readonly string[];
}

const before = (index: number): string => `export const version${index} = "v1.0";\n`;
const after = (index: number): string => `export const version${index} = "v2"; // ${"x".repeat(index)}\n`;

/**
 * Starts a change of many files as one unit, in a process of its own that is killed at a random moment, then starts the
 * command, and checks the files. A run is killed at any time of its life, or while it writes. Or it is killed while it
 * renames the files, which takes the least time and matters most.
 */
export async function killRuns({
  runs,
  files,
  seed,
  notify = () => undefined,
}: KillOptions): Promise<KillCounts> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "v2ready-kill-")));
  const counts = { whole: 0, none: 0, interrupted: 0, caughtHalfWay: 0, torn: [] as string[] };
  const random = randomFrom(seed);
  try {
    const worker = await bundledWorker(folder);
    // Twice: the first run is slower than those after it.
    await lifeOf(worker, freshTree(folder, files));
    const usual = await lifeOf(worker, freshTree(folder, files));
    for (let run = 0; run < runs; run++) {
      const tree = freshTree(folder, files);
      const from = MOMENTS[run % MOMENTS.length]!;
      await lifeOf(worker, tree, { from, delay: random() * usual[from] * 1.1 });
      if (hasJournal(tree)) counts.interrupted++;
      const caught = stateOf(tree, files);
      if (caught.new > 0 && caught.new < files) counts.caughtHalfWay++;
      const { status, text } = await nextStart(tree);
      const state = stateOf(tree, files);
      const isClean = status === 0 && state.others.length === 0;
      if (isClean && state.new === files) counts.whole++;
      else if (isClean && state.old === files) counts.none++;
      else counts.torn.push(`run ${run}: ${JSON.stringify(state)} ${text}`);
      if ((run + 1) % 20 === 0)
        notify(`${run + 1} runs, ${counts.caughtHalfWay} caught half way, ${counts.torn.length} torn`);
    }
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The event that a delay is counted from, in the order in which the runs use them. */
type Moment = "start" | "journal" | "firstFile";
const MOMENTS: readonly Moment[] = ["firstFile", "start", "firstFile", "journal"];

/** The transaction as `fix` calls it, in a process of its own. */
async function bundledWorker(folder: string): Promise<string> {
  const outfile = join(folder, "worker.mjs");
  const contents = `
    import { readFileSync } from "node:fs";
    import { changeFiles } from "${join(ROOT, "src/workspace/transaction.ts")}";
    const root = process.argv[2];
    const changes = JSON.parse(readFileSync(process.argv[3], "utf8"));
    changeFiles(changes, { cwd: root, root });
  `;
  await build({
    stdin: { contents, resolveDir: ROOT, loader: "ts" },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    logLevel: "error",
  });
  return outfile;
}

function nameOf(index: number): string {
  return `folder${index % 7}/file${index}.js`;
}

function freshTree(folder: string, files: number): string {
  const tree = join(folder, "tree");
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(join(tree, ".git"), { recursive: true });
  for (let index = 0; index < 7; index++) mkdirSync(join(tree, `folder${index}`));
  for (let index = 0; index < files; index++) writeFileSync(join(tree, nameOf(index)), before(index));
  const changes = Array.from({ length: files }, (_, index) => ({
    path: nameOf(index),
    before: before(index),
    after: after(index),
  }));
  writeFileSync(join(folder, "changes.json"), JSON.stringify(changes));
  return tree;
}

/**
 * Runs the worker, to its end or until it is killed.
 *
 * @returns how long it lived from each of the moments on, in milliseconds
 */
async function lifeOf(
  worker: string,
  tree: string,
  kill?: { readonly from: Moment; readonly delay: number },
): Promise<Record<Moment, number>> {
  const times: Record<Moment, number> = { start: performance.now(), journal: Infinity, firstFile: Infinity };
  const child = spawn(process.execPath, [worker, tree, join(tree, "../changes.json")], { stdio: "inherit" });
  const end = once(child, "exit");
  let isOver = false;
  void end.then(() => {
    isOver = true;
  });
  const seen: Record<Moment, () => boolean> = {
    start: () => true,
    journal: () => hasJournal(tree),
    firstFile: () => readFileSync(join(tree, nameOf(0)), "utf8") === after(0),
  };
  const wanted: readonly Moment[] = kill ? [kill.from] : ["journal", "firstFile"];
  for (const moment of wanted) {
    while (!isOver && !seen[moment]()) await nextTurn();
    times[moment] = performance.now();
  }
  if (kill) {
    // A timer is too coarse: all files are in their places within some milliseconds.
    const until = performance.now() + kill.delay;
    while (!isOver && performance.now() < until) await nextTurn();
    child.kill("SIGKILL");
  }
  await end;
  const now = performance.now();
  return { start: now - times.start, journal: now - times.journal, firstFile: now - times.firstFile };
}

function hasJournal(tree: string): boolean {
  return findInterrupted(tree).length > 0;
}

async function nextStart(tree: string): Promise<{ status: number | null; text: string }> {
  const child = spawn(process.execPath, [join(ROOT, "dist/cli.js"), "fix"], {
    cwd: tree,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let text = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const [status] = (await once(child, "close")) as [number | null];
  return { status, text };
}

function stateOf(tree: string, files: number): { old: number; new: number; others: string[] } {
  const state = { old: 0, new: 0, others: [] as string[] };
  const known = new Map(Array.from({ length: files }, (_, index) => [nameOf(index), index]));
  for (const entry of readdirSync(tree, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(tree.length + 1);
    const index = known.get(name);
    const text = index === undefined ? "" : readFileSync(path, "utf8");
    if (index !== undefined && text === before(index)) state.old++;
    else if (index !== undefined && text === after(index)) state.new++;
    else state.others.push(name);
  }
  return state;
}

/** Mulberry32: the moments of a seed are the same again, as far as a clock lets them. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
