import { chmodSync, copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findRipgrep } from "../../../src/workspace/ripgrep.js";
import { writeTree } from "./tree.js";

/** Returns the real ripgrep. The tests need it, because half of what they prove is about it. */
export function realRipgrep(): string {
  const binary = findRipgrep();
  if (binary === undefined)
    throw new Error("@vscode/ripgrep has no binary here; install optional dependencies");
  return binary;
}

/** Makes a copy of ripgrep that every user of the machine may start. */
export function publicRipgrep(): string {
  const directory = writeTree({});
  chmodSync(directory, 0o755);
  const copy = join(directory, "rg");
  copyFileSync(realRipgrep(), copy);
  chmodSync(copy, 0o755);
  return copy;
}

/** Makes a program that replaces ripgrep. `listing` says which of the two processes the script is. */
export function fakeRipgrep(script: string): string {
  const binary = join(writeTree({}), "rg");
  const preamble = `#!${process.execPath}\nconst listing = process.argv.includes("--files");\n`;
  writeFileSync(binary, preamble + script, { mode: 0o755 });
  return binary;
}
