import { awaitValue } from "../builtins/promises.js";
import { CallOrder, programAndTests } from "./call-order.js";
import { callPerhaps } from "./calls.js";
import { constructorArguments, unknownArguments } from "./functions.js";
import type { ModuleRecord } from "./module-record.js";
import { runModule } from "./modules.js";
import type { Pending, Run } from "./run.js";
import { UNDEFINED, opaque } from "./value.js";

/**
 * Runs the modules that are asked about, the program before its tests: first the top levels, as a program would, then
 * every function and class in them that nothing has called, with arguments that are not known. Nobody knows in which
 * order those are called, so after the first round each is run again, in the state that the others may have left, unless
 * they have left nothing since.
 */
export function evaluateModules(run: Run, roots: readonly ModuleRecord[]): void {
  for (const group of programAndTests(roots)) evaluateGroup(run, group);
}

function evaluateGroup(run: Run, roots: readonly ModuleRecord[]): void {
  for (const module of roots) runModule(run, module);
  const order = new CallOrder(run, roots);
  const called: { readonly one: Pending; readonly leftBehind: number }[] = [];
  for (let pending = run.takePending(); pending.length > 0; pending = run.takePending()) {
    for (const one of order.sort(pending)) {
      if (run.hasEntered(one.callable.node)) continue;
      called.push({ one, leftBehind: run.leftBehind });
      callFromOutside(run, one);
    }
  }
  // What a lone function leaves behind, nobody but itself finds.
  const calls = new Map<ModuleRecord, number>();
  for (const { one } of called) {
    const { module } = one.callable.environment;
    calls.set(module, (calls.get(module) ?? 0) + 1);
  }
  for (const { one, leftBehind } of called) {
    const { module } = one.callable.environment;
    const mayFindMore = calls.get(module)! > 1 && run.leftBehind > leftBehind;
    if (mayFindMore || run.keepsState(module)) callFromOutside(run, one);
  }
}

/** A call by somebody whom the evaluation does not see. */
function callFromOutside(run: Run, { callable, value }: Pending): void {
  const { module } = callable.environment;
  const { environment, program } = module;
  if (!environment) return;
  const isClass = callable.kind === "class";
  const receiver = isClass ? UNDEFINED : run.receiverOf(callable);
  const args = isClass
    ? constructorArguments(run, callable)
    : unknownArguments(run, callable.node, callable.environment);
  // Somebody may call a function with `new` as well.
  const newTarget = isClass ? {} : { newTarget: opaque("computed", "new.target") };
  run.store.beginOutside();
  run.inNameOf(module, () => {
    const result = run.deferred(() =>
      callPerhaps(run, value, {
        this: receiver,
        args,
        node: program,
        environment,
        isNew: isClass,
        ...newTarget,
      }),
    );
    if (isClass) return;
    if (!run.asked.has(callable.node)) run.recorder.handOvers.toCaller(run, callable, result);
    run.recorder.fileReads.usesText(run, awaitValue(run, result), "whoever calls it", {
      node: callable.node,
      environment,
    });
  });
}
