import { describe, expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const CLIENT = `import axios from "axios";
const api = axios.create({ baseURL: "https://cloud.mongodb.com/api/atlas/v1.0", headers: { Accept: "application/json" } });
`;

/** Returns the reasons of the only unit, each with the code that it is about. */
async function reasonsOf(code: string): Promise<[reason: string, at: string | undefined][]> {
  const { units } = await fixFiles({ "a.js": CLIENT + code });
  return units.flatMap(({ reasons = [], reasonPlaces }) =>
    reasons.map((reason): [string, string | undefined] => {
      const place = reasonPlaces?.get(reason);
      return [reason, place && (CLIENT + code).slice(place.start, place.end)];
    }),
  );
}

describe("a header that is set for a client", () => {
  it("is not said to be missing in branches where callers may send others", async () => {
    const code = 'export const get = (options) => api.get("/groups", { headers: options.headers });\n';
    expect(await reasonsOf(code)).toEqual([
      ["cannot tell which Accept header the request sends: it depends on headers", "options.headers"],
    ]);
  });
});
