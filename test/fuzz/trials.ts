import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import type { ESLint, Linter } from "eslint";
import { loadCatalog } from "../../src/catalog/load.js";
import { convertClusterJson } from "../../src/convert/json.js";
import { tooDeep } from "../../src/analysis/depth-guard.js";
import { run } from "../../src/hosts/cli/run.js";
import { FORMAT_NAMES } from "../../src/report/index.js";
import { startServiceDouble, type ServiceDouble } from "../../src/service-double/server.js";
import { analyze, TEST_DAY } from "../support/analyze.js";
import { corpus, pickOf, type Sample } from "./corpus.js";
import { mutated } from "./mutate.js";
import { Random } from "./random.js";
import { digestOf, makeTree } from "./tree.js";

/** The kinds of trials, and how often each of them comes. */
const KINDS = [
  ["analysis", 0.62],
  ["convert", 0.04],
  ["command", 0.14],
  ["fix", 0.05],
  ["eslint", 0.1],
  ["vocabulary", 0.02],
  ["http", 0.03],
] as const;
export type Kind = (typeof KINDS)[number][0];

/** The endings of languages that ESLint lints by the plugins of others. */
const LINTED = [
  [/\.jsonc?$/, "json"],
  [/\.ya?ml$/, "yaml"],
  [/\.md$/, "md"],
] as const;

/** The result of one trial. */
export interface Trial {
  readonly kind: Kind;
  /** A description of the trial, for a person who looks for the cause. */
  readonly what: string;
  /** The error. Undefined if there is none. */
  readonly wrong?: string;
}

/** Runs trials one after the other in this process. Everything in one follows from the seed and its number. */
export class Trials {
  readonly #samples: readonly Sample[];
  readonly #texts: readonly string[];
  readonly #base = realpathSync(mkdtempSync(join(tmpdir(), "v2ready-fuzz-")));
  readonly #environment = { HOME: process.env["HOME"], XDG_STATE_HOME: process.env["XDG_STATE_HOME"] };
  #double: Promise<ServiceDouble> | undefined;
  #eslint: Promise<{ linter: Linter; plugin: ESLint.Plugin }> | undefined;

  /** @param root of this repository */
  constructor(
    private readonly root: string,
    private readonly seed: number,
  ) {
    this.#samples = corpus(root);
    this.#texts = this.#samples.map(({ text }) => text);
    for (const folder of ["home", "outside"]) mkdirSync(join(this.#base, folder));
    writeFileSync(join(this.#base, "outside/secret.json"), '{ "base": "https://secret-of-mine.example" }');
    // The state of runs goes there.
    process.env["HOME"] = join(this.#base, "home");
    delete process.env["XDG_STATE_HOME"];
  }

  async close(): Promise<void> {
    await (await this.#double)?.close();
    for (const [name, value] of Object.entries(this.#environment)) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
    rmSync(this.#base, { recursive: true, force: true });
  }

  async run(number: number): Promise<Trial> {
    const random = new Random(Math.imul(this.seed, 1_000_003) + number);
    for (let warm = 0; warm < 5; warm++) random.next();
    const kind = kindOf(random.next());
    const sample = pickOf(this.#samples, random);
    const trial = { kind, what: sample.path };
    try {
      switch (kind) {
        case "analysis":
          return { ...trial, ...(await this.#analysis(sample, random)) };
        case "convert":
          return { ...trial, ...this.#convert(sample, random) };
        case "eslint":
          return { ...trial, ...(await this.#lint(sample, random)) };
        case "http":
          return { ...trial, ...(await this.#http(random)) };
        default:
          return { ...trial, ...(await this.#command(random, kind)) };
      }
    } catch (error) {
      return { ...trial, wrong: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  }

  /** Analyses one text, as every host does. */
  async #analysis({ path, text }: Sample, random: Random): Promise<Partial<Trial>> {
    const changed = mutated(text, random, this.#texts);
    const once = async (): Promise<string> => {
      const { findings, problems } = await analyze(path, changed);
      return JSON.stringify([findings, problems]);
    };
    const first = await once();
    if (first.includes('"kind":"internal"')) return { wrong: first };
    // Every tenth text a second time.
    return random.chance(0.1) && (await once()) !== first ? { wrong: "two runs differ" } : {};
  }

  #convert({ text }: Sample, random: Random): Partial<Trial> {
    const { vocabularies } = loadCatalog();
    convertClusterJson(mutated(text, random, this.#texts), { vocabularies, purpose: "unknown" });
    return {};
  }

  async #command(random: Random, kind: Kind): Promise<Partial<Trial>> {
    const tree = join(this.#base, "tree");
    rmSync(tree, { recursive: true, force: true });
    mkdirSync(tree);
    const paths = makeTree(tree, random, this.#samples);
    const flags = kind === "vocabulary" ? this.#vocabulary(tree, random) : [];
    const args = [...(kind === "fix" ? [...FIX, "--unsafe-fixes"] : argsFor(random, paths)), ...flags];
    const what = JSON.stringify(args);
    const outside = (): string => digestOf(join(this.#base, "outside")) + digestOf(join(this.#base, "home"));
    const [before, treeBefore] = [outside(), digestOf(tree)];
    const first = await command(args, tree);
    const again =
      kind === "fix"
        ? await command(["check", "--no-cache", "--format", "json", "--as-of", TEST_DAY], tree)
        : "";
    const internal = [first, again].find((one) => /internal error|"kind":\s*"internal"/.test(one));
    if (internal !== undefined) return { what, wrong: internal };
    // A link that is named is followed.
    if (!args.includes("--") && first.includes("secret-of-mine"))
      return { what, wrong: "shows a file outside of the repository" };
    const changes = args[0] === "fix";
    if (!changes && digestOf(tree) !== treeBefore) return { what, wrong: "changed the tree" };
    if (!changes && outside() !== before) return { what, wrong: "changed what is outside of the tree" };
    if (changes && digestOf(join(this.#base, "outside")) !== before.slice(0, 64))
      return { what, wrong: "fix changed what is outside of the tree" };
    const raw = isText(args) ? HARMFUL.exec(first)?.[0] : undefined;
    if (raw !== undefined) return { what, wrong: `prints ${JSON.stringify(raw)}: ${JSON.stringify(first)}` };
    if (!changes && random.chance(0.3) && (await command(args, tree)) !== first)
      return { what, wrong: "two runs differ" };
    return { what };
  }

  #vocabulary(tree: string, random: Random): string[] {
    const known = readFileSync(join(this.root, "src/catalog/data/vocabularies/service.json"), "utf8");
    const own = known.replace('"name": "service"', '"name": "own"');
    writeFileSync(join(tree, "words.json"), random.chance(0.2) ? own : mutated(own, random, [known]));
    return ["--vocabulary", "./words.json"];
  }

  async #lint({ path, text }: Sample, random: Random): Promise<Partial<Trial>> {
    const { linter, plugin } = await (this.#eslint ??= this.#loadEslint());
    const tree = join(this.#base, "linted");
    rmSync(tree, { recursive: true, force: true });
    mkdirSync(join(tree, ".git"), { recursive: true });
    const changed = mutated(text, random, this.#texts);
    // The parser of ESLint runs out of stack, and at times the process with it.
    if (tooDeep(changed, true, { brackets: 300, chain: 500, retries: 100_000 }) !== undefined) return {};
    const language = LINTED.find(([ending]) => ending.test(path))?.[1];
    const ending = language ?? (/\.(?:[cm]?js|jsx)$/.test(path) ? "js" : "mjs");
    const name = `${number(random)}.${ending}`;
    writeFileSync(join(tree, name), changed);
    const rules = Object.fromEntries(Object.keys(plugin.rules ?? {}).map((id) => [`v2ready/${id}`, "error"]));
    const config = [
      { files: ["**/*.js", "**/*.mjs"], plugins: { v2ready: plugin }, rules },
      ...["json", "yaml", "markdown"].flatMap((one) => plugin.configs?.[one] as Linter.Config[]),
      { settings: { v2ready: { root: tree, asOf: TEST_DAY } } },
    ] as Linter.Config[];
    const verify = (): string =>
      JSON.stringify(linter.verify(changed, config, { filename: join(tree, name) }));
    const first = verify();
    const what = `${path} as ${name}`;
    if (first.includes("secret-of-mine")) return { what, wrong: "shows a file outside of the repository" };
    return random.chance(0.2) && verify() !== first ? { what, wrong: "two runs differ" } : { what };
  }

  async #loadEslint(): Promise<{ linter: Linter; plugin: ESLint.Plugin }> {
    const { Linter } = await import("eslint");
    const built = pathToFileURL(join(this.root, "dist/eslint.js")).href;
    const { default: plugin } = (await import(built)) as { default: ESLint.Plugin };
    return { linter: new Linter({ cwd: this.#base }), plugin };
  }

  /** Sends bytes that are nearly a request. Afterwards the server still answers one. */
  async #http(random: Random): Promise<Partial<Trial>> {
    const double = await (this.#double ??= startServiceDouble({
      catalog: loadCatalog(),
      asOf: TEST_DAY,
      credentials: { publicKey: "public", privateKey: "private" },
    }));
    const request = mutated(random.pick(REQUESTS), random, REQUESTS);
    await send(double.url, Buffer.from(request, random.chance(0.9) ? "latin1" : "utf16le"));
    const { status } = await fetch(`${double.url}/api/atlas/v2/groups`);
    return status === 401 ? {} : { what: request, wrong: `the next request is answered with ${status}` };
  }
}

const BODY =
  '{"name":"a","providerSettings":{"providerName":"AWS","instanceSizeName":"M10","regionName":"EU_WEST_1"}}';
const REQUESTS = ["GET", "POST", "PATCH", "DELETE"].flatMap((method) =>
  [
    "/api/atlas/v1.0/groups/1/clusters",
    "/api/atlas/v2/groups/1/clusters/a",
    "/api/atlas/v2/versions?a=b",
  ].map(
    (path) =>
      `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n` +
      `Authorization: Digest username="public", realm="x", nonce="1", uri="${path}", nc=00000001, cnonce="1", qop=auth, response="1"\r\n` +
      `Accept: application/vnd.atlas.2023-02-01+json\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
  ),
);

function kindOf(chance: number): Kind {
  let sum = 0;
  for (const [kind, share] of KINDS) if ((sum += share) > chance) return kind;
  return "analysis";
}

function number(random: Random): string {
  return String(random.below(1000));
}

/** Control characters and commands of build systems, which no text for a person may contain. */
const HARMFUL = /[\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}]|(?!\n)\p{Cc}|##(?:vso)?\[|^[ \t]*::.*/imu;

/** Returns whether a command prints text for a person only. A converted payload and a vocabulary are not. */
function isText(args: readonly string[]): boolean {
  const format = args.indexOf("--format");
  return (
    !["convert", "catalog"].includes(args[0]!) &&
    (format < 0 || ["text", "concise"].includes(args[format + 1]!))
  );
}

const FIX = ["fix", "--allow-dirty", "--as-of", TEST_DAY];

function argsFor(random: Random, paths: readonly string[]): string[] {
  const path = random.pick(paths.length > 0 ? paths : ["."]);
  const format = ["--format", random.pick(FORMAT_NAMES)];
  const day = ["--as-of", TEST_DAY];
  switch (random.below(9)) {
    case 8:
      if (random.chance(0.5)) return ["calendar", ...day, "--", path];
      return ["catalog", "--from", path, "--to", random.pick(paths.length > 0 ? paths : ["."])];
    case 0:
      return ["why", "--no-cache", ...day, "--", `${path}:${1 + random.below(20)}`];
    case 1:
      return [...FIX, ...(random.chance(0.5) ? ["--unsafe-fixes"] : [])];
    case 2:
      return ["convert", "--", path];
    case 3:
      return ["check", "--no-cache", ...format, ...day, "--min-confidence", "low", "--fail-on-unchecked"];
    case 4:
      return ["check", "--no-cache", ...format, ...day, "--", path];
    default:
      return ["check", "--no-cache", ...format, ...day, ...(random.chance(0.2) ? ["--no-ignore"] : [])];
  }
}

/** Returns the output of a command, with its exit status. */
async function command(args: readonly string[], cwd: string): Promise<string> {
  let printed = "";
  const stream = (): NodeJS.WriteStream =>
    new Writable({
      write(chunk: Buffer, _encoding, done): void {
        printed += chunk.toString();
        done();
      },
    }) as unknown as NodeJS.WriteStream;
  const status = await run(args, {
    cwd,
    stdin: Readable.from([]),
    stdout: stream(),
    stderr: stream(),
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"] },
    now: new Date(TEST_DAY),
  });
  if (![0, 1, 2].includes(status)) throw new Error(`exit status ${status}`);
  return `${printed}\n${status}`;
}

function send(url: string, bytes: Buffer): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((done) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.end(bytes));
    // A request may say that more comes than there is.
    socket.setTimeout(50, () => socket.destroy());
    socket.on("data", () => undefined);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      done();
    });
  });
}
