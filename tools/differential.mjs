// npm run differential [-- PROGRAMS [SEED [LANGUAGE]]]: runs generated programs and compares what they send with what the
// analysis says, as test/differential does in every test run with fewer of them. LANGUAGE is javascript where it is left
// out, or bash, go, php, python or ruby, whose interpreter has to be on the machine.
import { fileURLToPath } from "node:url";
import { load } from "./load.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const [programs = "20000", seed = "1", name = "javascript"] = process.argv.slice(2);
process.exitCode = (name === "javascript" ? await javascript() : await other()) === 0 ? 0 : 1;

/** Gives the number of wrong programs. */
async function javascript() {
  const { many } = await load('export { many } from "../../test/differential/many.js";');
  return many({ programs: Number(programs), seed: Number(seed), notify: (line) => console.log(line) });
}

async function other() {
  const { INTERPRETED, Random, compare, isThere } = await load(
    `export { INTERPRETED } from "../../test/differential/languages/index.js";
     export { compare, isThere } from "../../test/differential/languages/compare.js";
     export { Random } from "../../test/fuzz/random.js";`,
    "dist",
  );
  const language = INTERPRETED[name];
  if (!language) throw new Error(`LANGUAGE is javascript, ${Object.keys(INTERPRETED).join(", ")}`);
  if (!isThere(language)) throw new Error(`${language.command} is not on this machine`);
  const { wrong, exact, ran } = await compare(language, Number(programs), new Random(Number(seed)));
  for (const one of wrong.slice(0, 12)) console.log(`WRONG:\n${one}\n`);
  console.log(
    `${name}, seed ${seed}: ${programs} programs, ${ran} ran, ${exact} known, ${wrong.length} wrong`,
  );
  return wrong.length;
}
