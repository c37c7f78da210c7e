import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "../../core/errors.js";
import { prefilterOf } from "../../engine/anchors.js";
import { expiryOf } from "../../engine/expiry.js";
import { dayOf, targetsOf } from "../../hosting/question.js";
import { programOracle } from "../../types/program-oracle.js";
import { catalogFor } from "../../hosting/vocabularies.js";
import { RULES } from "../../../rules/index.js";
import { Gate } from "./gate.js";
import { nameOfOption } from "./options.js";
import type { PluginOptions } from "./plugin-options.js";
import { Session, type LintTypes } from "./session.js";

/** One for each root and question; an editor that stays open over midnight asks another question. */
const sessions = new Map<string, Session>();
const MAX_SESSIONS = 8;

/**
 * Returns the session that gives the findings of the command for files below a root.
 *
 * @param root absolute
 * @param ofRule the options of the rule that asks, for messages
 * @param gate of the root; without one a new one is created
 * @throws {UsageError} an option with a value that cannot be used
 */
export function sessionFor(
  root: string,
  options: PluginOptions,
  ofRule: PluginOptions | undefined,
  gate: Gate | undefined,
): Session {
  if (!gate && !existsSync(root))
    throw new UsageError(
      options.root === undefined
        ? `the working directory ${root} does not exist`
        : `${nameOfOption("root", ofRule)} names ${options.root}, which does not exist`,
    );
  const { target, vocabulary, minConfidence, expiryWarning: warning, expiryError: error } = options;
  const withWeak = minConfidence === "low";
  const asOf = dayOf(options.asOf, new Date(), nameOfOption("asOf", ofRule));
  const key = JSON.stringify([root, target, asOf, vocabulary, withWeak, warning, error]);
  let session = sessions.get(key);
  if (!session || (gate && session.gate !== gate)) {
    const names = vocabulary === undefined ? undefined : [vocabulary].flat();
    const chosen = catalogFor(names, root, nameOfOption("vocabulary", ofRule));
    const targets = targetsOf(target, chosen, nameOfOption("target", ofRule));
    const { catalog } = targets;
    const question = {
      ...targets,
      asOf,
      expiry: expiryOf({ warning, error }, (option) => nameOfOption(option, ofRule)),
    };
    session = new Session(
      gate ?? new Gate(root, prefilterOf(RULES, catalog.vocabularies, withWeak)),
      question,
    );
    const [oldest] = sessions.keys();
    if (sessions.size >= MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
    sessions.set(key, session);
  }
  return session;
}

type Program = Parameters<typeof programOracle>[0];

const oracles = new WeakMap<object, LintTypes>();

/** Returns the types of a program that the parser of the linter has created. */
export function typesIn(program: Program, cwd: string, root = "."): LintTypes {
  let types = oracles.get(program);
  if (!types) oracles.set(program, (types = { program, oracle: programOracle(program, resolve(cwd, root)) }));
  return types;
}
