import { describe, expect, it } from "vitest";
import { describe as asRead } from "../../src/facts/text.js";
import { csharpFrontend } from "../../src/frontends/csharp/entry.js";
import { javaFrontend } from "../../src/frontends/java/entry.js";
import { phpFrontend } from "../../src/frontends/php/entry.js";
import { pythonFrontend } from "../../src/frontends/python/entry.js";
import { rubyFrontend } from "../../src/frontends/ruby/entry.js";
import { API, LanguageFacts } from "./language-facts.js";

/** A class of a package, whose methods are not known, is extended. `CALL` is in a method with the parameter `id`. */
const LANGUAGES = {
  "C#": [
    new LanguageFacts(csharpFrontend, "R.cs"),
    `using Vendor;
abstract class Middle : HttpBase { protected abstract string Resource { get; } }
class R : Middle {
  protected override string Resource => "/groups";
  string Url(string rest) { return "${API}" + Resource + rest; }
  object Run(string id) { return CALL; }
}`,
  ],
  Java: [
    new LanguageFacts(javaFrontend, "R.java"),
    `import com.vendor.HttpBase;
class R extends HttpBase {
  String url(String rest) { return "${API}/groups" + rest; }
  Object run(String id) { return CALL; }
}`,
  ],
  PHP: [
    new LanguageFacts(phpFrontend, "R.php"),
    `<?php
use Vendor\\HttpBase;
class R extends HttpBase {
  function url($rest) { return "${API}/groups" . $rest; }
  function run($id) { return CALL; }
}`,
  ],
  Python: [
    new LanguageFacts(pythonFrontend, "r.py"),
    `from vendor import HttpBase
class R(HttpBase):
    def url(self, rest):
        return "${API}/groups" + rest
    def run(self, id):
        return CALL
`,
  ],
  Ruby: [
    new LanguageFacts(rubyFrontend, "r.rb"),
    `require "vendor"
class R < Vendor::HttpBase
  def url(rest)
    "${API}/groups" + rest
  end
  def run(id)
    CALL
  end
end
`,
  ],
} as const;

describe("a method of an unknown base class that gets a URL of the API is a call", () => {
  it.each<[language: keyof typeof LANGUAGES, call: string, method: string]>([
    ["C#", 'GetAsync<object>(Url($"/{id}/whitelist"))', "GET"],
    ["C#", 'PostAsJsonAsync(Url("/" + id + "/whitelist"), id)', "POST"],
    ["C#", 'this.DeleteAsync(Url("/" + id + "/whitelist"))', "DELETE"],
    ["C#", 'base.Fetch(Url("/" + id + "/whitelist"))', ""],
    ["Java", 'get(url("/" + id + "/whitelist"))', "GET"],
    ["Java", 'this.postForObject(url("/" + id + "/whitelist"), id)', "POST"],
    ["Java", 'super.doDelete(url("/" + id + "/whitelist"))', "DELETE"],
    ["PHP", '$this->getJson($this->url("/$id/whitelist"))', "GET"],
    ["PHP", 'parent::post($this->url("/$id/whitelist"), [])', "POST"],
    ["Python", 'self._get(self.url(f"/{id}/whitelist"))', "GET"],
    ["Python", 'super().get_json(self.url(f"/{id}/whitelist"))', "GET"],
    ["Ruby", 'post_json(url("/#{id}/whitelist"), id)', "POST"],
  ])("in %s: %s", (language, call, method) => {
    const [facts, code] = LANGUAGES[language];
    const { requests } = facts.of(code.replace("CALL", () => call));
    expect(
      requests.map(({ methods, urls, understood }) => ({ methods, url: asRead(urls[0]!), understood })),
    ).toEqual([
      {
        methods: method === "" ? [] : [method],
        url: `${API}/groups/{${language === "PHP" ? "$id" : "id"}}/whitelist`,
        understood: false,
      },
    ]);
  });

  it.each<[language: keyof typeof LANGUAGES, call: string]>([
    ["C#", 'Describe(Url($"/{id}/whitelist"))'],
    ["C#", 'GetAsync<object>("https://example.com/" + id)'],
    ["Java", 'getFormat(url("/" + id + "/whitelist"))'],
    ["Python", 'self.getter(self.url(f"/{id}/whitelist"))'],
  ])("is distinguished from other methods, in %s: %s", (language, call) => {
    const [facts, code] = LANGUAGES[language];
    expect(facts.of(code.replace("CALL", () => call)).requests).toEqual([]);
  });
});
