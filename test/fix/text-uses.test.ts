import { describe, expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const URL = "https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters/a";

type Files = Readonly<Record<string, string>>;

const PYTHON = (use: string): Files => ({
  "a.py": `import re, requests

class A:
    def _use(self, uri):
        return ${use}

    def first(self):
        c = requests.get("${URL}").json()
        return self._use(c["mongoURI"])
`,
});
const FIELD = (use: string): Files => ({
  "a.js": `class A {
  async init() {
    const c = await (await fetch("${URL}")).json();
    this.uri = c.mongoURI;
  }
  admin() { return ${use}; }
}
export default A;
`,
});
const IMPORTED = (use: string): Files => ({
  "b.js": `export async function uri() {
  const c = await (await fetch("${URL}")).json();
  return c.mongoURI;
}
`,
  "c.js": `import { uri } from "./b.js";
export async function open(client) {
  const text = await uri();
  return client(${use});
}
`,
});
const GO = (use: string): Files => ({
  "main.go": `package main

import (
	"encoding/json"
	"net/http"
	"strings"
)

func first() any {
	resp, err := http.Get("${URL}")
	if err != nil {
		return nil
	}
	defer resp.Body.Close()
	var c map[string]any
	json.NewDecoder(resp.Body).Decode(&c)
	return ${use}
}

var _ = strings.Split
`,
});
const JAVA = (use: string): Files => ({
  "F.java": `import com.fasterxml.jackson.databind.*;
import java.net.URI;
import java.net.http.*;

class F {
  private final HttpClient http = HttpClient.newHttpClient();
  private static Object use(String uri) { return ${use}; }
  Object first() throws Exception {
    HttpRequest r = HttpRequest.newBuilder(URI.create("${URL}")).build();
    JsonNode c = new ObjectMapper().readTree(http.send(r, HttpResponse.BodyHandlers.ofString()).body());
    return use(c.get("mongoURI").asText());
  }
}
`,
});
const CSHARP = (use: string): Files => ({
  "A.cs": `using System.Net.Http;
using System.Text.Json;
class A
{
    static readonly HttpClient Http = new();
    private static object Use(string uri) => ${use};
    public async Task<object> First()
    {
        var s = await Http.GetStringAsync("${URL}");
        using var d = JsonDocument.Parse(s);
        return Use(d.RootElement.GetProperty("mongoURI").GetString());
    }
}
`,
});
const PHP = (use: string): Files => ({
  "a.php": `<?php
class A {
    private function use_(string $uri) { return ${use}; }
    public function first() {
        $ch = curl_init("${URL}");
        curl_setopt($ch, CURLOPT_RETURNTRANSFER, true);
        $c = json_decode(curl_exec($ch), true);
        return $this->use_($c['mongoURI']);
    }
}
`,
});
const RUBY = (use: string): Files => ({
  "a.rb": `require 'httparty'
class A
  def first
    c = HTTParty.get("${URL}").parsed_response
    use(c['mongoURI'])
  end

  private

  def use(uri)
    ${use}
  end
end
`,
});

const POWERSHELL = (use: string): Files => ({
  "a.ps1": `$c = Invoke-RestMethod -Uri "${URL}"\n$x = ${use}\n`,
});

/** Code that fails with options at the end of the connection string, away from where the property is read. */
const BROKEN: readonly (readonly [name: string, files: Files])[] = [
  ["split in a private method of Python", PYTHON(`uri.split(",")`)],
  ["split as a text of Python", PYTHON(`str(uri).split(",")`)],
  ["rpartition of Python", PYTHON(`uri.rpartition(",")`)],
  ["a slice of Python", PYTHON(`uri[10:]`)],
  ["re.sub of Python", PYTHON(`re.sub("mongodb://", "", uri)`)],
  ["text behind it in Python", PYTHON(`uri + "/admin"`)],
  ["text behind it in an f-string of Python", PYTHON(`f"{uri}/admin"`)],
  ["split of a field", FIELD(`this.uri.split(",")`)],
  ["text behind a field", FIELD(`this.uri + "/admin"`)],
  ["text behind a field in a template", FIELD("`${this.uri}?w=1`")],
  ["split in another file", IMPORTED(`text.split(",")`)],
  ["text behind it in another file", IMPORTED(`text + "/admin"`)],
  ["strings.Split of Go", GO(`strings.Split(c["mongoURI"].(string), ",")`)],
  ["strings.TrimPrefix of Go", GO(`strings.TrimPrefix(c["mongoURI"].(string), "mongodb://")`)],
  ["text behind it in Go", GO(`c["mongoURI"].(string) + "/admin"`)],
  ["split of Java", JAVA(`uri.split(",")`)],
  ["substring of Java", JAVA(`uri.substring(10)`)],
  ["the host of a URI of Java", JAVA(`URI.create(uri).getAuthority()`)],
  ["text behind it in Java", JAVA(`uri + "/admin"`)],
  ["Split of C#", CSHARP(`uri.Split(',')`)],
  ["Substring of C#", CSHARP(`uri.Substring(10)`)],
  ["explode of PHP", PHP(`explode(",", $uri)`)],
  ["substr of PHP", PHP(`substr($uri, 10)`)],
  ["text behind it in PHP", PHP(`$uri . "/admin"`)],
  ["-split of PowerShell", POWERSHELL(`$c.mongoURI -split ","`)],
  ["-replace of PowerShell", POWERSHELL(`$c.mongoURI -replace "mongodb://", ""`)],
  ["split of Ruby", RUBY(`uri.split(",")`)],
  ["sub of Ruby", RUBY(`uri.sub("mongodb://", "")`)],
  ["text behind it in Ruby", RUBY('"#{uri}/admin"')],
];

/** Code that takes any connection string. */
const RIGHT: readonly (readonly [name: string, files: Files])[] = [
  ["a field that is used as it is", FIELD(`connect(this.uri)`)],
  ["credentials that are inserted", FIELD(`this.uri.replace("mongodb://", "mongodb://a:b@")`)],
  ["options that are cut off", FIELD(`this.uri.split("?")`)],
];

describe("a connection string that the code uses away from where it reads it", () => {
  it.each(BROKEN)("keeps the request from every fix: %s", async (_name, files) => {
    const { files: fixed, units, remaining } = await fixFiles(files, ["safe", "unsafe"]);
    expect(fixed).toEqual(files);
    const reasons = units.flatMap((unit) => unit.reasons).join();
    expect(reasons).toMatch(
      /mongoURI is (?:split into parts|joined with other text), but connectionStrings.standard ends with options/,
    );
    expect(remaining.some((one) => one.startsWith("no-derived-host-name"))).toBe(
      reasons.includes("is split"),
    );
  });

  it.each(RIGHT)("may have options: %s", async (_name, files) => {
    const fixed = (await fixFiles(files)).files;
    expect(Object.values(fixed).join()).toContain("connectionStrings?.standard");
    expect(Object.values(fixed).join()).toContain("/api/atlas/v2/");
  });

  it("is shown to people after a person has looked at the fix", async () => {
    const files = FIELD("log(`The address is ${this.uri}.`)");
    expect((await fixFiles(files)).files).toEqual(files);
  });
});
