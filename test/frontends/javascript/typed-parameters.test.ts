import { describe, expect, it } from "vitest";
import { requestsOf } from "../../support/requests.js";

/** A class of a program that sends requests, and an interface above it. */
const CLIENT = `
interface Source { read(path: string): unknown; }
class Client implements Source { read(path: string) { return fetch("http://own" + path); } }`;
/** The method itself, which nobody calls. */
const METHOD = "GET http://own{path}";

describe("a parameter with the type of a class of the program", () => {
  const cases: readonly (readonly [name: string, code: string, ...requests: string[]])[] = [
    [
      "is an instance of the class where nobody calls the function",
      `${CLIENT} export const get = (client: Client) => client.read("/a");`,
      "GET http://own/a",
    ],
    [
      "is what known callers pass",
      `${CLIENT} function get(client: { read(path: string): unknown }) { return client.read("/a"); }
      class Other { read(path: string) { return fetch("http://other" + path); } }
      export const all = (other: Other) => get(other);`,
      "GET http://other/a",
      METHOD,
    ],
    [
      "is what known callers pass, although the type is that of a class",
      `${CLIENT} function get(client: Source) { return client.read("/a"); }
      export const all = () => get({ read: (path) => fetch("http://given" + path) });`,
      "GET http://given/a",
      METHOD,
    ],
    [
      "is an instance that the program makes",
      `class Client { constructor(private base: string) {} read(path: string) { return fetch(this.base + path); } }
      export const made = new Client("http://made");
      export const get = (client: Client) => client.read("/a");`,
      "GET http://made/a",
    ],
    [
      "is not known for a union of classes",
      `${CLIENT} class Other { read(path: string) { return path; } }
      export const get = (client: Client | Other) => client.read("/a");`,
      METHOD,
    ],
    [
      "is not known where a type has the name of a class of another file",
      `import type { Client } from "somewhere"; export const get = (client: Client) => client.read("/a");`,
    ],
    [
      "is not one of the objects of an interface without methods",
      `interface Settings { base: string }
      export const test: Settings = { base: "http://test" };
      export const get = (settings: Settings) => fetch(settings.base + "/a");`,
      "GET {settings.base}/a",
    ],
    [
      "is an object that a function makes for the interface",
      `interface Source { read(path: string): unknown }
      export function make(base: string): Source { return { read: (path) => fetch(base + path) }; }
      export const source = make("http://made");
      export const get = ({ read }: Source) => read("/a");`,
      "GET http://made/a",
    ],
  ];

  it.each(cases)("%s", (_name, code, ...requests) => {
    expect(requestsOf(code, "a.ts")).toEqual(requests);
  });
});
