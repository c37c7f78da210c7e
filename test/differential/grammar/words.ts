/** Pieces of URLs, header values and bodies. Nothing that a URL or a header has to escape. */
export const WORDS = [
  "a",
  "b",
  "groups",
  "v1.0",
  "Ab",
  "x-y",
  "b/c",
  "",
  "/d/",
  "1",
  "aa",
  "q=1&r=2",
] as const;

/** Names of headers and members. */
export const KEYS = ["accept", "x-a", "X-B", "x-c"] as const;

export const HOST = "http://api.test";

/** Variables of the environment that the program is run with: the analysis does not know them. */
export const ENVIRONMENT = ["MODE", "REGION", "EMPTY", "ABSENT"] as const;
export const ENVIRONMENT_VALUES = ["", "1", "eu", "on"] as const;

export const quoted = (text: string): string => JSON.stringify(text);
