import type { Interpreted } from "./compare.js";
import { go } from "./go.js";
import { php } from "./php.js";
import { python } from "./python.js";
import { ruby } from "./ruby.js";
import { shell } from "./shell.js";

/** The languages whose programs are compared with a real interpreter, by the names that the command takes. */
export const INTERPRETED: Readonly<Record<string, Interpreted>> = { bash: shell, go, php, python, ruby };
