import type { Sourced } from "./model.js";

/**
 * The names around a property that indicate whether it belongs to a resource, if no request proves it. The property may
 * have the shape of the unversioned API, and other resources and products have properties of the same names.
 */
export interface RecognitionData extends Sourced {
  readonly resource: string;
  /** Words in the names around a property, in lower case. A specific property beside it has 2 points. */
  readonly words: readonly { readonly word: string; readonly points: number }[];
  /** Names at the root of the resource that are strong evidence beside another property. */
  readonly company: readonly string[];
  /** Names of members that other resources have in a property of the same name. */
  readonly shared: readonly string[];
  /** Names of new versions, other resources and other products: an object with one of them has another shape. */
  readonly notBeside: readonly string[];
  /** Properties that have such names beside them in the old shape as well. */
  readonly anyCompany: readonly string[];
  /** Names of members whose content has the new shape. */
  readonly notInside: readonly string[];
  /** Values of a member that only other resources have. */
  readonly notWith: readonly string[];
  /** Words in the names of functions, types and files of other resources and products, in lower case. */
  readonly otherNames: readonly string[];
  /** Modules whose types describe the resource in another shape: the first part of the name of a type, without the period. */
  readonly otherModules: readonly string[];
  /** Names of removed properties that the other resources still have in every version. */
  readonly kept: readonly string[];
}

/** The names that the conversion of the bodies of a resource reads and writes, by what they mean. */
export interface ConversionData extends Sourced {
  readonly resource: string;
  /** Names in the old and in the new shape. */
  readonly names: Readonly<
    Record<
      | "type"
      | "disk"
      | "backup"
      | "elements"
      | "shards"
      | "zone"
      | "region"
      | "provider"
      | "backing"
      | "priority"
      | "iops"
      | "scaling"
      | "compute"
      | "scales"
      | "scalesDown"
      | "smallest"
      | "largest",
      string
    >
  >;
  /** Names in the shape of the unversioned API only. */
  readonly old: Readonly<
    Record<
      | "cloudFlag"
      | "nodes"
      | "regionMap"
      | "elementRegions"
      | "electable"
      | "readOnly"
      | "analytics"
      | "settings"
      | "size"
      | "effectiveSize"
      | "volume"
      | "encryption"
      | "diskType"
      | "diskScaling"
      | "indexing",
      string
    >
  >;
  /** Names in the shape of the versioned API only. */
  readonly new: Readonly<
    Record<
      | "regions"
      | "electable"
      | "readOnly"
      | "analytics"
      | "nodes"
      | "size"
      | "effectiveSize"
      | "volume"
      | "analyticsScaling"
      | "diskScaling"
      | "zoneKey",
      string
    >
  >;
  /** The specs of all kinds of nodes, for messages. */
  readonly anySpecs: string;
  /** Properties that show that an object is a response. */
  readonly answers: readonly string[];
  /** Properties at the root that only the service writes. A body that is made of a response may have them. */
  readonly setByService: readonly string[];
  /** Removed properties of responses whose value is the same in their replacement. */
  readonly movedInAnswers: readonly string[];
}
