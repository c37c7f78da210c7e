import fc from "fast-check";
import { CHANGES } from "./grammar/changes.js";
import { CONDITIONS, NUMBERS } from "./grammar/conditions.js";
import { HEADERS, LISTS, MAPS, QUERIES, RECORDS, SETS, URLS, VALUES } from "./grammar/containers.js";
import { FUNCTIONS, FUNCTION_STATEMENTS } from "./grammar/functions.js";
import { IDIOM_STATEMENTS, IDIOM_STRINGS } from "./grammar/idioms.js";
import { Maker, Tape, type Grammar } from "./grammar/maker.js";
import { moduleLayout } from "./grammar/modules.js";
import { OBJECT_RECORDS, OBJECT_STRINGS } from "./grammar/objects.js";
import { request, requestStatement } from "./grammar/requests.js";
import { STATEMENTS } from "./grammar/statements.js";
import { STRINGS } from "./grammar/strings.js";
import { ENVIRONMENT, ENVIRONMENT_VALUES } from "./grammar/words.js";

/** A program and what it is run with. */
export interface Program {
  /** Text of each file by its path; all in one folder. */
  readonly files: Readonly<Record<string, string>>;
  /** The file that is run. */
  readonly main: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The tapes of a program: one for each statement, one for each of the last requests, one for its surroundings. */
export interface Seed {
  readonly statements: readonly (readonly number[])[];
  readonly requests: readonly (readonly number[])[];
  readonly surroundings: readonly number[];
}

const GRAMMAR: Grammar = {
  expressions: {
    string: [...STRINGS, ...IDIOM_STRINGS, ...OBJECT_STRINGS],
    number: NUMBERS,
    condition: CONDITIONS,
    list: LISTS,
    record: [...RECORDS, ...OBJECT_RECORDS],
    map: MAPS,
    set: SETS,
    headers: HEADERS,
    url: URLS,
    query: QUERIES,
    function: FUNCTIONS,
    value: VALUES,
  },
  statements: [...STATEMENTS, ...CHANGES, ...FUNCTION_STATEMENTS, ...IDIOM_STATEMENTS, requestStatement],
};

const tape = (most: number): fc.Arbitrary<number[]> =>
  fc.array(fc.nat(250), { maxLength: most, size: "max" });

/** Random programs; they shrink by losing statements, then by simpler statements. */
export const seeds: fc.Arbitrary<Seed> = fc.record({
  statements: fc.array(tape(24), { maxLength: 9, size: "max" }),
  requests: fc.array(tape(24), { minLength: 1, maxLength: 2, size: "max" }),
  surroundings: tape(8),
});

export function programOf(seed: Seed): Program {
  const make = new Maker(GRAMMAR);
  make.load(new Tape(seed.surroundings));
  const environment: Record<string, string> = {};
  for (const name of ENVIRONMENT.slice(0, 3)) {
    const value = make.pick([undefined, ...ENVIRONMENT_VALUES]);
    if (value !== undefined) environment[name] = value;
  }
  const layout = moduleLayout(make);
  const body: string[] = [];
  for (const cells of seed.statements) {
    make.load(new Tape(cells));
    body.push(make.statement());
  }
  for (const cells of seed.requests) {
    make.load(new Tape(cells));
    body.push(request(make));
  }
  return { ...layout(body, [...make.imports]), environment };
}
