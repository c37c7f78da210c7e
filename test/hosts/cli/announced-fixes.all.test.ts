import { describe, it } from "vitest";
import { expectAnnounced, fixtureFolders } from "../../support/announced-fixes.js";

/** The compiler refuses the fix of this one, which is only known when the fix is verified. */
const REFUSED_LATER = "programs/checked-javascript";

const names = fixtureFolders("programs", "scripts").filter((name) => name !== REFUSED_LATER);

describe("the fixes that check announces are those that fix makes", () => {
  it.each(names)("in %s", (name) => expectAnnounced(name, "atlas"));

  it.each(names)("in %s with the words of the specification", (name) => expectAnnounced(name, "service"));
});
