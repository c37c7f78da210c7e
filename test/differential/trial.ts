import { requestsIn } from "./analyze.js";
import { contradiction, isDecided, openIn } from "./compare.js";
import type { Program } from "./program.js";
import type { Runner } from "./run.js";

/** The result of running and analysing a program. */
interface Trial {
  readonly sent: number;
  /** Requests of which nothing was left open. */
  readonly decided: number;
  /** Names of what was left open of the others. */
  readonly open: readonly string[];
  /** Statements of the analysis that are not true. */
  readonly wrong: readonly string[];
  /** The error that stopped the program. */
  readonly failure?: string;
}

export async function tryOut(program: Program, runner: Runner): Promise<Trial> {
  const { sent, failure } = await runner.run(program);
  const stated = requestsIn(program);
  const wrong = sent.map((one) => contradiction(one, stated)).filter((reason) => reason !== undefined);
  return {
    sent: sent.length,
    decided: sent.filter((one) => isDecided(one, stated)).length,
    open: sent.flatMap((one) => [...new Set(openIn(one, stated))]),
    wrong,
    ...(failure === undefined ? {} : { failure }),
  };
}

/** Prints the program for the reader of a failed test. */
export function listing({ files, environment }: Program): string {
  const texts = Object.entries(files).map(([path, text]) => `// ${path}\n${text}`);
  return [`// ${JSON.stringify(environment)}`, ...texts].join("\n");
}
