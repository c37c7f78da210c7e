// Draws text as SVG: the lines of a terminal with their colours, and code as an editor shows it. The colours follow those
// of the reader, light or dark. Every piece of text is given its width, so that any fixed-width font fits.
import { diffLines } from "diff";
import jsTokens from "js-tokens";

const ADVANCE = 7.8;
const LINE = 19;
const PAD = 16;
const COLUMNS = 118;
const FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

const STYLE = `
  .back { fill: #ffffff; stroke: #d0d7de }
  .bar { fill: #f6f8fa }
  .added { fill: #dafbe1 }
  text { font: 13px ${FONT}; fill: #1f2328; white-space: pre }
  .dim, .number, .comment { fill: #656d76 }
  .bold { font-weight: 600 }
  .underline { text-decoration: underline }
  .red { fill: #cf222e }
  .yellow { fill: #9a6700 }
  .green { fill: #1a7f37 }
  .blue, .cyan { fill: #0969da }
  .keyword { fill: #cf222e }
  .string { fill: #0a3069 }
  .squiggle { fill: none; stroke: #cf222e; stroke-width: 1.1 }
  @media (prefers-color-scheme: dark) {
    .back { fill: #0d1117; stroke: #30363d }
    .bar { fill: #161b22 }
    .added { fill: #12361f }
    text { fill: #e6edf3 }
    .dim, .number, .comment { fill: #8d96a0 }
    .red, .keyword { fill: #ff7b72 }
    .yellow { fill: #d29922 }
    .green { fill: #3fb950 }
    .blue, .cyan { fill: #79c0ff }
    .string { fill: #a5d6ff }
    .squiggle { stroke: #ff7b72 }
  }`;

/** Returns a picture of a terminal with a command and the lines that it printed. */
export function terminalPicture(command, lines) {
  const picture = new Picture();
  for (const run of [[{ text: "$ ", style: "dim" }, { text: command }], ...lines.map(styledRuns)])
    for (const row of wrapped(run, COLUMNS)) picture.row(row, 0);
  return picture.toSvg(`What v2ready prints in a terminal: ${command}`);
}

/**
 * Returns a picture of an editor with a file: the code with the marks of ESLint, and its messages below.
 *
 * @param problems messages of ESLint
 * @param was the text before; lines that it does not have are marked
 */
export function editorPicture(file, code, problems, was) {
  const picture = new Picture();
  picture.row([{ text: file, style: "bold" }], 0, "bar");
  const lines = code.replace(/\n$/, "").split("\n");
  const added = addedLines(was, code);
  const gutter = String(lines.length).length + 3;
  const runs = codeRuns(code);
  for (const [index, line] of lines.entries()) {
    const number = { text: `${String(index + 1).padStart(gutter - 2)}  `, style: "number" };
    picture.row([number, ...runs[index]], 0, added.has(index) ? "added" : undefined);
    for (const problem of problems) {
      if (problem.line !== index + 1) continue;
      const end = problem.endLine === problem.line ? problem.endColumn : line.length + 1;
      picture.squiggle(gutter + problem.column - 1, gutter + end - 1);
    }
  }
  picture.gap();
  const title = problems.length === 0 ? "No problems" : `Problems  ${problems.length}`;
  picture.row([{ text: title, style: "bold" }], 0, "bar");
  for (const { message, ruleId, line, column, severity, fix } of problems) {
    const mark = { text: "● ", style: severity === 2 ? "red" : "yellow" };
    const place = `  ${ruleId}  [Ln ${line}, Col ${column}]${fix ? "  quick fix" : ""}`;
    const run = [{ text: message }, { text: place, style: "dim" }];
    for (const [index, row] of wrapped(run, COLUMNS - 2).entries())
      picture.row(index === 0 ? [mark, ...row] : [{ text: "  " }, ...row], 0);
  }
  return picture.toSvg(
    problems.length === 0
      ? `${file} in an editor after the fixes`
      : `${file} in an editor, with what v2ready reports underlined`,
  );
}

class Picture {
  #y = PAD / 2;
  #columns = 0;
  #parts = [];

  row(runs, at, background) {
    if (background) this.#parts.push({ background, y: this.#y });
    let column = at;
    for (const { text, style } of runs) {
      const shown = text.trimEnd();
      const start = column + (shown.length - shown.trimStart().length);
      const inner = shown.trimStart();
      if (inner !== "") {
        const x = (PAD + start * ADVANCE).toFixed(1);
        const length = (inner.length * ADVANCE).toFixed(1);
        const kind = style ? ` class="${style}"` : "";
        const base = this.#y + 14;
        this.#parts.push(`<text x="${x}" y="${base}" textLength="${length}"${kind}>${escaped(inner)}</text>`);
      }
      column += text.length;
    }
    this.#columns = Math.max(this.#columns, column);
    this.#y += LINE;
  }

  /** Draws a wavy line below the last row. */
  squiggle(from, to) {
    const y = this.#y - 2;
    const start = PAD + from * ADVANCE;
    const waves = Math.max(1, Math.round(((to - from) * ADVANCE) / 4));
    this.#parts.push(
      `<path class="squiggle" d="M${start.toFixed(1)} ${y}${"q1 -2 2 0t2 0".repeat(waves)}"/>`,
    );
  }

  gap() {
    this.#y += LINE / 2;
  }

  toSvg(title) {
    const width = Math.ceil(this.#columns * ADVANCE + 2 * PAD);
    const height = Math.ceil(this.#y + PAD / 2);
    const body = this.#parts.map((part) =>
      typeof part === "string"
        ? part
        : `<rect class="${part.background}" x="1" y="${part.y}" width="${width - 2}" height="${LINE}"/>`,
    );
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
      `<title>${escaped(title)}</title>`,
      `<style>${STYLE}\n</style>`,
      `<rect class="back" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6"/>`,
      ...body,
      "</svg>",
      "",
    ].join("\n");
  }
}

const SGR = {
  1: "bold",
  2: "dim",
  4: "underline",
  31: "red",
  32: "green",
  33: "yellow",
  34: "blue",
  36: "cyan",
};

/** The pieces of a line with the styles that its escape sequences give them. */
function styledRuns(line) {
  const runs = [];
  let styles = [];
  // A sequence that selects a rendition is, by ECMA-48, `ESC [`, a number, and `m`.
  const [start, ...pieces] = line.split("\u001b[");
  if (start !== "") runs.push({ text: start });
  for (const piece of pieces) {
    const end = piece.indexOf("m");
    const code = Number(piece.slice(0, end));
    if (SGR[code]) styles.push(SGR[code]);
    else if (code === 22) styles = styles.filter((style) => style !== "bold" && style !== "dim");
    else if (code === 24) styles = styles.filter((style) => style !== "underline");
    else if (code === 39) styles = styles.filter((style) => ["bold", "dim", "underline"].includes(style));
    else if (code === 0) styles = [];
    else throw new Error(`the colour ${code} is not known`);
    if (end + 1 < piece.length) runs.push({ text: piece.slice(end + 1), style: styles.join(" ") });
  }
  return runs;
}

/** Rows of at most so many columns, broken between words where there are any, as a terminal does it not. */
function wrapped(runs, columns) {
  const rows = [[]];
  let free = columns;
  for (const { text, style } of runs) {
    for (const word of text.split(/(?<= )/)) {
      if (word.trimEnd().length > free && free < columns) {
        rows.push([{ text: "  " }]);
        free = columns - 2;
      }
      const row = rows.at(-1);
      const last = row.at(-1);
      if (last && last.style === style && row.length > 1) last.text += word;
      else row.push({ text: word, style });
      free -= word.length;
    }
  }
  return rows;
}

const KEYWORDS = new Set(["import", "from", "const", "export", "async", "function", "await", "return"]);

/** The pieces of each line of code. */
function codeRuns(code) {
  const rows = [[]];
  for (const { type, value } of jsTokens(code)) {
    const style = KEYWORDS.has(value)
      ? "keyword"
      : type === "StringLiteral" || type.includes("Template")
        ? "string"
        : type.endsWith("Comment")
          ? "comment"
          : undefined;
    for (const [index, text] of value.split("\n").entries()) {
      if (index > 0) rows.push([]);
      if (text !== "") rows.at(-1).push({ text, style });
    }
  }
  return rows;
}

/** The lines of a text that another one does not have, from 0. */
function addedLines(before, after) {
  const added = new Set();
  let line = 0;
  for (const { added: isAdded, removed, count } of diffLines(before, after)) {
    if (removed) continue;
    for (let index = 0; index < count; index++, line++) if (isAdded) added.add(line);
  }
  return added;
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
