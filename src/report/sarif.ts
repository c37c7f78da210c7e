import type { Invocation, Log, Notification, Result, Run } from "sarif";

import type { Problem } from "../core/problem.js";
import type { Report, ReportedFinding } from "../core/report.js";
import { failsRun, type Unchecked } from "../core/unchecked.js";
import { catalogNotes } from "./catalog-age.js";
import { jsonText } from "./json-text.js";
import type { RenderOptions } from "./options.js";
import { relatedPlaces } from "./related.js";
import { SOURCE_ROOT, problemLocation, sarifLocation } from "./sarif-location.js";
import { sarifFixes } from "./sarif-fixes.js";
import { linkText, messageText, sentence } from "./sarif-message.js";
import { LEVELS, OLD_CATALOG, notificationKinds, sarifRules, uncheckedId } from "./sarif-rules.js";
import { uncheckedMessage } from "./unchecked-block.js";

const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

/** Own key: GitHub computes `primaryLocationLineHash` itself and warns of a value that differs from its own. */
const FINGERPRINT_KEY = "v2ready/v1";

const DEFAULT_CATEGORY = "v2ready";

/** Related places that the message links to; GitHub shows a related place only where the message does. */
const PLACES_LINKED = 3;

/** Steps of a code flow, the finding itself included. */
const STEPS_SHOWN = 10;

/**
 * Returns the report as a SARIF 2.1.0 log with one run, in the form that GitHub code scanning accepts ("SARIF support
 * for code scanning"). It has an explicit level for each result, every rule with help, and a category. Addresses are
 * `/`-separated and percent-encoded, from the root of the repository. Regions have all four numbers in UTF-16 code
 * units. Ends with a line break.
 *
 * `executionSuccessful` is true for every report: a run that could not do its job has none. Problems with single files,
 * and what was not checked, are in `toolExecutionNotifications`.
 */
export function sarif(report: Report, options: RenderOptions = {}): string {
  const log: Log = { $schema: SCHEMA, version: "2.1.0", runs: [sarifRun(report, options)] };
  return jsonText(log);
}

function sarifRun(report: Report, options: RenderOptions): Run {
  const { tool, rules, findings, asOf, target, targetNotices, summary } = report;
  const ruleIndex = new Map(rules.map((rule, index) => [rule.id, index]));
  return {
    tool: {
      driver: {
        name: tool.name,
        semanticVersion: tool.version,
        rules: sarifRules(rules),
        notifications: notificationKinds(report),
      },
    },
    automationDetails: { id: `${options.category ?? DEFAULT_CATEGORY}/` },
    originalUriBaseIds: { [SOURCE_ROOT]: { description: { text: "The root of the repository." } } },
    columnKind: "utf16CodeUnits",
    invocations: [invocation(report)],
    results: findings.map((finding) => sarifResult(finding, ruleIndex.get(finding.ruleId))),
    properties: { asOf, target, targetNotices, catalog: report.catalog, summary },
  };
}

function sarifResult(finding: ReportedFinding, ruleIndex: number | undefined): Result {
  const { ruleId, place, position, end, role, property } = finding;
  const location = sarifLocation({ path: place.path, position, end });
  const related = relatedPlaces(finding).map((relatedPlace, index) => ({
    id: index + 1,
    ...sarifLocation(relatedPlace),
    message: { text: messageText(relatedPlace.message) },
  }));
  const fixes = sarifFixes(finding.fixes);
  return {
    ruleId,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
    level: LEVELS[finding.severity],
    message: { text: resultText(finding) },
    locations: [location],
    ...(related.length > 0 ? { relatedLocations: related } : {}),
    ...(related.length > 1 ? { codeFlows: [codeFlow(finding)] } : {}),
    ...(fixes.length > 0 ? { fixes } : {}),
    partialFingerprints: { [FINGERPRINT_KEY]: finding.fingerprint },
    properties: {
      messageId: finding.messageId,
      confidence: finding.confidence,
      fileClass: finding.fileClass,
      ...(role === undefined ? {} : { role }),
      ...(property === undefined ? {} : { property }),
    },
  };
}

/** The message, what to do instead, and links to the first related places by their ids. */
function resultText({ message, advice, related }: ReportedFinding): string {
  const links = related
    .slice(0, PLACES_LINKED)
    .map((place, index) => `[${linkText(place.message)}](${index + 1})`);
  const parts = [sentence(messageText(message))];
  if (advice !== undefined) parts.push(sentence(messageText(advice)));
  if (links.length > 0) parts.push(`See: ${links.join(", ")}.`);
  return parts.join(" ");
}

/** The way of the value, origin first, up to the finding. */
function codeFlow(finding: ReportedFinding): NonNullable<Result["codeFlows"]>[number] {
  const { place, position, end, message } = finding;
  const way = relatedPlaces(finding).slice(0, STEPS_SHOWN - 1);
  const steps = [...way, { path: place.path, position, end, message }];
  return {
    threadFlows: [
      {
        locations: steps.map((step) => ({
          location: { ...sarifLocation(step), message: { text: messageText(step.message) } },
        })),
      },
    ],
  };
}

function invocation(report: Report): Invocation {
  const { problems, unchecked } = report;
  const aboutCatalog = catalogNotes(report).map((text): Notification => ({
    descriptor: { id: OLD_CATALOG },
    level: "warning",
    message: { text },
  }));
  return {
    executionSuccessful: true,
    toolExecutionNotifications: [
      ...problems.map(notification),
      ...unchecked.map(uncheckedNotification),
      ...aboutCatalog,
    ],
  };
}

function notification(problem: Problem): Notification {
  const location = problemLocation(problem);
  return {
    descriptor: { id: problem.kind },
    level: problem.kind === "internal" ? "error" : "warning",
    message: { text: messageText(problem.message) },
    ...(location ? { locations: [location] } : {}),
  };
}

/** One notification for each reason, with all places that it applies to. */
function uncheckedNotification(entry: Unchecked): Notification {
  const locations = entry.places.flatMap((place) => problemLocation(place) ?? []);
  return {
    descriptor: { id: uncheckedId(entry.kind) },
    level: failsRun(entry) ? "warning" : "note",
    message: { text: messageText(uncheckedMessage(entry)) },
    ...(locations.length > 0 ? { locations } : {}),
  };
}
