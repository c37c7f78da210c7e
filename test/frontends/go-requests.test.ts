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
});
