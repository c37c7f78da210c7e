import { expect, it } from "vitest";
import { csharpFrontend } from "../../src/frontends/csharp/entry.js";
import { briefly } from "../support/requests.js";
import { API, LanguageFacts } from "./language-facts.js";

const facts = new LanguageFacts(csharpFrontend, "Program.cs");

it.each(["x ? [] : y", 'x ? [ ] : ["a"]', "x\n      ? []\n      : y"])(
  "an empty collection in a condition does not keep a file from being parsed: %s",
  (value) => {
    const { requests, problems } = facts.of(`using System.Net.Http;
class P {
  async void M(bool x, string[] y) {
    string[] z = ${value};
    await new HttpClient().GetAsync("${API}/groups");
  }
}
`);
    expect(problems).toEqual([]);
    expect(requests.map(briefly)).toHaveLength(1);
  },
);
