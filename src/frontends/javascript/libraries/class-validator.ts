import type { Call } from "../../../analysis/evaluation/callable.js";
import { peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  objectValue,
  truthiness,
  unknown,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import {
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { makePromise } from "../../../analysis/builtins/promises.js";
import { parsed } from "../../../analysis/builtins/schemas.js";
import { classOfShape, instancesOf } from "./class-transformer.js";
import { declaredBy, demandBy, type Demand } from "./declared-properties.js";
import { libraryOf } from "./schema-library.js";

/** Decorators that take a property that is absent, or of which it is not followed. All others refuse it. */
const DEMANDS: ReadonlyMap<string, Demand> = new Map<string, Demand>([
  ["IsOptional", "optional"],
  ["ValidateNested", "nested"],
  ...["Allow", "IsEmpty", "NotEquals", "IsNotIn"].map((name): [string, Demand] => [name, "nothing"]),
  ...["ValidateIf", "Validate", "ValidateBy", "ValidatePromise", "Equals", "registerDecorator"].map(
    (name): [string, Demand] => [name, "unknown"],
  ),
]);

/** Options with which a validator does not look at properties that are absent. */
const SKIPPING = ["skipMissingProperties", "skipUndefinedProperties"];

/** Looks at an instance of a class as the decorators of its properties say. */
function check(run: Run, call: Call, instance: Value, options: Value): void {
  if (SKIPPING.some((name) => truthiness(peek(run, options, name)) !== false && has(run, options, name)))
    return;
  for (const single of alternatives(instance)) {
    const type = classOf(run, single);
    const declared = type && declaredBy(run, type, true);
    if (!declared) continue;
    // `Object.assign(new Cluster(), answer)`: what the instance declares comes from the answer.
    const sources = single.kind === "object" ? run.store.read(single.object).open : [single];
    for (const source of sources) parsed(run, declared.schema, source, call, false);
  }
}

function has(run: Run, options: Value, name: string): boolean {
  return options.kind === "object" && run.store.read(options.object).members.has(name);
}

/** Returns the class of an instance that the program made itself, or that it made of an answer. */
function classOf(run: Run, instance: Single): Value | undefined {
  if (instance.kind === "unknown") return classOfShape(instance.shape);
  const prototype = instance.kind === "object" ? instance.object.prototype : undefined;
  return prototype && peek(run, objectValue(prototype), "constructor");
}

/** `validate(instance, options)`, or with the name of a schema before them. */
const validating =
  (finish: (run: Run, call: Call) => Value): NativeFunction =>
  (run, call) => {
    const first = call.args.at(0).kind === "text" ? 1 : 0;
    check(run, call, call.args.at(first), call.args.at(first + 1));
    return finish(run, call);
  };

const VALIDATORS = {
  validate: validating((run, call) => makePromise(run, computed(call, "validate"))),
  validateOrReject: validating((run) => makePromise(run, UNDEFINED)),
  validateSync: validating((_run, call) => computed(call, "validateSync")),
};

/** https://github.com/typestack/class-validator */
const classValidator = (): Value =>
  libraryOf("class-validator", ["default"], (key) => {
    const validator = Object.entries(VALIDATORS).find(([name]) => name === key)?.[1];
    if (validator) return nativeValue(key, validator);
    if (key === "Validator") return nativeValue(key, () => nativeObject(key, natives(VALIDATORS)));
    const decorator = nativeValue(key, (_run, call) => computed(call, key));
    return demandBy(decorator, DEMANDS.get(key) ?? (/^(?:[A-Z]|is[A-Z])/.test(key) ? "present" : "unknown"));
  });

/** `transformAndValidate(Class, data)`. https://github.com/MichalLytek/class-transformer-validator */
const transformed: NativeFunction = (run, call) => {
  const instance = instancesOf(run, call.args.at(0), call.args.at(1), call);
  check(run, call, instance, peek(run, call.args.at(2), "validator"));
  return instance;
};

/** `new ValidationPipe(options)`, called by the program itself. https://docs.nestjs.com/techniques/validation */
const validationPipe: NativeFunction = (_run, making) =>
  nativeObject(
    "ValidationPipe",
    natives({
      transform: (run, call) => {
        const type = peek(run, call.args.at(1), "metatype");
        const instance = instancesOf(run, type, call.args.at(0), call);
        check(run, call, instance, making.args.at(0));
        return makePromise(run, instance);
      },
    }),
  );

const imported = (specifier: string) => unknown({ reason: "import", name: specifier, specifier });

export const classValidatorModules = (): [string, () => Value][] => [
  ["class-validator", classValidator],
  [
    "class-transformer-validator",
    () =>
      nativeObject(
        "class-transformer-validator",
        natives({
          transformAndValidate: (run, call) => makePromise(run, transformed(run, call)),
          transformAndValidateSync: transformed,
        }),
        imported("class-transformer-validator"),
      ),
  ],
  [
    "@nestjs/common",
    () =>
      nativeObject("@nestjs/common", natives({ ValidationPipe: validationPipe }), imported("@nestjs/common")),
  ],
];
