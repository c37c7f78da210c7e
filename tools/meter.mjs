// Runs a script of Node.js and measures it.
import { spawnSync } from "node:child_process";

/** Writes what the process has used to a descriptor of its own when it ends. */
const METER =
  'import { writeSync } from "node:fs"; process.on("exit", () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage(); writeSync(3, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, peak: maxRSS / 1024 })); });';

/**
 * Returns the output of a script and its exit status, with its CPU seconds and peak memory in MB, without those of its
 * own children.
 */
export function measure(script, args, cwd) {
  const preload = `data:text/javascript,${encodeURIComponent(METER)}`;
  const { status, stdout, stderr, output } = spawnSync(
    process.execPath,
    ["--import", preload, script, ...args],
    { cwd, encoding: "utf8", maxBuffer: 2 ** 30, stdio: ["ignore", "pipe", "pipe", "pipe"] },
  );
  const used = output[3] ? JSON.parse(output[3]) : { cpu: NaN, peak: NaN };
  return { status, stdout, stderr, ...used };
}
