import { expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const URL = "https://cloud.mongodb.com/api/atlas/v1.0/groups";

it.each([
  [
    "a.js",
    `const Accept = "application/json";\nawait fetch("${URL}", { headers: { Accept } });\n`,
    "the header Accept is a shorthand property",
  ],
  [
    "main.go",
    `package main\n\nimport "net/http"\n\nfunc kind() string { return "application/" + "json" }\n
func main() {\n\treq, err := http.NewRequest("GET", "${URL}", nil)\n\tif err != nil {\n\t\treturn\n\t}
\treq.Header.Set("Accept", kind())\n\thttp.DefaultClient.Do(req)\n}\n`,
    "the value of the header Accept is computed",
  ],
  [
    "Api.cs",
    `class Api {\n  async Task Create() {
    var client = new System.Net.Http.HttpClient();
    var content = new StringContent("{\\"name\\": \\"p\\"}");
    await client.PostAsync("${URL}", content);\n  }\n}\n`,
    "v2ready cannot read the value of the header Content-Type",
  ],
])("a fix that %s refuses because of a header names the header", async (path, code, reason) => {
  const { units } = await fixFiles({ [path]: code });
  expect(units.map(({ applicability }) => applicability)).toEqual(["display-only"]);
  expect(units.flatMap(({ reasons }) => reasons)).toEqual([reason]);
});
