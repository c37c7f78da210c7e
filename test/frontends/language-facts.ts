import { beforeAll, expect } from "vitest";
import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { SourceText } from "../../src/core/source-text.js";
import type { FileFacts } from "../../src/facts/file-facts.js";
import { HOLE_MARK, flatten } from "../../src/facts/text.js";
import type { Frontend, FrontendEntry } from "../../src/frontends/frontend.js";

export const API = "https://cloud.mongodb.com/api/atlas/v1.0";

/** The facts that a frontend finds in programs of a test. */
export class LanguageFacts {
  readonly interest = CatalogInterest.of(loadCatalog());
  #frontend: Frontend | undefined;

  /**
   * @param path of a program that is one file
   * @param opening what such a file begins with
   */
  constructor(
    entry: FrontendEntry,
    private readonly path: string,
    private readonly opening = "",
  ) {
    beforeAll(async () => {
      this.#frontend = await entry.load();
    });
  }

  /** Returns the facts of the first file. It may load the others. */
  ofFiles(files: Readonly<Record<string, string>>): FileFacts {
    const sources = new Map(Object.entries(files).map(([path, text]) => [path, new SourceText(path, text)]));
    const program = this.#frontend!.begin!(this.interest, {
      resolve: () => undefined,
      isFile: (path) => sources.has(path),
      filesIn: (folder) =>
        [...sources.keys()]
          .filter((path) => path.startsWith(folder === "." ? "" : `${folder}/`))
          .map((path) => path.slice(folder === "." ? 0 : folder.length + 1))
          .filter((name) => !name.includes("/")),
      read: (path) => sources.get(path),
    });
    const [first] = sources.values();
    expect(program.add(first!)).toBeUndefined();
    program.evaluate();
    return program.facts().find(({ source }) => source === first)!.facts;
  }

  of(code: string): FileFacts {
    return this.ofFiles({ [this.path]: this.opening + code });
  }

  /** Analyses any text, and returns the facts or the problem. */
  analyze(text: string): unknown {
    return this.#frontend!.analyze(new SourceText(this.path, text), this.interest);
  }

  /** Returns the fields that a program names, with their kind of access. */
  fieldsOf(code: string): string[] {
    const text = this.opening + code;
    return this.of(code).fields.map(
      ({ place, access }) => `${access} ${text.slice(place.start, place.end).replace(/["']/g, "")}`,
    );
  }
}

/** Returns the requests with their headers: `GET /groups/{} ; accept: …`. */
export function requestsOf({ requests }: FileFacts): string[] {
  return requests.map(({ methods, urls, headers }) => {
    const sent = headers.entries.map(({ name, values }) => `${name}: ${values.map(flatten).join("|")}`);
    const url = urls.map((one) => flatten(one).replaceAll(HOLE_MARK, "{}").replace(API, "")).join(" | ");
    return [`${methods.join("|")} ${url}`, ...sent].join(" ; ");
  });
}

export function urlsOf({ requests }: FileFacts): string[] {
  return requests.flatMap(({ urls }) => urls.map((one) => flatten(one).replaceAll(HOLE_MARK, "{}")));
}
