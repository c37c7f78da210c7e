export const VENDOR = "application/vnd.%vendor%";
export const OK = `${VENDOR}.2023-02-01+json`;

/** Types that are right, or of which it cannot be said that they are wrong. */
export const RIGHT: readonly (readonly [string, string])[] = [
  ["the first version", `${VENDOR}.2023-01-01+json`],
  ["the first versioned release", OK],
  ["gzip", `${VENDOR}.2023-02-01+gzip`],
  ["csv", `${VENDOR}.2023-01-01+csv`],
  ["a parameter", `${OK}; charset=utf-8`],
  ["a parameter without a space", `${OK};charset=utf-8`],
  ["the preview", `${VENDOR}.preview+json`],
  ["a version that is announced", `${VENDOR}.2025-01-01.upcoming+json`],
  ["a list", `${OK}, application/json;q=0.5`],
  ["a placeholder in angle brackets", `${VENDOR}.<yyyy-mm-dd>+json`],
  ["a placeholder in braces", `${VENDOR}.{date}+json`],
  ["a placeholder of printf", `${VENDOR}.%s+json`],
  ["a placeholder in letters", `${VENDOR}.YYYY-MM-DD+json`],
  ["a name for the version", `${VENDOR}.API_VERSION+json`],
  ["any version", `${VENDOR}.*+json`],
  ["only the vendor, to compare with", VENDOR],
  ["only the vendor and a point", `${VENDOR}.`],
  ["a vendor with a longer name", `${VENDOR}-tools.v1+json`],
  ["another vendor with a longer name", `${VENDOR}cloud.v1+json`],
];

/** Types that are malformed by themselves. */
export const WRONG: readonly (readonly [string, string])[] = [
  ["one digit for month and day", `${VENDOR}.2023-2-1+json`],
  ["no hyphens", `${VENDOR}.20230201+json`],
  ["slashes", `${VENDOR}.2023_02_01+json`],
  ["the path's version", `${VENDOR}.v2+json`],
  ["a word for the newest", `${VENDOR}.latest+json`],
  ["no version", `${VENDOR}+json`],
  ["no format", `${VENDOR}.2023-02-01`],
  ["a format that is not served", `${VENDOR}.2023-02-01+xml`],
  ["an empty format", `${VENDOR}.2023-02-01+`],
];
