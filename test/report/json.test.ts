import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { describe, expect, it } from "vitest";

import type { ProblemKind } from "../../src/core/problem.js";
import { UNCHECKED_KINDS } from "../../src/core/unchecked.js";
import { json, toJsonReport } from "../../src/report/json.js";
import { jsonText } from "../../src/report/json-text.js";
import { SAMPLE_REPORTS } from "./sample-reports.js";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = Record<string, Json>;

const schemaFile = new URL("../../src/report/schema/report.schema.json", import.meta.url);
const schema = JSON.parse(readFileSync(schemaFile, "utf8")) as JsonObject;

const ajv = new Ajv2020({ strict: true, allErrors: true });
ajvFormats.default(ajv);
const validate = ajv.compile(schema);

function parsed(name: string): JsonObject {
  return JSON.parse(json(SAMPLE_REPORTS[name]!)) as JsonObject;
}

describe("json", () => {
  it.each(Object.keys(SAMPLE_REPORTS))("writes %s as one document that fits the schema", (name) => {
    const document = parsed(name);
    validate(document);
    expect(validate.errors).toBeNull();
  });

  it("names the calls of an ending target in a form that fits the schema", () => {
    const [report] = Object.values(SAMPLE_REPORTS);
    const calls = [{ path: "src/a.js", line: 1, column: 2 }];
    const notice = {
      vocabulary: "atlas",
      resource: "clusters",
      operations: ["GET /groups/{GROUP-ID}/clusters"],
      state: "deprecated",
      newest: "2026-10-01",
    } as const;
    const document = JSON.parse(
      json({ ...report!, targetNotices: [{ ...notice, isReplaced: true, calls }] }),
    ) as JsonObject;
    validate(document);
    expect(validate.errors).toBeNull();
  });

  it("loses nothing to its escapes", () => {
    for (const report of Object.values(SAMPLE_REPORTS)) {
      expect(JSON.parse(json(report))).toEqual(JSON.parse(JSON.stringify(toJsonReport(report))));
    }
  });

  it("has the keys of a finding in the documented order, optional ones only where they are known", () => {
    const findings = parsed("typical")["findings"] as JsonObject[];
    const required = [
      "ruleId",
      "messageId",
      "message",
      "severity",
      "confidence",
      "path",
      "line",
      "column",
      "endLine",
    ];
    expect(Object.keys(findings[0]!)).toEqual([
      ...required,
      "endColumn",
      "fileClass",
      "related",
      "reasons",
      "fixes",
      "fingerprint",
      "docs",
      "requests",
    ]);
    expect(findings[2]).toMatchObject({ role: "response", property: "dbURI" });
  });

  it("counts from 1 with exclusive ends, in UTF-16 code units", () => {
    const [finding] = (parsed("unfriendly")["findings"] as JsonObject[]).slice(-1);
    expect(finding).toMatchObject({ line: 1, column: 25, endLine: 1, endColumn: 40 });
  });

  it("names the page of the rule and the places of the trace", () => {
    const findings = parsed("typical")["findings"] as JsonObject[];
    expect(findings[1]!["docs"]).toBe("rules/require-version-media-type.md");
    expect((findings[1]!["related"] as Json[])[1]).toEqual({
      path: "src/config.ts",
      line: 3,
      column: 29,
      message: "the base path",
    });
  });
});

describe("the schema", () => {
  const first = (document: JsonObject, list: string) => (document[list] as JsonObject[])[0]!;

  it.each<{ name: string; spoil: (document: JsonObject) => void }>([
    { name: "an unknown key", spoil: (document) => void (document["more"] = 1) },
    { name: "another version", spoil: (document) => void (document["schemaVersion"] = 1) },
    { name: "a date that is none", spoil: (document) => void (document["asOf"] = "2023-02-30") },
    { name: "a missing summary", spoil: (document) => void delete document["summary"] },
    { name: "an unknown key of the summary", spoil: (d) => void ((d["summary"] as JsonObject)["x"] = 0) },
    { name: "an unknown key of a finding", spoil: (d) => void (first(d, "findings")["x"] = 1) },
    { name: "a column 0", spoil: (d) => void (first(d, "findings")["column"] = 0) },
    { name: "an unknown severity", spoil: (d) => void (first(d, "findings")["severity"] = "note") },
    { name: "an unknown kind of problem", spoil: (d) => void (first(d, "problems")["kind"] = "odd") },
  ])("refuses $name", ({ spoil }) => {
    const document = parsed("typical");
    expect(validate(document)).toBe(true);
    spoil(document);
    expect(validate(document)).toBe(false);
  });

  it("knows exactly the kinds of problem", () => {
    const kinds: Record<ProblemKind, true> = {
      syntax: true,
      "too-deep": true,
      "too-large": true,
      limit: true,
      encoding: true,
      "nul-bytes": true,
      binary: true,
      "utf-16": true,
      unreadable: true,
      vanished: true,
      "outside-link": true,
      "import-case": true,
      directive: true,
      todo: true,
      search: true,
      internal: true,
    };
    const definitions = schema["$defs"] as Record<string, { properties: Record<string, { enum: string[] }> }>;
    expect(definitions["problem"]!.properties["kind"]!.enum.toSorted()).toEqual(
      Object.keys(kinds).toSorted(),
    );
  });

  it("knows exactly the kinds of what was not checked", () => {
    const definitions = schema["$defs"] as Record<string, { properties: Record<string, { enum: string[] }> }>;
    expect(definitions["unchecked"]!.properties["kind"]!.enum).toEqual(UNCHECKED_KINDS);
  });

  it("describes every key and closes every object", () => {
    const gaps: string[] = [];
    const visit = (node: Json, path: string): void => {
      if (typeof node !== "object" || node === null || Array.isArray(node)) return;
      if (node["type"] === "object" && node["additionalProperties"] === undefined)
        gaps.push(`${path} is open`);
      for (const [key, value] of Object.entries(node)) {
        if (key === "properties" || key === "$defs") {
          for (const [name, member] of Object.entries(value as JsonObject)) {
            const { description, $ref } = member as { description?: string; $ref?: string };
            if (!description && !$ref) gaps.push(`${path}.${name} has no description`);
          }
        }
        visit(value, `${path}.${key}`);
      }
    };
    visit(schema, "$");
    expect(gaps).toEqual([]);
  });
});

it("writes no commands of build systems, and the same value", () => {
  const value = { path: "a##vso[task.x]b.js", title: "##[error]c", other: "## d" };
  const text = jsonText(value);
  expect(text).not.toMatch(/##(?:vso)?\[/i);
  expect(JSON.parse(text)).toEqual(value);
});
