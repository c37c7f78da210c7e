import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TEST_DAY } from "../support/analyze.js";
import { report, v2ready } from "../support/command.js";
import { sharedTree } from "../support/tree.js";
import { VOCABULARIES } from "../support/vocabulary-words.js";

/** Programs that decode a response into a class that refuses it without `srvAddress`, and read another property. */
const PROGRAMS: Readonly<Record<string, (base: string) => string>> = {
  "pydantic.py": (base) => `import requests
from pydantic import BaseModel
class Cluster(BaseModel):
    name: str
    srvAddress: str
def name(group):
    response = requests.get(f"${base}/groups/{group}/clusters/c0", auth=None)
    return Cluster.model_validate(response.json()).name
`,
  "pydantic-optional.py": (base) => `import requests
from typing import Optional
from pydantic import BaseModel
class Cluster(BaseModel):
    name: str
    srvAddress: Optional[str]
def name(group):
    response = requests.get(f"${base}/groups/{group}/clusters/c0", auth=None)
    return Cluster.model_validate(response.json()).name
`,
  "pydantic-config.py": (base) => `import requests
from pydantic import BaseModel, ConfigDict
class Model(BaseModel):
    model_config = ConfigDict(extra="ignore")
class Cluster(Model):
    name: str
    srvAddress: str | None
def names(group):
    response = requests.get(f"${base}/groups/{group}/clusters", auth=None)
    return [Cluster(**one).name for one in response.json()["results"]]
`,
  "dataclass.py": (base) => `import requests
from dataclasses import dataclass
@dataclass
class Cluster:
    name: str
    srvAddress: str
def names(group):
    response = requests.get(f"${base}/groups/{group}/clusters", auth=None)
    return [Cluster(**one).name for one in response.json()["results"]]
`,
  "Api.cs": (base) => `using System.Net.Http.Json;
public class Cluster { public string Name { get; set; } public required string SrvAddress { get; set; } }
public class Api {
  const string Base = "${base}";
  readonly HttpClient http = new();
  public async Task<string> Name(string g) {
    var cluster = await http.GetFromJsonAsync<Cluster>($"{Base}/groups/{g}/clusters/c0");
    return cluster.Name;
  }
}
`,
  "Api.java": (base) => `import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.*;
class Api {
  record Cluster(String name, @JsonProperty(value = "srvAddress", required = true) String uri) {}
  static final String BASE = "${base}";
  String name(String g) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(BASE + "/groups/" + g + "/clusters/c0")).build();
    String text = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    return new ObjectMapper().readValue(text, Cluster.class).name();
  }
}
`,
};

describe.each(VOCABULARIES)("a class that must refuse the new response, in $name", ({ words }) => {
  it.each(Object.keys(PROGRAMS))("is an error, and no fix moves its request: %s", async (name) => {
    const text = PROGRAMS[name]!(`${words["host"]}/api/${words["admin"]}/v1.0`);
    const cwd = sharedTree({ ".git/HEAD": "", [name]: text });
    const { findings } = await report([], { cwd });
    const errors = findings.filter(
      ({ property, severity }) => property === "srvAddress" && severity === "error",
    );
    expect(errors.map(({ role, messageId }) => [role, messageId])).toEqual([["type", "schema"]]);
    await v2ready(["fix", "--unsafe-fixes", "--allow-dirty", "--as-of", TEST_DAY], { cwd });
    expect(readFileSync(join(cwd, name), "utf8")).toBe(text);
  });
});

describe("a class that accepts the new response", () => {
  it.each([
    ["an optional value with a default", "Optional[str] = None", "Cluster.model_validate(answer)"],
    ["an optional value of the first version", "Optional[str]", "Cluster.parse_obj(answer)"],
  ])("has no error: %s", async (_name, type, parse) => {
    const text = `import requests
from typing import Optional
from pydantic import BaseModel
class Cluster(BaseModel):
    name: str
    srvAddress: ${type}
def name(group):
    answer = requests.get(f"https://cloud.mongodb.com/api/atlas/v1.0/groups/{group}/clusters/c0").json()
    return ${parse}.name
`;
    const cwd = sharedTree({ ".git/HEAD": "", "model.py": text });
    const { findings } = await report([], { cwd });
    const errors = findings.filter((one) => one.property === "srvAddress" && one.severity === "error");
    expect(errors).toEqual([]);
  });
});
