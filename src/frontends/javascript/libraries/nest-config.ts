import { injectable } from "../clients/injectable.js";
import { made } from "../clients/nest.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { INSTANCE } from "../../../analysis/evaluation/injection.js";
import { iterate } from "../../../analysis/evaluation/iteration.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  choice,
  isFunction,
  memberOfUnknown,
  nullishness,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import {
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";

/**
 * Models the settings of Nest. `registerAs` and `load` name them, `ConfigService` finds them by a path, and a name
 * without a definition is an environment variable. https://docs.nestjs.com/techniques/configuration
 */
export function nestConfig(): Value {
  const roots: Value[] = [];
  const registerAs: NativeFunction = (run, call) => {
    const [name, factory] = [knownString(run, call.args.at(0)), call.args.at(1)];
    if (name === undefined || !isFunction(factory)) return computed(call, "registerAs");
    const settings = made(run, factory, call);
    roots.push(makeObject(run, { [name]: settings }));
    const KEY = computed(call, `CONFIGURATION(${name})`);
    return nativeValue("registerAs", () => settings, { KEY, [INSTANCE]: settings });
  };
  const forRoot: NativeFunction = (run, call) => {
    const factories = iterate(run, peek(run, call.args.at(0), "load")).known ?? [];
    for (const factory of factories) {
      const isPlain = factory.kind === "object" && factory.object.callable?.kind === "closure";
      if (isPlain) roots.push(made(run, factory, call));
    }
    return call.this;
  };
  const get: NativeFunction = (run, call) => {
    const path = knownString(run, call.args.at(0));
    if (path === undefined) return computed(call, "ConfigService.get");
    const found = roots.map((root) => under(run, root, path)).filter((one) => nullishness(one) !== true);
    const env = peek(run, run.realm.global(run, "process", call.environment, call.node), "env");
    const standby = call.args.has(1) ? [call.args.at(1)] : [];
    if (found.length > 0) return choice([...found, ...standby.filter((one) => one.kind !== "object")]);
    return choice([peek(run, env, path), ...standby.filter((one) => one.kind !== "object")]);
  };
  const rest = unknown({ reason: "import", name: "@nestjs/config", specifier: "@nestjs/config" });
  const service = nativeObject(
    "ConfigService",
    natives({ get, getOrThrow: get }),
    memberOfUnknown(rest, "ConfigService"),
  );
  return nativeObject(
    "@nestjs/config",
    {
      registerAs: nativeValue("registerAs", registerAs),
      ConfigModule: nativeObject("ConfigModule", natives({ forRoot }), memberOfUnknown(rest, "ConfigModule")),
      ConfigService: injectable("ConfigService", service),
    },
    rest,
  );
}

function under(run: Run, root: Value, path: string): Value {
  let value = root;
  for (const step of path.split(".")) {
    if (nullishness(value) === true) return UNDEFINED;
    value = peek(run, value, step);
  }
  return value;
}
