import { expect, it } from "vitest";
import { convertCluster, type JsonData } from "../../src/index.js";

it("the library converts plain data and leaves what it was given as it is", () => {
  const body = { name: "x", mongoDBMajorVersion: "5.0", providerBackupEnabled: true };
  const given = structuredClone(body);
  expect(convertCluster(given)).toEqual({
    ok: true,
    value: { name: "x", mongoDBMajorVersion: "5.0", backupEnabled: true },
    decisions: [
      {
        path: "providerBackupEnabled",
        action: "renamed",
        to: "backupEnabled",
        reason: "It was cloud backup, which now has this name.",
      },
    ],
    doubts: [],
  });
  expect(given).toEqual(body);
});

it("gives the very value back where there is nothing to do", () => {
  for (const value of [{ paused: true }, [], "text", 7, null] satisfies JsonData[])
    expect(convertCluster(value)).toEqual({ ok: true, value, decisions: [], doubts: [] });
});

it("says what a person must decide", () => {
  const converted = convertCluster({ backupEnabled: false }, { purpose: "modify", vocabularies: ["atlas"] });
  expect(converted).toEqual({ ok: false, blockers: [expect.stringContaining("now turns cloud backup off")] });
});

it("refuses a vocabulary that is not there", () => {
  expect(() => convertCluster({}, { vocabularies: ["nope"] })).toThrow(/nope/);
});

it("keeps a key that would change the prototype", () => {
  const body = JSON.parse('{"name":"x","__proto__":{"a":1},"providerBackupEnabled":true}') as JsonData;
  const converted = convertCluster(body);
  expect(JSON.stringify(converted.ok && converted.value)).toBe(
    '{"name":"x","__proto__":{"a":1},"backupEnabled":true}',
  );
});
