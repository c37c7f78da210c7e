import { describe, expect, it } from "vitest";
import { javaFrontend } from "../../src/frontends/java/entry.js";
import { describe as asRead, flatten } from "../../src/facts/text.js";
import { API, LanguageFacts } from "./language-facts.js";

const OPENING = `import java.io.*;
import java.net.*;
import java.util.*;
import org.json.*;
`;
const facts = new LanguageFacts(javaFrontend, "Atlas.java", OPENING);

/** A class that scales a cluster. */
const scaling = (write: string, read: string): string => `class Atlas {
  private HttpURLConnection open(String path, String method) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) new URL("${API}" + path).openConnection();
    connection.setRequestMethod(method);
    connection.setRequestProperty("Content-Type", "application/json");
    return connection;
  }
  void scale(String id) throws Exception {
    JSONObject settings = new JSONObject();
    settings.put("instanceSizeName", "M10");
    JSONObject body = new JSONObject();
    body.put("providerSettings", settings);
    HttpURLConnection connection = open("/groups/" + id + "/clusters/c", "PATCH");
    connection.setDoOutput(true);
    ${write}
    if (connection.getResponseCode() >= 400) throw new IOException(connection.getResponseMessage());
    ${read}
  }
}`;

const IN_TRY = `try (OutputStream out = connection.getOutputStream()) {
      byte[] bytes = body.toString().getBytes("utf-8");
      out.write(bytes, 0, bytes.length);
    }`;
const BY_LINE = `BufferedReader in = new BufferedReader(new InputStreamReader(connection.getInputStream()));
    StringBuilder text = new StringBuilder();
    String line;
    while ((line = in.readLine()) != null) text.append(line).append("\\n");
    new JSONObject(text.toString()).getString("srvAddress");`;

describe("requests over connections of Java", () => {
  it.each([
    ["a stream in try, and lines", IN_TRY, BY_LINE],
    [
      "lines of a stream",
      IN_TRY,
      `BufferedReader in = new BufferedReader(new InputStreamReader(connection.getInputStream()));
    String text = in.lines().collect(Collectors.joining("\\n"));
    new JSONObject(text).getString("srvAddress");`,
    ],
    [
      "writers, and a scanner",
      `OutputStreamWriter out = new OutputStreamWriter(connection.getOutputStream());
    out.write(body.toString());
    out.flush();`,
      `Scanner in = new Scanner(connection.getInputStream()).useDelimiter("\\\\A");
    new JSONObject(in.next()).getString("srvAddress");`,
    ],
  ])("are where the connection is opened, with a body and an answer: %s", (_title, write, read) => {
    const code = scaling(write, read);
    const { requests, fields } = facts.of(code);
    const places = requests.map(({ methods, urls, site }) => [
      `${methods.join()} ${urls.map(asRead).join()}`,
      (OPENING + code).slice(site.start, site.end).replace(/^[^]*\)\./, ""),
    ]);
    expect(places).not.toEqual([]);
    for (const place of places)
      expect(place).toEqual([`PATCH ${API}/groups/{id}/clusters/c`, "openConnection()"]);
    expect(JSON.stringify(requests[0]!.body)).toContain('"providerSettings"');
    expect(fields.map(({ name, access }) => `${access} ${name}`)).toEqual(
      expect.arrayContaining(["write providerSettings", "read srvAddress"]),
    );
  });
});

describe("the entity of a request of JAX-RS", () => {
  it.each([
    [`post(Entity.json("[]"))`, ["application/json"]],
    [`put(Entity.entity("[]", MediaType.APPLICATION_JSON))`, ["application/json"]],
    [`method("PATCH", Entity.text("[]"))`, ["text/plain"]],
    [`header("Content-Type", "a/b").post("[]")`, ["a/b"]],
    [`post("[]")`, undefined],
  ])("has the Content-Type of its body: %s", (call, types) => {
    const { requests } = facts.of(`import jakarta.ws.rs.client.*;
import jakarta.ws.rs.core.MediaType;
class Atlas {
  void add() { ClientBuilder.newClient().target("${API}/groups").request().${call}; }
}`);
    const found = requests.map(({ headers, body }) => ({
      types: headers.entries.find(({ name }) => name === "content-type")?.values.map(flatten),
      body: body?.kind,
    }));
    expect(found).toEqual([{ types, body: "list" }]);
  });
});
