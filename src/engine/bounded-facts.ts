import type { FileFacts } from "../facts/file-facts.js";

/** So many texts of one file are looked at, and so many requests of one that is searched. */
export const MOST_FACTS = 5_000;

/**
 * Returns the facts of a file without those beyond a limit, and a problem that says so. A file of a few megabytes can
 * name the API 100,000 times, and each of these needs a finding, a frame and a plan. What a parsed file sends is limited
 * by the steps of its evaluation.
 */
export function boundedFacts(facts: FileFacts): FileFacts {
  const { path, strings, requests, reading, problems } = facts;
  const isSearched = reading === "text";
  if (strings.length <= MOST_FACTS && !(isSearched && requests.length > MOST_FACTS)) return facts;
  const message = `mentions the API more than ${MOST_FACTS} times; the other mentions are not reported`;
  return {
    ...facts,
    strings: strings.slice(0, MOST_FACTS),
    requests: isSearched ? requests.slice(0, MOST_FACTS) : requests,
    isCutOff: true,
    problems: [...problems, { path, kind: "limit", message }],
  };
}

/** Returns the reason why no fix changes a file of which some facts are left out. */
export function tooManyMentions(path: string): string {
  return `${path} mentions the API so often that not all of it is checked`;
}
