import { spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { cp, mkdtemp, readFile, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import ts from "typescript";
import { loadCatalog } from "../../src/catalog/load.js";
import {
  GROUP_ID,
  INVOICE_ID,
  ORG_ID,
  seededStore,
  startServiceDouble,
  type SeenRequest,
  type Snapshot,
} from "../../src/service-double/index.js";
import { TEST_DAY } from "./analyze.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const PROGRAMS = join(ROOT, "fixtures/programs");
/** Programs in other languages. */
export const SCRIPTS = join(ROOT, "fixtures/scripts");
/** Programs that the versioned form refuses, each beside one that it answers. */
export const REFUSED = join(ROOT, "fixtures/refused");

/** `program.json`. */
interface Program {
  /** The module that is run; one of TypeScript is bundled before. */
  readonly entry: string;
  /** Added to what every program gets: ADMIN_URL, ADMIN_HOST, ADMIN_PORT, the keys, a token, GROUP_ID, ORG_ID. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * The fix that moves it to the versioned form: a safe fix, an unsafe fix, an unsafe fix that changes what it prints
   * (`waits`), or none.
   */
  readonly expect: "fixed" | "unsafe" | "waits" | "left";
}

export interface ProgramRun {
  /** With the address of the double as `{url}`. */
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
  readonly store: Snapshot;
  readonly requests: readonly SeenRequest[];
}

export async function programNames(): Promise<string[]> {
  const entries = await readdir(PROGRAMS, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

export async function programIn(folder: string): Promise<Program> {
  return JSON.parse(await readFile(join(folder, "program.json"), "utf8")) as Program;
}

/** Gives `work` a copy of a program that it may change, with the packages of this project beside it. */
export async function withCopy<Result>(
  name: string,
  work: (folder: string) => Promise<Result>,
  from = PROGRAMS,
): Promise<Result> {
  const root = await mkdtemp(join(tmpdir(), "v2ready-program-"));
  try {
    const folder = join(root, name);
    await cp(join(from, name), folder, { recursive: true });
    await symlink(join(ROOT, "node_modules"), join(root, "node_modules"), "junction");
    return await work(folder);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/**
 * Runs a program against a fresh double that serves these forms only. A bundle is written beside a TypeScript entry, so
 * the folder should be a copy.
 *
 * @param program what is run; as `program.json` says where it is left out
 */
export async function runProgram(
  folder: string,
  {
    forms,
    ...given
  }: { readonly forms: readonly string[]; readonly program?: Pick<Program, "entry" | "env"> },
): Promise<ProgramRun> {
  const program = given.program ?? (await programIn(folder));
  const double = await startServiceDouble({
    catalog: loadCatalog(),
    asOf: TEST_DAY,
    forms,
    credentials: { publicKey: "public", privateKey: "private", token: "token" },
  });
  try {
    const { host, port } = new URL(double.url);
    const outcome = await runFile(await runnable(folder, program.entry), folder, {
      ...{ ADMIN_URL: double.url, ADMIN_HOST: host, ADMIN_PORT: port, GROUP_ID, ORG_ID, INVOICE_ID },
      ...{ PUBLIC_KEY: "public", PRIVATE_KEY: "private", ACCESS_TOKEN: "token" },
      ...program.env,
    });
    const stdout = outcome.stdout.replaceAll(double.url, "{url}");
    return { ...outcome, stdout, store: double.store.snapshot(), requests: [...double.requests] };
  } finally {
    await double.close();
  }
}

/** Returns the errors of the compiler in a program that has a tsconfig.json; empty if there are none. */
export function compileErrors(folder: string): string {
  const configFile = join(folder, "tsconfig.json");
  if (!existsSync(configFile)) return "";
  const { options, fileNames, errors } = ts.getParsedCommandLineOfConfigFile(
    configFile,
    { noEmit: true, strict: true },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
      },
    },
  )!;
  const program = ts.createProgram(fileNames, options, hostFor(options));
  return ts.formatDiagnostics([...errors, ...ts.getPreEmitDiagnostics(program)], {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => folder,
    getNewLine: () => "\n",
  });
}

/** Reads what is installed once for all programs with the same options. */
function hostFor(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const { target, module, moduleResolution, jsx } = options;
  return {
    ...host,
    getSourceFile: (path, ...rest) => {
      if (!path.startsWith(PACKAGES)) return host.getSourceFile(path, ...rest);
      const key = JSON.stringify([path, target, module, moduleResolution, jsx]);
      const known = installed.get(key);
      if (known) return known;
      const source = host.getSourceFile(path, ...rest);
      if (source) installed.set(key, source);
      return source;
    },
  };
}

const PACKAGES = realpathSync(join(ROOT, "node_modules"));
const installed = new Map<string, ts.SourceFile>();

/** Returns whether a copy of a program has the same files as the program itself. */
export async function isUnchanged(name: string, copy: string): Promise<boolean> {
  const [before, after] = await Promise.all([textsIn(join(PROGRAMS, name)), textsIn(copy)]);
  return JSON.stringify(before) === JSON.stringify(after);
}

/** Paths with their texts, in the order of the paths. */
async function textsIn(folder: string): Promise<[string, string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return Promise.all(
    paths
      .sort()
      .map(async (path): Promise<[string, string]> => [relative(folder, path), await readFile(path, "utf8")]),
  );
}

/** Returns the changes of a run in the store that every double starts with: `null` for a deleted member. */
export function changesIn(store: Snapshot): Record<string, unknown> {
  const [before, after] = [flattened(seededStore().snapshot()), flattened(store)];
  const changes: Record<string, unknown> = {};
  for (const path of [...new Set([...before.keys(), ...after.keys()])].sort())
    if (JSON.stringify(before.get(path)) !== JSON.stringify(after.get(path)))
      changes[path] = after.get(path) ?? null;
  return changes;
}

function flattened({ groups, clusters, documents }: Snapshot): Map<string, unknown> {
  return new Map<string, unknown>([
    ...Object.entries(groups).map(([id, group]) => [`group ${id}`, group] as const),
    ...Object.entries(clusters).flatMap(([id, all]) =>
      Object.entries(all).map(([name, cluster]) => [`cluster ${id}/${name}`, cluster] as const),
    ),
    ...Object.entries(documents),
  ]);
}

/** The folders with small replacements for packages of Python and Ruby. */
const PACKAGES_OF_SCRIPTS = {
  PYTHONPATH: join(ROOT, "test/support/python"),
  PYTHONDONTWRITEBYTECODE: "1",
  RUBYLIB: join(ROOT, "test/support/ruby"),
};

/** The command that runs a file, by its ending. */
const INTERPRETERS: ReadonlyMap<string, readonly [command: string, ...args: string[]]> = new Map([
  [".py", ["python3"]],
  [".php", ["php"]],
  [".rb", ["ruby"]],
  [".sh", ["bash"]],
  [".go", ["go", "run"]],
  [".java", ["java"]],
]);

/** The standard library of Go is compiled once for all programs. */
export const GO_SETTINGS = {
  ...{ GOCACHE: join(tmpdir(), "v2ready-go"), GOPATH: join(tmpdir(), "v2ready-go-path") },
  ...{ GOFLAGS: "-mod=mod", GOPROXY: "off", GOTOOLCHAIN: "local", CGO_ENABLED: "0" },
};

async function runnable(folder: string, entry: string): Promise<string> {
  if (!entry.endsWith(".ts")) return join(folder, entry);
  const outfile = join(folder, ".bundle.mjs");
  await build({
    ...{ entryPoints: [join(folder, entry)], outfile, bundle: true, format: "esm", platform: "node" },
    ...{ packages: "external", target: "node20", logLevel: "error" },
  });
  return outfile;
}

function runFile(
  file: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Pick<ProgramRun, "stdout" | "stderr" | "status">> {
  return new Promise((done, failed) => {
    const [command, ...args] = INTERPRETERS.get(extname(file)) ?? [process.execPath];
    const child = spawn(command, [...args, file], {
      cwd,
      env: { PATH: process.env["PATH"], NO_COLOR: "1", ...PACKAGES_OF_SCRIPTS, ...GO_SETTINGS, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    child.on("error", failed);
    child.on("close", (status) => {
      done({ stdout, stderr, status });
    });
  });
}
