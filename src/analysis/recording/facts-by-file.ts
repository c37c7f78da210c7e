import type { Problem } from "../../core/problem.js";
import { encloses, insideOneOf, keyOf, type Span } from "../../core/span.js";
import type { SourceText } from "../../core/source-text.js";
import type {
  CommentFact,
  ComparisonFact,
  CutFact,
  JoinFact,
  FileFacts,
  FileReadFact,
  FirstElementWriteFact,
  EscapeFact,
  SchemaFact,
  SearchFact,
  OffsetFact,
} from "../../facts/file-facts.js";
import type { FieldFact } from "../../facts/field.js";
import type { RequestFact } from "../../facts/request.js";
import type { RouteFact } from "../../facts/route.js";
import type { StringFact } from "../../facts/string.js";
import type { Failure, ModuleRecord } from "../evaluation/module-record.js";
import type { Run } from "../evaluation/run.js";
import { alternatives } from "../evaluation/value.js";
import { payloadPath } from "../evaluation/payload-path.js";
import { OPERATIONS_PER_STEP } from "../evaluation/work.js";
import { addToGroup, groupBy } from "../../core/group-by.js";
import type { Interest } from "../../frontends/interest.js";
import { declaredFields } from "./declarations.js";
import { embeddedFields } from "./embedded-json.js";
import { withFallbacks } from "./fallbacks.js";
import { FieldList, alternativeOf, bodyFields, fieldOfAccess, isLookup, isOfInput } from "./fields.js";
import { libraryImports } from "./library-imports.js";
import { literalFields, type AnswersIn } from "./literal-fields.js";
import { looseComparisons } from "./loose-comparisons.js";
import { namedReads } from "./named-reads.js";
import { importFaults } from "./missing-imports.js";
import type { Comparison } from "./recorder.js";
import { routesInConditions } from "./path-conditions.js";
import { fieldsOfSchema } from "./schema-uses.js";
import { offsetFact } from "./offsets.js";
import { withUse } from "./string-use.js";
import { namedMembers } from "./type-operations.js";
import { joinedStrings, restsBehind, writtenStrings, type Continuations } from "./strings.js";
import { atTemplates, requestTemplates } from "./templates.js";

/** The facts about the markup around the scripts of a component. */
export interface MarkupAround {
  readonly strings: readonly StringFact[];
  readonly comments: readonly CommentFact[];
  /** The code in it. */
  readonly code: readonly Span[];
  /** True if what it does is seen. */
  readonly isFollowed: boolean;
}

/** Sorts the recorded facts by the file that each is written in. */
export class FactsByFile {
  readonly #requests: Map<string, RequestFact[]>;
  readonly #fields = new Map<string, FieldList>();
  readonly #joined: Map<string, StringFact[]>;
  readonly #continuations: Continuations;
  readonly #comparisons: Map<string, ComparisonFact[]>;
  readonly #escapes: Map<string, EscapeFact[]>;
  readonly #schemas: Map<string, SchemaFact[]>;
  readonly #cuts: Map<string, CutFact[]>;
  readonly #joins: Map<string, JoinFact[]>;
  readonly #searches: Map<string, SearchFact[]>;
  readonly #offsets: Map<string, OffsetFact[]>;
  readonly #firstElementWrites: Map<string, FirstElementWriteFact[]>;
  readonly #fileReads: Map<string, FileReadFact[]>;
  readonly #routes: Map<string, RouteFact[]>;

  readonly #sameAs: (id: string) => string;

  readonly #given = new Map<string, FieldFact[]>();
  readonly #harmless = new Map<string, Span[]>();

  constructor(private readonly run: Run) {
    const { recorder } = run;
    const { prefix } = recorder;
    const { requests: all, sameAs } = distinct(
      recorder.requests.map((request) => request.toFact(prefix)),
      prefix,
    );
    this.#sameAs = sameAs;
    const read = new Set([...recorder.answersRead].map((index) => sameAs(String(index))));
    const sent = all.map((request) => (read.has(request.id) ? { ...request, isAnswerRead: true } : request));
    const requests = [...atTemplates(run, sent), ...requestTemplates(run, sent)];
    this.#requests = groupBy(requests, ({ site }) => site.path);
    for (const place of recorder.takenOut) addToGroup(this.#harmless, place.path, place);
    for (const access of recorder.accesses) {
      if (isOfInput(access, run) || isLookup(access)) {
        addToGroup(this.#harmless, access.place.path, access.place);
        // The text of a variable may be a response, if a shell gives it one.
        if (access.of.path.some((step) => step.endsWith("()")))
          addToGroup(this.#given, access.place.path, fieldOfAccess(access, recorder, sameAs));
        continue;
      }
      const fields = this.#fieldsOf(access.place.path);
      for (const one of [access, ...recorder.additions.readsOf(access)])
        fields.add(fieldOfAccess(one, recorder, sameAs), alternativeOf(one, run));
      for (const object of recorder.additions.objectsAt(access))
        fields.add(fieldOfAccess(access, recorder, sameAs), object);
    }
    for (const request of requests) {
      if (!request.body) continue;
      for (const field of bodyFields(request.body, request, run.interest))
        this.#fieldsOf(field.place.path).add(field);
    }
    const byId = new Map(requests.map((request) => [request.id, request]));
    for (const { answers, index } of recorder.requests) {
      const request = byId.get(sameAs(String(index)));
      for (const body of request ? answers : [])
        for (const field of bodyFields(body, request!, run.interest, "response"))
          this.#fieldsOf(field.place.path).add(field);
    }
    this.#joined = groupBy(
      recorder.texts.flatMap((text) => joinedStrings(text, run.interest)),
      ({ place }) => place.path,
    );
    this.#continuations = restsBehind(recorder.texts, run.interest);
    this.#escapes = groupBy(recorder.escapes.facts(sameAs, requests), ({ place }) => place.path);
    const schemas = recorder.schemas.facts(sameAs, (id) => byId.get(id)?.site.path);
    for (const field of schemas.flatMap((schema) => fieldsOfSchema(schema, run.interest.names)))
      this.#fieldsOf(field.place.path).add(field);
    this.#schemas = groupBy(schemas, ({ path }) => path);
    this.#cuts = groupBy(recorder.textUses.cuts(recorder, sameAs), ({ field }) => field.place.path);
    this.#joins = groupBy(recorder.textUses.joins(recorder, sameAs), ({ field }) => field.place.path);
    this.#searches = groupBy(recorder.searches.facts(sameAs), ({ place }) => place.path);
    this.#offsets = groupBy(
      recorder.offsets.all.map((offset) => offsetFact(offset, sameAs)),
      ({ place }) => place.path,
    );
    this.#firstElementWrites = groupBy(recorder.firstElementWrites.facts(sameAs), ({ place }) => place.path);
    this.#fileReads = groupBy(recorder.fileReads.facts, ({ place }) => place.path);
    this.#routes = groupBy(recorder.escapes.routes.facts, ({ place }) => place.path);
    this.#comparisons = groupBy(
      recorder.comparisons.map((comparison) => comparisonFact(comparison, sameAs, run.interest)),
      ({ place }) => place.path,
    );
  }

  /**
   * Returns where a file names what nothing depends on: keys that code takes out of their object again, and what the user
   * of the program gives.
   */
  harmlessIn(path: string): readonly Span[] {
    return this.#harmless.get(path) ?? [];
  }

  of(
    source: SourceText,
    language: string,
    modules: readonly ModuleRecord[],
    problems: readonly Problem[],
    markup: MarkupAround,
  ): FileFacts {
    const { path } = source;
    const fields = this.#fieldsOf(path);
    const joined = this.#joined.get(path) ?? [];
    // The pieces of code in a file have one source.
    const written = [...groupBy(modules, (module) => module.source)].flatMap(([text, pieces]) => {
      const comments = pieces.flatMap((piece) => piece.comments);
      return writtenStrings(text, comments, joined, this.#continuations, this.run.interest);
    });
    const strings = modules.reduce(
      (facts, { program }) => withUse(facts, path, program),
      unique([...written, ...joined]),
    );
    for (const module of modules) {
      // In a file that was only imported, a name alone does not justify a fact.
      if (!module.isRoot) continue;
      const literals = literalFields(module, fields, this.run.interest, this.#answersIn);
      const embedded = embeddedFields(module, fields, this.run.interest);
      const declared = declaredFields(module.program, path, this.run.interest);
      const described = this.run.language.fieldsInComments?.(module, this.run.interest) ?? [];
      const named = namedMembers(module.program, path, this.run.interest, declared);
      for (const field of [...literals, ...embedded, ...declared, ...described, ...named]) fields.add(field);
    }
    const faults = modules.map((module) => importFaults(module, this.run.modules));
    const { names } = this.run.interest;
    const { code, isFollowed } = markup;
    const inMarkup = namedReads(path, source.text, code, names, isFollowed, (place) => fields.isKnown(place));
    for (const field of inMarkup) fields.add(field);
    const read = withFallbacks(
      fields.list,
      modules.map(({ program }) => program),
      this.run.language.semantics.throwsForMissingKeys === true,
      this.run.interest.replacements,
    );
    const isInMarkup = insideOneOf(code);
    return {
      path,
      language,
      reading: "syntax",
      requests: withoutRoutes(this.#requests.get(path) ?? [], strings),
      fields: read
        .map((field) => this.run.recorder.statedTypes.withRequests(field, this.run, this.#sameAs))
        .map((field) => (isInMarkup(field.place) ? { ...field, isInMarkup: true } : field)),
      givenReads: this.#given.get(path) ?? [],
      strings: unique([
        ...strings,
        // The name of a property in the code of markup is among the fields.
        ...markup.strings.filter(({ what, place }) => what !== "name" || !isInMarkup(place)),
      ]),
      comparisons: this.#comparisonsIn(path, modules),
      escapes: this.#escapes.get(path) ?? [],
      schemas: this.#schemas.get(path) ?? [],
      cuts: this.#cuts.get(path) ?? [],
      joins: this.#joins.get(path) ?? [],
      searches: this.#searches.get(path) ?? [],
      offsets: this.#offsets.get(path) ?? [],
      firstElementWrites: this.#firstElementWrites.get(path) ?? [],
      routes: [
        ...(this.#routes.get(path) ?? []),
        ...modules.flatMap(({ program, isRoot }) => (isRoot ? routesInConditions(program, path) : [])),
      ],
      libraryImports: libraryImports(this.run, source, modules),
      uses: modules.flatMap((module) => [...module.uses]),
      ...this.#importsOf(modules),
      missingImports: faults.flatMap(({ missing }) => missing),
      fileReads: this.#fileReads.get(path) ?? [],
      ...(markup.isFollowed ? {} : { hasUnknownMarkup: true }),
      comments: [
        ...modules.flatMap((module) =>
          module.comments.map(({ value, start, end }) => ({ text: value, span: { start, end } })),
        ),
        ...markup.comments,
      ],
      steps: modules.reduce((sum, { work }) => sum + Math.ceil(work / OPERATIONS_PER_STEP), 0),
      problems: [
        ...problems,
        ...modules.flatMap((module) => failuresOf(module, this.run)),
        ...modules.flatMap((module) => this.run.modules.unreadFor(module)),
        ...faults.flatMap((one) => one.problems),
      ],
    };
  }

  #importsOf(modules: readonly ModuleRecord[]): Pick<FileFacts, "imports"> {
    const imports = modules.map((module) => this.run.modules.pathsImportedBy(module));
    return imports.includes(undefined) ? {} : { imports: imports.flatMap((paths) => paths ?? []) };
  }

  readonly #answersIn: AnswersIn = (literal) => {
    const { store, recorder } = this.run;
    const held = (recorder.objects.get(literal) ?? []).flatMap(({ object }) => [
      ...store.read(object).members.values(),
    ]);
    const parts = held.flatMap(({ value }) => alternatives(value)).filter((one) => one.kind === "unknown");
    const ids = parts.flatMap(({ source: { request }, path }) =>
      request !== undefined && payloadPath(path).length > 0 ? [this.#sameAs(String(request))] : [],
    );
    return [...new Set(ids)];
  };

  #comparisonsIn(path: string, modules: readonly ModuleRecord[]): ComparisonFact[] {
    const known = this.#comparisons.get(path) ?? [];
    const { interest } = this.run;
    return [...known, ...modules.flatMap((module) => looseComparisons(module, known, interest))];
  }

  #fieldsOf(path: string): FieldList {
    let fields = this.#fields.get(path);
    if (!fields) this.#fields.set(path, (fields = new FieldList()));
    return fields;
  }
}

/** A call of something unknown that tells a server under which path it answers sends nothing. */
function withoutRoutes(requests: readonly RequestFact[], strings: readonly StringFact[]): RequestFact[] {
  const routes = strings.filter(({ setting }) => setting === "route");
  return requests.filter(
    ({ understood, setting, site }) =>
      understood || setting === "mock" || !routes.some(({ place }) => encloses(site, place)),
  );
}

/** A limit is raised to so many times its value: what is enough is not known before. */
const RAISE = 10;

function failuresOf({ path, failures }: ModuleRecord, { limits, modules }: Run): Problem[] {
  return [...failures].map(([failure, place]): Problem => {
    const source = place && modules.get(place.path)?.source;
    const line = source?.position(place!.start).line;
    const isHere = place?.path === path;
    const raised = (name: Exclude<Failure, "too-deep">): string => `--limit ${name}=${limits[name] * RAISE}`;
    const messages: Readonly<Record<Failure, string>> = {
      "too-deep": "has too many nested levels to follow all values",
      steps: `following its values takes more than ${limits.steps} steps (raise it: ${raised("steps")}); the other values are unknown`,
      total: `following the values of all files takes more than ${limits.total} steps (raise it: ${raised("total")}); the other values in this file are unknown`,
      parts: `copies or sends a value with more than ${limits.parts} parts (raise it: ${raised("parts")})${line === undefined || isHere ? "" : `, which is at ${place!.path}:${line}`}; its other parts are unknown`,
      files: `imports more than ${limits.files} files (raise it: ${raised("files")}); values from the others are unknown`,
      imported: `imports files beyond the limit of ${limits.imported} (raise it: ${raised("imported")}); values from these files are unknown`,
    };
    return {
      path,
      ...(isHere && line !== undefined ? { line } : {}),
      ...(failure === "too-deep" ? { kind: failure } : { kind: "limit", limit: failure }),
      message: messages[failure],
    };
  });
}

function comparisonFact(
  { of, value, place, by }: Comparison,
  sameAs: (id: string) => string,
  interest: Interest,
): ComparisonFact {
  const { request } = of.source;
  return {
    kind: "comparison",
    path: request === undefined ? of.path : payloadPath(of.path),
    requests: request === undefined ? [] : [sameAs(String(request))],
    value,
    place,
    ...(interest.namesVersion(value) ? { namesVersion: true } : {}),
    ...(by === undefined ? {} : { by }),
  };
}

function unique(facts: readonly StringFact[]): StringFact[] {
  const seen = new Set<string>();
  return facts.filter((fact) => {
    const identity = `${fact.what}:${fact.place.start}`;
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
}

/**
 * Merges equal facts, which several callers of the same request give. The first one is kept, with its id and the files
 * of the other callers.
 */
function distinct(
  all: readonly RequestFact[],
  prefix: string,
): { requests: RequestFact[]; sameAs: (id: string) => string } {
  const ids = new Map<string, string>();
  const others = new Map<string, string[]>();
  const bySite = groupBy(all, ({ site }) => `${keyOf(site)}:${site.end}`);
  for (const atSite of bySite.values()) {
    if (atSite.length < 2) continue;
    const seen = new Map<string, RequestFact>();
    for (const request of atSite) {
      const identity = identityOf(request);
      const first = seen.get(identity);
      if (first) {
        ids.set(request.id, first.id);
        for (const { path } of request.callers) addToGroup(others, first.id, path);
      } else seen.set(identity, request);
    }
  }
  return {
    requests: all.flatMap((request) => {
      const paths = others.get(request.id);
      if (ids.has(request.id)) return [];
      return paths ? { ...request, alsoCalledFrom: [...new Set(paths)] } : request;
    }),
    sameAs: (index) => ids.get(prefix + index) ?? prefix + index,
  };
}

/** Returns a key that is the same for two equal requests from one place. */
function identityOf(request: RequestFact): string {
  return JSON.stringify([
    request.methods,
    request.urls.map(essence),
    request.headers.entries.map(({ name, values, certain }) => [name, values.map(essence), certain]),
    request.headers.open.map(({ name }) => name),
    request.headers.place,
    request.headers.slots,
    request.credentials,
    request.parsing?.types,
    JSON.stringify(request.body, withoutWay),
  ]);
}

/** Leaves out traces, so that bodies are compared by their contents and places. */
function withoutWay(key: string, value: unknown): unknown {
  return key === "hops" || key === "handle" ? undefined : value;
}

function essence(text: RequestFact["urls"][number]): unknown {
  return text.parts.map((part) =>
    part.kind === "segment" ? [part.text, part.written && keyOf(part.written)] : part.name,
  );
}
