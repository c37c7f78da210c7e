import { basename } from "node:path";
import type { Edit } from "../../core/finding.js";
import { classOfFile } from "../../core/file-class.js";
import { PlaceIndex } from "../../core/place-index.js";
import { encloses, type Location } from "../../core/span.js";
import type { FileAnalysis } from "../../engine/analyze-file.js";
import { isOfVariable } from "../../engine/given-variables.js";
import type { RequestFact } from "../../facts/request.js";
import { hopsToList, type Text } from "../../facts/text.js";
import { variableLines } from "../../frontends/plain/environment-lines.js";
import type { RepositoryModules } from "../../workspace/module-host.js";
import { reachesInto } from "../../workspace/workspace-packages.js";
import { isGiven, maySet, readIn } from "../../engine/environment-words.js";
import { filesWith, textOf } from "./tree-files.js";

/** A variable that an edit changes, and the files whose requests are known to get its value. */
interface Variable {
  readonly name: string;
  readonly path: string;
  readonly followed: ReadonlySet<string>;
  readonly edit: Location;
}

/** A part of the URL of a request. */
interface WrittenPart {
  readonly part: Text["parts"][number];
  readonly fact: RequestFact;
}

/**
 * Other programs that read a variable of the environment whose value a fix changes. They get it by its name, from
 * the program that starts them, so no analysis connects their requests with the value.
 */
export class EnvironmentReaders {
  readonly #named = new Map<string, readonly string[]>();
  readonly #written = new WeakMap<readonly FileAnalysis[], PlaceIndex<WrittenPart>>();

  /** @param cwd the folder that paths are relative to, absolute */
  constructor(
    private readonly cwd: string,
    private readonly modules: () => Promise<RepositoryModules>,
  ) {}

  /**
   * Returns why the values of variables cannot be changed safely, one sentence without a full stop; `undefined` if no
   * other program reads one.
   *
   * @param edits of one unit
   * @param analyses of the files that are changed, among others
   */
  async reasonAgainst(
    edits: readonly Edit[],
    analyses: readonly FileAnalysis[],
  ): Promise<string | undefined> {
    const variables = edits
      .filter(({ path }) => maySet(path))
      .flatMap((edit) => this.#variablesAt(edit, analyses));
    for (const variable of variables) {
      const { name, path, followed } = variable;
      const { packageOf } = await this.modules();
      const owner = packageOf(path);
      const isNear = (reader: string): boolean =>
        reachesInto(packageOf(reader), owner) || reachesInto(owner, packageOf(reader));
      const request = requestWith(variable, analyses, isNear);
      if (request !== undefined) return alsoReads(request, name);
      for (const reader of this.#naming(name).filter(isNear)) {
        const text = textOf(this.cwd, reader);
        const line = text === undefined ? undefined : readIn(reader, text, name, followed.has(reader));
        if (line !== undefined) return alsoReads(`${reader}:${line}`, name);
      }
    }
    return undefined;
  }

  /** Returns files with the name in them, except for tests and documentation. */
  #naming(name: string): readonly string[] {
    let named = this.#named.get(name);
    if (!named) {
      const found = filesWith(this.cwd, [{ source: String.raw`\b${name}\b` }]);
      this.#named.set(name, (named = found.filter((path) => classOfFile(path) === "source")));
    }
    return named;
  }

  /** Returns the variables of the environment that have their value at the place of an edit. */
  #variablesAt(edit: Edit, analyses: readonly FileAnalysis[]): Variable[] {
    const { path } = edit;
    const names = new Set<string>();
    const followed = new Set([path]);
    for (const { part, fact } of this.#partsOf(analyses).touching(edit)) {
      if (!isWrittenAt(part, edit)) continue;
      const hops = hopsToList(part.hops);
      const places = [fact.site, ...fact.callers, ...hops.map(({ place }) => place)];
      for (const place of places) followed.add(place.path);
      for (const { kind, name } of hops) if (kind === "property" || kind === "variable") names.add(name);
    }
    const text = analyses.find(({ source }) => source.path === path)?.source.text;
    if (text === undefined) return [];
    if (/^\.env\b/.test(basename(path)))
      for (const { name, valueSpan } of variableLines(text))
        if (encloses({ path, ...valueSpan }, edit)) names.add(name);
    return [...names]
      .filter((name) => /^[A-Za-z_]\w*$/.test(name) && isGiven(path, text, edit.start, name))
      .map((name) => ({ name, path, followed, edit }));
  }

  /** Returns the written parts of all URLs by their places. */
  #partsOf(analyses: readonly FileAnalysis[]): PlaceIndex<WrittenPart> {
    let written = this.#written.get(analyses);
    if (!written) {
      this.#written.set(analyses, (written = new PlaceIndex()));
      for (const { context } of analyses)
        for (const { fact } of context.requests)
          for (const part of fact.urls.flatMap(({ parts }) => parts))
            if (part.kind === "segment" && part.written) written.add(part.written, { part, fact });
    }
    return written;
  }
}

function isWrittenAt(part: Text["parts"][number], edit: Location): boolean {
  return part.kind === "segment" && part.written !== undefined && encloses(part.written, edit);
}

/** Returns the place of a request with a variable in its URL that is not known to get the value that changes. */
function requestWith(
  { name, edit }: Variable,
  analyses: readonly FileAnalysis[],
  isNear: (path: string) => boolean,
): string | undefined {
  for (const { source, context } of analyses.filter((one) => isNear(one.source.path)))
    for (const { fact } of context.requests) {
      const parts = fact.urls.flatMap((url) => url.parts);
      const isOther = !parts.some((part) => isWrittenAt(part, edit));
      if (
        isOther &&
        fact.setting === "code" &&
        parts.some((part) => part.kind === "hole" && isOfVariable(part, name))
      )
        return `${source.path}:${source.position(fact.site.start).line}`;
    }
  return undefined;
}

function alsoReads(reader: string, name: string): string {
  return `${reader} also reads ${name} from the environment, and its requests do not change with it`;
}
