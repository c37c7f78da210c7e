// npm run differential [-- PROGRAMS [SEED]]: runs generated programs and compares what they send with what the analysis
// says, as test/differential does in every test run with fewer of them.
import { fileURLToPath } from "node:url";
import { load } from "./load.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const { many } = await load('export { many } from "../../test/differential/many.js";');
const [programs = 20_000, seed = 1] = process.argv.slice(2).map(Number);
const wrong = await many({ programs, seed, notify: (line) => console.log(line) });
process.exitCode = wrong === 0 ? 0 : 1;
