import { describe, expect, it } from "vitest";
import { acceptState } from "../../src/engine/headers.js";
import { analyze } from "../support/analyze.js";

const ACCEPT = '{ headers: { Accept: "application/vnd.atlas.2023-02-01+json" } }';

async function surfacesOf(code: string): Promise<string[]> {
  const { context } = await analyze("file.js", code);
  return context.requests.flatMap(({ readings }) => readings.map(({ surface }) => surface));
}

describe("where a request leads", () => {
  it.each([
    [
      "the unversioned form with a resource like a listed one",
      'fetch("/api/admin/v1.0/groups/1/reports")',
      "administration",
    ],
    [
      "the unversioned form of an everyday word with another resource",
      'fetch("/api/admin/v1.0/reports")',
      "other",
    ],
    ["the unversioned form of a distinctive word", 'fetch("/api/atlas/v1.0/reports")', "administration"],
    ["a known resource", 'fetch("/api/admin/v2/groups/1/clusters")', "administration"],
    ["an everyday word with another resource", 'fetch("/api/admin/v2/users")', "other"],
    ["an everyday word with any resource", 'export const f = (p) => fetch("/api/admin/v2" + p)', "unknown"],
    [
      "an everyday word with any path of a group",
      "export const f = (g, p) => fetch(`/api/admin/v2/groups/${g}/${p}`)",
      "unknown",
    ],
    [
      "an everyday word with another path of a group",
      "export const f = (g) => fetch(`/api/admin/v2/groups/${g}/members`)",
      "other",
    ],
    [
      "an everyday word with another path of a group behind a host",
      "export const f = (g) => fetch(`${process.env.HOST}/api/admin/v2/groups/${g}/members`)",
      "unknown",
    ],
    [
      "an everyday word beside the media type",
      'fetch("/api/admin/v2/users", { headers: { Accept: "application/vnd.service.2023-02-01+json" } })',
      "administration",
    ],
    [
      "a distinctive word with any resource",
      'export const f = (p) => fetch("/api/atlas/v2" + p)',
      "administration",
    ],
    [
      "a distinctive word with a resource like a listed one",
      'fetch("/api/atlas/v2/groups/1/somethingNew")',
      "administration",
    ],
    ["a distinctive word with another resource", 'fetch("/api/atlas/v2/entity/guid/1")', "other"],
    [
      "a distinctive word on another host",
      'export const f = (p) => fetch("http://localhost/api/atlas/v2" + p)',
      "unknown",
    ],
    [
      "a distinctive word on another host, beside the media type",
      `export const f = (p) => fetch("http://localhost/api/atlas/v2" + p, ${ACCEPT})`,
      "administration",
    ],
    [
      "the service's host with a version that is not known",
      "fetch(`https://cloud.mongodb.com/api/atlas/${version}/groups`)",
      "administration",
    ],
    ["a version that is not known", "fetch(`/api/atlas/${version}/groups/1/clusters`)", "unknown"],
    ["a version that is not known, with another resource", "fetch(`/api/atlas/${version}/entity`)", "other"],
    ["a form that nobody has", 'fetch("/api/admin/v3/groups/1/clusters")', "other"],
    ["discovery", 'fetch("/metrics/v1.0/groups/1/discovery")', "discovery"],
    ["a host that is not known", "fetch(`${base}/anything`)", "unknown"],
    ["another host", 'fetch("https://example.com/groups/1/clusters")', "other"],
  ])("%s", async (_name, code, surface) => {
    expect(await surfacesOf(code)).toEqual([surface]);
  });
});

describe("what is known of Accept", () => {
  it.each([
    ["a dated type", `fetch("/api/atlas/v2/groups", ${ACCEPT})`, "versioned"],
    [
      "a dated type of another vendor",
      'fetch("/api/atlas/v2/groups", { headers: { Accept: "application/vnd.x.2023-02-01+json" } })',
      "versioned",
    ],
    ["a plain type", 'fetch("/api/atlas/v2/groups", { headers: { Accept: "application/json" } })', "plain"],
    ["none", 'fetch("/api/atlas/v2/groups")', "missing"],
    ["a value that is not known", 'fetch("/api/atlas/v2/groups", { headers: { Accept: type } })', "unknown"],
    [
      "imported headers",
      'import { H } from "./h.js"; fetch("/api/atlas/v1.0/groups", { headers: H })',
      "unknown",
    ],
    [
      "headers of callers, before the move",
      'export const f = (h) => fetch("/api/atlas/v1.0/groups", { headers: h })',
      "missing",
    ],
    [
      "headers of callers, after it",
      'export const f = (h) => fetch("/api/atlas/v2/groups", { headers: h })',
      "unknown",
    ],
  ])("%s", async (_name, code, state) => {
    const { context } = await analyze("file.js", code);
    expect(context.requests.map(acceptState)).toEqual([state]);
  });
});
