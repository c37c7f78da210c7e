import type { Interest } from "./interest.js";

/** For questions about code that do not depend on names and strings of the API. */
export const NO_INTEREST: Interest = {
  names: new Set(),
  scan: () => [],
  scanText: () => [],
  versionedBases: () => [],
  mentionsApi: () => false,
  mentionsService: () => true,
  describesCluster: () => false,
  goneWith: () => undefined,
  mayHold: () => false,
  namesVersion: () => false,
  isHint: () => false,
  isDistinctive: () => false,
  isVersion: () => false,
  isVersioned: () => false,
  mayBeOfRequest: () => false,
  mayBePath: () => false,
  isLibrary: () => false,
  libraryOf: () => undefined,
  namesResource: () => false,
  namesOperation: () => false,
};
