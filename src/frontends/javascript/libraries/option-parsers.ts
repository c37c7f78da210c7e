import { knownString } from "../../../analysis/evaluation/coerce.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { HeapObject, setMember, setMembers } from "../../../analysis/evaluation/heap.js";
import { iterate } from "../../../analysis/evaluation/iteration.js";
import { copyMembers, makeObject, peek } from "../../../analysis/evaluation/members.js";
import { internalSlot, makeContent } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  choice,
  isFunction,
  memberOfUnknown,
  nullishness,
  objectValue,
  unknown,
  type ObjectValue,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import {
  callBackLater,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";

/** The values that users may give on the command line. */
const ARGUMENTS: UnknownValue = unknown({ reason: "environment", name: "process.argv" });

const FLAG = internalSlot("flag");
const DEFAULT = internalSlot("default");

/** Options under their names: what the user gives, or else what the program says that they are. */
class Options {
  readonly object: HeapObject;

  constructor(
    private readonly run: Run,
    call: Call | undefined,
  ) {
    this.object = run.make("Object", call?.environment.locate(call.node));
    this.object.content = makeContent([], [ARGUMENTS]);
  }

  get value(): ObjectValue {
    return objectValue(this.object);
  }

  standard(run: Run, name: string, value: Value): void {
    if (nullishness(value) === true) return;
    const given = memberOfUnknown(ARGUMENTS, name);
    for (const key of new Set([name, camelCase(name)]))
      setMember(run.store, this.object, key, { value: choice([value, given]), maybeAbsent: false });
  }

  /** Adds options with their defaults: `{ url: { default: … } }`. */
  describe(descriptions: Value, key = "default"): void {
    if (descriptions.kind !== "object") return;
    const { members } = this.run.store.read(descriptions.object);
    for (const [name, { value }] of members) this.standard(this.run, name, peek(this.run, value, key));
  }
}

function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** `-u, --base-url <url>` is `base-url`. */
function longFlag(flags: string | undefined): string | undefined {
  return /--(?:no-)?([\w-]+)/.exec(flags ?? "")?.[1];
}

/** An object of which every method that is not listed gives the object itself. */
function chain(
  run: Run,
  className: string,
  call: Call | undefined,
  members: Readonly<Record<string, Value>>,
): ObjectValue {
  const made = new HeapObject(className, call?.environment.locate(call.node));
  const self = objectValue(made);
  const same = nativeValue("chain", () => self);
  setMembers(run.store, made, members);
  made.lazyMember = (key) => (run.store.read(made).members.has(key) ? undefined : same);
  return self;
}

/** `program.option(flags, description, default)…opts()`, https://github.com/tj/commander.js#options */
function command(run: Run, call: Call | undefined): ObjectValue {
  const options = new Options(run, call);
  const addOption: NativeFunction = (inner, adding) => {
    const name = longFlag(knownString(inner, adding.args.at(0)));
    // A function in between turns the text into something else.
    const standard = adding.args.list
      .slice(2)
      .filter((value) => !isFunction(value))
      .at(0);
    if (name !== undefined) options.standard(inner, name, standard ?? UNDEFINED);
    return self;
  };
  const self: ObjectValue = chain(run, "Command", call, {
    ...natives({
      option: addOption,
      requiredOption: addOption,
      addOption: (inner, adding) => {
        const option = adding.args.at(0);
        const name = knownString(inner, peek(inner, option, FLAG));
        if (name !== undefined) options.standard(inner, name, peek(inner, option, DEFAULT));
        return self;
      },
      opts: () => options.value,
      optsWithGlobals: () => options.value,
      command: (inner, adding) => command(inner, adding),
      action: (inner, adding) => {
        const action = adding.args.at(0);
        callBackLater(inner, action, actionArguments(action, options.value, self), adding);
        return self;
      },
    }),
  });
  return self;
}

/** An action gets the positional arguments, as many as there are, then the options and the command. */
function actionArguments(action: Value, options: Value, self: Value): Value[] {
  const callable = action.kind === "object" ? action.object.callable : undefined;
  const count = callable?.kind === "closure" ? callable.node.params.length : 1;
  const positional = Array.from({ length: count }, (_, index): Value =>
    memberOfUnknown(ARGUMENTS, String(index)),
  );
  // Which of the last two are the options is not said anywhere: they are objects, and what is read off a text is none.
  return [
    ...positional.slice(0, count - 2),
    ...(count > 1 ? [choice([options, positional[count - 2]!])] : []),
    choice([options, self]),
  ];
}

/** `new Option(flags, description).default(value).env(name)` */
const option: NativeFunction = (run, call) => {
  const name = longFlag(knownString(run, call.args.at(0)));
  const self: ObjectValue = chain(run, "Option", call, {
    [FLAG]: call.args.at(0),
    ...natives({
      default: (inner, chained) => {
        setMember(inner.store, self.object, DEFAULT, { value: chained.args.at(0), maybeAbsent: false });
        return self;
      },
    }),
  });
  if (name !== undefined)
    setMember(run.store, self.object, FLAG, { value: textOfName(name), maybeAbsent: false });
  return self;
};

function textOfName(name: string): Value {
  return { kind: "text", text: { kind: "text", parts: [{ kind: "segment", text: name, hops: undefined }] } };
}

/** The module is a command itself in old versions, and has one under `program`. */
const commander = (run: Run) => {
  const make = nativeValue("Command", (inner, call) => command(inner, call));
  const program = command(run, undefined);
  const members = {
    program,
    default: program,
    Command: make,
    Option: nativeValue("Option", option),
    createCommand: make,
  };
  setMembers(run.store, program.object, members);
  return program;
};

/** `yargs(argv).option(name, { default })…argv`, https://yargs.js.org/docs/ */
const yargs: NativeFunction = (run, call) => {
  const options = new Options(run, call);
  const result = () => options.value;
  const describe: NativeFunction = (inner, chained) => {
    const name = knownString(inner, chained.args.at(0));
    if (name === undefined) options.describe(chained.args.at(0));
    else options.standard(inner, name, peek(inner, chained.args.at(1), "default"));
    return self;
  };
  const self: ObjectValue = chain(run, "yargs", call, {
    argv: options.value,
    ...natives({
      parse: result,
      parseSync: result,
      parseAsync: result,
      option: describe,
      options: describe,
      positional: describe,
      default: (inner, chained) => {
        const name = knownString(inner, chained.args.at(0));
        if (name !== undefined) options.standard(inner, name, chained.args.at(1));
        return self;
      },
      command: (inner, chained) => {
        const [builder, handler] = [chained.args.at(2), chained.args.at(3)];
        if (isFunction(builder)) callBackLater(inner, builder, [self], chained);
        else options.describe(builder);
        if (isFunction(handler)) callBackLater(inner, handler, [options.value], chained);
        return self;
      },
    }),
  });
  return self;
};

const minimist: NativeFunction = (run, call) => {
  const options = new Options(run, call);
  const standards = peek(run, call.args.at(1), "default");
  if (standards.kind === "object") {
    for (const [name, { value }] of run.store.read(standards.object).members)
      options.standard(run, name, value);
  }
  return options.value;
};

/**
 * Models `parseArgs({ options: { url: { type: "string", default: … } } }).values`: https://nodejs.org/api/util.html
 */
export const parseArgs: NativeFunction = (run, call) => {
  const options = new Options(run, call);
  options.describe(peek(run, call.args.at(0), "options"));
  return makeObject(run, { values: options.value, positionals: ARGUMENTS });
};

/** `commandLineArgs([{ name, alias, type, defaultValue }])`, https://github.com/75lb/command-line-args */
const commandLineArgs: NativeFunction = (run, call) => {
  const options = new Options(run, call);
  for (const definition of iterate(run, call.args.at(0)).known ?? []) {
    const name = knownString(run, peek(run, definition, "name"));
    if (name !== undefined) options.standard(run, name, peek(run, definition, "defaultValue"));
  }
  return options.value;
};

/** A schema of settings, every leaf of it `{ default, env, … }`, as the settings themselves. */
function settingsOf(run: Run, schema: Value, call: Call, depth = 0): Value {
  if (schema.kind !== "object" || depth > 8) return unknown({ reason: "environment", name: "settings" });
  const { members } = run.store.read(schema.object);
  const standard = members.get("default");
  if (standard) return choice([standard.value, unknown({ reason: "environment", name: "settings" })]);
  const made = run.make("Object", call.environment.locate(call.node));
  copyMembers(run, made, schema, { node: call.node, key: call.node, environment: call.environment });
  for (const [name, { value }] of members) {
    setMember(run.store, made, name, { value: settingsOf(run, value, call, depth + 1), maybeAbsent: false });
  }
  return objectValue(made);
}

/** `convict(schema).get("a.b")`, https://github.com/mozilla/node-convict */
const convict: NativeFunction = (run, call) => {
  const settings = settingsOf(run, call.args.at(0), call);
  return chain(run, "convict", call, {
    ...natives({
      get: (inner, asking) => {
        let value = settings;
        for (const step of knownString(inner, asking.args.at(0))?.split(".") ?? [])
          value = peek(inner, value, step);
        return value;
      },
      getProperties: () => settings,
    }),
  });
};

/** `cleanEnv(process.env, { URL: str({ default }) })`, https://github.com/af/envalid */
const envalid = () => {
  const describe: NativeFunction = (run, call) => {
    const options = call.args.at(0);
    const given = [peek(run, options, "default"), peek(run, options, "devDefault")];
    const standards = given.filter((value) => nullishness(value) !== true);
    return choice([...standards, unknown({ reason: "environment", name: "process.env" })]);
  };
  const validators = ["str", "url", "host", "num", "port", "bool", "email", "json", "makeValidator"];
  return nativeObject("envalid", {
    ...natives(Object.fromEntries(validators.map((name) => [name, describe]))),
    ...natives({ cleanEnv: (_run, call) => call.args.at(1) }),
  });
};

type Maker = (run: Run) => Value;

/** Models libraries that read command line options and settings, with the defaults that a program gives. */
export const optionModules = (): [string, Maker][] => [
  ["commander", commander],
  ["yargs", () => nativeValue("yargs", yargs)],
  ["yargs/yargs", () => nativeValue("yargs", yargs)],
  ["minimist", () => nativeValue("minimist", minimist)],
  ["command-line-args", () => nativeValue("commandLineArgs", commandLineArgs)],
  ["convict", () => nativeValue("convict", convict)],
  ["envalid", envalid],
];
