import type { ExpectedFinding } from "../../support/rule-tester.js";

/** Expects a certain finding in a call to the clusters resource. */
export const sent = (property: string): ExpectedFinding => ({
  messageId: "request",
  confidence: "high",
  role: "request",
  property,
  message: `${property} is rejected in cluster requests from version 2023-02-01 on.`,
});
export const received = (property: string): ExpectedFinding => ({
  messageId: "response",
  confidence: "high",
  role: "response",
  property,
  message: `${property} is not in cluster responses from version 2023-02-01 on.`,
});
/** Expects a read of something that may be a cluster, and is not known to be a response. */
export const read = (property: string): ExpectedFinding => ({
  messageId: "read",
  confidence: "medium",
  role: "response",
  property,
  message: `${property} is read from a cluster, which does not have it from version 2023-02-01 on.`,
});
export const guessed = (expected: ExpectedFinding): ExpectedFinding => ({
  ...expected,
  confidence: "medium",
});
export const declared = (property: string, confidence: ExpectedFinding["confidence"]): ExpectedFinding => ({
  messageId: "type",
  confidence,
  severity: "warning",
  role: "type",
  property,
  message: `${property} is declared for a cluster`,
});
/** Expects a finding in a schema that the responses of the clusters resource must pass. */
export const required = (property: string): ExpectedFinding => ({
  messageId: "schema",
  confidence: "high",
  severity: "error",
  role: "type",
  property,
  message: `This schema requires ${property} and rejects cluster responses, which do not have it from version 2023-02-01 on`,
});
export const named = (
  property: string,
  confidence: ExpectedFinding["confidence"] = "medium",
): ExpectedFinding => ({
  messageId: "payload",
  confidence,
  role: "payload",
  property,
  message: `${property} is not a property of a cluster from version 2023-02-01 on.`,
});
