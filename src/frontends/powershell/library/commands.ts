import { plainName } from "../../../analysis/recording/written-names.js";
import { jsonObject } from "../../../analysis/builtins/json.js";
import { callBack, computed, type NativeFunction } from "../../../analysis/builtins/native.js";
import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { knownStrings, knownString } from "../../../analysis/evaluation/coerce.js";
import { setMemberByKey } from "../../../analysis/evaluation/member-writes.js";
import {
  copyMembers,
  getMemberByKey,
  makeList,
  makeObject,
  namesWritten,
  peek,
  type Site,
} from "../../../analysis/evaluation/members.js";
import { iterate } from "../../../analysis/evaluation/iteration.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  NULL,
  UNDEFINED,
  alternatives,
  choice,
  isFunction,
  mapAlternatives,
  memberOfUnknown,
  nullishness,
  opaque,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { makeJsonText } from "../../lowered/json-text.js";
import { scriptOutput } from "../../lowered/script-output.js";
import { curl } from "../../shell/clients/curl.js";
import { FILE_COMMANDS } from "./files.js";
import * as values from "./values.js";
import { argument, restMethod, siteOf, webRequest } from "./web.js";

const inputOf = (run: Run, call: Call, position?: number): Value =>
  argument(run, call, "inputobject", position);

const print: NativeFunction = (run, call) => {
  const shown = [
    ...call.args.list,
    inputOf(run, call),
    argument(run, call, "object"),
    argument(run, call, "message"),
  ];
  const args = new Arguments(shown.filter((value) => nullishness(value) !== true));
  run.recorder.escapes.shown(run, "print", { ...call, args }, "prints");
  return NULL;
};

const write: NativeFunction = (run, call) => {
  const args = new Arguments([...call.args.list, inputOf(run, call), argument(run, call, "value")]);
  run.recorder.escapes.shown(run, plainName(call.node) ?? "Out-File", { ...call, args });
  return NULL;
};

const output: NativeFunction = (run, call) => {
  const input = inputOf(run, call, 0);
  return call.args.length > 1 ? makeList(run, call.args.list) : input;
};

const toJson: NativeFunction = (run, call) => makeJsonText(run, inputOf(run, call, 0), call);

const fromJson: NativeFunction = (run, call) => {
  const given = inputOf(run, call, 0);
  return mapAlternatives(given, (single): Value => {
    const text = knownString(run, single);
    if (text !== undefined && !isJson(text)) return computed(call, "ConvertFrom-Json");
    return callBack(run, peek(run, jsonObject(), "parse"), [single], call);
  });
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const where: NativeFunction = (run, call) => {
  const block = argument(run, call, "filterscript", 0);
  const isBlock = alternatives(block).every(
    (one) => one.kind === "object" && one.object.callable !== undefined,
  );
  const input = inputOf(run, call);
  if (isBlock) return values.filtered(run, input, block, call);
  // `Where-Object Name -eq x` reads the property.
  const element = mapAlternatives(input, (single) =>
    single.kind === "unknown" ? memberOfUnknown(single, "[]") : single,
  );
  getMemberByKey(
    run,
    element,
    knownStrings(run, argument(run, call, "property", 0)),
    siteOf(run, call, "property", 0),
  );
  return input.kind === "unknown" ? input : computed(call, "Where-Object");
};

/** `Select-Object -ExpandProperty x`, `-First 1`, `-Property a, b` */
const select: NativeFunction = (run, call) => {
  const input = inputOf(run, call);
  const expanded = argument(run, call, "expandproperty");
  const first = argument(run, call, "first");
  const chosen = nullishness(first) === true ? input : values.firstOf(run, input, first, call);
  if (nullishness(expanded) === true) {
    readProperties(run, chosen, call);
    return chosen;
  }
  return read(run, chosen, expanded, siteOf(run, call, "expandproperty", 0));
};

/** Reads `-Property a, @{ n = "b"; e = { $_.b } }`. */
function readProperties(run: Run, from: Value, call: Call): void {
  const site = siteOf(run, call, "property", 0);
  for (const given of alternatives(argument(run, call, "property", 0)))
    for (const one of listed(run, given))
      if (one.kind === "object") {
        const block = ["e", "expression"].map((key) => peek(run, one, key)).find(isFunction);
        if (block) values.filtered(run, from, block, call);
      } else {
        const names = namesWritten(run, one);
        read(run, from, one, names ? { ...site, names } : site);
      }
}

function listed(run: Run, given: Single): readonly Value[] {
  const isList = given.kind === "object" && given.object.className === "Array";
  return (isList ? iterate(run, given).known : undefined) ?? [given];
}

/** `ForEach-Object name` gives the property of each object. */
const memberOfEach: NativeFunction = (run, call) =>
  read(run, inputOf(run, call), argument(run, call, "membername", 0), siteOf(run, call, "membername", 0));

/** `Sort-Object a, b`, `Group-Object a` */
const byProperties: NativeFunction = (run, call) => {
  const input = inputOf(run, call);
  readProperties(run, input, call);
  return input;
};

/** `Format-Table a, b`, `Measure-Object -Property a` */
const shownProperties: NativeFunction = (run, call) => {
  readProperties(run, inputOf(run, call), call);
  return computed(call, "output");
};

function read(run: Run, from: Value, name: Value, site: Site): Value {
  if (name.kind !== "text") return opaque("computed", "property", site.environment.locate(site.node));
  const keys = knownStrings(run, name);
  return choice(
    alternatives(from)
      .filter((one) => nullishness(one) !== true)
      .map((single) => getMemberByKey(run, single, keys, site)),
  );
}

/** `curl.exe …` with its words as they are written. */
const runCurl: NativeFunction = (run, call) => {
  const words = [UNDEFINED, UNDEFINED, UNDEFINED, ...call.args.list];
  return curl(run, { ...call, args: new Arguments(words, call.args.rest) });
};

/** Models `$o | Add-Member -NotePropertyName a -NotePropertyValue 1`, `Add-Member -NotePropertyMembers @{ a = 1 }` */
const addMember: NativeFunction = (run, call) => {
  const input = inputOf(run, call);
  const table = argument(run, call, "notepropertymembers");
  const isGiven = (one: string): boolean => nullishness(argument(run, call, one)) !== true;
  const short = isGiven("notepropertyname") || (!isGiven("membertype") && call.args.length === 2);
  const name = short ? argument(run, call, "notepropertyname", 0) : argument(run, call, "name", 1);
  const value = short ? argument(run, call, "notepropertyvalue", 1) : argument(run, call, "value", 2);
  const site = siteOf(run, call, short ? "notepropertyname" : "name", short ? 0 : 1);
  for (const single of alternatives(input))
    if (nullishness(table) === true) setMemberByKey(run, single, knownStrings(run, name), value, site);
    else if (single.kind === "object") copyMembers(run, single.object, table, site);
  return nullishness(argument(run, call, "passthru")) === true ? UNDEFINED : input;
};

const same: NativeFunction = (run, call) => inputOf(run, call, 0);

const nothing: NativeFunction = () => UNDEFINED;

const credential: NativeFunction = (run, call) =>
  makeObject(run, {}, "PSCredential", call.environment.locate(call.node));

/** Commands of PowerShell by their names in small letters; those with a colon are the language itself. */
export const COMMANDS: ReadonlyMap<string, NativeFunction> = new Map<string, NativeFunction>([
  ["ps:text", values.text],
  ["ps:printed", scriptOutput],
  ["ps:array", values.toArray],
  ["ps:each", values.each],
  ["ps:foreach", values.forEach],
  ["ps:named", values.named],
  ["ps:elements", values.positions],
  ["ps:format", values.format],
  ["ps:contains", values.among(0, 1)],
  ["ps:in", values.among(1, 0)],
  ["ps:join", values.join],
  ["ps:replace", values.replace],
  ["ps:split", values.split],
  ...FILE_COMMANDS,
  ["invoke-restmethod", restMethod],
  ["invoke-webrequest", webRequest],
  ["curl.exe", runCurl],
  ["convertto-json", toJson],
  ["convertfrom-json", fromJson],
  ["where-object", where],
  ["foreach-object", memberOfEach],
  ["select-object", select],
  ["sort-object", byProperties],
  ["group-object", shownProperties],
  ["measure-object", shownProperties],
  ["format-table", shownProperties],
  ["format-list", shownProperties],
  ["add-member", addMember],
  ["get-unique", same],
  ["tee-object", same],
  ["write-output", output],
  ["write-host", print],
  ["write-verbose", print],
  ["write-debug", print],
  ["write-information", print],
  ["write-warning", print],
  ["write-error", print],
  ["out-host", print],
  ["out-string", same],
  ["out-null", nothing],
  ["out-file", write],
  ["set-content", write],
  ["get-credential", credential],
  ["[management.automation.pscredential]::new", credential],
  ["[pscredential]::new", credential],
  ["[string]::format", (run, call) => values.formatted(run, call.args.at(0), call.args.list.slice(1), call)],
  ["[uri]::escapedatastring", escaped],
  ["[net.webutility]::urlencode", escaped],
  ["[web.httputility]::urlencode", escaped],
  ["[string]::isnullorempty", isEmptyText],
  ["[string]::isnullorwhitespace", isEmptyText],
]);

/** A known text is escaped; an unknown one is itself, for paths that are compared. */
function escaped(run: Run, call: Call): Value {
  return mapAlternatives(call.args.at(0), (single): Value => {
    const known = knownString(run, single);
    return known === undefined
      ? single.kind === "unknown"
        ? single
        : computed(call, "escaped")
      : /^[\w.~-]*$/.test(known)
        ? single
        : computed(call, "escaped");
  });
}

function isEmptyText(run: Run, call: Call): Value {
  const truth = run.truthOf(call.args.at(0));
  return truth === true ? { kind: "scalar", value: false } : computed(call, "IsNullOrEmpty");
}
