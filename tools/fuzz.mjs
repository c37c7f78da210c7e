// npm run fuzz [-- N [SEED [SECONDS]]]: runs N trials of test/fuzz, which change files, names, links, settings,
// vocabularies and requests. They check whether something fails, hangs, differs or is written to a wrong place. They
// run in a watched process: a trial that takes longer than SECONDS is ended, and counts as wrong.
import { fork } from "node:child_process";
import { clearTimeout, setTimeout } from "node:timers";
import { fileURLToPath } from "node:url";
import { load } from "./load.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
const [count = 1000, seed = 1, seconds = 30] = process.argv.slice(2).map(Number);

if (process.send) await work();
else await watch();

/** In the watched process: says which trial begins, and what came of it. */
async function work() {
  const { Trials } = await load('export { Trials } from "../../test/fuzz/trials.js";', "dist");
  const trials = new Trials(root, seed);
  process.on("message", async (number) => {
    if (number < 0) {
      await trials.close();
      process.exit(0);
    }
    process.send({ number, ...(await trials.run(number)) });
  });
  process.send({ ready: true });
}

async function watch() {
  const counts = {};
  const wrong = [];
  const started = Date.now();
  let next = 0;
  while (next < count) next = await untilItEnds(next, counts, wrong);
  const all = Object.values(counts).reduce((sum, one) => sum + one, 0);
  console.log(`${all} trials of seed ${seed} in ${Math.round((Date.now() - started) / 1000)} s:`, counts);
  console.log(`${wrong.length} wrong`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

/** Runs trials in one process until it ends, or all are done; gives the number of the next one. */
function untilItEnds(first, counts, wrong) {
  return new Promise((done) => {
    const child = fork(fileURLToPath(import.meta.url), process.argv.slice(2), {
      execArgv: ["--max-old-space-size=2000"],
    });
    let number = first;
    let timer;
    const fail = (what) => {
      wrong.push(what);
      console.log(`trial ${number}: ${what.slice(0, 2000)}`);
    };
    const go = () => {
      clearTimeout(timer);
      if (number >= count) return child.send(-1);
      timer = setTimeout(() => {
        fail(`takes longer than ${seconds} s`);
        child.kill("SIGKILL");
      }, seconds * 1000);
      child.send(number);
    };
    child.on("message", (message) => {
      if (!message.ready) {
        counts[message.kind] = (counts[message.kind] ?? 0) + 1;
        if (message.wrong) fail(`${message.kind} ${message.what}: ${message.wrong}`);
        number++;
      }
      go();
    });
    child.on("close", (status, signal) => {
      clearTimeout(timer);
      if (number < count && signal !== "SIGKILL") fail(`ended the process: ${signal ?? status}`);
      done(number < count ? number + 1 : count);
    });
  });
}
