import { describe, expect, it } from "vitest";
import { outcome } from "../support/sent-properties.js";

const URL = "https://cloud.mongodb.com/api/atlas/v1.0/groups/g/clusters";

/** Makes a Java program that sends `text`; `taken` are the parameters of the method that sends it. */
const java = (type: string, taken: string, code: string, text: string): string => `import java.net.URI;
import java.net.http.*;
import com.fasterxml.jackson.annotation.*;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.gson.Gson;
${type}
class Api {
  void create(${taken}) throws Exception {
    ${code}
    HttpRequest request = HttpRequest.newBuilder(URI.create("${URL}")).header("Content-Type", "application/json")
      .POST(HttpRequest.BodyPublishers.ofString(${text})).build();
    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }
}
`;

const csharp = (type: string, taken: string, code: string, text: string): string => `using System.Net.Http;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using Newtonsoft.Json;
${type}
class Api {
  async void Create(${taken}) {
    ${code}
    await new HttpClient().PostAsync("${URL}", new StringContent(${text}, Encoding.UTF8, "application/json"));
  }
}
`;

const JAVA_TYPE = "class Cluster { public String name; public Boolean providerBackupEnabled; }";
const CSHARP_TYPE =
  "class Cluster { public string name { get; set; } public bool? providerBackupEnabled { get; set; } }";
const SPARSE = "@JsonInclude(JsonInclude.Include.NON_NULL)";
const JACKSON = "new ObjectMapper().writeValueAsString(c)";
const SERIALIZER = "JsonSerializer.Serialize(c)";
const IGNORING = "new JsonSerializerOptions { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull }";

describe("an object of a class that is sent", () => {
  it.each([
    ["java", java(JAVA_TYPE, "Cluster c", "", JACKSON)],
    ["java", java(JAVA_TYPE.replaceAll("public ", "@JsonProperty "), "Cluster c", "", JACKSON)],
    ["cs", csharp(CSHARP_TYPE, "Cluster c", "", SERIALIZER)],
    ["cs", csharp(CSHARP_TYPE, "Cluster c", "", "JsonConvert.SerializeObject(c)")],
  ])("has all properties that are always printed if unknown code makes it (%s)", async (language, text) => {
    expect(await outcome(`a.${language}`, text)).toEqual([["error"], "display-only"]);
  });

  it.each([
    ["java", java(`${SPARSE} ${JAVA_TYPE}`, "Cluster c", "", JACKSON)],
    ["java", java(JAVA_TYPE, "Cluster c", "", "new Gson().toJson(c)")],
    ["cs", csharp(CSHARP_TYPE, "Cluster c", "", `JsonSerializer.Serialize(c, ${IGNORING})`)],
  ])("may have those that are printed if they have a value (%s)", async (language, text) => {
    expect(await outcome(`a.${language}`, text)).toEqual([["warning"], "display-only"]);
  });

  it.each([
    ["java", java(JAVA_TYPE, "String n", "Cluster c = new Cluster(); c.name = n;", JACKSON)],
    ["cs", csharp(CSHARP_TYPE, "string n", "var c = new Cluster { name = n };", SERIALIZER)],
  ])("is sent with properties that nothing is assigned to (%s)", async (language, text) => {
    expect(await outcome(`a.${language}`, text)).toEqual([["error"], "display-only"]);
  });

  it.each([
    ["java", java(`${SPARSE} ${JAVA_TYPE}`, "String n", "Cluster c = new Cluster(); c.name = n;", JACKSON)],
    ["java", java(JAVA_TYPE, "String n", "Cluster c = new Cluster(); c.name = n;", "new Gson().toJson(c)")],
    [
      "java",
      java(
        JAVA_TYPE,
        "String n",
        "Cluster c = new Cluster(); c.name = n; ObjectMapper m = new ObjectMapper(); m.setSerializationInclusion(JsonInclude.Include.NON_NULL);",
        "m.writeValueAsString(c)",
      ),
    ],
    [
      "cs",
      csharp(
        CSHARP_TYPE,
        "string n",
        "var c = new Cluster { name = n };",
        `JsonSerializer.Serialize(c, ${IGNORING})`,
      ),
    ],
    [
      "cs",
      csharp(
        CSHARP_TYPE,
        "string n",
        "var c = new Cluster { name = n }; var s = new JsonSerializerSettings { NullValueHandling = NullValueHandling.Ignore };",
        "JsonConvert.SerializeObject(c, s)",
      ),
    ],
  ])("does not have them where they are left out (%s)", async (language, text) => {
    expect(await outcome(`a.${language}`, text)).toEqual([["warning"], "safe"]);
  });
});
