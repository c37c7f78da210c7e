import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const LANGUAGES: Readonly<Record<string, (value: string) => string>> = {
  java: (value) => `import java.util.*;
class A {
  static String typeOf(Map<String, Object> cluster) {
    if (cluster.containsKey("providerSettings")) {
      Map<String, Object> settings = (Map<String, Object>) cluster.get("providerSettings");
      Object name = settings.get("providerName");
      if ("${value}".equals(name)) return "other";
    }
    return String.valueOf(cluster.get("clusterType")) + cluster.get("mongoDBVersion") + cluster.get("stateName");
  }
}
`,
  py: (value) => `def type_of(cluster):
    settings = cluster.get("providerSettings", {})
    if settings.get("providerName") == "${value}":
        return "other"
    return cluster["clusterType"] + cluster["mongoDBVersion"] + cluster["stateName"]
`,
  js: (value) => `export function typeOf(cluster) {
  if (cluster.providerSettings?.providerName === "${value}") return "other";
  return cluster.clusterType + cluster.mongoDBVersion + cluster.stateName;
}
`,
};

async function removed(path: string, text: string): Promise<string[]> {
  const { findings } = await analyze(path, text);
  return findings.filter(({ ruleId }) => ruleId === "no-removed-property").map(({ message }) => message);
}

describe("a removed property that other resources keep", () => {
  it.each(Object.keys(LANGUAGES))(
    "may be of them if code looks for their values in it: %s",
    async (language) => {
      expect(await removed(`a.${language}`, LANGUAGES[language]!("FLEX"))).toEqual([]);
      expect(await removed(`a.${language}`, LANGUAGES[language]!("AWS"))).not.toEqual([]);
    },
  );

  const both = (second: string, read: string): string => `import axios from "axios";
const api = axios.create({
  baseURL: "https://cloud.mongodb.com/api/atlas/v2",
  headers: { Accept: "application/vnd.atlas.2025-03-12+json" },
});
export async function list(id) {
  const first = (await api.get(\`/groups/\${id}/clusters\`)).data.results;
  const second = (await api.get(\`/groups/\${id}/${second}\`)).data.results;
  for (const cluster of [...first, ...second]) console.log(cluster.${read});
}
`;

  it("may be of them if the value may come from one of their requests", async () => {
    expect(await removed("a.js", both("flexClusters", "providerSettings"))).toEqual([]);
    expect(await removed("a.js", both("flexClusters", "srvAddress"))).toHaveLength(1);
    expect(await removed("a.js", both("clusters", "providerSettings"))).toHaveLength(1);
  });
});
