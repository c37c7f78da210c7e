import { isCalendarDate, type CalendarDate } from "../../core/calendar-date.js";
import { UsageError } from "../../core/errors.js";
import type { ConnectionStringData } from "../model.js";
import type { Classification } from "./classify.js";
import type { Provider } from "./kinds.js";

export type Tier = "free" | "shared" | "flex" | "dedicated";

/** The known facts about the change. Everything is optional; the advice names the facts that it needs. */
export interface ProviderChange {
  /** The provider to move to. */
  readonly to?: Provider | undefined;
  /** The current provider; by default the string shows it, if it can. */
  readonly from?: Provider | undefined;
  /** The day on which the cluster was created. */
  readonly created?: CalendarDate | undefined;
  readonly tier?: Tier | undefined;
}

/** A fact that the user should state, by its name in `ProviderChange`. */
export type MissingFact = "from" | "created" | "tier";

/**
 * The effect of a change of cloud provider on a connection string.
 *
 * `unchanged`: the string stays. `steps`: it changes, and the steps say how to get there. `may-change`: it may change.
 * `unknown`: facts are missing, or the documents do not cover the case.
 */
export interface ProviderChangeAdvice {
  readonly verdict: "unchanged" | "may-change" | "steps" | "unknown";
  /** The reasons and remarks. */
  readonly sentences: readonly string[];
  /** Sentences that say what to do, in order; only with `steps`. */
  readonly steps: readonly string[];
  readonly missing: readonly MissingFact[];
}

/** The facts of one case, including those of the string. */
interface Case {
  readonly classification: Classification;
  readonly from: Provider | undefined;
  readonly to: Provider | undefined;
  readonly tier: Tier | undefined;
  /** True if the cluster was created before multi-cloud clusters existed; `undefined` if unknown. */
  readonly old: boolean | undefined;
  /**
   * Sentences that say how `from` and `old` were found if the user did not state them, and what contradicts the user.
   */
  readonly remarks: readonly string[];
  readonly dates: ConnectionStringData["dates"];
}

/**
 * Returns advice that follows the specification's "Connection string migration when changing cloud provider" and adds
 * nothing: a case that it does not cover is `unknown`. `dates` are those of the catalog; "after 2 November" and "before
 * 3 November 2020" meet without a day between them.
 *
 * @throws UsageError if `created` is not a calendar date
 */
export function adviseProviderChange(
  classification: Classification,
  change: ProviderChange,
  dates: ConnectionStringData["dates"],
): ProviderChangeAdvice {
  const { created, to } = change;
  if (created !== undefined && !isCalendarDate(created)) {
    throw new UsageError(`${created} is not a day of the form yyyy-mm-dd.`);
  }
  const refusal = notOfOneCluster(classification);
  if (refusal) return advice("unknown", [refusal]);
  const facts = gather(classification, change, dates);
  if (to !== undefined && to === facts.from) {
    return advice("unchanged", [
      ...facts.remarks,
      `The cluster is already on ${to}, so no provider changes.`,
    ]);
  }
  const { verdict, sentences, steps, missing } = judge(facts);
  return { verdict, sentences: [...facts.remarks, ...sentences], steps, missing };
}

function notOfOneCluster({ kind }: Classification): string | undefined {
  if (kind === "mixed")
    return "The hosts are of different kinds, so the string does not belong to one cluster.";
  if (kind === "federated")
    return "The string does not belong to a cluster; the documents do not mention it.";
  if (kind === "not-a-cluster-host") return "The string does not belong to a cluster of the service.";
  return undefined;
}

function gather(
  classification: Classification,
  change: ProviderChange,
  dates: ConnectionStringData["dates"],
): Case {
  const { created, to, tier } = change;
  const isSure = classification.confidence !== "low" && classification.family !== "none";
  const provider = isSure ? classification.provider : undefined;
  const isLegacy = isSure && classification.family === "legacy";
  const remarks: string[] = [];
  if (!isSure) {
    remarks.push("The kind of this string is not certain, so nothing is concluded from it.");
  }
  if (change.from === undefined && provider !== undefined) {
    const leadsTo = isPrivateEndpoint(classification) ? "a private endpoint" : "a cluster";
    remarks.push(`The string belongs to ${leadsTo} on ${provider}.`);
  }
  if (isLegacy && created === undefined) {
    remarks.push(
      `It has the form from before ${dates.legacyFormUntil}, so the cluster is at least that old.`,
    );
  } else if (isLegacy && created !== undefined && created >= dates.legacyFormUntil) {
    remarks.push(
      `The string has the form from before ${dates.legacyFormUntil}, which does not fit a cluster created on ${created}: check the date.`,
    );
  }
  const old = created === undefined ? isLegacy || undefined : created <= dates.stableOnProviderChangeAfter;
  return { classification, from: change.from ?? provider, to, tier, old, remarks, dates };
}

/** The three rules; if two apply, the narrower and more careful one is used. */
function judge(facts: Case): ProviderChangeAdvice {
  const { from, tier, old } = facts;
  if (hasProviderLegacyForm(facts) && touchesOtherThanAws(facts)) {
    if (tier !== undefined && tier !== "dedicated") return mayChange(facts);
    if (tier === undefined && old !== false) return tierDecides(facts);
  }
  if (from === "AWS") return unchanged(facts, "The cluster is on AWS");
  if (old === false) {
    return unchanged(facts, `The cluster was created after ${facts.dates.stableOnProviderChangeAfter}`);
  }
  if (old === undefined || from === undefined) return undecided(facts);
  if (tier === undefined) return tierDecides(facts);
  return tier === "dedicated" ? steps(facts) : notStated(facts);
}

function unchanged({ classification }: Case, because: string): ProviderChangeAdvice {
  const sentences = [
    `${because}: the change of provider keeps the connection string and causes no downtime.`,
  ];
  if (isPrivateEndpoint(classification)) {
    sentences.push(
      "This is documented for the connection string of the cluster. This string leads to a private endpoint, which belongs to one provider: check it after the change.",
    );
  }
  return advice("unchanged", sentences);
}

function mayChange({ tier, dates, old }: Case): ProviderChangeAdvice {
  const sentences = [
    `A ${tier} cluster with a legacy string that contains .gcp or .azure may get a changed string when it moves to or off Google Cloud or Azure.`,
    "Get the new string when the change is complete.",
  ];
  if (old === false) {
    sentences.push(
      `The documents also say that clusters created after ${dates.stableOnProviderChangeAfter} keep their string. With a string of this form, do not rely on that.`,
    );
  }
  return advice("may-change", sentences);
}

/** The steps of the specification, including the remarks on legacy backups. */
function steps({ from, to, dates }: Case): ProviderChangeAdvice {
  const source = from ?? "the original provider";
  const target = to ?? "the target provider";
  return {
    verdict: "steps",
    sentences: [
      `A dedicated cluster on ${source} that was created before ${dates.multiCloudIntroduction} gets a new connection string; four steps lead there, with two restarts of the application.`,
    ],
    steps: [
      `Add read-only nodes in ${target}. With legacy backups, keep one node in ${source}.`,
      "Copy the resulting comma-delimited standard connection string into the application and restart it.",
      `After the change completes, remove all electable nodes of ${source}, remove the read-only nodes of ${target}, and add the same number of electable nodes in ${target}. With legacy backups, wait for new backups before moving the last node.`,
      "Copy the new connection string into the application and restart it.",
    ],
    missing: [],
  };
}

function notStated({ tier, from, dates }: Case): ProviderChangeAdvice {
  return advice("unknown", [
    `For a ${tier} cluster on ${from} from before ${dates.multiCloudIntroduction}, the documents mention a change only for legacy strings that contain .gcp or .azure. Compare this string with the one that the service shows after the change.`,
  ]);
}

function tierDecides(facts: Case): ProviderChangeAdvice {
  const sentences: string[] = [];
  if (facts.from === "AWS") sentences.push(`A dedicated cluster on AWS keeps its string, without downtime.`);
  else if (facts.old === true) {
    sentences.push(
      `A dedicated cluster on ${facts.from} from before ${facts.dates.multiCloudIntroduction} gets a new string in four steps.`,
    );
  }
  sentences.push(
    hasProviderLegacyForm(facts)
      ? "A free, shared or flex cluster with this legacy string may get a changed one."
      : "For a free, shared or flex cluster with this string, the documents mention nothing.",
  );
  return advice("unknown", sentences, ["tier"]);
}

function undecided({ from, old, tier, dates }: Case): ProviderChangeAdvice {
  const sentences = [
    `Clusters on AWS, and those created after ${dates.stableOnProviderChangeAfter} on any provider, keep their string without downtime.`,
    `A dedicated cluster on Google Cloud or Azure from before ${dates.multiCloudIntroduction} gets a new string in four steps.`,
  ];
  const missing: MissingFact[] = [];
  if (old === undefined) missing.push("created");
  if (from === undefined) missing.push("from");
  if (tier === undefined) missing.push("tier");
  return advice("unknown", sentences, missing);
}

function isPrivateEndpoint({ family, kind }: Classification): boolean {
  return family === "private-endpoint" || kind === "legacy.private-endpoint";
}

/** A legacy string that contains `.gcp` or `.azure`. */
function hasProviderLegacyForm({ classification: { family, providerLabel } }: Case): boolean {
  return family === "legacy" && providerLabel !== undefined;
}

/** Returns whether the move is to or from Google Cloud or Azure, if that is known. */
function touchesOtherThanAws({ from, to }: Case): boolean {
  return from !== "AWS" || (to !== undefined && to !== "AWS");
}

function advice(
  verdict: ProviderChangeAdvice["verdict"],
  sentences: readonly string[],
  missing: readonly MissingFact[] = [],
): ProviderChangeAdvice {
  return { verdict, sentences, steps: [], missing };
}
