import { flatten, knownText, sliceText } from "../../../facts/text.js";
import { environmentVariables } from "../../../analysis/builtins/process.js";
import {
  computed,
  nativeObject,
  nativeValue,
  natives,
  siteOf,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { Arguments } from "../../../analysis/evaluation/callable.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { asTextOnly, concat, knownString } from "../../../analysis/evaluation/coerce.js";
import { setMembers } from "../../../analysis/evaluation/heap.js";
import { keyword } from "../../../analysis/evaluation/keywords.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { copyMembers, getMember, makeList, makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  choice,
  computedText,
  mapAlternatives,
  memberOfUnknown,
  nullishness,
  objectValue,
  unknown,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { modulesOfTables } from "../../lowered/client-table.js";
import { PYTHON_CLIENTS } from "../clients.js";
import { OTHER_CLIENTS } from "../other-clients.js";
import { argumentParser } from "./arguments.js";
import { BUFFERS, BUFFER_MODULES } from "./buffers.js";
import { copyOfDict } from "./dicts.js";
import { PATTERN_FLAGS, PATTERN_FUNCTIONS } from "./patterns.js";
import { STARTING_MODULES, startingFunctions } from "./processes.js";
import { PARSE_FUNCTIONS } from "./urls.js";
import { dirname } from "../../lowered/paths.js";
import { pathOf, yamlModule } from "./files.js";
import { jsonModule } from "./json.js";
import { CONFIG_PARSERS } from "./config-parser.js";
import { DATA_FRAMES, dictWriter, tabulate } from "./data-frames.js";
import { jsonQueries } from "./json-queries.js";
import { namedTuple, namespace } from "./named-tuples.js";
import { pycurlModule } from "./pycurl.js";
import { RESPONSE_FUNCTIONS } from "./response-functions.js";
import { RUNNER_MODULES, passing, wrapper, wrapping } from "./runners.js";
import { ASYNCIO } from "./tasks.js";
import { MODEL_MODULES } from "./model-modules.js";

function restOf(name: string): UnknownValue {
  return unknown({ reason: "import", name, specifier: name, born: 0 });
}

function moduleOf(
  name: string,
  functions: Readonly<Record<string, NativeFunction>>,
  members: Readonly<Record<string, Value>> = {},
): Maker {
  return () => nativeObject("Module", { ...natives(functions), ...members }, restOf(name));
}

/** A variable of the environment, or what is given where it is not set. */
function variable(environment: UnknownValue): NativeFunction {
  return (run, call) => {
    const name = knownString(run, call.args.at(0));
    const place = call.environment.locate(call.node);
    const value = memberOfUnknown(environment, name ?? "[]", place);
    const standby = call.args.has(1) ? call.args.at(1) : keyword(run, call.args.keywords, "default");
    return nullishness(standby) === true ? value : choice([value, standby]);
  };
}

function osModule(): Value {
  const environment = environmentVariables("os.environ");
  const get = variable(environment);
  return nativeObject(
    "Module",
    {
      ...natives({ getenv: get }),
      ...startingFunctions("os", restOf("os")),
      environ: nativeObject("os.environ", natives({ get, copy: () => environment }), environment),
      path: nativeObject(
        "os.path",
        natives({ join: joinPaths, dirname, abspath: passing, realpath: passing }),
        restOf("os.path"),
      ),
    },
    restOf("os"),
  );
}

/** `os.path.join`: a part that starts with a slash discards the parts before it. */
function joinPaths(run: Run, call: Call): Value {
  if (call.args.rest) return computed(call, "os.path.join");
  const parts: Value[] = [];
  const place = call.environment.locate(call.node);
  for (const [index, given] of call.args.list.entries()) {
    const part = asTextOnly(given, place);
    const start = part.kind === "text" ? flatten(part.text) : "";
    if (start.startsWith("/")) parts.length = 0;
    else if (index > 0) {
      const before = parts.at(-1);
      const isOpen = before?.kind === "text" && flatten(before.text).endsWith("/");
      if (!isOpen) parts.push(computedText("/"));
    }
    parts.push(part);
  }
  return concat(run, parts);
}

/** `partial(f, a, k=v)`: called with these arguments first. */
const partial: NativeFunction = (_run, call) => {
  const [target] = call.args.list;
  if (!target) return UNDEFINED;
  const given = call.args.from(1);
  return nativeValue("partial", (inner, later) => {
    const list = [...given.list, ...later.args.list];
    const { keywords } = joinedKeywords(inner, given, later);
    return callValue(inner, target, {
      ...later,
      args: new Arguments(list, later.args.rest ?? given.rest, keywords),
    });
  });
};

function joinedKeywords(run: Run, given: Arguments, later: Call): Pick<Arguments, "keywords"> {
  if (!given.keywords && !later.args.keywords) return {} as Pick<Arguments, "keywords">;
  const all = makeObject(run, {});
  for (const one of [given.keywords, later.args.keywords])
    if (one) copyMembers(run, all.object, one, siteOf(later));
  return { keywords: all };
}

/** A copy, as far as its members are looked at. */
const copied: NativeFunction = (run, call) =>
  mapAlternatives(call.args.at(0), (single) => {
    if (single.kind !== "object" || single.object.callable) return single;
    const { className } = single.object;
    if (className === "Object") return copyDeep(run, single, call, 0);
    if (className === "Array") return copyDeep(run, single, call, 0);
    return computed(call, "copy");
  });

const MAX_DEPTH = 12;

function copyDeep(run: Run, value: Value, call: Call, depth: number): Value {
  return mapAlternatives(value, (single) => {
    if (single.kind !== "object" || single.object.callable || depth > MAX_DEPTH) return single;
    const { className, place } = single.object;
    if (className !== "Object" && className !== "Array") return single;
    if (!run.mayUnfold(single.object, depth === 0)) return computed(call, "copy");
    const copy = run.make(className, place);
    const content = run.store.read(single.object);
    const members = new Map(
      [...content.members].map(([key, slot]) => [
        key,
        { ...slot, value: copyDeep(run, slot.value, call, depth + 1) },
      ]),
    );
    run.store.write(copy, { ...content, epoch: -1, members });
    return objectValue(copy, single.hops);
  });
}

/** `Template("…$name…").substitute(name=…)`; https://docs.python.org/3/library/string.html#template-strings-strings */
const template: NativeFunction = (_run, call) => {
  const text = call.args.at(0);
  const substitute: NativeFunction = (run, later) => {
    if (text.kind !== "text") return computed(later, "Template");
    const flat = flatten(text.text);
    const pieces: Value[] = [];
    let from = 0;
    for (const match of flat.matchAll(/\$(?:(\$)|(\w+)|\{(\w+)\})/g)) {
      pieces.push({ kind: "text", text: sliceText(text.text, from, match.index) });
      from = match.index + match[0].length;
      const name = match[2] ?? match[3];
      const [first] = later.args.list;
      const site = { node: later.node, key: later.node, environment: later.environment };
      const value = name === undefined ? computedText("$") : keyword(run, later.args.keywords, name);
      const given = nullishness(value) === true && first ? getMember(run, first, name!, site) : value;
      pieces.push(nullishness(given) === true ? computed(later, "Template") : given);
    }
    pieces.push({ kind: "text", text: sliceText(text.text, from, flat.length) });
    return concat(run, pieces);
  };
  return nativeObject("Template", natives({ substitute, safe_substitute: substitute }));
};

/** `asdict(x)`, `replace(x, …)` */
const asdict: NativeFunction = (run, call) => copyOfDict(run, call.args.at(0), call);

/** `itemgetter("a")` and the like read a member later. */
const itemgetter: NativeFunction = (_run, making) => {
  const { node, environment } = making;
  return nativeValue("itemgetter", (run, call) => {
    const items = making.args.list.map((one, index) => {
      const name = knownString(run, one);
      if (name === undefined) return computed(call, "item");
      const key = node.type === "CallExpression" ? (node.arguments[index] ?? node) : node;
      return getMember(run, call.args.at(0), name, { node, key, environment });
    });
    return items.length === 1 ? items[0]! : makeList(run, items);
  });
};

const dictLike: NativeFunction = (run, call) => {
  const [first] = call.args.list;
  const isFactory = first?.kind === "object" && first.object.callable !== undefined;
  const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
  for (const one of [
    ...(first && !isFactory ? [first] : []),
    ...(call.args.keywords ? [call.args.keywords] : []),
  ])
    copyMembers(run, made.object, one, siteOf(call));
  return made;
};

/** `call(url)`, `call.get(url)`: what a test expects, which sends nothing. */
function expectedCall(): Value {
  const expected = nativeValue("call", (_run, call) => computed(call, "call"));
  expected.object.lazyMember = (key) => (key.startsWith("_") ? undefined : expected);
  return expected;
}

let makers: ReadonlyMap<string, Maker> | undefined;

function allModules(): Map<string, Maker> {
  const modules = modulesOfTables([...PYTHON_CLIENTS, ...OTHER_CLIENTS]);
  const own: Readonly<Record<string, Maker>> = {
    json: jsonModule,
    simplejson: jsonModule,
    ujson: jsonModule,
    orjson: jsonModule,
    os: osModule,
    "os.path": (run) => peek(run, osModule(), "path"),
    "urllib.parse": moduleOf("urllib.parse", PARSE_FUNCTIONS),
    urlparse: moduleOf("urlparse", PARSE_FUNCTIONS),
    re: moduleOf("re", PATTERN_FUNCTIONS, PATTERN_FLAGS),
    functools: moduleOf("functools", { partial, wraps: wrapper, lru_cache: wrapping, cache: passing }),
    copy: moduleOf("copy", { copy: copied, deepcopy: copied }),
    dataclasses: moduleOf("dataclasses", { asdict, replace: passing }),
    asyncio: moduleOf("asyncio", ASYNCIO, startingFunctions("asyncio", restOf("asyncio"))),
    string: moduleOf("string", { Template: template }),
    argparse: moduleOf("argparse", { ArgumentParser: argumentParser, Namespace: namespace }),
    types: moduleOf("types", { SimpleNamespace: namespace }),
    operator: moduleOf("operator", { itemgetter }),
    textwrap: moduleOf("textwrap", { dedent: (_run, call) => dedented(call) }),
    collections: moduleOf("collections", {
      OrderedDict: dictLike,
      defaultdict: dictLike,
      namedtuple: namedTuple,
    }),
    ...Object.fromEntries(
      Object.entries(RUNNER_MODULES).map(([name, functions]) => [name, moduleOf(name, functions)]),
    ),
    decouple: moduleOf("decouple", { config: variable(environmentVariables("os.environ")) }),
    environs: moduleOf("environs", {}),
    "unittest.mock": moduleOf("unittest.mock", {}, { call: expectedCall() }),
    mock: moduleOf("mock", {}, { call: expectedCall() }),
    pathlib: moduleOf("pathlib", { Path: pathOf, PurePath: pathOf, PosixPath: pathOf }),
    ...Object.fromEntries(
      Object.entries(jsonQueries()).map(([name, functions]) => [name, moduleOf(name, functions)]),
    ),
    ...Object.fromEntries(["pandas", "polars"].map((name) => [name, moduleOf(name, {}, DATA_FRAMES)])),
    pycurl: pycurlModule,
    ...Object.fromEntries(BUFFER_MODULES.map((name) => [name, moduleOf(name, BUFFERS)])),
    sh: moduleOf("sh", {}, startingFunctions("sh", restOf("sh"))),
    csv: moduleOf("csv", { DictWriter: dictWriter }),
    configparser: moduleOf("configparser", {}, CONFIG_PARSERS),
    tabulate: moduleOf("tabulate", { tabulate }),
    yaml: yamlModule("yaml"),
    "ruamel.yaml": yamlModule("ruamel.yaml"),
    ...Object.fromEntries(
      STARTING_MODULES.map((name) => [name, moduleOf(name, {}, startingFunctions(name, restOf(name)))]),
    ),
  };
  for (const [name, make] of [...Object.entries(own), ...MODEL_MODULES]) modules.set(name, make);
  for (const [name, functions] of RESPONSE_FUNCTIONS) {
    const before = modules.get(name) ?? moduleOf(name, {});
    modules.set(name, (run) => {
      const module = before(run);
      if (module.kind === "object") setMembers(run.store, module.object, natives(functions));
      return module;
    });
  }
  return modules;
}

function dedented(call: Call): Value {
  return mapAlternatives(call.args.at(0), (single) => {
    const known = single.kind === "text" ? knownText(single.text) : undefined;
    return known !== undefined && !/^[ \t]/m.test(known) ? single : computed(call, "dedent");
  });
}

/** Returns a modelled module, or a package that contains modelled modules. */
export function libraryModule(name: string): Maker | undefined {
  makers ??= allModules();
  const own = makers.get(name);
  const inner = [...makers.keys()].filter(
    (key) => key.startsWith(`${name}.`) && !key.slice(name.length + 1).includes("."),
  );
  if (inner.length === 0) return own;
  const known = makers;
  return (run) => {
    const members = Object.fromEntries(
      inner.map((key) => [key.slice(name.length + 1), known.get(key)!(run)]),
    );
    if (!own) return nativeObject("Module", members, restOf(name));
    const module = own(run);
    if (module.kind === "object") setMembers(run.store, module.object, members);
    return module;
  };
}
