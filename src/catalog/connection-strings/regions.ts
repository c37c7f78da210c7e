import type { ConnectionStringData } from "../model.js";
import { providerOfLabel, type Provider } from "./kinds.js";

/** A cloud region as it stands in the host of a private endpoint. */
export interface RegionReading {
  readonly provider: Provider;
  /** Without zone letter and provider ending. */
  readonly region: string;
  /** The letter behind an AWS region: `us-east-1a`. */
  readonly zone: string | undefined;
  /**
   * What tells the provider, surest first: an ending `-azure` or `-gcp`, the catalog's list of regions, the shape of
   * the name, or only that it is one word (Azure names have no hyphens).
   */
  readonly evidence: "ending" | "list" | "shape" | "word";
}

const AWS_SHAPE = /^[a-z]{2}(?:-[a-z]+){1,2}-\d{1,2}$/;
const GCP_SHAPE = /^[a-z]+-[a-z]+\d{1,2}$/;
const AZURE_SHAPE = /^[a-z]{4,}\d?$/;
const PROVIDERS: readonly Provider[] = ["AWS", "AZURE", "GCP"];

/**
 * The region that `text` names; undefined where it is none that a provider could have. Public documents write Azure
 * regions with and without the ending `-azure`, and Google Cloud regions with `-gcp`.
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

/** Whether the text is a region for sure. A cluster may have any name, so in the SRV form a word alone is none. */
export function isCertainRegion(region: RegionReading | undefined): region is RegionReading {
  return region !== undefined && region.evidence !== "word";
}

/** One sentence on how the provider was told. */
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
