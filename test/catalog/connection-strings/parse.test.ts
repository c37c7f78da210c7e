import { describe, expect, test } from "vitest";
import {
  parseConnectionString,
  type ParsedConnectionString,
} from "../../../src/catalog/connection-strings/parse.js";
import { HOLE_MARK } from "../../../src/facts/text.js";

const H = HOLE_MARK;

function parsed(text: string, schemes: readonly string[] = ["mongodb"]): ParsedConnectionString {
  const result = parseConnectionString(text, schemes);
  if (!result.ok) throw new Error(`${text}: ${result.reason}`);
  return result;
}

describe("the parts of a string", () => {
  test("all of them, with offsets of the text", () => {
    const text = "  mongodb://u:p@a-shard-00-00.x.net:27017,B.x.net./admin?ssl=true&replicaSet=rs0 ";
    const result = parsed(text);
    expect(result).toMatchObject({ scheme: "mongodb", srv: false, hasCredentials: true, database: "admin" });
    expect(result.hosts.map(({ start, end }) => text.slice(start, end))).toEqual([
      "a-shard-00-00.x.net:27017",
      "B.x.net.",
    ]);
    expect(result.hosts.map(({ name, pattern, port }) => ({ name, pattern, port }))).toEqual([
      { name: "a-shard-00-00.x.net", pattern: "a-shard-00-00.x.net", port: 27017 },
      { name: "B.x.net.", pattern: "b.x.net", port: undefined },
    ]);
    const { portSpan } = result.hosts[0]!;
    expect(text.slice(portSpan!.start, portSpan!.end)).toBe("27017");
    expect(text.slice(result.hostList.start, result.hostList.end)).toBe("a-shard-00-00.x.net:27017,B.x.net.");
    expect(result.options.map(({ start, end }) => text.slice(start, end))).toEqual([
      "ssl=true",
      "replicaSet=rs0",
    ]);
    expect(result.options.map(({ name, value }) => [name, value])).toEqual([
      ["ssl", "true"],
      ["replicaSet", "rs0"],
    ]);
  });

  test.each([
    ["mongodb+srv://a.b.net", { srv: true, scheme: "mongodb", hasCredentials: false, database: undefined }],
    ["MongoDB+SRV://a.b.net/", { srv: true, scheme: "mongodb", database: undefined, options: [] }],
    ["mongodb://a.b.net?tls=true", { database: undefined, options: [{ name: "tls", value: "true" }] }],
    ["mongodb://a.b.net/?tls=true;w=1", { options: [{ name: "tls" }, { name: "w", value: "1" }] }],
    ["mongodb://[::1]:27018/x", { hosts: [{ pattern: "[::1]", port: 27018 }] }],
    ["mongodb://%2Ftmp%2Fmongodb-27017.sock/x", { hosts: [{ pattern: "%2ftmp%2fmongodb-27017.sock" }] }],
    ["mongodb://", { hosts: [{ pattern: "", port: undefined }] }],
    ["mongodb://a,,b", { hosts: [{ pattern: "a" }, { pattern: "" }, { pattern: "b" }] }],
    ["mongodb://a:0,b:99999", { hosts: [{ port: 0 }, { port: 99999 }] }],
  ])("%s", (text, expected) => {
    expect(parsed(text)).toMatchObject(expected);
  });
});

describe("credentials", () => {
  test.each([
    ["mongodb://user:pw@host", "host"],
    ["mongodb://user@host", "host"],
    ["mongodb://user:p%40w%2F@host/db", "host"],
    ["mongodb://us@er:p@w@host", "host"],
    ["mongodb://user:p/w@host/db?w=1", "host"],
    ["mongodb://user:p?w@host/db?w=1", "host"],
    ["mongodb://user:p/w?x#y@host/db?w=1", "host"],
    ["mongodb://user:1/2=@host/db?w=1", "host"],
    ["mongodb://user:a@b/c@host/db?w=1", "host"],
    ["mongodb://token/?a=b@host", "host"],
    ["mongodb://user:{a/b}@host", "host"],
    ["mongodb://user:a{b@host/}", "host"],
    ["mongodb://user:a<b@host/>", "host"],
    ["mongodb://<user>:<p@ss word>@host/db", "host"],
    ["mongodb://name:key@host:10255/?ssl=true&appName=@name@", "host:10255"],
  ])("of %s end before the hosts", (text, hosts) => {
    const result = parsed(text);
    expect(text.slice(result.hostList.start, result.hostList.end)).toBe(hosts);
    expect(result.hasCredentials).toBe(true);
  });

  test("values of options are kept only where they cannot be secret", () => {
    const { options } = parsed(
      "mongodb://h/?authMechanismProperties=AWS_SESSION_TOKEN:tok&tlsCertificateKeyFilePassword=pw&REPLICASET=r&x",
    );
    expect(options.map(({ value }) => value)).toEqual([undefined, undefined, "r", undefined]);
  });
});

describe("placeholders", () => {
  test.each([
    ["mongodb://<user>:<password>@<cluster>.ab123.mongodb.net", `${H}.ab123.mongodb.net`],
    ["mongodb://${u}:${p}@${host}.ab123.mongodb.net", `${H}.ab123.mongodb.net`],
    ["mongodb://{u}:{p}@{host}.ab123.mongodb.net", `${H}.ab123.mongodb.net`],
    ["mongodb://{{ user }}:{{ pw }}@{{ host }}", H],
    ["mongodb://#{u}:#{p}@#{c.host}-shard-00-00.x.net", `${H}-shard-00-00.x.net`],
    ["mongodb://%s:%s@%s.x.net", `${H}.x.net`],
    ["mongodb://a-shard-00-%02d.x.net", `a-shard-00-${H}.x.net`],
    ["mongodb://%(user)s:%(pw)s@%(host)s", H],
    ["mongodb://$USER:$PW@$HOST", H],
    ["mongodb://$(user):$(pw)@$(host)", H],
    ["mongodb://u:****@cluster0.*****.mongodb.net", `cluster0.${H}.mongodb.net`],
    [`mongodb://${H}:${H}@c.${H}.mongodb.net`, `c.${H}.mongodb.net`],
    ["mongodb://u:p@${a}${b}.x.net", `${H}.x.net`],
    ["mongodb://u:p@${process.env.HOST ?? 'a,b:1/c?d'}.x.net/db", `${H}.x.net`],
  ])("in %s", (text, pattern) => {
    expect(parsed(text).hosts.map((host) => host.pattern)).toEqual([pattern]);
  });

  test.each(["{port}", "${PORT}", "<port>", "%d", "$PORT", H, `270${H}`])("%s as a port", (port) => {
    const [host] = parsed(`mongodb://a.x.net:${port}/db`).hosts;
    expect(host).toMatchObject({ pattern: "a.x.net", port: undefined, portOpen: true });
  });
});

describe("texts that are not connection strings", () => {
  test.each([
    ["", "does not start with a scheme"],
    ["foo.ab123.mongodb.net", "does not start with a scheme"],
    ["see mongodb://a", "does not start with a scheme"],
    ["postgres://a", "The scheme is postgres, not mongodb or mongodb+srv."],
    ["mongodbx://a", "The scheme is mongodbx"],
    ["mongodb://a b", "characters that no host name has"],
    ["mongodb://[username:password@]host1[:port1]", "characters that no host name has"],
    ["mongodb://user:pw", "The port is not a number"],
    ["mongodb://host:", "The port is not a number"],
    ["mongodb://host:27017x", "The port is not a number"],
  ])("%j", (text, reason) => {
    const result = parseConnectionString(text, ["mongodb"]);
    expect(result).toMatchObject({ ok: false, reason: expect.stringContaining(reason) as string });
  });

  test("the schemes are those of the vocabulary", () => {
    expect(parseConnectionString("mongodb://a", ["db"]).ok).toBe(false);
    expect(parsed("db+srv://a", ["x", "DB"])).toMatchObject({ scheme: "db", srv: true });
  });
});
