# A small stand-in for the gem of this name: what the scripts under fixtures/scripts use of it.
require "json"
require "net/http/digest_auth"

module Faraday
  class Error < StandardError; end

  Response = Struct.new(:status, :body, :headers) do
    def success? = status < 400
  end

  Request = Struct.new(:path, :params, :headers, :body) do
    def url(path, params = {})
      self.path = path
      self.params = self.params.merge(params)
    end
  end

  class Connection
    attr_reader :headers, :params

    def initialize(base, headers: {}, params: {})
      @base, @headers, @params, @parts = base, headers.dup, params.dup, {}
      yield self if block_given?
    end

    def request(name, *values)
      @parts[name] = values
      @headers["Authorization"] = values.join(" ") if name == :authorization
    end

    def response(name, *_values)
      @parts[:"parse_#{name}"] = true
    end

    def adapter(_name); end

    %i[get delete].each do |method|
      define_method(method) do |path = nil, params = nil, headers = nil, &block|
        send_request(method, path, params, nil, headers, block)
      end
    end

    %i[post put patch].each do |method|
      define_method(method) do |path = nil, body = nil, headers = nil, &block|
        send_request(method, path, nil, body, headers, block)
      end
    end

    private

    def send_request(method, path, params, body, headers, block)
      made = Request.new(path, @params.merge(params || {}), @headers.merge(headers || {}), body)
      block&.call(made)
      address = made.path.start_with?("http") ? made.path : [@base.chomp("/"), made.path].join("/")
      address += "?" + URI.encode_www_form(made.params) unless made.params.empty?
      if @parts.key?(:json) && !made.body.nil? && !made.body.is_a?(String)
        made.body = JSON.generate(made.body)
        made.headers["Content-Type"] ||= "application/json"
      end
      username, password = @parts[:digest]
      auth = username && { username: username, password: password }
      answer = send_with_digest(method, address, made.headers, made.body, auth)
      is_parsed = @parts[:parse_json] && answer.body && answer["content-type"].to_s.include?("json")
      Response.new(answer.code.to_i, is_parsed ? JSON.parse(answer.body) : answer.body, answer)
    end
  end

  def self.default_adapter = :net_http

  def self.new(url = nil, options = {}, &block)
    options, url = url, url[:url] if url.is_a?(Hash)
    Connection.new(url, **options.slice(:headers, :params), &block)
  end

  %i[get delete post put patch].each do |method|
    define_singleton_method(method) { |url, *others, &block| Connection.new("").public_send(method, url, *others, &block) }
  end
end
