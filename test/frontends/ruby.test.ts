import { beforeAll, describe, expect, it } from "vitest";
import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { SourceText } from "../../src/core/source-text.js";
import type { FileFacts } from "../../src/facts/file-facts.js";
import { HOLE_MARK, flatten } from "../../src/facts/text.js";
import type { Frontend } from "../../src/frontends/frontend.js";
import { rubyFrontend } from "../../src/frontends/ruby/entry.js";
import { mutated } from "../fuzz/mutate.js";
import { Random } from "../fuzz/random.js";

let frontend: Frontend;
beforeAll(async () => {
  frontend = await rubyFrontend.load();
});

const interest = CatalogInterest.of(loadCatalog());
const API = "https://cloud.mongodb.com/api/atlas/v1.0";

/** The facts of the first file; the others are there to be loaded. */
function factsOf(files: Readonly<Record<string, string>>): FileFacts {
  const sources = new Map(Object.entries(files).map(([path, text]) => [path, new SourceText(path, text)]));
  const program = frontend.begin!(interest, {
    resolve: () => undefined,
    isFile: (path) => sources.has(path),
    filesIn: (folder) =>
      [...sources.keys()]
        .filter((path) => path.startsWith(folder === "." ? "" : `${folder}/`))
        .map((path) => path.slice(folder === "." ? 0 : folder.length + 1))
        .filter((name) => !name.includes("/")),
    read: (path) => sources.get(path),
  });
  const [first] = sources.values();
  expect(program.add(first!)).toBeUndefined();
  program.evaluate();
  return program.facts().find(({ source }) => source === first)!.facts;
}

const factsOfCode = (code: string): FileFacts => factsOf({ "a.rb": code });

/** `GET /groups/{} ; accept: …`: the requests with their headers. */
function requestsOf({ requests }: FileFacts): string[] {
  return requests.map(({ methods, urls, headers }) => {
    const sent = headers.entries.map(({ name, values }) => `${name}: ${values.map(flatten).join("|")}`);
    const url = urls.map((one) => flatten(one).replaceAll(HOLE_MARK, "{}").replace(API, "")).join(" | ");
    return [`${methods.join("|")} ${url}`, ...sent].join(" ; ");
  });
}

/** Returns the URLs that a program sends after these statements made `x`. */
function valueOf(code: string): string[] {
  const { requests } = factsOfCode(`${code}\nHTTParty.get(x)\n`);
  return requests.flatMap(({ urls }) => urls.map((one) => flatten(one).replaceAll(HOLE_MARK, "{}")));
}

/** The texts of the fields that a program names, with how. */
function fieldsOf(facts: FileFacts, code: string): string[] {
  return facts.fields.map(
    ({ place, access }) => `${access} ${code.slice(place.start, place.end).replace(/["':]/g, "")}`,
  );
}

describe("requests in Ruby", () => {
  it.each<[client: string, code: string, request: string]>([
    ["Net::HTTP.get", `Net::HTTP.get(URI("${API}/groups"))`, "GET /groups"],
    [
      "Net::HTTP.get_response with headers",
      `Net::HTTP.get_response(URI.parse("${API}/groups"), { "Accept" => "a/b" })`,
      "GET /groups ; accept: a/b",
    ],
    [
      "a request that is made first",
      `uri = URI("${API}/groups/#{id}")
req = Net::HTTP::Patch.new(uri)
req["Accept"] = "a/b"
req.content_type = "application/json"
Net::HTTP.start(uri.host, uri.port, use_ssl: true) { |http| http.request(req) }`,
      "PATCH /groups/{} ; accept: a/b ; content-type: application/json",
    ],
    [
      "a request with headers of its own",
      `req = Net::HTTP::Get.new("${API}/groups", "Accept" => "a/b")
req.initialize_http_header({ "X-One" => "1" })
http.request(req)`,
      "GET /groups ; accept: a/b ; x-one: 1",
    ],
    [
      "a connection",
      `http = Net::HTTP.new("cloud.mongodb.com", 443)
http.post("/api/atlas/v1.0/groups", "{}", { "Accept" => "a/b" })`,
      "POST cloud.mongodb.com/api/atlas/v1.0/groups ; accept: a/b",
    ],
    [
      "HTTParty with options in a variable",
      `options = { headers: { "Accept" => "a/b" }, digest_auth: { username: "u" } }
HTTParty.get("${API}/groups", options)`,
      "GET /groups ; accept: a/b",
    ],
    [
      "a class that includes HTTParty",
      `class Atlas
  include HTTParty
  base_uri "${API}"
  headers "Accept" => "a/b"
  def groups
    self.class.get("/groups", headers: { "X-One" => "1" })
  end
end`,
      "GET /groups ; accept: a/b ; x-one: 1",
    ],
    [
      "Faraday with blocks",
      `conn = Faraday.new(url: "${API}", headers: { "Accept" => "a/b" }) do |f|
  f.request :json
  f.headers["X-One"] = "1"
end
conn.post("groups") { |req| req.headers["X-Two"] = "2" }`,
      "POST /groups ; accept: a/b ; x-one: 1 ; x-two: 2",
    ],
    [
      "Faraday by the name of the method",
      `conn = Faraday.new("${API}/")
conn.send(:delete) { |req| req.url("groups/1") }`,
      "DELETE /groups/1",
    ],
    [
      "RestClient",
      `RestClient.post "${API}/groups", { a: 1 }.to_json, { "Accept" => "a/b" }`,
      "POST /groups ; accept: a/b",
    ],
    [
      "RestClient::Request.execute",
      `RestClient::Request.execute(method: :put, url: "${API}/groups", headers: { "Accept" => "a/b" })`,
      "PUT /groups ; accept: a/b",
    ],
    ["a resource of RestClient", `RestClient::Resource.new("${API}")["groups"].get`, "GET /groups"],
    [
      "a chain of http",
      `HTTP.headers("Accept" => "a/b").timeout(3).get("${API}/groups")`,
      "GET /groups ; accept: a/b",
    ],
    ["HTTPX", `HTTPX.with(headers: { "Accept" => "a/b" }).get("${API}/groups")`, "GET /groups ; accept: a/b"],
    [
      "Typhoeus",
      `Typhoeus.get("${API}/groups", headers: { "Accept" => "a/b" })`,
      "GET /groups ; accept: a/b",
    ],
    [
      "Excon",
      `Excon.new("${API}", headers: { "Accept" => "a/b" }).get(path: "/groups")`,
      "GET /groups ; accept: a/b",
    ],
    ["open-uri", `URI.open("${API}/groups", "Accept" => "a/b").read`, "GET /groups ; accept: a/b"],
  ])("%s", (_client, code, request) => {
    expect(requestsOf(factsOfCode(code))).toEqual([request]);
  });

  it("passes options through a wrapper, by position, by name and as a block", () => {
    const code = `class Client
  def initialize(base: "${API}", **options)
    @base = base
    @options = options
  end
  def get(path, params = {}, &block)
    call(:get, path, query: params, &block)
  end
  private
  def call(method, path, query: nil, headers: {})
    headers = headers.merge("Accept" => @options.fetch(:accept, "none"))
    response = HTTParty.send(method, "#{@base}/#{path}", headers: headers, query: query)
    yield response if block_given?
    response
  end
end
Client.new(accept: "a/b").get("groups", page: 1)
`;
    expect(requestsOf(factsOfCode(code))).toContain("GET /groups ; accept: a/b");
  });
});

describe("values in Ruby", () => {
  it.each<[name: string, code: string, value: readonly string[]]>([
    ["a variable of a class body", 'class A\n  h = "h"\n  U = "#{h}/x"\n  h = "i"\nend\nx = A::U', ["h/x"]],
    ["a variable around a module body", 'h = "i"\nmodule A\n  h = "h"\nend\nx = h', ["i"]],
    ["interpolation", `a = "b"\nx = "u/#{a}/#{1 + 2}"`, ["u/b/3"]],
    ["a quote that keeps what is in it", `x = 'u/#{a}\\n'`, ["u/#{a}\\n"]],
    ["format", `x = format("u/%s/%<b>s/%{c}", b: 1, c: 2) if false\nx = "u/%s-%d" % ["a", 3]`, ["u/a-3"]],
    ["named places of a format", `x = format("u/%{a}/%<b>s", a: "c", b: "d")`, ["u/c/d"]],
    ["texts side by side", `x = "u/" "a" + "/b"`, ["u/a/b"]],
    ["a text that grows", `x = +"u"\nx << "/a" << "/b"`, ["u/a/b"]],
    ["a text that is changed", `x = "u/a b"\nx.sub!(" ", "-")`, ["u/a-b"]],
    ["a here-document", `x = <<~URL.strip\n  u/a\n    b\n\nURL`, ["u/a\n  b"]],
    ["File.join", `x = File.join("u/", "/a", "b")`, ["u/a/b"]],
    ["URI.join", `x = URI.join("https://h/api/", "a/b").to_s`, ["https://h/api/a/b"]],
    [
      "parts of a URI",
      `u = URI("https://h/api?a=1")\nx = "#{u.host}#{u.path}|#{u.request_uri}"`,
      ["h/api|/api?a=1"],
    ],
    [
      "a query",
      `u = URI("https://h/a")\nu.query = URI.encode_www_form(b: 1, "c" => "d e")\nx = u`,
      ["https://h/a?b=1&c=d+e"],
    ],
    [
      "a hash with symbols and texts",
      `h = { a: 1, "b" => { c: "v" } }\nx = "u/#{h[:a]}/#{h.dig("b", :c)}"`,
      ["u/1/v"],
    ],
    [
      "a default for what is not there",
      `h = {}\nx = "u/#{h.fetch(:a, "d")}/#{h[:b] || "e"}/#{h.fetch(:c) { "f" }}"`,
      ["u/d/e/f"],
    ],
    ["a variable of the environment", `x = ENV.fetch("BASE", "u/d")`, ["{}", "u/d"]],
    ["nothing and zero", `a = 0 ? "t" : "f"\nb = nil ? "t" : "f"\nx = "u/#{a}#{b}"`, ["u/tf"]],
    ["the value of a branch", `a = 1\nx = if a == 1 then "u/a" else "u/b" end`, ["u/a"]],
    ["the value of another branch", `a = 1\nx = if a > 1 then "u/a" else "u/b" end`, ["u/b"]],
    [
      "the value of a case",
      `k = :b\nx = case k\nwhen "a" then "u/a"\nwhen :b, :c then "u/b"\nelse "u/c"\nend`,
      ["u/b"],
    ],
    ["several at once", `a, (b, c), *d = 1, [2, 3], 4, 5\nx = "u/#{a}#{b}#{c}#{d.join}"`, ["u/12345"]],
    [
      "blocks of lists",
      `x = "u/" + [1, 2, 3].select { |n| n > 1 }.map { |n| "n#{n}" }.join(",")`,
      ["u/n2,n3"],
    ],
    ["a method by its name", `x = "u/" + %w[a b].map(&:upcase).join`, ["u/AB"]],
    [
      "a hash as a list of pairs",
      `x = "u/" + { a: 1, b: 2 }.map { |k, v| "#{k}=#{v}" }.join("&")`,
      ["u/a=1&b=2"],
    ],
    [
      "a loop",
      `x = "u"\n[1, 2].each_with_index do |n, i|\n  next if n == 3\n  x += "/#{n}#{i}"\nend`,
      ["u/10/21"],
    ],
    ["the last element", `a = %w[a b c]\nx = "u/#{a[-1]}#{a[0..1].join}#{a.first}"`, ["u/caba"]],
    ["a part of a text", `a = "abcdef"\nx = "u/" + a[1..-2]`, ["u/bcde"]],
    ["what is not there", `a = nil\nx = "u/#{a}|#{a&.b}|#{a.to_s}"`, ["u/||"]],
    ["a struct", `P = Struct.new(:a, :b)\np = P.new("c", "d")\nx = "u/#{p.a}/#{p.b}"`, ["u/c/d"]],
    ["a lambda", `f = ->(a, b = "d") { "u/#{a}/#{b}" }\nx = f.call("c")`, ["u/c/d"]],
    ["integer division", `x = "u/#{7 / 2}/#{7 % 3}"`, ["u/3/1"]],
  ])("%s", (_name, code, value) => {
    expect(valueOf(code)).toEqual(value);
  });

  it("gives the value of the last expression, of an early return, and of a return in a block", () => {
    const code = `def last; "l"; end
def early(a)
  return "e" if a
  "n"
end
def from_block(list)
  list.map do |one|
    return "b" if one == 2
    one
  end
  "n"
end
x = "u/#{last}#{early(true)}#{early(nil)}"
HTTParty.get(x)
HTTParty.get("u/#{from_block(2)}")
`;
    const urls = factsOfCode(code).requests.map((one) => one.urls.map(flatten));
    expect(urls[0]).toEqual(["u/len"]);
    expect(urls[1]).toContain("u/b");
  });

  it("finds methods of modules, constants of classes above, and what is set on the class", () => {
    const code = `module Paths
  def path(id) = "groups/#{id}"
end
class Base
  ROOT = "u"
  class << self
    attr_accessor :version
  end
  self.version = "v"
end
class Client < Base
  include Paths
  attr_reader :id
  def initialize(id)
    @id = id
  end
  def go
    HTTParty.get("#{ROOT}/#{self.class.superclass_version}/#{path(id)}")
  end
  def self.superclass_version
    Base.version
  end
end
Client.new(3).go
`;
    expect(requestsOf(factsOfCode(code))).toEqual(["GET u/v/groups/3"]);
  });
});

describe("reads and bodies in Ruby", () => {
  it.each<[name: string, read: string]>([
    ["a key", `JSON.parse(r.body)["mongoURI"]`],
    ["a symbol", `JSON.parse(r.body, symbolize_names: true)[:mongoURI]`],
    ["dig", `JSON.parse(r.body).dig("a", "mongoURI")`],
    ["fetch", `JSON.parse(r.body).fetch("mongoURI", nil)`],
    ["each result", `JSON.parse(r.body)["results"].each { |c| puts c["mongoURI"] }`],
    ["map", `JSON.parse(r.body)["results"].map { |c| c["mongoURI"] }`],
    ["the parsed answer", `r.parsed_response["mongoURI"]`],
    ["a method of an object", `JSON.parse(r.body, object_class: OpenStruct).mongoURI`],
  ])("reads %s", (_name, read) => {
    const code = `r = HTTParty.get("${API}/groups/1/clusters/a")\n${read}\n`;
    expect(fieldsOf(factsOfCode(code), code)).toEqual(["read mongoURI"]);
  });

  it("finds a key in the line of a here-document where it is written", () => {
    const code = `body = <<~JSON
      {
        "name": "#{name}",
        "providerSettings": { "regionName": "EU_WEST_1" }
      }
    JSON
HTTParty.post("${API}/groups/1/clusters", body: body)
`;
    const [field] = factsOfCode(code).fields.filter(({ name }) => name === "providerSettings");
    expect(code.slice(field!.place.start, field!.place.end)).toBe('"providerSettings"');
  });

  it("knows the body of a request", () => {
    const code = `body = { name: "a", "providerSettings" => { providerName: "AWS" } }
body[:numShards] = 2
HTTParty.post("${API}/groups/1/clusters", body: body.merge(backupEnabled: true).to_json)
`;
    const [request] = factsOfCode(code).requests;
    expect(JSON.stringify(request!.body)).toMatch(/providerSettings.*numShards.*backupEnabled/s);
  });
});

describe("files of Ruby", () => {
  it.each<[name: string, files: Record<string, string>, request: string]>([
    [
      "a constant of a file that is loaded",
      {
        "bin/run.rb": `require_relative "../lib/settings"\nHTTParty.get("#{Settings::BASE}/groups")`,
        "lib/settings.rb": `module Settings\n  BASE = "${API}".freeze\nend`,
      },
      "GET /groups",
    ],
    [
      "a constant of the module around it, in a file named after it",
      {
        "lib/atlas/client.rb": `module Atlas\n  class Client\n    def go\n      HTTParty.get("#{Config::BASE}/groups")\n    end\n  end\nend`,
        "lib/atlas/config.rb": `module Atlas\n  module Config\n    BASE = "${API}"\n  end\nend`,
      },
      "GET /groups",
    ],
    [
      "a class of another file",
      {
        "main.rb": `require "./client"\nAtlas::Client.new("${API}").groups`,
        "client.rb": `module Atlas\n  class Client\n    def initialize(base)\n      @base = base\n    end\n    def groups\n      "x"\n    end\n  end\nend\n`,
      },
      "",
    ],
    [
      "a function of another file",
      {
        "main.rb": `require_relative "helpers"\nHTTParty.get(base_url + "/groups")`,
        "helpers.rb": `def base_url\n  "${API}"\nend\n`,
      },
      "GET /groups",
    ],
  ])("follows %s", (_name, files, request) => {
    expect(requestsOf(factsOf(files))).toEqual(request === "" ? [] : [request]);
  });

  it("reads around what does not parse, and says so", () => {
    const facts = factsOfCode(`HTTParty.get("${API}/groups")\nx = (1 + \ndef )( broken\nend\n`);
    expect(facts.problems?.map(({ kind }) => kind)).toEqual(["syntax"]);
    expect(facts.strings.length).toBeGreaterThan(0);
  });

  it("treats comments and text after the program as comments", () => {
    const { strings } = factsOfCode(`# see ${API}/groups\nx = 1\n__END__\n${API}/orgs\n`);
    expect(strings.map(({ setting }) => setting)).toEqual(["comment", "comment"]);
  });

  it("sends nothing where names only look alike", () => {
    const code = `class HTTParty2\n  def self.get(url) = url\nend\nHTTParty2.get("/a")\nget "/b"\nclient.get(:key)\n`;
    expect(factsOfCode(code).requests).toEqual([]);
  });

  it("ends with facts or a problem, whatever the text is", () => {
    const text = `module A
  class B < C
    X = %w[a b].freeze
    def initialize(a, b = 1, *c, d:, e: 2, **f, &g)
      @a ||= a&.b { |x, (y, z)| x + y }
      case a when 1, "b" then <<~S when nil then return end
        t #{b} u
      S
      yield a if block_given?
    rescue E => e
      retry unless e
    ensure
      puts(*c, **f, &g)
    end
  end
end
`;
    const random = new Random(7);
    for (let round = 0; round < 200; round++) {
      const made = mutated(text, random, [text]);
      expect(frontend.analyze(new SourceText("a.rb", made), interest)).toBeDefined();
    }
  });
});
