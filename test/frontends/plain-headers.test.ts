import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const URL = "https://cloud.mongodb.com/api/atlas/v2/groups";

async function messagesIn(path: string, text: string): Promise<readonly string[]> {
  const { findings } = await analyze(path, text);
  return findings.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

const swift = (type: string) => `import Foundation
func list(_ g: String) async throws -> Data {
    var request = URLRequest(url: URL(string: "${URL}/\\(g)/clusters")!)
    request.setValue("${type}", forHTTPHeaderField: "Accept")
    let (data, _) = try await URLSession.shared.data(for: request)
    return data
}
`;

describe("an Accept header in a language that is searched", () => {
  it.each([
    `{:headers {"Accept" "application/json"}}`,
    `{:accept :json}`,
    `{:headers {"accept"  "application/json"}}`,
  ])("is found in Clojure: %s", async (options) => {
    expect(await messagesIn("a.clj", `(client/get (str "${URL}/" g "/clusters") ${options})\n`)).toEqual([
      expect.stringMatching(/^require-version-media-type: Accept: application\/json is near/),
    ]);
  });

  it("with a date is right in Clojure", async () => {
    const options = `{:headers {"Accept" "application/vnd.atlas.2023-02-01+json"} :as :json}`;
    expect(await messagesIn("a.clj", `(client/get (str "${URL}/" g "/clusters") ${options})\n`)).toEqual([]);
  });

  it("is found in Swift, where its value comes first", async () => {
    expect(await messagesIn("a.swift", swift("application/json"))).toEqual([
      expect.stringMatching(
        /^require-version-media-type: GET \/groups\/\{g\}\/clusters sends Accept: application\/json,/,
      ),
    ]);
    expect(await messagesIn("a.swift", swift("application/vnd.atlas.2023-02-01+json"))).toEqual([]);
  });

  const missing = [expect.stringMatching(/^require-version-media-type: .* sends no Accept header/)];
  it.each<[call: string, messages: readonly unknown[]]>([
    ["try await URLSession.shared.data(from: url)", missing],
    ["try await URLSession.shared.bytes(from: url)", missing],
    ["URLSession.shared.dataTaskPublisher(for: url)", missing],
    ["try Data(contentsOf: url)", missing],
    ["try String(contentsOf: url, encoding: .utf8)", missing],
    ["try JSONDecoder().decode(Cluster.self, from: url)", []],
    ["try load(from: url)", []],
  ])("is missing where Swift has no place for it: %s", async (call, messages) => {
    const code = `import Foundation\nlet url = URL(string: "${URL}/1/clusters")!\nlet answer = ${call}\n`;
    expect(await messagesIn("a.swift", code)).toEqual(messages);
  });

  it("may come from a session of Swift that code sets up", async () => {
    const code = `import Foundation\nlet (data, _) = try await session.data(from: URL(string: "${URL}/1/clusters")!)\n`;
    const { findings } = await analyze("a.swift", code);
    expect(findings.map(({ confidence }) => confidence)).toEqual(["low"]);
  });
});
