import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pickOf, type Sample } from "./corpus.js";
import { mutated } from "./mutate.js";
import type { Random } from "./random.js";

const SETTINGS = [
  [
    "package.json",
    '{"name":"a","main":"./a.js","workspaces":["*"],"dependencies":{"dotenv":"1"},"imports":{"#a":"./a.js"}}',
  ],
  [
    "tsconfig.json",
    '{"extends":"./base.json","compilerOptions":{"paths":{"@/*":["./*"]},"baseUrl":"."},"references":[{"path":"b"}]}',
  ],
  ["base.json", '{"compilerOptions":{"paths":{"~/*":["../*"]}}}'],
  ["pnpm-workspace.yaml", "packages:\n  - '**'\n  - ../*\n"],
  [".gitignore", "*.log\n!keep.log\n/dist/**\n*a*b*c\n"],
  [".env", "BASE=https://cloud.mongodb.com\nKEY=${BASE}/x\n"],
  ["config/default.json", '{"base":"https://cloud.mongodb.com/api/atlas/v1.0"}'],
  ["config/default.yaml", "base: &b https://cloud.mongodb.com\nx: [*b, *b]\n<<: *b\n"],
  ["go.mod", "module example.com/m\n\nreplace example.com/x => ../x\n"],
  ["application.yml", "api:\n  base: &b https://cloud.mongodb.com\n  other: *b\n"],
  ["appsettings.json", '{"Api":{"Base":"https://cloud.mongodb.com","Key":null}}'],
  [
    "settings.rb",
    "module Settings\n  BASE = 'https://cloud.mongodb.com'\nend\nrequire_relative 'settings'\n",
  ],
  ["Paths.cs", 'static class Paths { public const string Host = "https://cloud.mongodb.com"; }\n'],
  ["env.sh", "BASE=https://cloud.mongodb.com/api/atlas/v1.0\n. ./env.sh\n"],
  ["__init__.py", "from .client import *\nfrom .settings import Settings as S\n"],
  [".git/index", "DIRC\0\0\0\x02\0\0\0\x01"],
] as const;

const NAMES = [
  "constructor",
  "__proto__",
  "a b",
  "ä",
  "a\u0308",
  "new\nline",
  "-rf",
  "a'b\"c",
  "%2e%2e",
  "a\u202eb",
  "x".repeat(200),
  "index",
  "a",
];
const TARGETS = [
  "/dev/zero",
  "/dev/tty",
  "..",
  ".",
  "../outside/secret.json",
  "nowhere",
  "loop",
  "/etc/hostname",
];

/** Writes a tree of a few files, some of them changed, some of them not what they seem; gives their paths. */
export function makeTree(root: string, random: Random, samples: readonly Sample[]): string[] {
  const texts = samples.map(({ text }) => text);
  const paths: string[] = [];
  const write = (path: string, text: string): void => {
    try {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), bytesOf(text, random));
      paths.push(path);
    } catch {
      // A folder of that name, or a name that no file can have.
    }
  };
  write(".git/HEAD", "ref: refs/heads/main\n");
  for (let count = 1 + random.below(4); count > 0; count--) {
    const sample = pickOf(samples, random);
    const name = sample.path.slice(sample.path.lastIndexOf("/") + 1);
    const dot = Math.max(0, name.lastIndexOf("."));
    const folder = random.chance(0.3)
      ? `${random.pick(["b", "src", "test", "node_modules/n", ...NAMES])}/`
      : "";
    const own = random.chance(0.3) ? random.pick(NAMES) + name.slice(dot) : name;
    write(folder + own, random.chance(0.2) ? sample.text : mutated(sample.text, random, texts));
  }
  for (let count = random.below(4); count > 0; count--) {
    const [name, text] = random.pick(SETTINGS);
    const folder = random.chance(0.3) ? "b/" : "";
    write(folder + name, random.chance(0.4) ? text : mutated(text, random, texts));
  }
  if (random.chance(0.25))
    oddity(root, random, random.pick([...paths, ...SETTINGS.map(([name]) => name), "a.js", "loop"]));
  return paths.filter((path) => !path.startsWith(".git/"));
}

/** Replaces a file by a link or a FIFO. ripgrep need not wait for one: another test does that. */
function oddity(root: string, random: Random, path: string): void {
  if (path.endsWith(".gitignore") || path.startsWith(".git/")) return;
  try {
    rmSync(join(root, path), { force: true, recursive: true });
    mkdirSync(dirname(join(root, path)), { recursive: true });
    if (random.chance(0.2)) execFileSync("mkfifo", [join(root, path)]);
    else symlinkSync(random.pick(TARGETS), join(root, path));
  } catch {
    // A name that no link can have.
  }
}

function bytesOf(text: string, random: Random): Buffer {
  if (random.chance(0.95)) return Buffer.from(text);
  const marked = random.chance(0.5) ? `\ufeff${text}` : text;
  return Buffer.from(marked, random.pick(["utf16le", "latin1", "utf8"] as const));
}

/** Returns a digest of a folder: names, types, contents. */
export function digestOf(folder: string): string {
  const hash = createHash("sha256");
  const visit = (inner: string): void => {
    for (const name of readdirSync(inner).sort()) {
      const path = join(inner, name);
      const stats = lstatSync(path);
      hash.update(`${path}\0${stats.mode}\0`);
      if (stats.isSymbolicLink()) hash.update(readlinkSync(path));
      else if (stats.isDirectory()) visit(path);
      else if (stats.isFile()) hash.update(readFileSync(path));
    }
  };
  visit(folder);
  return hash.digest("hex");
}
