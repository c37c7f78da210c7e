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
