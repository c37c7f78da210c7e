import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { goFrontend } from "../../../src/frontends/go/entry.js";
import type { Random } from "../../fuzz/random.js";
import { GO_SETTINGS } from "../../support/programs.js";
import type { Interpreted } from "./compare.js";

/** The variables of a program at one point, by type. */
class Names {
  readonly texts = ["v0"];
  readonly numbers = ["v1"];
  readonly lists = ["v2"];
  readonly maps = ["v3"];

  constructor(private readonly r: Random) {}

  text(): string {
    const { r } = this;
    return r.pick([
      ...this.texts,
      `"t"`,
      "`r\\x`",
      `${this.map()}["a"]`,
      `strings.Join(${this.list()}, "-")`,
      `strconv.Itoa(${r.pick(this.numbers)})`,
      `fmt.Sprint(${r.pick(this.numbers)})`,
    ]);
  }

  number(): string {
    const { r } = this;
    return r.pick([
      ...this.numbers,
      "2",
      "7",
      `len(${r.pick(this.texts)})`,
      `len(${this.list()})`,
      `len(${this.map()})`,
    ]);
  }

  list(): string {
    return this.r.pick(this.lists);
  }

  map(): string {
    return this.r.pick(this.maps);
  }
}

/** A seeded program over texts, numbers, slices, maps and structs; it ends with a text in `x`. */
function program(r: Random): string {
  const names = new Names(r);
  const lines = [
    `v0 := "ab"`,
    `v1 := 3`,
    `v2 := []string{"x", "y", "z"}`,
    `v3 := map[string]string{"a": "p", "b": "q"}`,
  ];
  for (let i = 0; i < 12; i++) lines.push(...step(r, names, `v${i + 5}`));
  const all = [...names.texts, ...names.numbers, ...names.lists, ...names.maps];
  lines.push(`_, _ = ${all.join(", ")}`.replace(/^_, _/, all.map(() => "_").join(", ")));
  lines.push(
    `x := "u/" + ${names.text()} + "/" + strings.Join(${names.list()}, ",") + "/" + ${names.map()}["a"] + fmt.Sprintf("/%d/%s", ${r.pick(names.numbers)}, ${r.pick(names.texts)})`,
  );
  return lines.join("\n");
}

function step(r: Random, n: Names, v: string): string[] {
  const text = (...lines: string[]): string[] => (n.texts.push(v), lines);
  const number = (...lines: string[]): string[] => (n.numbers.push(v), lines);
  const list = (...lines: string[]): string[] => (n.lists.push(v), lines);
  const map = (...lines: string[]): string[] => (n.maps.push(v), lines);
  const cases: (() => string[])[] = [
    () => text(`${v} := ${n.text()} + ${n.text()}`),
    () => text(`${v} := fmt.Sprintf("%s:%d%%%v", ${n.text()}, ${n.number()}, ${n.text()})`),
    () =>
      text(
        `${v} := fmt.Sprintf("%q|%5d|%-4s|%03d|%x", ${n.text()}, ${n.number()}, "w", ${n.number()}, ${n.number()})`,
      ),
    () => text(`${v} := fmt.Sprintf("%v %t %[1]s", ${n.text()}, ${n.number()} > 2)`),
    () => number(`${v} := ${n.number()} ${r.pick(["+", "-", "*", "%", "/"])} ${1 + r.below(4)}`),
    () => number(`${v} := -${n.number()} / 2`, `${v}++`, `${v} += ${n.number()}`),
    () => list(`${v} := []string{${n.text()}, ${n.text()}}`),
    () => list(`${v} := append([]string{}, ${n.list()}...)`, `${v} = append(${v}, ${n.text()})`),
    () => list(`${v} := make([]string, len(${n.list()}))`, `copy(${v}, ${n.list()})`),
    () => list(`${v} := append([]string(nil), ${n.list()}...)`, `if len(${v}) > 1 {`, `${v} = ${v}[1:]`, `}`),
    () => list(`${v} := strings.Split(${n.text()}, "-")`),
    () => list(`${v} := strings.Fields(${n.text()} + " " + ${n.text()})`),
    () =>
      list(
        `${v} := []string{}`,
        `for i, e := range ${n.list()} {`,
        `if i == ${r.below(3)} {`,
        r.pick(["continue", "break"]),
        `}`,
        `${v} = append(${v}, e+strconv.Itoa(i))`,
        `}`,
      ),
    () => map(`${v} := map[string]string{"a": ${n.text()}, "${r.pick(["d", "e"])}": ${n.text()}}`),
    () =>
      map(
        `${v} := map[string]string{}`,
        `for k, e := range ${n.map()} {`,
        `${v}[k] = e`,
        `}`,
        `${v}["${r.pick(["a", "g"])}"] = ${n.text()}`,
      ),
    () => map(`${v} := ${n.map()}`, `delete(${v}, "${r.pick(["b", "z"])}")`),
    () => text(`${v} := strings.${r.pick(["ToUpper", "ToLower", "TrimSpace"])}(${n.text()})`),
    () =>
      text(
        `${v} := strings.${r.pick(["Trim", "TrimLeft", "TrimRight", "TrimPrefix", "TrimSuffix"])}(${n.text()}, "${r.pick(["a", "t", "xy", "b"])}")`,
      ),
    () =>
      text(`${v} := strings.ReplaceAll(${n.text()}, "${r.pick(["a", "t", "-"])}", "${r.pick(["o", ""])}")`),
    () =>
      text(`${v} := strings.Replace(${n.text()}, "${r.pick(["a", "t"])}", "o", ${r.pick(["1", "-1", "0"])})`),
    () => text(`${v} := strings.Repeat(${n.text()}, ${r.below(3)})`),
    () =>
      text(
        `${v} := url.${r.pick(["PathEscape", "QueryEscape"])}(${n.text()} + "${r.pick(["/", " ", "ü", "+&"])}")`,
      ),
    () => text(`${v} := path.Join("/a/", ${n.text()}, "../b")`),
    () =>
      text(
        `${v} := ${n.text()}`,
        `if ${n.number()} > 3 {`,
        `${v} += ${n.text()}`,
        `} else if ${n.text()} == ${n.text()} {`,
        `${v} = "e"`,
        `}`,
      ),
    () =>
      text(
        `var ${v} string`,
        `switch ${n.text()} {`,
        `case "t", "ab":`,
        `${v} = "one"`,
        r.pick(["fallthrough", "_ = 1"]),
        `case "x":`,
        `${v} += "two"`,
        `default:`,
        `${v} = ${n.text()}`,
        `}`,
      ),
    () =>
      text(
        `var ${v} string`,
        `switch {`,
        `case ${n.number()} > 4:`,
        `${v} = ${n.text()}`,
        `case strings.Contains(${n.text()}, "t"):`,
        `${v} = "has"`,
        `}`,
      ),
    () =>
      text(
        `${v}, ok${v} := ${n.map()}["${r.pick(["a", "d", "z"])}"]`,
        `if !ok${v} {`,
        `${v} = ${n.text()}`,
        `}`,
      ),
    () => text(`${v} := ""`, `for i := 0; i < ${1 + r.below(4)}; i++ {`, `${v} += strconv.Itoa(i)`, `}`),
    () =>
      text(
        `f${v} := func(a string, rest ...string) (string, int) { return a + strings.Join(rest, ""), len(rest) }`,
        `${v}, n${v} := f${v}(${n.text()}${r.pick(["", `, ${n.text()}`, `, "c", ${n.text()}`, `, ${n.list()}...`])})`,
        `${v} += strconv.Itoa(n${v})`,
      ),
    () =>
      text(
        `type T${v} struct { A string; B int }`,
        `a${v} := T${v}{A: ${n.text()}, B: ${n.number()}}`,
        `b${v} := a${v}`,
        `b${v}.A = "copy"`,
        `p${v} := &a${v}`,
        `p${v}.B++`,
        `${v} := a${v}.A + b${v}.A + strconv.Itoa(a${v}.B) + strconv.Itoa(b${v}.B)`,
      ),
    () =>
      text(
        `a${v} := [2]string{${n.text()}, "s"}`,
        `b${v} := a${v}`,
        `b${v}[0] = "own"`,
        `${v} := a${v}[0] + b${v}[0]`,
      ),
    () =>
      text(
        `s${v} := []string{"m", ${n.text()}}`,
        `t${v} := s${v}`,
        `t${v}[0] = "shared"`,
        `${v} := s${v}[0] + s${v}[1]`,
      ),
    () =>
      text(
        `w${v} := ${n.text()}`,
        `g${v} := func(p string) string { return p + w${v} }`,
        `w${v} = "late"`,
        `${v} := g${v}(${n.text()})`,
      ),
    () => text(`p${v} := ${n.text()}`, `q${v} := &p${v}`, `*q${v} += "!"`, `${v} := p${v}`),
    () =>
      text(
        `var b${v} strings.Builder`,
        `b${v}.WriteString(${n.text()})`,
        `fmt.Fprintf(&b${v}, "<%s>", ${n.text()})`,
        `b${v}.WriteByte('!')`,
        `${v} := b${v}.String()`,
      ),
    () => text(`${v} := string([]rune(${n.text()}+"é")[0])`),
    () => text(`t${v} := ${n.text()} + "q"`, `${v} := t${v}[:1] + string(t${v}[len(t${v})-1])`),
    () => text(`const ( c${v} = iota + 1; d${v}; e${v} )`, `${v} := fmt.Sprint(c${v}, d${v}, e${v})`),
    () => text(`${v} := fmt.Sprint(${n.text()}, ${n.number()}, ${n.number()}, ${n.text()})`),
    () => text(`${v} := func() (out string) {`, `defer func() { out += "d" }()`, `return ${n.text()}`, `}()`),
    () =>
      text(
        `m${v} := map[string][]string{}`,
        `m${v}["k"] = append(m${v}["k"], ${n.text()}, "2")`,
        `${v} := strings.Join(m${v}["k"], ".") + strconv.Itoa(len(m${v}["none"]))`,
      ),
    () =>
      text(
        `var a${v} any = ${r.pick([n.text(), n.number()])}`,
        `${v} := "?"`,
        `switch t := a${v}.(type) {`,
        `case string:`,
        `${v} = t`,
        `case int:`,
        `${v} = strconv.Itoa(t + 1)`,
        `}`,
      ),
    () =>
      text(
        `${v} := ""`,
        `outer${v}:`,
        `for _, a := range ${n.list()} {`,
        `for _, b := range ${n.list()} {`,
        `if a == b {`,
        `continue outer${v}`,
        `}`,
        `${v} += a + b`,
        `}`,
        `}`,
      ),
  ];
  return r.pick(cases)();
}

/** Functions that do not mention the API are not evaluated in Go. */
const BASE = "https://cloud.mongodb.com/api/atlas/v1.0/";

const IMPORTS = ["fmt", "net/url", "path", "strconv", "strings"];

/** Uses each package, for Go refuses those that a file does not need. */
const USES = "var _, _, _, _, _ = fmt.Sprint, url.PathEscape, path.Join, strconv.Itoa, strings.Join";

function fileOf(imports: readonly string[], body: string): string {
  return `package main\n\nimport (\n${imports.map((one) => `\t"${one}"\n`).join("")})\n\n${USES}\n\n${body}\n`;
}

/** Go. All programs of a batch are functions of one file, as compiling takes longest. */
export const go: Interpreted = {
  command: "go",
  frontend: goFrontend,
  path: "main.go",
  batch: 500,
  program,
  run: (programs) => {
    const folder = mkdtempSync(join(tmpdir(), "v2ready-go-programs-"));
    try {
      const functions = programs.map((text, index) => `func p${index}() string {\n${text}\nreturn x\n}`);
      const calls = programs.map((_, index) => `show(p${index})`).join("\n");
      const show = `func show(p func() string) {\n\tdefer func() {\n\t\tif recover() != nil {\n\t\t\tfmt.Print("\\x01")\n\t\t}\n\t\tfmt.Print("\\x00")\n\t}()\n\tfmt.Print(p())\n}`;
      writeFileSync(
        join(folder, "main.go"),
        fileOf(IMPORTS, `${show}\n\n${functions.join("\n\n")}\n\nfunc main() {\n${calls}\n}`),
      );
      const { stdout, stderr, status } = spawnSync("go", ["run", "main.go"], {
        ...{ cwd: folder, encoding: "utf8", maxBuffer: 2 ** 26 },
        env: { PATH: process.env["PATH"], HOME: folder, ...GO_SETTINGS },
      });
      if (status !== 0) throw new Error(stderr.slice(0, 3000));
      const printed = stdout.split("\0");
      return programs.map((_, index) =>
        printed[index]!.includes("\u0001") ? undefined : [BASE + printed[index]!],
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  source: (text) => fileOf([...IMPORTS, "net/http"], `func main() {\n${text}\nhttp.Get("${BASE}" + x)\n}`),
};
