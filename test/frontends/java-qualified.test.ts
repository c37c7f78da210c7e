import { expect, it } from "vitest";
import { analyze } from "../support/analyze.js";
import { expectFixed } from "../support/fix-cases.js";

const HOSTS = {
  atlas: "https://cloud.mongodb.com/api/atlas/v2",
  service: "https://cloud.example.com/api/admin/v2",
};

/** No class is imported: each is named with its package. */
const program = (base: string): string => `class Api {
  String show(String group) throws Exception {
    java.net.http.HttpClient client = java.net.http.HttpClient.newHttpClient();
    java.net.http.HttpRequest request = java.net.http.HttpRequest.newBuilder(
      java.net.URI.create("${base}/groups/" + group + "/clusters/a")).build();
    java.net.http.HttpResponse<String> response = client.send(request, java.net.http.HttpResponse.BodyHandlers.ofString());
    return new org.json.JSONObject(response.body()).getString("srvAddress");
  }
  void list(String group) throws Exception {
    java.net.HttpURLConnection connection =
      (java.net.HttpURLConnection) new java.net.URL("${base}/groups/" + group + "/clusters").openConnection();
    connection.setRequestProperty("Accept", "application/json");
    connection.getInputStream();
  }
}
`;

it.each(Object.entries(HOSTS))("follows classes that are named with their packages: %s", async (_, base) => {
  const { findings } = await analyze("Api.java", program(base));
  expect(findings.map(({ ruleId, messageId }) => `${ruleId} ${messageId}`).sort()).toEqual([
    "no-removed-property response",
    "require-version-media-type missing",
    "require-version-media-type plain",
  ]);
});

it("does not take a constant of a variable for a class", async () => {
  const text = `import java.net.URI;
import java.net.http.*;
class Api {
  final Settings app = new Settings();
  static class Settings { final Hosts hosts = new Hosts(); }
  static class Hosts { final String Base = "${HOSTS.atlas}"; }
  void run(HttpClient client) throws Exception {
    client.send(HttpRequest.newBuilder(URI.create(app.hosts.Base + "/groups")).build(), HttpResponse.BodyHandlers.ofString());
  }
}
`;
  const { context } = await analyze("Api.java", text);
  expect(context.requests.map(({ administration }) => administration.length)).toEqual([1]);
});

it("changes a read where only the name of a class tells the library", async () => {
  const read = (keys: string): string => `class Api {
  String show(String group) throws Exception {
    java.net.http.HttpResponse<String> response = java.net.http.HttpClient.newHttpClient().send(
      java.net.http.HttpRequest.newBuilder(java.net.URI.create("${HOSTS.atlas}/groups/" + group + "/clusters/a"))
        .header("Accept", "${keys.includes("connection") ? "application/vnd.atlas.2023-02-01+json" : "*/*"}").build(),
      java.net.http.HttpResponse.BodyHandlers.ofString());
    return new org.json.JSONObject(response.body())${keys};
  }
}
`;
  await expectFixed({
    what: "a read",
    path: "Api.java",
    before: read('.getString("srvAddress")'),
    after: read('.getJSONObject("connectionStrings").getString("standardSrv")'),
  });
});
