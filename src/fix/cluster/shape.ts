import type { Vocabulary } from "../../catalog/catalog.js";
import { memberOf, type Payload, type PayloadMember, type PayloadObject } from "../../facts/payload.js";
import type { Purpose } from "./conversion.js";
import { isNull, isOneOf } from "./members.js";

/** Properties of the specification whose names differ between vocabularies. */
export type VaryingName = "dbURI" | "dbURIWithOptions" | "dbURIUpdated" | "dbVersion";

/** The use of a cluster, as far as the payload shows it. */
export type Role = "create" | "modify" | "either" | "response";

/** A cluster as it is given, with the questions that several steps ask of it. */
export class Shape {
  readonly role: Role;

  constructor(
    readonly cluster: PayloadObject,
    private readonly vocabularies: readonly Pick<Vocabulary, "words">[],
    private readonly purpose: Purpose,
  ) {
    this.role = purpose === "unknown" ? this.#roleByContent() : purpose;
  }

  has(key: string): boolean {
    const found = memberOf(this.cluster, key);
    return found !== undefined && !isNull(found.value);
  }

  /** Finds the member whose name depends on the vocabulary. */
  varying(name: VaryingName): PayloadMember | undefined {
    for (const { words } of this.vocabularies) {
      const found = memberOf(this.cluster, words.properties[name] ?? name);
      if (found) return found;
    }
    return undefined;
  }

  /** Elements of `replicationSpecs` that can be looked into. */
  get elements(): readonly PayloadObject[] {
    const list = memberOf(this.cluster, "replicationSpecs")?.value;
    return list?.kind === "list" ? list.items.filter(isObject) : [];
  }

  /** Returns whether something is there that only the unversioned form has. */
  get isLegacy(): boolean {
    const { cluster } = this;
    return (
      [...TOPOLOGY, ...LEGACY].some((key) => memberOf(cluster, key)) ||
      VARYING.some((name) => this.varying(name)) ||
      this.elements.some((element) => memberOf(element, "regionsConfig"))
    );
  }

  /** Returns whether something says where nodes are, how large, or how they scale, in the old form. */
  get hasLegacyTopology(): boolean {
    return (
      TOPOLOGY.some((key) => this.has(key)) ||
      this.elements.some((element) => memberOf(element, "regionsConfig"))
    );
  }

  /** Returns whether it is certainly a body: the caller says so, and it is not only a guess. */
  get isRequest(): boolean {
    return this.purpose !== "unknown";
  }

  /** Returns whether regions have the new form. */
  get hasNewTopology(): boolean {
    return this.elements.some((element) => memberOf(element, "regionConfigs"));
  }

  /** Returns whether the cluster is known to be on shared hardware. */
  get isTenant(): boolean {
    const settings = memberOf(this.cluster, "providerSettings")?.value;
    return settings?.kind === "object" && isOneOf(memberOf(settings, "providerName")?.value, TENANTS);
  }

  #roleByContent(): Role {
    if (READ_ONLY.some((key) => this.has(key)) || VARYING.some((name) => this.varying(name)))
      return "response";
    return this.has("name") ? "create" : "either";
  }
}

/** Properties of the root that move into the regions. */
export const TOPOLOGY = [
  "numShards",
  "replicationFactor",
  "replicationSpec",
  "autoScaling",
  "providerSettings",
] as const;
/** Providers that are not real ones: the cluster shares the hardware of another provider. */
export const TENANTS = ["TENANT", "FLEX"];
const LEGACY = ["providerBackupEnabled", "srvAddress"];
const READ_ONLY = ["stateName", "createDate", "links", "connectionStrings", "srvAddress"];
const VARYING: readonly VaryingName[] = ["dbURI", "dbURIWithOptions", "dbURIUpdated"];

function isObject(item: Payload): item is PayloadObject {
  return item.kind === "object";
}
