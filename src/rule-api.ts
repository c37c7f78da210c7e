/** The one module that a rule imports. */
export { addMonths, daysBetween, isCalendarDate, type CalendarDate } from "./core/calendar-date.js";
export {
  isAtLeast,
  surer,
  type Confidence,
  type Fix,
  type RelatedPlace,
  type Role,
  type Severity,
} from "./core/finding.js";
export { encloses, type Location, type Span } from "./core/span.js";
export type { FieldFact, Owner } from "./facts/field.js";
export type { ComparisonFact, CutFact } from "./facts/file-facts.js";
export type { HeaderEntry, RequestFact } from "./facts/request.js";
export type { StringFact, StringSetting } from "./facts/string.js";
export type { Member, Tree } from "./facts/tree.js";
export {
  HOLE_MARK,
  describe,
  flatten,
  holesOf,
  knownText,
  labelOf,
  sliceText,
  writtenPlaces,
  type Hole,
  type Hop,
  type Text,
} from "./facts/text.js";
export type { Catalog, Vocabulary } from "./catalog/catalog.js";
export type { EndpointData, GoneEndpointData, PropertyData } from "./catalog/model.js";
export { matchPath, type PathMatch } from "./catalog/matchers/base-paths.js";
export {
  isKnownResource,
  matchEndpoint,
  pathSegments,
  tellingSegment,
} from "./catalog/matchers/endpoints.js";
export { matchMediaType, mediaTypeOf, type MediaTypeMatch } from "./catalog/matchers/media-types.js";
export {
  isTargetGone,
  resolveVersion,
  targetVersion,
  type VersionState,
} from "./catalog/matchers/versions.js";
export { lastName, propertyAt, stepsOf } from "./catalog/matchers/properties.js";
export { unmistakableNames } from "./catalog/interest.js";
export { defects } from "./catalog/connection-strings/malformed.js";
export { adviseProviderChange } from "./catalog/connection-strings/provider-change.js";
export { clusterNames } from "./engine/cluster-names.js";
export { readConnections, type ConnectionReading, type Piece } from "./engine/connection-strings.js";
export {
  misspelledBases,
  hostUnder,
  segment,
  strong,
  unversionedBases,
  versionedBases,
  weak,
  propertyNamed,
  type Anchor,
} from "./engine/anchors.js";
export { namedProperty } from "./engine/property-anchors.js";
export { startsLikeResource, type ApiRequest, type UrlReading } from "./engine/api-request.js";
export { isOwnApplication } from "./engine/own-application.js";
export {
  acceptState,
  hasWrongContentType,
  lacksContentType,
  literalTypePlace,
  mediaTypePlace,
  otherWay,
  plainTypeFixes,
  wrongOwnType,
  type AcceptState,
  type HeaderReading,
} from "./engine/headers.js";
export { defineRule, type FileContext, type RepositoryContext, type Rule } from "./engine/rule.js";
export { isNested, readClusterField, relatedPlaces, type ClusterField } from "./engine/cluster-fields.js";
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
