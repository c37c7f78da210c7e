import { requestsIn } from "./analyze.js";
import { contradiction, isDecided, openIn } from "./compare.js";
import type { Program } from "./program.js";
import type { Runner } from "./run.js";

/** What came out of running a program and of analysing it. */
interface Trial {
  readonly sent: number;
  /** Requests of which nothing was left open. */
  readonly decided: number;
  /** Names of what was left open of the others. */
  readonly open: readonly string[];
  /** What the analysis says and is not so. */
  readonly wrong: readonly string[];
  /** What stopped the program. */
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

/** The program as a reader of a failed test wants to see it. */
export function listing({ files, environment }: Program): string {
  const texts = Object.entries(files).map(([path, text]) => `// ${path}\n${text}`);
  return [`// ${JSON.stringify(environment)}`, ...texts].join("\n");
}
