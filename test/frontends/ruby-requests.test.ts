import { describe, expect, it } from "vitest";
import { rubyFrontend } from "../../src/frontends/ruby/entry.js";
import { API, LanguageFacts } from "./language-facts.js";

const language = new LanguageFacts(rubyFrontend, "a.rb");

describe("a class that includes HTTParty", () => {
  it.each([
    ["", undefined],
    ['  headers "X-One" => "1"\n', 'headers "X-One" => "1"'],
  ])("is set up where it states headers: %j", (line, place) => {
    const code = `class Atlas
  include HTTParty
${line}  base_uri "${API}"
  def groups
    self.class.get("/groups")
  end
end
Atlas.new.groups
`;
    const [request] = language.of(code).requests;
    const site = request?.instance?.site;
    expect(site && code.slice(site.start, site.end)).toBe(place);
  });
});
