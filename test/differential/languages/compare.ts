import { spawnSync } from "node:child_process";
import { CatalogInterest } from "../../../src/catalog/interest.js";
import { loadCatalog } from "../../../src/catalog/load.js";
import { SourceText } from "../../../src/core/source-text.js";
import { HOLE_MARK, flatten } from "../../../src/facts/text.js";
import type { FrontendEntry } from "../../../src/frontends/frontend.js";
import type { Random } from "../../fuzz/random.js";

/** A language of which generated programs are run by its interpreter and read by the analysis. */
export interface Interpreted {
  /** The program that has to be on the machine. */
  readonly command: string;
  readonly frontend: FrontendEntry;
  /** The name of the file that the analysis reads. */
  readonly path: string;
  /** Programs of one run of the interpreter. */
  readonly batch?: number;
  /** True if the texts around an unknown value say nothing, because that may be several words or none. */
  readonly hasWords?: boolean;
  program(random: Random, id: number): string;
  /** Returns the texts that each program sends; undefined where it fails. */
  run(programs: readonly string[]): readonly (readonly string[] | undefined)[];
  /** Returns the file that the analysis reads, which requests what the program sends. */
  source(program: string): string;
}

export interface Comparison {
  /** The programs with a value that the analysis has wrong, with both values. */
  readonly wrong: readonly string[];
  /** The number of programs whose values the analysis knows completely. */
  readonly exact: number;
  /** The number of programs that the interpreter ran without an error. */
  readonly ran: number;
}

/** Returns whether the interpreter of a language is on this machine. */
export function isThere({ command }: Pick<Interpreted, "command">): boolean {
  return spawnSync(command, [command === "go" ? "version" : "--version"]).status === 0;
}

/** Compares what generated programs send with what the analysis says. An unknown part of a value is not wrong. */
export async function compare(language: Interpreted, count: number, random: Random): Promise<Comparison> {
  const frontend = await language.frontend.load();
  const interest = CatalogInterest.of(loadCatalog());
  const { batch = 250 } = language;
  const wrong: string[] = [];
  let [exact, ran] = [0, 0];
  for (let from = 0; from < count; from += batch) {
    const programs = Array.from({ length: Math.min(batch, count - from) }, (_, index) =>
      language.program(random, from + index),
    );
    for (const [index, sent] of language.run(programs).entries()) {
      if (!sent) continue;
      ran++;
      const facts = frontend.analyze(
        new SourceText(language.path, language.source(programs[index]!)),
        interest,
      );
      const urls = "requests" in facts ? facts.requests.flatMap((one) => one.urls.map(flatten)) : [];
      if (sent.every((one) => urls.includes(one))) exact++;
      if (language.hasWords === true && urls.some((url) => url.includes(HOLE_MARK))) continue;
      const missing = sent.find((one) => !urls.some((url) => mayBe(url, one)));
      if (missing !== undefined)
        wrong.push(`${programs[index]!}\nsends ${missing}\nnot   ${urls.join(" | ")}`);
    }
  }
  return { wrong, exact, ran };
}

/** Checks whether a text with holes may be another text. */
function mayBe(url: string, sent: string): boolean {
  const pieces = url.split(HOLE_MARK).map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${pieces.join(".*")}$`, "s").test(sent);
}
