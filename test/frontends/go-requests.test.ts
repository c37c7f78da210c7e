import { describe, expect, it } from "vitest";
import { factsOfBody, headersOf, urlsOf } from "../support/go-facts.js";

const HOST = "https://cloud.mongodb.com";

describe("requests of net/http that are made in steps", () => {
  it("have the URL that is set later, and what a literal says", () => {
    const facts = factsOfBody(`func f() {
	r, _ := http.NewRequest("GET", "", nil)
	r.Header.Add("Accept", "application/json")
	var err error
	r.URL, err = url.Parse("${HOST}/api/atlas/v1.0/late")
	if err != nil { r.URL = &url.URL{} }
	http.DefaultClient.Do(r)
	address, _ := url.Parse("${HOST}/api/atlas/v1.0/literal")
	http.DefaultClient.Do(&http.Request{Method: "PATCH", URL: address, Header: http.Header{"X-Own": {"1"}}})
}`);
    expect(urlsOf(facts)).toEqual([
      `GET ${HOST}/api/atlas/v1.0/late`,
      `PATCH ${HOST}/api/atlas/v1.0/literal`,
    ]);
    expect(facts.requests.map(headersOf)).toEqual([{ accept: "application/json" }, { "x-own": "1" }]);
  });

  it.each(["http.Header{}", "others()", "shared.Clone()"])("lose headers that %s replaces", (others) => {
    const facts = factsOfBody(`var shared = http.Header{}
func others() http.Header { return http.Header{} }
func f() {
	r, _ := http.NewRequest("GET", "${HOST}/api/atlas/v2/groups", nil)
	r.Header.Add("Accept", "application/vnd.atlas.2023-02-01+json")
	r.Header = ${others}
	http.DefaultClient.Do(r)
}`);
    expect(facts.requests.map(headersOf)).toEqual([{}]);
  });
});

describe("a transport of the program", () => {
  it("sets headers of the requests that methods of its client send", () => {
    const facts = factsOfBody(`type versioned struct{ next http.RoundTripper }
func (t versioned) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Accept", "application/vnd.atlas.2023-02-01+json")
	return t.next.RoundTrip(r)
}
func f() {
	client := &http.Client{Transport: versioned{http.DefaultTransport}}
	client.Get("${HOST}/api/atlas/v2/groups")
	client.Post("${HOST}/api/atlas/v2/groups", "application/json", nil)
	http.Get("${HOST}/api/atlas/v2/orgs")
}`);
    const accept = "application/vnd.atlas.2023-02-01+json";
    expect(facts.requests.map(headersOf)).toEqual([
      { accept },
      { "content-type": "application/json", accept },
      {},
    ]);
  });
});
