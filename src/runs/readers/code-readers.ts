import { posix } from "node:path";
import type { Edit } from "../../core/finding.js";
import { groupBy } from "../../core/group-by.js";
import { encloses } from "../../core/span.js";
import type { ApiRequest } from "../../engine/api-request.js";
import type { FileAnalysis } from "../../engine/analyze-file.js";
import type { FileReadFact } from "../../facts/file-facts.js";
import type { Text } from "../../facts/text.js";
import { frontendFor } from "../../frontends/registry.js";
import type { RepositoryModules } from "../../workspace/module-host.js";
import { reachesInto } from "../../workspace/workspace-packages.js";
import { isOfKnownFile, mayGetThere, mayRead } from "./file-names.js";
import { computedImports } from "./computed-imports.js";
import { mayBeProgram } from "../../engine/program-texts.js";
import type { ScriptReads } from "./reader-program.js";

interface Imports {
  readonly modules: RepositoryModules;
  readonly all: ScriptReads | undefined;
}

/**
 * Code that imports modules under computed names: its uses of their exports are not followed, and it may depend on what
 * a fix changes.
 */
export class CodeReaders {
  #found: Promise<Imports> | undefined;

  /** @param cwd the folder that paths are relative to, absolute */
  constructor(
    private readonly cwd: string,
    private readonly modules: () => Promise<RepositoryModules>,
  ) {}

  /**
   * Returns why code cannot be changed safely, one sentence without a full stop; `undefined` if no code imports it
   * under a computed name.
   *
   * @param edits of one unit
   * @param analyses of the files that are changed, among others
   */
  async reasonAgainst(
    edits: readonly Edit[],
    analyses: readonly FileAnalysis[],
  ): Promise<string | undefined> {
    for (const [path, own] of groupBy(edits, (edit) => edit.path)) {
      const analysis = analyses.find(({ source }) => source.path === path);
      if (frontendFor(path).name !== "javascript" || !analysis) continue;
      if (!EXPORTS.test(analysis.source.text)) continue;
      if (own.every((edit) => staysInside(edit, analysis))) continue;
      const reason = await this.#reasonAgainst(path, analyses);
      if (reason !== undefined) return reason;
    }
    return undefined;
  }

  async #reasonAgainst(path: string, analyses: readonly FileAnalysis[]): Promise<string | undefined> {
    const { modules, all } = await (this.#found ??= this.#find());
    if (!all)
      return `too many files import under computed names, so v2ready cannot tell which of them import ${path}`;
    const owner = modules.packageOf(path);
    const reaches = (from: string): boolean => reachesInto(modules.packageOf(from), owner);
    const names = namesOf(path);
    const one = all.reads.find(
      (read) =>
        read.by === "import()" &&
        !(read.isFollowed && analyses.some(({ source }) => source.path === read.place.path)) &&
        names.some((name) => mayRead(read, name, true)) &&
        mayGetThere(read, reaches),
    );
    if (one) return whyOf(one, path);
    const unknown = all.unknown.find((from) => from !== path && reaches(from));
    return unknown === undefined
      ? undefined
      : `${unknown} imports under computed names, and v2ready cannot tell whether ${path} is one of them`;
  }

  async #find(): Promise<Imports> {
    const modules = await this.modules();
    return { modules, all: await computedImports(this.cwd, modules, mayBeProgram) };
  }
}

/** Words of which every module with exports contains one. */
const EXPORTS = /\bexports?\b/;

/** The names under which code is imported: without its ending, with that of what it becomes, and that of its folder. */
function namesOf(path: string): string[] {
  const stem = path.replace(/\.[^./]+$/, "");
  const isOfFolder = posix.basename(stem) === "index";
  const endings = [".js", ".mjs", ".cjs", ".jsx"].map((ending) => stem + ending);
  return [path, stem, ...endings, ...(isOfFolder ? [posix.dirname(path)] : [])];
}

/**
 * Returns whether importers of the file receive the change only through a request that goes to the API for every
 * caller. Then the edit is one of a call with the base path in it, or of a read from a response.
 */
function staysInside({ path, start, end }: Edit, { context: { facts, requests } }: FileAnalysis): boolean {
  const place = { path, start, end };
  const isOwn = ({ fact: { site, urls }, administration }: ApiRequest): boolean => {
    const bases = administration.map(({ match, flat }) => flat.slice(match.start, match.end));
    const isBase = (part: Text["parts"][number]): boolean =>
      part.kind === "segment" &&
      part.written !== undefined &&
      encloses(site, part.written) &&
      bases.some((base) => part.text.includes(base));
    return encloses(site, place) && urls.every(({ parts }) => parts.some(isBase));
  };
  const isRead = facts.fields.some(({ access, extent }) => access === "read" && encloses(extent, place));
  return isRead || requests.some(isOwn);
}

function whyOf(read: FileReadFact, path: string): string {
  const reader = read.place.path;
  return isOfKnownFile(read)
    ? `${reader} imports ${path} under a computed name, and v2ready cannot see how it uses it`
    : `${reader} imports under computed names, and ${path} may be one of them`;
}
