import type { ConnectionStringData } from "../model.js";
import { providerOfLabel, type Provider } from "./kinds.js";

/** A cloud region in the host of a private endpoint. */
export interface RegionReading {
  readonly provider: Provider;
  /** Without zone letter and provider suffix. */
  readonly region: string;
  /** The letter after an AWS region: `us-east-1a`. */
  readonly zone: string | undefined;
  /**
   * The evidence for the provider, most certain first: a suffix `-azure` or `-gcp`, the catalog's list of regions, the
   * shape of the name, or that it is one word. (Azure names have no hyphens.)
   */
  readonly evidence: "ending" | "list" | "shape" | "word";
}

const AWS_SHAPE = /^[a-z]{2}(?:-[a-z]+){1,2}-\d{1,2}$/;
const GCP_SHAPE = /^[a-z]+-[a-z]+\d{1,2}$/;
const AZURE_SHAPE = /^[a-z]{4,}\d?$/;
const PROVIDERS: readonly Provider[] = ["AWS", "AZURE", "GCP"];

/**
 * Returns the region that `text` names; `undefined` if no provider could have it. Public documents write Azure regions
 * with and without the suffix `-azure`, and Google Cloud regions with `-gcp`.
 */
export function readRegion(text: string, data: ConnectionStringData): RegionReading | undefined {
  const hyphen = text.lastIndexOf("-");
  const marked = providerOfLabel(text.slice(hyphen + 1), data);
  if (marked && hyphen > 0) {
    return { provider: marked, region: text.slice(0, hyphen), zone: undefined, evidence: "ending" };
  }
  for (const provider of PROVIDERS) {
    if (data.regions[provider].includes(text)) {
      return { provider, region: text, zone: undefined, evidence: "list" };
    }
  }
  const zone = /\d([a-z])$/.exec(text)?.[1];
  const region = zone ? text.slice(0, -1) : text;
  if (zone && data.regions.AWS.includes(region)) return { provider: "AWS", region, zone, evidence: "list" };
  if (AWS_SHAPE.test(region)) return { provider: "AWS", region, zone, evidence: "shape" };
  if (GCP_SHAPE.test(text)) return { provider: "GCP", region: text, zone: undefined, evidence: "shape" };
  if (AZURE_SHAPE.test(text)) return { provider: "AZURE", region: text, zone: undefined, evidence: "word" };
  return undefined;
}

/**
 * Returns whether the text is certainly a region. A cluster may have any name, so in the SRV form one word is not
 * enough.
 */
export function isCertainRegion(region: RegionReading | undefined): region is RegionReading {
  return region !== undefined && region.evidence !== "word";
}

/** Returns one sentence on how the provider was found. */
export function explainRegion({ provider, region, evidence }: RegionReading): string {
  switch (evidence) {
    case "ending":
      return `The ending -${provider.toLowerCase()} names the provider of the region ${region}.`;
    case "list":
      return `${region} is a region of ${provider}.`;
    case "shape":
      return `${region} is not a known region, but looks like a region of ${provider}.`;
    case "word":
      return `${region} is not a known region; a region of one word is probably of ${provider}.`;
  }
}
