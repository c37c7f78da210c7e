import type { Program } from "@oxc-project/types";
import { Arguments, type ClassCallable } from "./callable.js";
import { callPerhaps } from "./calls.js";
import { Environment, type Activation } from "./environment.js";
import { unknownArguments } from "./functions.js";
import { HeapObject, setMember } from "./heap.js";
import { bindImports } from "./module-items.js";
import type { ModuleRecord, Names } from "./module-record.js";
import type { Pending, Run } from "./run.js";
import { executeBody } from "./statements.js";
import { UNDEFINED, objectValue } from "./value.js";

/**
 * Runs a module: its top level as the program would, then every function and class that nothing has called, with
 * arguments that are not known. Nobody knows in which order those are called, so after the first round each is run
 * again, in the state that the others may have left.
 */
export function evaluateModule(run: Run, path: string, program: Program, names: Names): ModuleRecord {
  const namespace = new HeapObject("Module", undefined);
  const module = new HeapObject("Object", undefined);
  const exports = run.make("Object", undefined);
  setMember(run.store, module, "exports", { value: objectValue(exports), maybeAbsent: false });
  const record: ModuleRecord = { path, program, names, exports: { namespace, module } };
  const activation: Activation = {
    thisValue: objectValue(exports),
    arguments: undefined,
    depth: 0,
    serial: run.nextSerial(),
    storeDepth: run.store.depth,
    returns: [],
    yields: [],
    jumps: [],
  };
  const environment = new Environment(record, activation);
  for (const variable of names.variablesIn(program)) environment.declare(variable);
  bindImports(run, program.body, environment);
  executeBody(run, program.body, environment);

  const called: Pending[] = [];
  for (let pending = run.takePending(); pending.length > 0; pending = run.takePending()) {
    for (const one of pending) {
      if (run.hasEntered(one.callable.node)) continue;
      called.push(one);
      callFromOutside(run, one, environment, program);
    }
  }
  if (called.length > 1) for (const one of called) callFromOutside(run, one, environment, program);
  return record;
}

/** A call by somebody whom the evaluation does not see. */
function callFromOutside(
  run: Run,
  { callable, value }: Pending,
  environment: Environment,
  program: Program,
): void {
  const isClass = callable.kind === "class";
  const receiver = isClass ? UNDEFINED : run.receiverOf(callable);
  const args = isClass
    ? constructorArguments(callable)
    : unknownArguments(callable.node, callable.environment);
  run.deferred(() =>
    callPerhaps(run, value, { this: receiver, args, node: program, environment, isNew: isClass }),
  );
}

function constructorArguments({ node, environment }: ClassCallable): Arguments {
  for (const element of node.body.body) {
    if (element.type !== "MethodDefinition" || element.kind !== "constructor") continue;
    if (element.value.type === "FunctionExpression") return unknownArguments(element.value, environment);
  }
  return new Arguments([]);
}
