import type { PropertyData } from "../../catalog/model.js";
import { memberOf, type Payload, type PayloadMember, type PayloadObject } from "../../facts/payload.js";
import { CONVERTER_TARGET, type ConversionVocabulary, type Log, type Purpose } from "./conversion.js";
import { isNull, isOneOf } from "./members.js";

/** The use of a cluster, as far as the payload shows it. */
export type Role = "create" | "modify" | "either" | "response";

/** A member of a cluster that requests cannot set, with its entry in the catalog. */
interface ReadOnlyMember {
  readonly property: PropertyData;
  readonly found: PayloadMember;
}

/** A cluster as it is given, with the questions that several steps ask of it. */
export class Shape {
  readonly role: Role;
  /** Names at the root whose values move into the regions. */
  readonly topology: readonly string[];
  readonly #members: readonly ReadOnlyMember[];

  constructor(
    readonly cluster: PayloadObject,
    vocabularies: readonly ConversionVocabulary[],
    private readonly purpose: Purpose,
    private readonly log: Log,
  ) {
    const { names, old } = log;
    this.topology = [names.shards, old.nodes, old.regionMap, names.scaling, old.settings];
    this.#members = vocabularies.flatMap(({ properties }) =>
      properties.flatMap((property) => {
        const found = memberOf(cluster, property.path);
        return found ? [{ property, found }] : [];
      }),
    );
    this.role = purpose === "unknown" ? this.#roleByContent() : purpose;
  }

  has(key: string): boolean {
    const found = memberOf(this.cluster, key);
    return found !== undefined && !isNull(found.value);
  }

  /** Members that only the service writes, each once, in the order of the catalog. */
  get readOnly(): readonly ReadOnlyMember[] {
    const own = this.#members.filter(
      ({ property: { in: directions, status } }) => !directions.includes("request") || status === "read-only",
    );
    // A property with an entry for each direction is sent, too.
    const sent = new Set(
      this.#members.filter(({ property }) => property.in.includes("request")).map(({ found }) => found),
    );
    const seen = new Set<PayloadMember>();
    return own.filter(({ property, found }) => {
      if (seen.has(found) || (sent.has(found) && property.status !== "read-only")) return false;
      seen.add(found);
      return true;
    });
  }

  /** Elements of the list of zones or shards that can be looked into. */
  get elements(): readonly PayloadObject[] {
    const list = memberOf(this.cluster, this.log.names.elements)?.value;
    return list?.kind === "list" ? list.items.filter(isObject) : [];
  }

  /** Returns whether something is there that only the unversioned form has. */
  get isLegacy(): boolean {
    return this.#removed.length > 0 || this.#hasOldElements;
  }

  /** Returns whether something says where nodes are, how large, or how they scale, in the old form. */
  get hasLegacyTopology(): boolean {
    return this.topology.some((key) => this.has(key)) || this.#hasOldElements;
  }

  /** Returns whether nothing shows that the cluster has the shape of a form of the API. */
  get isNeither(): boolean {
    return !this.isLegacy && !this.hasNewTopology;
  }

  /** Returns whether it is certainly a body: the caller says so, and it is not only a guess. */
  get isRequest(): boolean {
    return this.purpose !== "unknown";
  }

  /** Returns whether regions have the new form. */
  get hasNewTopology(): boolean {
    return this.elements.some((element) => memberOf(element, this.log.versioned.regions));
  }

  /** Returns whether the cluster is known to be on shared hardware. */
  get isTenant(): boolean {
    const settings = memberOf(this.cluster, this.log.old.settings)?.value;
    return (
      settings?.kind === "object" && isOneOf(memberOf(settings, this.log.names.provider)?.value, TENANTS)
    );
  }

  get #hasOldElements(): boolean {
    return this.elements.some((element) => memberOf(element, this.log.old.elementRegions));
  }

  get #removed(): readonly ReadOnlyMember[] {
    return this.#members.filter(({ property: { since, status } }) => {
      return status === "removed" && since === CONVERTER_TARGET;
    });
  }

  #roleByContent(): Role {
    const isAnswer =
      this.log.conversion.answers.some((key) => this.has(key)) ||
      this.#removed.some(({ property: { in: directions } }) => !directions.includes("request"));
    if (isAnswer) return "response";
    return this.has("name") ? "create" : "either";
  }
}

/** Providers that are not real ones: the cluster shares the hardware of another provider. */
export const TENANTS = ["TENANT", "FLEX"];

function isObject(item: Payload): item is PayloadObject {
  return item.kind === "object";
}
