import { describe, expect, it } from "vitest";
import { pythonFrontend } from "../../src/frontends/python/entry.js";
import { factsOf, requestsOf } from "../support/requests.js";
import { LanguageFacts, urlsOf } from "./language-facts.js";

// Once such keys among the members were what objects keep for libraries.
describe("a key with the form of an internal slot is a key like any other", () => {
  it("is sent in a body", () => {
    const { requests } = factsOf(
      `fetch("http://a", { method: "POST", body: JSON.stringify({ "[[note]]": 1, name: "b" }) });`,
    );
    expect(requests[0]?.body).toMatchObject({ members: [{ key: "[[note]]" }, { key: "name" }] });
  });

  it("is copied and enumerated", () => {
    expect(
      requestsOf(`for (const key of Object.keys({ ...{ "[[a]]": 1 }, b: 2 })) fetch("http://a/" + key);`),
    ).toEqual(["GET http://a/[[a]]", "GET http://a/b"]);
  });

  it("does not make an object a text or an answer", () => {
    expect(requestsOf(`fetch("http://a/" + { "[[text]]": "b" });`)).toEqual(["GET http://a/{Object}"]);
    expect(requestsOf(`fetch("http://a/" + (await { "[[value]]": "b" }).c);`)).toEqual([
      "GET http://a/undefined",
    ]);
  });

  it("leaves the text of a URL to a write under an unknown key, which may be that of a part of it", () => {
    const [request] = requestsOf(
      `const url = new URL("http://a/b"); url[process.argv[2]] = "c"; fetch(url);`,
    );
    expect(request!.slice("GET ".length).split("|")).toEqual(["http://a/b", "{a value that changes later}"]);
  });
});

// Entries of a `Map` were once members behind an `@`.
describe("a key that starts with an @ is a key like any other", () => {
  it("is sent in a body and in a query", () => {
    const { requests } = factsOf(
      `fetch("http://a", { method: "POST", body: JSON.stringify({ "@type": "c", name: "b" }) });`,
    );
    expect(requests[0]?.body).toMatchObject({ members: [{ key: "@type" }, { key: "name" }] });
  });

  it("is enumerated", () => {
    expect(requestsOf(`for (const key of Object.keys({ "@a": 1, b: 2 })) fetch("http://a/" + key);`)).toEqual(
      ["GET http://a/@a", "GET http://a/b"],
    );
  });

  it("is not an entry of a map, and an entry is not a member", () => {
    expect(
      requestsOf(
        `const map = new Map([["a", "one"], [1, "two"], [true, "three"]]);
         map["@a"] = "four";
         fetch("http://a/" + map.get("a") + map.get(1) + map.get(true) + map.get("1") + map["@a"]);
         for (const [key] of map) fetch("http://b/" + key);`,
      ),
    ).toEqual([
      "GET http://a/onetwothreeundefinedfour",
      "GET http://b/a",
      "GET http://b/1",
      "GET http://b/true",
    ]);
  });

  it("is an object that differs from another one, in every branch", () => {
    expect(
      requestsOf(
        `const [one, other] = [{}, {}];
         const map = new Map([[one, "a"]]);
         if (process.argv[2]) map.set(other, "b");
         fetch("http://a/" + map.get(one));`,
      ),
    ).toEqual(["GET http://a/a"]);
  });
});

describe("a key with the form of an internal slot in Python", () => {
  const python = new LanguageFacts(pythonFrontend, "a.py", "import requests\n");

  it("is iterated and joined like any other", () => {
    const facts = python.of(`for key in {"[[text]]": 1}:\n    requests.get("http://a/" + key)\n`);
    expect(urlsOf(facts)).toEqual(["http://a/[[text]]"]);
  });
});
