# A small stand-in for the gem of this name: what the scripts under fixtures/scripts use of it.
require "delegate"
require "json"
require "net/http/digest_auth"

module HTTParty
  class Response < SimpleDelegator
    def initialize(answer)
      @answer = answer
      is_json = answer["content-type"].to_s.split(";").first.to_s.match?(/json\z/)
      super(is_json && answer.body ? JSON.parse(answer.body) : answer.body)
    end

    def parsed_response = __getobj__
    def code = @answer.code.to_i
    def body = @answer.body
    def headers = @answer
    def success? = code < 400
  end

  def self.included(base)
    base.extend(ClassMethods)
  end

  module ClassMethods
    def default_options
      @default_options ||= { headers: {} }
    end

    def base_uri(address)
      default_options[:base] = address
    end

    def digest_auth(username, password)
      default_options[:digest_auth] = { username: username, password: password }
    end

    def headers(more)
      default_options[:headers] = default_options[:headers].merge(more)
    end

    def format(_name); end

    %i[get post put patch delete].each do |method|
      define_method(method) do |path, options = {}|
        headers = default_options[:headers].merge(options[:headers] || {})
        address = path.start_with?("/") ? default_options[:base].to_s + path : path
        address += "?" + URI.encode_www_form(options[:query]) if options[:query]
        auth = options[:digest_auth] || default_options[:digest_auth]
        Response.new(send_with_digest(method, address, headers, options[:body], auth))
      end
    end
  end

  extend ClassMethods
end
