import { describe, expect, it } from "vitest";
import { maskLine, maskSecrets } from "../../src/engine/secrets.js";

describe("secrets", () => {
  it.each([
    ["the key of a digest client", "new DigestFetch('pub', 'DigestSecret11')", "DigestSecret11"],
    ["the key of Python's digest client", 'auth=HTTPDigestAuth("pub", "PySecret99")', "PySecret99"],
    ["the credentials of urllib", "digestAuth: 'user:DigSecret33'", "user:DigSecret33"],
    ["the password of request", "auth: { user: 'x', pass: 'PassSecret22' }", "PassSecret22"],
    ["the password of a chained call", '.auth("user", "ChainSecret5", false)', "ChainSecret5"],
    ["the password in a URL", "mongodb+srv://user:UrlSecret77@host.example", "UrlSecret77"],
    ["a private key", 'privateKey: "0a1b2c3d-aaaa-bbbb"', "0a1b2c3d-aaaa-bbbb"],
  ])("%s is masked, and everything around it stays", (_name, line, secret) => {
    expect(maskSecrets(line)).toBe(line.replace(secret, "********"));
  });

  it.each([
    "new DigestFetch(publicKey, privateKey)",
    "auth: { user: 'x', pass: '${password}' }",
    "digest(a, b)",
  ])("%s holds none", (line) => {
    expect(maskSecrets(line)).toBe(line);
  });

  it("moves offsets behind a secret by what the mask is shorter or longer", () => {
    const line = 'call("mongodb://user:a-long-password-of-somebody@h", { password: "abcd" }, BASE);';
    const at = (text: string, word: string): number => text.indexOf(word);
    const { text, offsets } = maskLine(line, [0, at(line, "@h"), at(line, "long"), at(line, "BASE")]);
    expect(text).toBe('call("mongodb://user:********@h", { password: "********" }, BASE);');
    expect(offsets).toEqual([0, at(text, "@h"), at(text, "@h"), at(text, "BASE")]);
  });

  it("does a line of many letters in steps that grow with its length only", () => {
    const line = "a".repeat(200_000);
    expect(maskSecrets(line)).toBe(line);
  }, 10_000);
});
