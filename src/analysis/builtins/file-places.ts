import type { Location } from "../../core/span.js";
import { concatTexts, flatten, type Text } from "../../facts/text.js";
import { toText } from "../evaluation/coerce.js";
import { internalSlot } from "../evaluation/member-tables.js";
import type { Run } from "../evaluation/run.js";
import {
  computedText,
  holeOf,
  memberOfUnknown,
  unknown,
  unknownOf,
  type Single,
  type UnknownValue,
  type Value,
} from "../evaluation/value.js";
import { nativeObject } from "./native.js";

/** Under this name a URL keeps the path of the file that it stands for. */
export const FILE_OF_URL = internalSlot("file");

/**
 * Returns the value of a name that tells a module its place; each module has its own.
 *
 * @param env what bundlers put under `import.meta.env`
 */
export function placeOfModule(name: string, place: Location, env: () => Value): Value | undefined {
  if (name !== "import.meta") return PARTS.has(name) ? unknown({ reason: "global", name, place }) : undefined;
  const members = ["dirname", "filename", "url"].map((part) => {
    const whole = `import.meta.${part}`;
    return [part, unknown({ reason: "global", name: whole, place })] as const;
  });
  return nativeObject("import.meta", { ...Object.fromEntries(members), env: env() }, META);
}

/** A bundler writes the same value everywhere. */
const META = unknown({ reason: "global", name: "import.meta" });

/** A file by the way that leads to it. */
export interface FilePath {
  /** `./` and the way, which may have `..` in it. */
  readonly specifier: string;
  /** The module beside which the way starts; absent where it starts at the working directory of the program. */
  readonly from?: string;
}

/** Returns the part of a module that an unknown stands for. */
function partOfModule({ source, path }: UnknownValue): "folder" | "file" | "url" | undefined {
  if (source.reason !== "global" || source.place === undefined) return undefined;
  return path.length === 0 ? PARTS.get(source.name) : undefined;
}

const PARTS: ReadonlyMap<string, "folder" | "file" | "url"> = new Map([
  ["__dirname", "folder"],
  ["import.meta.dirname", "folder"],
  ["__filename", "file"],
  ["import.meta.filename", "file"],
  ["import.meta.url", "url"],
]);

function isWorkingDirectory({ source, path }: UnknownValue): boolean {
  return source.reason === "global" && source.name === "process" && path.length === 1 && path[0] === "cwd()";
}

/** Models `process.cwd()`. */
export function workingDirectory(): UnknownValue {
  return memberOfUnknown(unknown({ reason: "global", name: "process" }), "cwd()");
}

/** Returns the folder of the module whose path or URL this is. Undefined for other values. */
export function folderOfModule(value: Single): UnknownValue | undefined {
  if (value.kind !== "unknown") return undefined;
  const part = partOfModule(value);
  return part === "file" || part === "url"
    ? unknown({ ...value.source, name: "__dirname" }, value.place)
    : undefined;
}

/** Returns the path of the module whose URL this is. Undefined for other values. */
export function pathOfModule(value: Single): UnknownValue | undefined {
  return value.kind === "unknown" && partOfModule(value) === "url"
    ? unknown({ ...value.source, name: "__filename" }, value.place)
    : undefined;
}

/** Returns the path of a file relative to the URL of a module. Undefined for other bases. */
export function fileBeside(reference: Text, base: Single): Text | undefined {
  const folder = partOfUrl(base) && folderOfModule(base);
  if (!folder) return undefined;
  return concatTexts([{ kind: "text", parts: [holeOf(folder)] }, computedText("/").text, reference]);
}

function partOfUrl(base: Single): boolean {
  return base.kind === "unknown" && partOfModule(base) === "url";
}

/** Returns whether a text starts with a folder of the repository, so that it is the path of a file. */
export function isPathOfFile({ parts: [first] }: Text): boolean {
  const origin = first?.kind === "hole" ? unknownOf(first) : undefined;
  return origin !== undefined && (partOfModule(origin) === "folder" || isWorkingDirectory(origin));
}

/** Returns the file that a path or a URL names, as far as it is known. */
export function filePathOf(run: Run, value: Single): FilePath | undefined {
  const ofUrl =
    value.kind === "object" ? run.store.read(value.object).symbols.get(FILE_OF_URL)?.value : undefined;
  if (value.kind !== "text" && ofUrl?.kind !== "text") return undefined;
  const text = ofUrl?.kind === "text" ? ofUrl.text : toText(run, value);
  const [first, ...others] = text.parts;
  const isRooted = isPathOfFile(text);
  const rest = isRooted ? others : text.parts;
  if (!first || rest.some(({ kind }) => kind === "hole")) return undefined;
  const written = rest.map((part) => (part.kind === "segment" ? part.text : "")).join("");
  const way = written.replaceAll("\\", "/");
  if (!isRooted) return /^(?:[/~]|[a-z]+:|$)/i.test(way) ? undefined : { specifier: `./${way}` };
  if (!way.startsWith("/")) return undefined;
  const origin = first.kind === "hole" ? unknownOf(first) : undefined;
  const from = origin && partOfModule(origin) ? origin.source.place?.path : undefined;
  return { specifier: `.${way}`, ...(from === undefined ? {} : { from }) };
}

/**
 * Returns the name of a file that code reads, with `HOLE_MARK` for unknown parts; `undefined` if the value is not a
 * name.
 */
export function nameOfFile(
  run: Run,
  value: Single,
): { readonly name: string; readonly from?: string } | undefined {
  if (value.kind === "scalar") return undefined;
  const ofUrl =
    value.kind === "object" ? run.store.read(value.object).symbols.get(FILE_OF_URL)?.value : undefined;
  const text = ofUrl?.kind === "text" ? ofUrl.text : toText(run, value);
  if (!isPathOfFile(text)) return { name: flatten(text) };
  const [first, ...rest] = text.parts;
  const origin = first?.kind === "hole" ? unknownOf(first) : undefined;
  const from = origin && partOfModule(origin) ? origin.source.place?.path : undefined;
  const name = `.${flatten({ kind: "text", parts: rest })}`;
  return { name, ...(from === undefined ? {} : { from }) };
}
