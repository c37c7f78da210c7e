import type { Problem } from "../core/problem.js";
import { decode } from "../workspace/decode.js";

/** The text from standard input, decoded like a file. */
interface StandardInput {
  readonly text: string;
  readonly problems: readonly Problem[];
}

/**
 * Reads standard input to its end. Not with `readFileSync(0)`, which fails with EAGAIN on a pipe that a writer keeps
 * waiting.
 *
 * @param path the name to report problems under
 */
export async function readStandardInput(
  path: string,
  stdin: AsyncIterable<Uint8Array>,
): Promise<StandardInput> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(chunk);
  const { raw, encoding, invalidLine } = decode(Buffer.concat(chunks));
  if (invalidLine === undefined) return { text: raw, problems: [] };
  const message = `has bytes that are not valid ${encoding.toUpperCase()}; they were read as U+FFFD`;
  return { text: raw, problems: [{ path, line: invalidLine, kind: "encoding", message }] };
}
