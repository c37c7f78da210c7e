import { expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const CLUSTER = "https://cloud.mongodb.com/api/atlas/v1.0/groups/a/clusters/b";

const python = (use: string): string =>
  `import json\nimport requests\n\ndef save(file):\n    c = requests.get("${CLUSTER}").json()\n    ${use}\n`;

const go = (use: string): string => `package main

import (
\t"encoding/json"
\t"fmt"
\t"io"
\t"net/http"
)

func save(w io.Writer) {
\treq, _ := http.NewRequest("GET", "${CLUSTER}", nil)
\tresp, _ := http.DefaultClient.Do(req)
\tvar c map[string]any
\tjson.NewDecoder(resp.Body).Decode(&c)
\t${use}
}
`;

const java = (use: string): string => `import com.fasterxml.jackson.databind.*;
import com.google.gson.Gson;
import java.io.Writer;
import java.net.URI;
import java.net.http.*;
class A {
  ObjectMapper mapper = new ObjectMapper();
  HttpClient client = HttpClient.newHttpClient();
  void save(Writer w) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create("${CLUSTER}")).build();
    JsonNode c = mapper.readTree(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
    ${use}
  }
}
`;

const ruby = (use: string): string =>
  `require "net/http"\nrequire "json"\n\nc = JSON.parse(Net::HTTP.get(URI("${CLUSTER}")))\n${use}\n`;

const csharp = (use: string): string => `using System.IO;
using System.Net.Http;
using System.Text.Json;
class A {
  HttpClient http = new HttpClient();
  public async Task Save(Stream s, StreamWriter w, Utf8JsonWriter json) {
    var c = JsonDocument.Parse(await http.GetStringAsync("${CLUSTER}"));
    ${use}
  }
}
`;

const tables = (use: string): string => `import pandas as pd\nfrom tabulate import tabulate\n${python(use)}`;

const javascript = (use: string): string =>
  `const util = require("util");\nmodule.exports = async (file) => {\n  const c = await (await fetch("${CLUSTER}")).json();\n  ${use}\n};\n`;

const PRINTS = "the script prints the cluster in the response";
const TEXT = "converts the cluster in the response to text";

it.each([
  ["a.py", python("json.dump(c, file)"), `json.dump ${TEXT}`],
  ["a.py", python("json.dump(obj=c, fp=file)"), `json.dump ${TEXT}`],
  ["a.py", python("file.write(str(c))"), `str ${TEXT}`],
  ["a.py", python(`file.write(f"{c}")`), `a template ${TEXT}`],
  ["a.py", python(`file.write("%s" % c)`), `% ${TEXT}`],
  ["a.py", python(`file.write("{}".format(c))`), `format ${TEXT}`],
  ["main.go", go(`fmt.Fprintf(w, "%v", c)`), "print prints the cluster in the response"],
  ["main.go", go(`w.Write([]byte(fmt.Sprintf("%v", c)))`), `Sprintf ${TEXT}`],
  [
    "main.go",
    go("yaml.NewEncoder(w).Encode(c)").replace(`"io"`, `"io"\n\t"gopkg.in/yaml.v3"`),
    "yaml.NewEncoder().Encode gets the cluster",
  ],
  ["A.java", java("new Gson().toJson(c, w);"), `toJson ${TEXT}`],
  ["A.java", java(`w.write("" + c);`), `+ ${TEXT}`],
  ["A.java", java(`w.write(String.format("%s", c));`), `format ${TEXT}`],
  ["a.rb", ruby(`File.write("x", c.to_yaml)`), `to_yaml ${TEXT}`],
  ["a.rb", ruby(`File.write("x", c.inspect)`), `inspect ${TEXT}`],
  ["a.rb", ruby(`File.write("x", "#{c}")`), `a template ${TEXT}`],
  ["A.cs", csharp("JsonSerializer.Serialize(s, c);"), `Serialize ${TEXT}`],
  ["A.cs", csharp("c.WriteTo(json);"), `WriteTo ${TEXT}`],
  ["A.cs", csharp(`w.Write($"{c.RootElement}");`), `a template ${TEXT}`],
  ["a.py", tables("pd.DataFrame([c]).to_csv(file)"), `to_csv ${TEXT}`],
  ["a.py", tables("pd.DataFrame([c]).head(3).to_json(file)"), `to_json ${TEXT}`],
  ["a.py", tables("print(tabulate(c.items()))"), `tabulate ${TEXT}`],
  ["a.rb", ruby(`File.write("x", c.to_a.join(","))`), "to_a lists the properties of the cluster"],
  ["a.js", javascript(`file.write(util.format("%o", c));`), `util.format ${TEXT}`],
  ["a.js", javascript(`file.write(util.inspect(c));`), `util.inspect ${TEXT}`],
  ["a.sh", `curl --digest -u "$KEY" "${CLUSTER}"\n`, PRINTS],
  ["a.sh", `c=$(curl --digest -u "$KEY" "${CLUSTER}")\necho "$c"\n`, PRINTS],
  ["a.sh", `get() { curl --digest -u "$KEY" "${CLUSTER}"; }\nget | tee all.json\n`, PRINTS],
  ["a.ps1", `Invoke-RestMethod -Uri "${CLUSTER}"\n`, PRINTS],
  ["a.ps1", `$c = Invoke-RestMethod -Uri "${CLUSTER}"\nif ($all) { Write-Output $c }\n`, PRINTS],
  [
    "a.ps1",
    `$c = Invoke-RestMethod -Uri "${CLUSTER}"\n$c | Out-File x\n`,
    "out-file gets the cluster in the response",
  ],
])(
  "%s: a request whose whole answer becomes a text is moved by no safe fix: %#",
  async (path, code, reason) => {
    const { units } = await fixFiles({ [path]: code });
    expect(units.map(({ applicability }) => applicability)).toEqual(["unsafe"]);
    expect(units[0]!.reasons.join()).toContain(reason);
  },
);

it.each([
  ["a.py", tables(`pd.DataFrame([c])[["name", "id"]].to_csv(file)`)],
  ["a.py", tables(`pd.DataFrame([c]).filter(["name"]).to_csv(file)`)],
  ["a.py", tables(`pd.DataFrame([c]).to_csv(file, columns=["name"])`)],
  ["a.rb", ruby(`puts format("%{name}", c.transform_keys(&:to_sym))`)],
  ["a.sh", `name=$(curl --digest -u "$KEY" "${CLUSTER}" | jq -r .name)\necho "$name"\n`],
  ["a.sh", `curl --digest -u "$KEY" "${CLUSTER}" > /dev/null\n`],
  ["a.ps1", `$c = Invoke-RestMethod -Uri "${CLUSTER}"\n$c.name\n`],
  ["a.http", `GET ${CLUSTER}\n`],
])("%s: a request of whose answer only named parts are shown is moved: %#", async (path, code) => {
  const { units } = await fixFiles({ [path]: code });
  expect(units.map(({ applicability, reasons }) => [applicability, ...reasons])).toEqual([["safe"]]);
});

it("the properties that a format of Ruby names are read of the answer", async () => {
  const { files, units } = await fixFiles({
    "a.rb": ruby(`puts format("%{mongoURI}", c.transform_keys(&:to_sym))`),
  });
  expect(units.map(({ applicability }) => applicability)).not.toContain("safe");
  expect(files["a.rb"]).toContain("/api/atlas/v1.0/");
});

it("a part of an answer in a text keeps its form", async () => {
  const { units } = await fixFiles({ "a.py": python(`file.write(f"{c['name']}" + c["id"] + str(c["id"]))`) });
  expect(units.map(({ applicability }) => applicability)).toEqual(["safe"]);
});

it.each([
  [
    "a.rb",
    `require "httparty"\n\nc = HTTParty.get("${CLUSTER}")\nraise "#{c.code}: #{c.body}" unless c.success?\nputs c["name"]\n`,
  ],
  [
    "A.java",
    `import okhttp3.*;
class A {
  OkHttpClient client = new OkHttpClient();
  int size() throws Exception {
    Response c = client.newCall(new Request.Builder().url("${CLUSTER}").build()).execute();
    if (!c.isSuccessful()) throw new java.io.IOException("failed: " + c);
    return c.code();
  }
}
`,
  ],
])(
  "an answer in the text of an error, where the request has failed, keeps no fix away: %s",
  async (path, text) => {
    const { files } = await fixFiles({ [path]: text });
    expect(files[path]).toContain("/api/atlas/v2/");
  },
);
