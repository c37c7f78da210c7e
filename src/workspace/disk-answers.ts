import * as fs from "node:fs";
import { statsOf } from "./file-system.js";
import { sum } from "./journal.js";
import { textForCompiler } from "./read.js";

/** A question about a path: its text, whether it is a file or a folder, the names in it, where its links lead. */
export type DiskQuestion = "text" | "kind" | "names" | "real";

/** Answers that a program got from the disk, by the question. Texts and lists are kept as checksums. */
export class DiskAnswers {
  readonly all = new Map<string, string>();

  /** Records the present answer, once for each question. */
  add(question: DiskQuestion, path: string): void {
    const key = `${question} ${path}`;
    if (!this.all.has(key)) this.all.set(key, ANSWERS[question](path));
  }
}

/** Returns whether the disk gives the same answers now. */
export function isStillOnDisk(answers: ReadonlyMap<string, string>): boolean {
  for (const [key, answer] of answers) {
    const end = key.indexOf(" ");
    if (ANSWERS[key.slice(0, end) as DiskQuestion](key.slice(end + 1)) !== answer) return false;
  }
  return true;
}

const ANSWERS: Readonly<Record<DiskQuestion, (path: string) => string>> = {
  text: (path) => {
    const text = textForCompiler(path);
    return text === undefined ? "" : sum(text);
  },
  kind: (path) => {
    const stats = statsOf(path);
    return stats?.isFile() ? "file" : stats?.isDirectory() ? "folder" : "";
  },
  names: (path) => {
    try {
      const entries = fs.readdirSync(path, { withFileTypes: true });
      return sum(entries.map((one) => `${one.name}${one.isDirectory() ? "/" : ""}`).join("\n"));
    } catch {
      return "";
    }
  },
  real: (path) => {
    try {
      return fs.realpathSync(path);
    } catch {
      return "";
    }
  },
};
