import { describe } from "vitest";
import { expectDoubts, expectHeaders, expectMissing } from "./expect-hooks.js";

describe("Ruby", () => {
  expectHeaders("api.rb", {
    "a block for all requests of RestClient": `require "rest-client"
RestClient.add_before_execution_proc do |req, args|
  req["HEADER"] = "TYPE"
end
RestClient.get("API/groups")
`,
    "a block for all requests of RestClient, which a resource sends": `require "rest-client"
RestClient.add_before_execution_proc { |req| req.add_field("HEADER", "TYPE") }
RestClient::Resource.new("API/groups").get
`,
    "a class of middleware": `require "faraday"
class Versioned < Faraday::Middleware
  def call(env)
    env[:request_headers]["HEADER"] = "TYPE"
    @app.call(env)
  end
end
conn = Faraday.new(url: "API") do |f|
  f.use Versioned
  f.adapter Faraday.default_adapter
end
conn.get("groups")
`,
    "middleware with options": `require "faraday"
class Versioned < Faraday::Middleware
  def on_request(env)
    env.request_headers["HEADER"] = options[:accept]
  end
end
conn = Faraday.new(url: "API") do |f|
  f.use Versioned, accept: "TYPE"
end
conn.get("groups")
`,
    "middleware with a named argument": `require "faraday"
class Versioned < Faraday::Middleware
  def initialize(app, accept:)
    super(app)
    @accept = accept
  end
  def on_request(env)
    env[:request_headers]["HEADER"] = @accept
  end
end
conn = Faraday.new(url: "API") do |f|
  f.use Versioned, accept: "TYPE"
end
conn.get("groups")
`,
    "middleware with a name": `require "faraday"
class Versioned < Faraday::Middleware
  def initialize(app, accept)
    super(app)
    @accept = accept
  end
  def call(env)
    env[:request_headers].merge!("HEADER" => @accept)
    @app.call(env)
  end
end
Faraday::Request.register_middleware(versioned: -> { Versioned })
conn = Faraday.new("API") do |f|
  f.request :versioned, "TYPE"
end
conn.get("groups")
`,
  });

  expectDoubts("api.rb", {
    "middleware of a gem": `require "faraday"
require "acme"
conn = Faraday.new(url: "API") do |f|
  f.use Acme::Versioned
  f.adapter Faraday.default_adapter
end
conn.get("groups")
`,
  });

  expectMissing("api.rb", {
    "middleware of Faraday": `require "faraday"
conn = Faraday.new(url: "API") do |f|
  f.request :digest, "a", "b"
  f.request :retry, max: 3
  f.use Faraday::Response::RaiseError
  f.response :json
  f.adapter Faraday.default_adapter
end
conn.get("groups")
`,
  });
});
