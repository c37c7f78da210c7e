import { describe, it } from "vitest";
import { BASE, TYPE, expectFixed, type FixCase } from "../support/fix-cases.js";

const ruby = (what: string, before: string, after: string): FixCase => {
  const head = (version: string): string => `BASE = "${BASE}/${version}"\n`;
  return { what, path: "a.rb", before: `${head("v1.0")}${before}\n`, after: `${head("v2")}${after}\n` };
};

const left = (what: string, before: string, refused: RegExp): FixCase => ({
  what,
  path: "a.rb",
  before: `BASE = "${BASE}/v1.0"\n${before}\n`,
  refused,
});

describe("headers and base paths in Ruby", () => {
  it.each([
    ruby(
      "a call without options",
      `HTTParty.get(BASE + "/groups/1/alerts")`,
      `HTTParty.get(BASE + "/groups/1/alerts", headers: { "Accept" => "${TYPE}" })`,
    ),
    ruby(
      "a call without parentheses, in the quotes of the file",
      `puts 'a', 'b'\nHTTParty.get "#{BASE}/groups/1/alerts", timeout: 5`,
      `puts 'a', 'b'\nHTTParty.get "#{BASE}/groups/1/alerts", timeout: 5, headers: { 'Accept' => '${TYPE}' }`,
    ),
    ruby(
      "a call with a block as an argument",
      `HTTParty.get(BASE + "/groups/1/alerts", timeout: 5, &block)`,
      `HTTParty.get(BASE + "/groups/1/alerts", timeout: 5, headers: { "Accept" => "${TYPE}" }, &block)`,
    ),
    ruby(
      "options in a hash with arrows",
      `options = {\n  :timeout => 5 # seconds\n}\nHTTParty.get(BASE + "/groups/1/alerts", options)`,
      `options = {\n  :timeout => 5, # seconds\n  :headers => { "Accept" => "${TYPE}" }\n}\nHTTParty.get(BASE + "/groups/1/alerts", options)`,
    ),
    ruby(
      "a constant hash with labels",
      `HEADERS = { "Content-Type": "application/json", 'X-A': "1" }.freeze\nHTTParty.get(BASE + "/groups/1/alerts", headers: HEADERS)`,
      `HEADERS = { "Content-Type": "application/json", 'X-A': "1", Accept: "${TYPE}" }.freeze\nHTTParty.get(BASE + "/groups/1/alerts", headers: HEADERS)`,
    ),
    ruby(
      "headers that are merged",
      `HEADERS = { "X-A" => "1" }\nHTTParty.get("https://example.com/", headers: HEADERS)\nHTTParty.get(BASE + "/groups/1/alerts", headers: HEADERS.merge("X-B" => "2"))`,
      `HEADERS = { "X-A" => "1" }\nHTTParty.get("https://example.com/", headers: HEADERS)\nHTTParty.get(BASE + "/groups/1/alerts", headers: HEADERS.merge("X-B" => "2", "Accept" => "${TYPE}"))`,
    ),
    ruby(
      "another value, of a string and of a symbol",
      `RestClient.get(BASE + "/groups/1/alerts", accept: :json)\nRestClient.get(BASE + "/groups/1/users", "Accept" => "application/json")`,
      `RestClient.get(BASE + "/groups/1/alerts", accept: "${TYPE}")\nRestClient.get(BASE + "/groups/1/users", "Accept" => "${TYPE}")`,
    ),
    ruby(
      "a request in a variable",
      `uri = URI(BASE + "/groups/1/alerts")\nreq = Net::HTTP::Get.new(uri) # one\nNet::HTTP.start(uri.host) { |http| http.request(req) }`,
      `uri = URI(BASE + "/groups/1/alerts")\nreq = Net::HTTP::Get.new(uri) # one\nreq["Accept"] = "${TYPE}"\nNet::HTTP.start(uri.host) { |http| http.request(req) }`,
    ),
    ruby(
      "a request that a method gives",
      `def made(path)\n  req = Net::HTTP::Get.new(URI(BASE + path))\nend\nHTTP_.request(made("/groups/1/alerts"))`,
      `def made(path)\n  req = Net::HTTP::Get.new(URI(BASE + path), { "Accept" => "${TYPE}" })\nend\nHTTP_.request(made("/groups/1/alerts"))`,
    ),
    ruby(
      "an element that is assigned, and one that is added",
      `uri = URI(BASE + "/groups/1/alerts")\na = Net::HTTP::Get.new(uri)\na["accept"] = 'application/json'\nHTTP_.request(a)\nb = Net::HTTP::Get.new(uri)\nb.add_field("Accept", 'application/json')\nHTTP_.request(b)`,
      `uri = URI(BASE + "/groups/1/alerts")\na = Net::HTTP::Get.new(uri)\na["accept"] = '${TYPE}'\nHTTP_.request(a)\nb = Net::HTTP::Get.new(uri)\nb.add_field("Accept", '${TYPE}')\nHTTP_.request(b)`,
    ),
    ruby(
      "an argument in front of which another one is missing",
      `Faraday.get(BASE + "/groups/1/alerts")`,
      `Faraday.get(BASE + "/groups/1/alerts", nil, { "Accept" => "${TYPE}" })`,
    ),
    ruby(
      "a parameter for headers that nobody gives",
      `def get(path, headers = nil)\n  Net::HTTP.get(URI(BASE + path), headers)\nend\nget("/groups/1/alerts")`,
      `def get(path, headers = nil)\n  Net::HTTP.get(URI(BASE + path), { "Accept" => "${TYPE}" }.merge(headers || {}))\nend\nget("/groups/1/alerts")`,
    ),
    ruby(
      "a connection of Faraday with a block",
      `conn = Faraday.new(url: BASE) do |f|\n  f.request :json\nend\nconn.get("groups/1/alerts")\nconn.get("groups/1/users") { |req| req.params["a"] = 1 }`,
      `conn = Faraday.new(url: BASE, headers: { "Accept" => "${TYPE}" }) do |f|\n  f.request :json\nend\nconn.get("groups/1/alerts")\nconn.get("groups/1/users") { |req| req.params["a"] = 1 }`,
    ),
    ruby(
      "a connection of Faraday by its address alone",
      `conn = Faraday.new(BASE)\nconn.get("groups/1/alerts")`,
      `conn = Faraday.new(BASE, headers: { "Accept" => "${TYPE}" })\nconn.get("groups/1/alerts")`,
    ),
    ruby(
      "headers that a connection is given in its block",
      `conn = Faraday.new(BASE) do |f|\n  f.headers["Accept"] = "application/json"\nend\nconn.get("groups/1/alerts")`,
      `conn = Faraday.new(BASE) do |f|\n  f.headers["Accept"] = "${TYPE}"\nend\nconn.get("groups/1/alerts")`,
    ),
    ruby(
      "a class that includes HTTParty",
      `class Client\n  include HTTParty\n  base_uri BASE\n  headers "X-A" => "1"\n  def alerts\n    self.class.get("/groups/1/alerts")\n  end\nend\nClient.new.alerts`,
      `class Client\n  include HTTParty\n  base_uri BASE\n  headers "X-A" => "1", "Accept" => "${TYPE}"\n  def alerts\n    self.class.get("/groups/1/alerts")\n  end\nend\nClient.new.alerts`,
    ),
    ruby(
      "the answer to a challenge for a digest",
      `uri = URI(BASE + "/groups/1/alerts")\nauth = Net::HTTP::DigestAuth.new.auth_header(uri, challenge, "GET")\nreq = Net::HTTP::Get.new(uri)\nreq.add_field("Authorization", auth)\nHTTP_.request(req)`,
      `uri = URI(BASE + "/groups/1/alerts")\nauth = Net::HTTP::DigestAuth.new.auth_header(uri, challenge, "GET")\nreq = Net::HTTP::Get.new(uri)\nreq["Accept"] = "${TYPE}"\nreq.add_field("Authorization", auth)\nHTTP_.request(req)`,
    ),
    ruby(
      "a request whose errors stop the program",
      `response = HTTParty.get(BASE + "/groups/1/clusters")\nabort response.body unless response.success?`,
      `response = HTTParty.get(BASE + "/groups/1/clusters", headers: { "Accept" => "${TYPE}" })\nabort response.body unless response.success?`,
    ),
  ])("change $what", expectFixed);

  it.each([
    left(
      "options that are spread",
      `def get(path, **options)\n  HTTParty.get(BASE + path, **options)\nend\nget("/groups/1/alerts")`,
      /not written as one hash/,
    ),
    left(
      "a request whose headers are all replaced",
      `req = Net::HTTP::Get.new(URI(BASE + "/groups/1/alerts"))\nreq.initialize_http_header(others)\nHTTP_.request(req)`,
      /replaces all headers|cannot tell which Accept header/,
    ),
    left(
      "headers that another service gets with an Accept",
      `headers = { "Accept" => "application/json" }\nHTTParty.get("https://example.com/", headers: headers)\nHTTParty.get(BASE + "/groups/1/alerts", headers: headers)`,
      /also sends this Accept header/,
    ),
  ])("leave $what", expectFixed);
});

describe("reads in Ruby", () => {
  const get = `HTTParty.get(BASE + "/groups/1/clusters/a")`;
  const gets = `HTTParty.get(BASE + "/groups/1/clusters/a", headers: { "Accept" => "${TYPE}" })`;
  const read = (what: string, before: string, after: string): FixCase =>
    ruby(what, `c = ${get}\n${before}`, `c = ${gets}\n${after}`);

  it.each([
    read("an element", `puts c["srvAddress"]`, `puts c.dig("connectionStrings", "standardSrv")`),
    read(
      "a key in a text, in its quotes",
      `puts "#{c['srvAddress']}"`,
      `puts "#{c.dig('connectionStrings', 'standardSrv')}"`,
    ),
    read(
      "a key of the same hash",
      `puts c["providerBackupEnabled"], c[:providerBackupEnabled]`,
      `puts c["backupEnabled"], c[:backupEnabled]`,
    ),
    read("a symbol", `puts c[:srvAddress]`, `puts c.dig(:connectionStrings, :standardSrv)`),
    read(
      "a path",
      `puts c.dig("srvAddress"), c&.dig("srvAddress")`,
      `puts c.dig("connectionStrings", "standardSrv"), c&.dig("connectionStrings", "standardSrv")`,
    ),
    read(
      "a key that has to be there",
      `puts c.fetch("srvAddress")`,
      `puts c.fetch("connectionStrings").fetch("standardSrv")`,
    ),
    read(
      "a key with something in its place",
      `puts c.fetch("srvAddress", "none"), c&.fetch("srvAddress", nil), c.fetch("srvAddress") { "none" }`,
      `puts c.fetch("connectionStrings", {}).fetch("standardSrv", "none"), c&.fetch("connectionStrings", {})&.fetch("standardSrv", nil), c.fetch("connectionStrings", {}).fetch("standardSrv") { "none" }`,
    ),
    read(
      "a question for a key",
      `puts 1 if c.key?("srvAddress")`,
      `puts 1 if c.fetch("connectionStrings", {}).key?("standardSrv")`,
    ),
    read(
      "a connection string that a driver gets",
      `Mongo::Client.new(c["mongoURI"])`,
      `Mongo::Client.new(c.dig("connectionStrings", "standard"))`,
    ),
  ])("change $what", expectFixed);

  it.each([
    left(
      "several keys",
      `puts ${get}.values_at("name", "srvAddress")`,
      /cannot change how the code reads it/,
    ),
    left("members that a class gives", `puts ${get}.srvAddress`, /cannot change how the code reads it/),
  ])("leave $what", expectFixed);
});

describe("bodies in Ruby", () => {
  const type = `headers: { "Accept" => "${TYPE}", "Content-Type" => "application/json" }`;
  const path = `BASE + "/groups/1/clusters/a"`;

  it.each([
    ruby(
      "a hash with strings as keys",
      `HTTParty.patch(${path}, body: { "providerBackupEnabled" => true }.to_json)`,
      `HTTParty.patch(${path}, body: { "backupEnabled" => true }.to_json, ${type})`,
    ),
    ruby(
      "a hash with labels",
      `HTTParty.patch(${path}, body: JSON.generate({ providerBackupEnabled: true, paused: nil }))`,
      `HTTParty.patch(${path}, body: JSON.generate({ backupEnabled: true, paused: nil }), ${type})`,
    ),
    ruby(
      "JSON in a string with escapes",
      `HTTParty.patch(${path}, body: "{\\"providerBackupEnabled\\": true}")`,
      `HTTParty.patch(${path}, body: "{\\"backupEnabled\\": true}", ${type})`,
    ),
    ruby(
      "JSON in a here-document that takes no values",
      `HTTParty.patch(${path}, body: <<~'END')\n  {"providerBackupEnabled": true}\nEND`,
      `HTTParty.patch(${path}, body: <<~'END', ${type})\n  {"backupEnabled": true}\nEND`,
    ),
  ])("change $what", expectFixed);

  it.each([
    left(
      "a hash that writes its keys in several ways",
      `HTTParty.patch(${path}, body: { :providerBackupEnabled => true, paused: false }.to_json)`,
      /writes its keys in several ways/,
    ),
    left(
      "a hash that is spread",
      `HTTParty.patch(${path}, body: { providerBackupEnabled: true, **others }.to_json)`,
      /./,
    ),
  ])("leave $what", expectFixed);
});

describe("a class of a library in Ruby", () => {
  it.each([
    {
      what: "has its own name in the reason",
      path: "a.rb",
      before: `BASE = "${BASE}/v1.0"\nclass Cluster < Some::Library\nend\ndef show(g)\n  Cluster.new(HTTParty.get(BASE + "/groups/#{g}/clusters/a").parsed_response)\nend\n`,
      unsafe: /^Some::Library gets the cluster in the response/,
    },
  ])("$what", expectFixed);
});
