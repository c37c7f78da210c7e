// npm run pictures: writes the pictures in docs/pictures and the report in docs/report.md, from the output of the built
// command and the built plugin for fixtures/readme. With --check it writes nothing and fails if there is a difference.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ESLint } from "eslint";
import { emit, failIfStale } from "./generated-files.mjs";
import { editorPicture, terminalPicture } from "./picture-svg.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
// A project of its own, as that of a user is, and no part of this one.
const cwd = mkdtempSync(join(tmpdir(), "v2ready-pictures-"));
process.on("exit", () => rmSync(cwd, { recursive: true, force: true }));
cpSync(join(root, "fixtures/readme"), cwd, { recursive: true });
const FILE = "src/clusters.js";
const AS_OF = "2026-06-01";

const { default: v2ready } = await import(pathToFileURL(join(root, "dist/eslint.js")).href);
const before = await lint(readFileSync(join(cwd, FILE), "utf8"), false);
const after = await lint((await lint(before.text, true)).text, false);

emit("docs/pictures/check.svg", terminalPicture(`npx v2ready ${FILE}`, terminal()));
emit("docs/pictures/editor-before.svg", editorPicture(FILE, before.text, before.problems, before.text));
emit("docs/pictures/editor-after.svg", editorPicture(FILE, after.text, after.problems, before.text));
emit("docs/report.md", withReport(readFileSync(join(root, "docs/report.md"), "utf8")));
failIfStale("pictures");

/** Returns the coloured output of the command for the file, to the line that counts the findings. */
function terminal() {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "dist/cli.js"), FILE, "--as-of", AS_OF, "--color", "always", "--no-types"],
    { cwd, encoding: "utf8", env: { ...process.env, COLUMNS: "120", NO_COLOR: "" } },
  );
  const lines = stdout.split("\n");
  const count = lines.findIndex((line) => /\d+ findings?: /.test(line));
  if (count < 0) throw new Error(`the command found nothing: ${stderr}`);
  const problems = lines.findIndex((line) => line.includes("Problems"));
  return [...lines.slice(0, problems < 0 ? count : problems), lines[count]];
}

/** The page with the whole report, without colour, in its first block of text. */
function withReport(page) {
  const { stdout } = spawnSync(process.execPath, [join(root, "dist/cli.js"), "--as-of", AS_OF], {
    cwd,
    encoding: "utf8",
  });
  return page.replace(/^```text\n[^]*?^```$/m, () => `\`\`\`text\n${stdout}\`\`\``);
}

/** Returns the messages of ESLint for a text, or the text that it fixes. */
async function lint(text, fix) {
  const eslint = new ESLint({
    cwd,
    fix,
    overrideConfigFile: true,
    overrideConfig: [...v2ready.configs.recommended, { settings: { v2ready: { asOf: AS_OF } } }],
  });
  const [result] = await eslint.lintText(text, { filePath: join(cwd, FILE) });
  return { text: result.output ?? text, problems: result.messages };
}
