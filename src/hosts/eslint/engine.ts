import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { UsageError } from "../../core/errors.js";
import { dayOf, targetOf } from "../../hosting/question.js";
import { programOracle } from "../../types/program-oracle.js";
import { catalogFor } from "../../hosting/vocabularies.js";
import { withSlashes } from "../../workspace/file-system.js";
import { nameOfOption } from "./options.js";
import type { PluginOptions } from "./plugin-options.js";
import { Session, type LintTypes, type ToldFrom } from "./session.js";

/** A file as ESLint has it. */
export interface LintedFile {
  /** Absolute. */
  readonly file: string;
  /** Without a byte-order mark. */
  readonly text: string;
  /** ESLint's working directory. */
  readonly cwd: string;
  readonly types?: LintTypes;
}

/** One for each root and question; an editor that stays open over midnight asks another question. */
const sessions = new Map<string, Session>();
const MAX_SESSIONS = 8;

/**
 * What the command would say of a file.
 *
 * @param ofRule the options of the rule that asks, for messages
 * @throws {UsageError} an option with a value that cannot be used
 */
export function lint(
  { file, text, cwd, types }: LintedFile,
  options: PluginOptions,
  ofRule: PluginOptions | undefined,
): ToldFrom {
  const root = resolve(cwd, options.root ?? ".");
  if (!existsSync(root))
    throw new UsageError(
      options.root === undefined
        ? `the working directory ${root} is not there`
        : `${nameOfOption("root", ofRule)} names ${options.root}, which is not there`,
    );
  const path = withSlashes(relative(root, file));
  const told = sessionFor(root, options, ofRule).lint(path, text, types);
  return { ...told, from: withSlashes(relative(cwd, root)) };
}

function sessionFor(root: string, options: PluginOptions, ofRule: PluginOptions | undefined): Session {
  const { target, vocabulary, minConfidence } = options;
  const withWeak = minConfidence === "low";
  const asOf = dayOf(options.asOf, new Date(), nameOfOption("asOf", ofRule));
  const key = JSON.stringify([root, target, asOf, vocabulary, withWeak]);
  let session = sessions.get(key);
  if (!session) {
    const names = vocabulary === undefined ? undefined : [vocabulary].flat();
    const catalog = catalogFor(names, root, nameOfOption("vocabulary", ofRule));
    const question = { catalog, asOf, target: targetOf(target, catalog, nameOfOption("target", ofRule)) };
    session = new Session(root, question, withWeak);
    const [oldest] = sessions.keys();
    if (sessions.size >= MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
    sessions.set(key, session);
  }
  return session;
}

type Program = Parameters<typeof programOracle>[0];

const oracles = new WeakMap<object, LintTypes>();

/** The types of a program that the parser of the linter holds. */
export function typesIn(program: Program, cwd: string, root = "."): LintTypes {
  let types = oracles.get(program);
  if (!types) oracles.set(program, (types = { program, oracle: programOracle(program, resolve(cwd, root)) }));
  return types;
}
