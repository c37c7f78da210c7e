import rule from "../../rules/no-removed-property.js";
import { testRule } from "../support/rule-tester.js";
import { requestedVersions, rightVersions } from "./no-removed-property/requested-versions.js";
import { declarations } from "./no-removed-property/declarations.js";
import { fallbacks } from "./no-removed-property/fallbacks.js";
import { libraryObjects, otherLibraryObjects } from "./no-removed-property/library-objects.js";
import { guesses } from "./no-removed-property/guesses.js";
import { negatives } from "./no-removed-property/negatives.js";
import { ownData } from "./no-removed-property/own-data.js";
import { notOwn, ownObjects } from "./no-removed-property/own-objects.js";
import { otherLanguages } from "./no-removed-property/other-languages.js";
import { clusterOperations, otherOperations } from "./no-removed-property/operations.js";
import { requests } from "./no-removed-property/requests.js";
import { responses } from "./no-removed-property/responses.js";
import { brokenRemovals, removals } from "./no-removed-property/removals.js";
import { standbys } from "./no-removed-property/standbys.js";
import { shellBodies } from "./no-removed-property/shell-bodies.js";

testRule(rule, {
  invalid: [
    ...responses,
    ...requests,
    ...guesses,
    ...fallbacks,
    ...standbys,
    ...declarations,
    ...shellBodies,
    ...brokenRemovals,
    ...otherLanguages,
    ...libraryObjects,
    ...requestedVersions,
    ...clusterOperations,
    ...notOwn,
  ],
  valid: [
    ...negatives,
    ...ownData,
    ...ownObjects,
    ...rightVersions,
    ...otherOperations,
    ...removals,
    ...otherLibraryObjects,
  ],
});
