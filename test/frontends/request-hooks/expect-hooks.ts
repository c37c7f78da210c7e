import { describe, expect, it } from "vitest";
import { analyze } from "../../support/analyze.js";

export const API = "https://cloud.mongodb.com/api/atlas/v2";

const DATED = "application/vnd.atlas.2023-02-01+json";

/** Returns what is found: the kinds of messages, with the confidence. */
async function found(path: string, text: string): Promise<string[]> {
  const { findings } = await analyze(path, text);
  return findings.map(({ messageId, confidence }) => `${messageId} ${confidence}`);
}

/**
 * Checks programs in which other code sets a header of each request: `HEADER` stands for its name, `TYPE` for its value.
 * The value is known, and without the header it is known that there is none.
 */
export function expectHeaders(path: string, programs: Readonly<Record<string, string>>): void {
  describe.each(Object.entries(programs))("%s", (_name, program) => {
    const text = (header: string, type: string): string =>
      program.replaceAll("HEADER", header).replaceAll("TYPE", type).replaceAll("API", API);

    it("sends a dated media type", async () => {
      expect(await found(path, text("Accept", DATED))).toEqual([]);
    });

    it("sends a plain media type", async () => {
      expect(await found(path, text("Accept", "application/json"))).toEqual(["plain high"]);
    });

    it("sends another header", async () => {
      expect(await found(path, text("X-Type", DATED))).toEqual(["missing high"]);
    });
  });
}

/** Checks programs whose headers may come from code that is not read. */
export function expectDoubts(path: string, programs: Readonly<Record<string, string>>): void {
  it.each(Object.entries(programs))("may have its headers from elsewhere: %s", async (_name, program) => {
    expect(await found(path, program.replaceAll("API", API))).toEqual(["header low"]);
  });
}

/** Checks programs whose headers are known, although something handles their requests. */
export function expectMissing(path: string, programs: Readonly<Record<string, string>>): void {
  it.each(Object.entries(programs))("sends no Accept header: %s", async (_name, program) => {
    expect(await found(path, program.replaceAll("API", API))).toEqual(["missing high"]);
  });
}
