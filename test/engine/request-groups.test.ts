import { describe, expect, it } from "vitest";
import type { Part } from "../../src/core/finding.js";
import type { ReportedFinding } from "../../src/core/report.js";
import type { ReportedRequest } from "../../src/core/reported-request.js";
import { requestGroups } from "../../src/engine/request-groups.js";

const requestAt = (id: string, line: number): ReportedRequest => ({
  kind: "call",
  id,
  fileClass: "source",
  method: "GET",
  path: "/groups",
  client: "fetch",
  call: { path: "a.ts", position: { line, column: 1 } },
});

/** The group of two requests with one finding, of which only some members matter here. */
function sharedBy(part?: Part) {
  const finding = {
    ...{ ruleId: "rule", severity: "error", message: "", requests: ["a", "b"], fileClass: "source" },
    ...{ place: { path: "types.ts", start: 0, end: 1 }, position: { line: 2, column: 3 }, part },
  } as unknown as ReportedFinding;
  const all = new Map([requestAt("a", 1), requestAt("b", 5)].map((one) => [one.id, one]));
  return requestGroups([finding], all)[0]?.shared;
}

describe("groups of requests", () => {
  const place = { path: "types.ts", position: { line: 2, column: 3 } };

  it.each(["base", "path", "header", "credentials", "body", "read", "type"] as const)(
    "share the %s of the finding that is about all of them",
    (part) => {
      expect(sharedBy(part)).toEqual({ what: part, place });
    },
  );

  it("share no single part otherwise", () => {
    expect(sharedBy()).toEqual({ what: "several", place });
  });
});
