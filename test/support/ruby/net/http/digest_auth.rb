# A small stand-in for the gem net-http-digest_auth: what the scripts under fixtures/scripts use of it.
require "digest"
require "net/http"
require "securerandom"

class Net::HTTP::DigestAuth
  def auth_header(uri, challenge, method)
    given = challenge.scan(/(\w+)="?([^",]*)"?/).to_h
    cnonce = SecureRandom.hex(8)
    first = md5("#{uri.user}:#{given["realm"]}:#{uri.password}")
    second = md5("#{method}:#{uri.request_uri}")
    response = md5([first, given["nonce"], "00000001", cnonce, "auth", second].join(":"))
    %(Digest username="#{uri.user}", realm="#{given["realm"]}", nonce="#{given["nonce"]}", ) +
      %(uri="#{uri.request_uri}", qop=auth, nc=00000001, cnonce="#{cnonce}", response="#{response}", ) +
      %(algorithm=MD5) + (given["opaque"] ? %(, opaque="#{given["opaque"]}") : "")
  end

  private

  def md5(text)
    Digest::MD5.hexdigest(text)
  end
end

# Sends a request, and once more with credentials where it is asked for them: for the stand-ins of other gems.
def send_with_digest(method, address, headers, body, auth)
  uri = URI(address)
  build = lambda do |more|
    request = Net::HTTP.const_get(method.to_s.capitalize).new(uri, headers.transform_keys(&:to_s).merge(more))
    request.body = body if body
    request
  end
  Net::HTTP.start(uri.host, uri.port) do |http|
    answer = http.request(build.call({}))
    next answer unless answer.code == "401" && auth

    uri.user, uri.password = auth.values_at(:username, :password)
    http.request(build.call("Authorization" => Net::HTTP::DigestAuth.new.auth_header(uri, answer["www-authenticate"], method.to_s.upcase)))
  end
end
