/** Says whether tests that repeat one proof with many cases take all of them, as for `npm run test:all`. */
export const THOROUGH = Boolean(process.env["V2READY_TEST_ALL"]);

/** Returns all cases for `npm run test:all`, otherwise only those at these indexes. */
export function someOf<T>(cases: readonly T[], indexes: readonly number[]): readonly T[] {
  return THOROUGH ? cases : cases.filter((_, index) => indexes.includes(index));
}
