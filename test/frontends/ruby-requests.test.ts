import { describe, expect, it } from "vitest";
import { describe as asRead, flatten } from "../../src/facts/text.js";
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

describe("a value of Ruby that may be nothing", () => {
  it.each([
    ["is added to a URL", '"/groups/" + first(gets)', ["/groups/{gets().name}"]],
    ["is in an instance variable", '"/groups/" + Settings.new.project', ["/groups/{…}"]],
  ])("%s", (_how, path, expected) => {
    const { requests } = language.of(`require "net/http"
class Settings
  attr_reader :project
  def initialize
    @project = nil
  end
end
def first(found)
  found["name"] if found
end
Net::HTTP.get(URI("${API}" + ${path}))
`);
    expect(requests.flatMap(({ urls }) => urls.map((url) => asRead(url).slice(API.length)))).toEqual(
      expected,
    );
  });
});

describe("the Content-Type of a request in Ruby", () => {
  it.each([
    ["f.request :json", true],
    ["f.request :url_encoded", false],
    ["f.response :json", false],
  ])("is set by the JSON middleware of Faraday: %s", (line, isSet) => {
    const { requests } = language.of(`require "faraday"
conn = Faraday.new(url: "${API}") do |f|
  ${line}
end
conn.patch("groups", { name: "a" })
conn.post("groups") { |r| r.body = [{ name: "a" }] }
`);
    expect(requests.map(({ setsContentType }) => setsContentType)).toEqual([isSet, isSet]);
  });

  it.each([
    ["RestClient", `RestClient.post("${API}/groups", text, { accept: "a/b", content_type: :json })`],
    ["RestClient", `RestClient::Resource.new("${API}", headers: { content_type: :json }).post(text)`],
    ["http", `HTTP.headers(content_type: "json").post("${API}/groups", body: text)`],
    ["Faraday", `Faraday.new("${API}", headers: { content_type: "json" }).post("groups", text)`],
  ])("is that of a symbol, with a dash in its name: %s, %s", (client, code) => {
    const [request] = language.of(
      `require "rest-client"\nrequire "faraday"\nrequire "http"\n${code}\n`,
    ).requests;
    expect(request?.client).toBe(client);
    const type = request?.headers.entries.find(({ name }) => name === "content-type");
    expect(type?.values.map(flatten)).toEqual(["json"]);
  });
});

it("a case on one line, which the grammar does not know, is listed as not checked", () => {
  const { problems } = language.of(`case body in { a: }\nputs a\nend\nputs "${API}", 1, 2, 3, 4\n`);
  expect(problems.map(({ kind, line }) => `${kind} ${line}`)).toEqual(["syntax 1"]);
});

it.each([
  [`Net::HTTP.const_get(verb.capitalize)`, "PATCH"],
  [`Object.const_get("Net::HTTP::#{verb.capitalize}")`, "PATCH"],
  [`Net::HTTP.const_get(ENV["VERB"])`, "GET"],
])("the class of a request is looked up by its name: %s", (found, method) => {
  const { requests } = language.of(`require "net/http"
def call(verb, path)
  uri = URI("${API}" + path)
  request = ${found}.new(uri)
  request["Accept"] = "a/b"
  Net::HTTP.start(uri.host, uri.port) { |http| http.request(request) }
end
call("PATCH", "/groups")
`);
  expect(requests.map(({ methods, urls }) => [...methods, ...urls.map(flatten)])).toEqual([
    [method, `${API}/groups`],
  ]);
});

it.each([
  [
    "each of several names",
    "%w[post patch].each { |verb| define_method(verb) { |path| send_as(verb, path) } }",
  ],
  ["a name", "define_method(:post) { |path| send_as(:post, path) }"],
])("a method that define_method makes with %s has the receiver as self", (_how, definition) => {
  const { requests } = language.of(`require "faraday"
class Client
  def initialize
    @http = Faraday.new(url: "${API}")
  end
  ${definition}
  def create
    post("groups")
  end
  def send_as(verb, path)
    @http.public_send(verb, path)
  end
end
Client.new.create
`);
  expect(requests.map(({ methods, urls }) => [...methods, ...urls.map(flatten)])).toContainEqual([
    "POST",
    `${API}/groups`,
  ]);
});
