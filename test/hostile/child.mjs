// Analyses folders one after the other with the package as it is built, and prints the reports, one a line. A program that
// takes more memory than this process was given ends it.
import process from "node:process";
import { analyze } from "../../dist/index.js";

for (const cwd of process.argv.slice(2)) {
  const { findings, problems } = await analyze({ cwd });
  process.stdout.write(`${JSON.stringify({ findings, problems })}\n`);
}
