import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { OpenApiDocument, type Json } from "../../catalog/openapi/document.js";
import { generate, type Generated, type Side } from "../../catalog/openapi/generate.js";
import { readOverlay, type Overlay } from "../../catalog/openapi/overlay.js";
import { baseOf } from "../../catalog/openapi/paths.js";
import { loadCatalog } from "../../catalog/load.js";
import { UsageError } from "../../core/errors.js";
import { visibleLines } from "../../core/visible.js";
import { count } from "../../report/counts.js";
import { readDataFile } from "../../workspace/data-file.js";
import { writeOutput } from "../../workspace/write-output.js";
import { wrapLongLines } from "./help.js";
import { columnsOf } from "./printing.js";
import type { World } from "./run.js";

export interface CatalogFlags {
  readonly from?: string;
  readonly to?: string;
  readonly document?: string;
  readonly versions?: string;
  readonly baseFrom?: string;
  readonly baseTo?: string;
  readonly name?: string;
  readonly overlay?: string;
  readonly draft?: string;
  readonly output: string;
}

/** Runs `v2ready catalog`: writes the vocabulary of an API, and lists what a person should decide on standard error. */
export function catalog(flags: CatalogFlags, world: World): void {
  const { cwd } = world;
  const { from, to, document } = documentsOf(flags);
  const new_ = sideOf(document ?? to!, { path: flags.baseTo, option: "--base-to" }, cwd);
  const old =
    from === undefined ? undefined : sideOf(from, { path: flags.baseFrom, option: "--base-from" }, cwd);
  const overlay =
    flags.overlay === undefined
      ? undefined
      : { origin: flags.overlay, data: readOverlay(flags.overlay, readDataFile(cwd, flags.overlay).data) };
  const made = generate({
    name: nameOf(flags.name, new_.document.title),
    to: new_,
    ...(old ? { from: old } : {}),
    ...(overlay ? { overlay } : {}),
  });
  // The file must be a valid value of --vocabulary.
  loadCatalog({
    vocabularies: [made.vocabulary.name],
    userVocabularies: [{ origin: flags.output, data: made.vocabulary }],
  });
  const draft = draftOf(made, overlay?.data);
  if (flags.draft !== undefined) refuseToOverwrite(flags.draft, draft, flags.overlay, cwd);
  writeOutput(flags.output, `${JSON.stringify(made.vocabulary, undefined, 2)}\n`, cwd);
  if (flags.draft !== undefined) writeOutput(flags.draft, `${JSON.stringify(draft, undefined, 2)}\n`, cwd);
  const text = summaryOf(made, flags);
  world.stderr.write(wrapLongLines(visibleLines(text), columnsOf(world) ?? Infinity));
}

/**
 * Refuses a draft that would replace other decisions than those that are kept in it.
 *
 * @throws {UsageError} the file exists, and is neither the overlay nor the same as the draft
 */
function refuseToOverwrite(file: string, draft: object, overlay: string | undefined, cwd: string): void {
  const path = resolve(cwd, file);
  if (overlay !== undefined && resolve(cwd, overlay) === path) return;
  if (!existsSync(path) || JSON.stringify(readDataFile(cwd, file).data) === JSON.stringify(draft)) return;
  throw new UsageError(
    `${file} exists, and --draft would lose its decisions`,
    `To keep them, add --overlay ${file}. To start again, delete the file.`,
  );
}

/** @throws {UsageError} the documents are not stated, or in two ways */
function documentsOf({
  from,
  to,
  document,
  versions,
}: CatalogFlags): Pick<CatalogFlags, "from" | "to" | "document"> {
  if (document !== undefined) {
    if (from !== undefined || to !== undefined)
      throw new UsageError("--document does not go with --from and --to", "One document has all versions.");
    if (versions === undefined)
      throw new UsageError("--document needs --versions", "Write --versions media-type.");
    return { document };
  }
  if (from === undefined || to === undefined)
    throw new UsageError(
      "catalog needs --from and --to",
      "Or --document with --versions media-type, if one document has all versions.",
    );
  if (versions !== undefined) throw new UsageError("--versions is for --document only");
  return { from, to };
}

function sideOf(file: string, given: Parameters<typeof baseOf>[1], cwd: string): Side {
  const { hash, data } = readDataFile(cwd, file);
  const document = new OpenApiDocument(file, data as Json);
  return { document, base: baseOf(document, given), hash };
}

/** @throws {UsageError} the name is not one of a vocabulary */
function nameOf(given: string | undefined, title: string): string {
  const name =
    given ??
    title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^[^a-z]+|-+$/g, "");
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name))
    throw new UsageError(
      `${name === "" ? "the title" : name} is not a name of a vocabulary`,
      "Write --name my-api.",
    );
  return name;
}

/** The overlay of the user, with an undecided entry for each change that it lacks. */
function draftOf({ undecided, undecidedOperations }: Generated, overlay: Overlay = {}): object {
  const isDecided = ({ is }: { readonly is: string }): boolean => is !== "undecided";
  return {
    $schema: "./node_modules/v2ready/dist/schemas/overlay.schema.json",
    ...(overlay.nouns ? { nouns: overlay.nouns } : {}),
    properties: [
      ...(overlay.properties ?? []).filter(isDecided),
      ...onePerPath(undecided).map(({ resource, path, candidates }) => ({
        resource,
        path,
        is: "undecided",
        candidates: candidates.map((one) => `${one.path} (${one.score})`),
      })),
    ],
    operations: [
      ...(overlay.operations ?? []).filter(isDecided),
      ...undecidedOperations.map(({ method, path }) => ({ method, path, is: "undecided" })),
    ],
  };
}

/** An entry decides for requests and responses. */
function onePerPath(undecided: Generated["undecided"]): Generated["undecided"] {
  const keys = undecided.map(({ resource, path }) => `${resource} ${path}`);
  return undecided.filter((_, index) => keys.indexOf(keys[index]!) === index);
}

function summaryOf(
  { vocabulary, undecided, undecidedOperations, leftOut }: Generated,
  flags: CatalogFlags,
): string {
  const { resources = [], goneEndpoints = [], properties = [] } = vocabulary;
  const operations = resources.reduce((sum, { endpoints }) => sum + endpoints.length, 0);
  const counted = (status: string, words: string, plural = words): string[] => {
    const number = properties.filter((property) => property.status === status).length;
    return number === 0 ? [] : [count(number, words, plural)];
  };
  const counts = [
    count(operations, "operation"),
    ...(goneEndpoints.length === 0
      ? []
      : [count(goneEndpoints.length, "operation that is gone", "operations that are gone")]),
    ...counted("removed", "removed property", "removed properties"),
    ...counted("repurposed", "with another type or meaning"),
    ...counted("read-only", "read-only"),
    ...counted("added", "added"),
    ...counted("required", "required"),
    ...(leftOut === 0 ? [] : [`${leftOut} left out, because a catalog cannot express their paths`]),
  ];
  const lines = [`${flags.output}: ${vocabulary.name}: ${counts.join(", ")}`];
  const open = onePerPath(undecided);
  if (open.length + undecidedOperations.length > 0) {
    lines.push("", "A person should decide, in an overlay:");
    for (const { resource, path, candidates } of open) {
      const likely = candidates.map((one) => `${one.path} (${one.score})`).join(", ");
      lines.push(`  ${resource}: ${path} is removed${likely === "" ? "" : `; perhaps ${likely}`}`);
    }
    for (const { method, path } of undecidedOperations) lines.push(`  ${method} ${path} is gone`);
    if (flags.draft === undefined) lines.push("", "To start an overlay, add --draft overlay.json.");
    else lines.push("", `Decide in ${flags.draft}, and run this again with --overlay ${flags.draft}.`);
  }
  return `${lines.join("\n")}\n`;
}
