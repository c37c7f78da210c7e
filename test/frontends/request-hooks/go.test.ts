import { describe } from "vitest";
import { expectDoubts, expectHeaders, expectMissing } from "./expect-hooks.js";

describe("Go", () => {
  expectHeaders("main.go", {
    "a function as a transport": `package main

import "net/http"

func withHeaders(next http.RoundTripper) http.RoundTripper {
	return roundTripFunc(func(r *http.Request) (*http.Response, error) {
		r.Header.Set("HEADER", "TYPE")
		return next.RoundTrip(r)
	})
}

type roundTripFunc func(*http.Request) (*http.Response, error)

func (f roundTripFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

var client = &http.Client{Transport: withHeaders(http.DefaultTransport)}

func main() { client.Get("API/groups") }
`,
    "a function that sets a copy": `package main

import "net/http"

type roundTripFunc func(*http.Request) (*http.Response, error)

func (f roundTripFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func main() {
	client := &http.Client{}
	client.Transport = roundTripFunc(func(r *http.Request) (*http.Response, error) {
		r = r.Clone(r.Context())
		r.Header.Set("HEADER", "TYPE")
		return http.DefaultTransport.RoundTrip(r)
	})
	req, _ := http.NewRequest("GET", "API/groups", nil)
	client.Do(req)
}
`,
    "a struct as a transport": `package main

import "net/http"

type versioned struct{ base http.RoundTripper }

func (t *versioned) RoundTrip(r *http.Request) (*http.Response, error) {
	r2 := r.Clone(r.Context())
	r2.Header.Set("HEADER", "TYPE")
	return t.base.RoundTrip(r2)
}

func main() {
	client := &http.Client{Transport: &versioned{http.DefaultTransport}}
	client.Get("API/groups")
}
`,
    "middleware of resty": `package main

import "github.com/go-resty/resty/v2"

func main() {
	c := resty.New().SetBaseURL("API")
	c.OnBeforeRequest(func(c *resty.Client, r *resty.Request) error {
		r.SetHeader("HEADER", "TYPE")
		return nil
	})
	c.R().Get("/groups")
}
`,
    "a request hook of resty": `package main

import (
	"net/http"
	"github.com/go-resty/resty/v2"
)

func main() {
	c := resty.New().SetBaseURL("API").SetPreRequestHook(func(_ *resty.Client, r *http.Request) error {
		r.Header.Set("HEADER", "TYPE")
		return nil
	})
	c.R().Get("/groups")
}
`,
    "a transport of resty": `package main

import (
	"net/http"
	"github.com/go-resty/resty/v2"
)

type versioned struct{ base http.RoundTripper }

func (t versioned) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set("HEADER", "TYPE")
	return t.base.RoundTrip(r)
}

func main() {
	c := resty.New().SetBaseURL("API").SetTransport(versioned{http.DefaultTransport})
	c.R().Get("/groups")
}
`,
    "a transport behind one with credentials": `package main

import (
	"net/http"

	"github.com/mongodb-forks/digest"
)

type versioned struct{ next http.RoundTripper }

func (v *versioned) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Header.Get("HEADER") == "" {
		r.Header.Set("HEADER", "TYPE")
	}
	return v.next.RoundTrip(r)
}

func newClient(a, b string) (*http.Client, error) {
	t := digest.NewTransport(a, b)
	t.Transport = &versioned{http.DefaultTransport}
	return t.Client()
}

func main() {
	c, _ := newClient("a", "b")
	c.Get("API/groups")
}
`,
  });

  const withTransport = (path: string, transport: string): string => `package main

import (
	"net/http"
	"${path}"
)

func main() {
	client := &http.Client{Transport: ${transport}}
	client.Get("API/groups")
}
`;

  expectDoubts("main.go", {
    "a transport of a package": withTransport(
      "github.com/acme/versions",
      `versions.NewTransport("2023-02-01")`,
    ),
  });

  expectMissing("main.go", {
    "a transport with credentials": withTransport("golang.org/x/oauth2", "&oauth2.Transport{}"),
  });
});
