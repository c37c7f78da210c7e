import { describe, expect, it } from "vitest";
import { requestsOf } from "../../support/requests.js";

/** A method that asks where its object says. */
const COUNT = `count(id) { return fetch(this.base + "/count"); }`;

describe("methods without a known caller", () => {
  const cases: readonly (readonly [name: string, code: string, ...requests: string[]])[] = [
    [
      "are called on the instances of a class below",
      `class Base { constructor() { this.base = "http://a"; } ${COUNT} }
      class Raw extends Base { one() { return fetch(this.base + "/one"); } }
      export const raw = new Raw();`,
      "GET http://a/count",
      "GET http://a/one",
    ],
    [
      "are called on what a class further below hands to super",
      `class Base { constructor(base) { this.base = base; } ${COUNT} }
      class Middle extends Base {}
      class Raw extends Middle { constructor() { super("http://a"); } }
      export const raw = new Raw();`,
      "GET http://a/count",
    ],
    [
      "are called on instances of each class below, with its own fields and getters",
      `class Base { get base() { return "http://" + this.name; } ${COUNT} }
      class One extends Base { name = "one"; }
      class Two extends Base { get name() { return "two"; } }
      export const all = [new One(), new Two()];`,
      "GET http://one/count|http://two/count",
    ],
    [
      "are called where the classes below are not constructed in sight",
      `export class Base { constructor(base) { this.base = base; } ${COUNT} }
      export class One extends Base { constructor() { super("http://one"); } }
      export class Two extends Base { constructor() { super("http://two"); } }`,
      "GET http://one/count|http://two/count",
    ],
    [
      "are called on an instance of the class itself, which others may make",
      `export class Base { get base() { return "http://base"; } ${COUNT} }
      class Raw extends Base { get base() { return "http://raw"; } }
      export const raw = new Raw();`,
      "GET http://base/count|http://raw/count",
    ],
    [
      "are not called on a class that is there to be extended",
      `class Base { get base() { return "http://base"; } ${COUNT} }
      class Raw extends Base { get base() { return "http://raw"; } }
      export const raw = new Raw();`,
      "GET http://raw/count",
    ],
    [
      "are not called on an abstract class",
      `export abstract class Base { abstract get base(): string; ${COUNT} }
      export class Raw extends Base { get base() { return "http://raw"; } }`,
      "GET http://raw/count",
    ],
    [
      "are not called on an instance of the class itself that has not what they need",
      `export class Base { get path() { throw new Error("not implemented"); } ${COUNT} list() { return fetch(this.base + this.path); } }
      export class Raw extends Base { base = "http://raw"; path = "/list"; }`,
      "GET http://raw/count",
      "GET http://raw/list",
    ],
    [
      "are not called where a class below has another one in their place",
      `class Base { constructor() { this.base = "http://a"; } ${COUNT} }
      class Raw extends Base { count() { return fetch(this.base + "/other"); } }
      export const raw = new Raw();`,
      "GET undefined/count",
      "GET http://a/other",
    ],
    [
      "are called on the classes below where they are static",
      `class Base { static count() { return fetch("http://a/" + this.path); } }
      export class One extends Base { static path = "one"; }
      export class Two extends Base { static path = "two"; }`,
      "GET http://a/one|http://a/two",
    ],
    [
      "are called on what is constructed behind Object.create",
      `function Base() { this.base = "http://a"; }
      Base.prototype.count = function () { return fetch(this.base + "/count"); };
      function Raw() { Base.call(this); }
      Raw.prototype = Object.create(Base.prototype);
      module.exports = new Raw();`,
      "GET http://a/count",
    ],
    [
      "are called on what is constructed behind util.inherits",
      `const util = require("util");
      function Base() { this.base = "http://a"; }
      Base.prototype.count = function () { return fetch(this.base + "/count"); };
      function Raw() { Base.call(this); }
      util.inherits(Raw, Base);
      module.exports = new Raw();`,
      "GET http://a/count",
    ],
    [
      "are called on what has another prototype since",
      `const counting = { ${COUNT} };
      export const raw = Object.setPrototypeOf({ base: "http://a" }, counting);`,
      "GET http://a/count",
    ],
    [
      "are called on instances of the class that they are copied into",
      `const counting = { ${COUNT} };
      class Raw { base = "http://a"; }
      Object.assign(Raw.prototype, counting);
      export const raw = new Raw();`,
      "GET http://a/count",
    ],
    [
      "are called on an object that they are spread into",
      `const counting = { ${COUNT} };
      export const raw = { ...counting, base: "http://a" };`,
      "GET http://a/count",
    ],
    [
      "are called on an object that inherits from theirs",
      `const counting = { ${COUNT} };
      const raw = Object.create(counting);
      raw.base = "http://a";
      export default raw;`,
      "GET http://a/count",
    ],
  ];
  it.each(cases)("%s", (_, code, ...requests) => {
    expect(requestsOf(code)).toEqual(requests);
  });
});

/** A base class whose methods the first heir calls. */
const RESOURCE = `class Resource {
  constructor(base) { this.base = base; }
  async send(method, url, body) { return fetch(url, { method, body: JSON.stringify(body) }); }
  async get(url) { return this.send("GET", url ?? this.base); }
  update = async (body) => this.send("PATCH", this.base, body);
  _retry() { return this.send("POST", this.base); }
  protected ping() { return this.send("HEAD", this.base); }
}
class Groups extends Resource {
  constructor() { super("http://a/groups"); }
  list() { this._retry(); this.ping(); this.update({}); return this.get("http://a/list"); }
}`;
const OF_GROUPS = [
  "POST http://a/groups",
  "HEAD http://a/groups",
  "PATCH http://a/groups",
  "GET http://a/list",
];
const urlsOf = (code: string, path?: string): string[] =>
  requestsOf(code, path).map((request) => request.split(" ").slice(0, 2).join(" "));

describe("methods that known code calls on one class", () => {
  it("are called on the other classes that inherit them", () => {
    const found = urlsOf(`${RESOURCE}
      class Clusters extends Resource { constructor() { super("http://a/clusters"); } }
      export const all = [new Groups(), new Clusters()];`);
    expect(found.sort()).toEqual([...OF_GROUPS, "GET http://a/clusters", "PATCH http://a/clusters"].sort());
  });

  it("are called on a class whose instances only unknown code receives", () => {
    const found = urlsOf(`${RESOURCE}
      class Cluster extends Resource { constructor(name) { super("http://a/clusters/" + name); } }
      export class Api { groups = new Groups(); cluster(name) { return new Cluster(name); } }`);
    expect(found).toContain("GET http://a/clusters/{name}|http://a/clusters/{name}");
  });

  it("are not called where the class has its own, or where known code calls them there", () => {
    const found = urlsOf(`${RESOURCE}
      class Clusters extends Resource {
        constructor() { super("http://a/clusters"); }
        update = () => undefined;
        all() { return this.get("http://a/all"); }
      }
      export const all = [new Groups(), new Clusters()];`);
    expect(found.sort()).toEqual([...OF_GROUPS, "GET http://a/all"].sort());
  });

  it("give no request whose URL only unknown code knows", () => {
    const found = urlsOf(`class Resource { get(path) { return fetch("http://a" + path); } }
      class Groups extends Resource { list() { return this.get("/groups"); } }
      class Clusters extends Resource {}
      export const all = [new Groups(), new Clusters()];`);
    expect(found).toEqual(["GET http://a/groups"]);
  });

  it("are not called on the classes of a test", () => {
    const code = `${RESOURCE}
      class Clusters extends Resource { constructor() { super("http://a/clusters"); } }
      export const all = [new Groups(), new Clusters()];`;
    expect(urlsOf(code, "test/resource.test.ts").join()).not.toContain("GET http://a/clusters");
  });
});
