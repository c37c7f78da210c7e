import type { InvalidCase, ValidCase } from "../../support/rule-tester.js";

const MISSING = { messageId: "missing", confidence: "medium" } as const;

/** Requests with an unknown base, which the text after it and the credentials identify. */
export const valid: readonly ValidCase[] = [
  {
    name: "a base from outside, and nothing that tells whose path it is",
    code: "// /api/%admin%/v1.0\nfetch(`${process.env.BASE}/groups/${id}/clusters`);",
  },
  {
    name: "a base from outside, digest credentials and a path of somebody else",
    code: 'const DigestFetch = require("digest-fetch");\nconst c = new DigestFetch("u", "k");\nc.fetch(`${process.env.BASE}/groups/${id}/cameras/3`);',
  },
];

export const invalid: readonly InvalidCase[] = [
  {
    name: "a base from outside, digest credentials and a path of the API",
    code: 'const DigestFetch = require("digest-fetch");\nconst c = new DigestFetch("u", "k");\n⟦c.fetch(`${process.env.BASE}/groups/${id}/clusters`)⟧;',
    errors: [{ ...MISSING, message: "the versioned API will respond" }],
  },
  {
    name: "a base that is named after the service",
    code: "// /api/atlas/v1.0\n⟦fetch(`${process.env.ATLAS_URL}/groups/${id}/clusters`)⟧;",
    vocabulary: "atlas",
    errors: [MISSING],
  },
];
