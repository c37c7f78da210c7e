/** Exports everything that a rule may use. A rule imports no other module. */
export type { Confidence, RelatedPlace, Role, Severity } from "./core/finding.js";
export { groupBy } from "./core/group-by.js";
export { touchesOneOf } from "./core/place-index.js";
export { classOfFile } from "./core/file-class.js";
export { encloses, keyOf, type Location, type Span } from "./core/span.js";
export { PlaceIndex } from "./core/place-index.js";
export type { AttributeReadFact, ComparisonFact, DependencyFact } from "./facts/file-facts.js";
export type { FieldFact } from "./facts/field.js";
export type { StringFact, StringSetting } from "./facts/string.js";
export type { Member, Tree } from "./facts/tree.js";
export {
  HOLE_MARK,
  describe,
  flatten,
  holesOf,
  knownText,
  sliceText,
  writtenIn,
  writtenPlaces,
  type Hole,
  type Text,
} from "./facts/text.js";
export type { Vocabulary } from "./catalog/catalog.js";
export type { LibraryData } from "./catalog/library-data.js";
export type { EndpointData, GoneEndpointData, PropertyData } from "./catalog/model.js";
export { matchPath, shownBase, type PathMatch } from "./catalog/matchers/base-paths.js";
export {
  isKnownResource,
  pathBehindUnknownBase,
  isUnlisted,
  matchEndpoint,
  pathSegments,
  distinctiveSegment,
} from "./catalog/matchers/endpoints.js";
export {
  matchMediaType,
  mediaTypeOf,
  targetMediaType,
  type MediaTypeMatch,
} from "./catalog/matchers/media-types.js";
export {
  isTargetGone,
  resolveVersion,
  isChangedAt,
  releaseAt,
  targetFor,
  targetVersion,
  versionName,
  type VersionState,
} from "./catalog/matchers/versions.js";
export { successorOf } from "./catalog/matchers/successors.js";
export { concerns, hasChangingShape, nounsOf } from "./catalog/matchers/resources.js";
export { lastName, stepsOf } from "./catalog/matchers/properties.js";
export { unmistakableNames } from "./catalog/interest.js";
export { defects } from "./catalog/connection-strings/malformed.js";
export { clusterNames } from "./engine/cluster-names.js";
export { keepersOf, mayBeKept } from "./engine/kept-properties.js";
export { keepsWhole } from "./engine/text-cuts.js";
export { readConnections, type ConnectionReading, type Piece } from "./engine/connection-strings.js";
export {
  joinedBases,
  misspelledBases,
  hostUnder,
  segment,
  strong,
  unversionedBases,
  versionedBases,
  weak,
  propertyNamed,
  packageImported,
  packageNamed,
} from "./engine/anchors.js";
export { speaksOfService } from "./engine/service-names.js";
export { namedProperty } from "./engine/property-anchors.js";
export { oncePerProgram } from "./engine/once-per-program.js";
export { unusedBases } from "./engine/unused-bases.js";
export { causeOfHole, reasonOfHole } from "./engine/hole-reasons.js";
export { isNeverThere } from "./engine/absent-values.js";
export {
  hasOpenBase,
  onlyStartsLikeResource,
  startsLikeResource,
  type ApiRequest,
  type UrlReading,
} from "./engine/api-request.js";
export {
  methodOf,
  nameOfRequest,
  nameOfClient,
  namedUrl,
  hasWrittenPath,
  pathOfRequest,
  mostSpecificReading,
} from "./engine/request-names.js";
export {
  worstChange,
  changeFor,
  requestedVersions,
  type ChangeVerdict,
  type RequestedVersion,
} from "./engine/requested-versions.js";
export { bodyFaults, insteadOf, type BodyFault } from "./engine/request-bodies.js";
export { DEFAULT_EXPIRY } from "./engine/expiry.js";
export { isOwnApplication } from "./engine/own-application.js";
export {
  acceptState,
  hasWrongContentType,
  lacksContentType,
  literalTypePlace,
  mediaTypePlace,
  needsNoHeader,
  otherWay,
  plainTypeFixes,
  settingOver,
  wrongOwnType,
  type HeaderReading,
} from "./engine/headers.js";
export { defineRule, type FileContext, type RepositoryContext, type Rule } from "./engine/rule.js";
export { fieldReports } from "./engine/field-reports.js";
export { mayBePassedOn } from "./engine/untraced-reads.js";
export { readClusterField, type ClusterField } from "./engine/cluster-fields.js";
export { searchedFields } from "./engine/searched-answers.js";
export { isResourceCall } from "./engine/resource-calls.js";
export { isNested, isRequiredOfAnswers, relatedPlaces, requestsOfField } from "./engine/found-fields.js";
export {
  callerPlaces,
  headerPlace,
  isUnparsed,
  placeInRest,
  placeInText,
  sentFrom,
  severityAt,
  tracePlaces,
} from "./engine/places.js";
