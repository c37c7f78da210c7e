import { expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const URL = "https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters";
const TYPE = "application/vnd.atlas.2023-02-01+json";

/** Returns the removed properties of responses that a program of Java reads. */
async function readsIn(types: string, code: string): Promise<readonly (string | undefined)[]> {
  const text = `import java.net.URI;
import java.net.http.*;
import java.util.List;
import com.fasterxml.jackson.databind.ObjectMapper;
${types}
class Page { public List<Cluster> results; }
class A {
  Object run() throws Exception {
    var request = HttpRequest.newBuilder(URI.create("${URL}")).header("Accept", "${TYPE}").build();
    var body = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    Page page = new ObjectMapper().readValue(body, Page.class);
    return ${code};
  }
}
`;
  const { findings } = await analyze("A.java", text);
  return findings
    .filter(({ role, severity }) => role === "response" && severity === "error")
    .map(({ property }) => property);
}

const BEAN = `class Cluster {
  private int numShards;
  public int getNumShards() { return numShards; }
  public static int size(Cluster one) { return one.getNumShards(); }
}`;
const RECORD = "record Cluster(String name, int numShards) {}";

it.each([
  ["a getter", BEAN, "page.results.stream().map(Cluster::getNumShards).toList()"],
  ["a part of a record", RECORD, "page.results.stream().mapToInt(Cluster::numShards).sum()"],
  ["a static method that gets it", BEAN, "page.results.stream().map(Cluster::size).toList()"],
])("a reference to %s is a read of the property", async (_what, types, code) => {
  expect(await readsIn(types, code)).toEqual(["numShards"]);
});

it("a reference to another part reads nothing that is removed", async () => {
  expect(await readsIn(RECORD, "page.results.stream().map(Cluster::name).toList()")).toEqual([]);
});
