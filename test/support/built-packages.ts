import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Prints which files of packages are in each file of the bundles: the names of the files depend on their contents alone. */
const PRINT = `
  import { bundles } from "./tools/build.mjs";
  const built = await bundles({ write: false });
  const outputs = built.flatMap(({ metafile }) => Object.entries(metafile.outputs));
  const files = outputs.map(([name, { inputs }]) => [name, Object.keys(inputs).filter((path) => inputs[path].bytesInOutput > 0)]);
  console.log(JSON.stringify(files));`;

/** Returns the packages that are built into each file of `dist`, by the path of the file in this repository. */
export function builtPackages(): ReadonlyMap<string, readonly string[]> {
  const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", PRINT], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: Infinity,
  });
  const files = JSON.parse(printed) as [string, string[]][];
  return new Map(files.map(([name, inputs]) => [name, [...new Set(inputs.flatMap(packageOf))]]));
}

/** Returns the name of the package that a file is in, if any. */
export function packageOf(path: string): string[] {
  const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
  return name === undefined ? [] : [name];
}
