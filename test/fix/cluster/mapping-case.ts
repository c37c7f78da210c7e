import type { JsonData } from "../../../src/convert/value.js";
import type { Decision, Purpose } from "../../../src/fix/cluster/conversion.js";

type Body = Readonly<Record<string, JsonData>>;

export const SETTINGS: Body = { providerName: "AWS", regionName: "US_EAST_1", instanceSizeName: "M10" };
export const BASE: Body = { name: "c", clusterType: "REPLICASET", providerSettings: SETTINGS };
export const MAP: Body = {
  US_EAST_1: { electableNodes: 2, readOnlyNodes: 1, analyticsNodes: 0, priority: 7 },
  EU_WEST_1: { electableNodes: 1, readOnlyNodes: 0, analyticsNodes: 1, priority: 6 },
};
/** A cluster as the service answers with it, without what a case is about. */
export const ANSWER: Body = { id: "5f", stateName: "IDLE", name: "c", clusterType: "REPLICASET" };

export const provider = (more: Body): Body => ({ ...BASE, providerSettings: { ...SETTINGS, ...more } });
export const zones = (more: Body = {}): Body => ({
  ...BASE,
  replicationSpecs: [{ regionsConfig: MAP, ...more }],
});
export const scaling = (more: Body, sizes: Body = {}): Body => ({
  ...BASE,
  autoScaling: more,
  providerSettings: { ...SETTINGS, autoScaling: { compute: sizes } },
});

export interface Case {
  readonly body: Body;
  readonly purpose?: Purpose;
  /** The replacement of the property. */
  readonly action: Decision["action"] | "untouched";
  /** Path of the decision where it is not the property's own. */
  readonly decision?: string;
  /** Values in the result; `undefined` for what must not be there. */
  readonly gives: Readonly<Record<string, JsonData | undefined>>;
}

export const FIRST = "replicationSpecs.0.regionConfigs.0";
export const SECOND = "replicationSpecs.0.regionConfigs.1";
export const answered = (property: string, value: JsonData): Case => ({
  body: { ...ANSWER, [property]: value },
  action: "untouched",
  gives: { [property]: value },
});
export const sent = (property: string, value: JsonData): Case => ({
  body: { ...BASE, [property]: value },
  action: "untouched",
  gives: { [property]: value },
});
