import { execFileSync } from "node:child_process";
import { phpFrontend } from "../../../src/frontends/php/entry.js";
import type { Random } from "../../fuzz/random.js";
import type { Interpreted } from "./compare.js";

/** The variables of a program at one point, by kind. */
class Names {
  readonly texts = ["$v0"];
  readonly numbers = ["$v1"];
  readonly lists = ["$v2"];
  readonly records = ["$v3"];

  constructor(private readonly r: Random) {}

  text(): string {
    const { r } = this;
    return r.pick([
      ...this.texts,
      `'t'`,
      `"s{${r.pick(this.numbers)}}"`,
      `${r.pick(this.records)}['a']`,
      `"<${r.pick(this.records)}[a]>"`,
      `implode('-', ${r.pick(this.lists)})`,
      `(string) ${r.pick(this.numbers)}`,
    ]);
  }

  number(): string {
    const { r } = this;
    return r.pick([
      ...this.numbers,
      "2",
      "7",
      `strlen(${r.pick(this.texts)})`,
      `count(${r.pick(this.lists)})`,
    ]);
  }

  list(): string {
    return this.r.pick(this.lists);
  }

  record(): string {
    return this.r.pick(this.records);
  }
}

/** A seeded program over texts, numbers, lists and arrays with keys; it ends with a text in `$x`. */
function program(r: Random, id: number): string {
  const names = new Names(r);
  const lines = [
    `$v0 = 'ab';`,
    `$v1 = 3;`,
    `$v2 = ['x', 'y', 'z'];`,
    `$v3 = ['a' => 'p', 'b' => 'q', 5 => 'r'];`,
    `$v4 = null;`,
  ];
  for (let i = 0; i < 12; i++) {
    const v = `$v${i + 5}`;
    lines.push(...step(r, names, v, `${id}_${i}`));
  }
  const { records, numbers, texts } = names;
  const tail = `${r.pick(numbers)} . '/' . ${r.pick(texts)} . '/' . json_encode(array_keys(${r.pick(records)}))`;
  lines.push(
    `$x = 'u/' . ${names.text()} . '/' . implode(',', ${names.list()}) . '/' . ${names.record()}['a'] . '/' . ${tail};`,
  );
  // JSON in texts is compared only where it is known.
  return lines
    .join("\n")
    .replace(/ \. '\/' \. json_encode\(array_keys\((\$v\d+)\)\);$/, ` . '/' . implode('.', array_keys($1));`);
}

function step(r: Random, n: Names, v: string, id: string): string[] {
  const text = (...lines: string[]): string[] => (n.texts.push(v), lines);
  const number = (...lines: string[]): string[] => (n.numbers.push(v), lines);
  const list = (...lines: string[]): string[] => (n.lists.push(v), lines);
  const record = (...lines: string[]): string[] => (n.records.push(v), lines);
  const cases: (() => string[])[] = [
    () => text(`${v} = ${n.text()} . ${n.text()};`),
    () => text(`${v} = "\\x41{${r.pick(n.texts)}}/\${x}${r.pick(n.numbers)}";`.replace("${x}", "")),
    () => number(`${v} = ${n.number()} ${r.pick(["+", "-", "*", "%"])} ${1 + r.below(4)};`),
    () => number(`${v} = intdiv(${n.number()}, 2) ?: 1;`, `${v}++;`),
    () => list(`${v} = [${n.text()}, ${n.text()}];`),
    () =>
      record(
        `${v} = array_merge(${n.record()}, ['a' => ${n.text()}, '${r.pick(["d", "e"])}' => ${n.text()}]);`,
      ),
    () => record(`${v} = ${n.record()} + ['a' => 'no', 'f' => ${n.text()}];`),
    () => record(`${v} = [...${n.record()}, 'b' => ${n.text()}];`),
    () => list(`${v} = array_map(fn($e) => "{$e}${r.below(3)}", ${n.list()});`),
    () =>
      text(
        `${v} = ${r.pick(["strtoupper", "ucfirst", "trim", "strtolower", "lcfirst", "rawurlencode"])}(${n.text()});`,
      ),
    () => text(`${v} = str_replace('${r.pick(["a", "t", "-"])}', '${r.pick(["o", ""])}', ${n.text()});`),
    () => text(`${v} = ${n.number()} > 3 ? ${n.text()} : ${n.text()};`),
    () =>
      text(
        `${v} = ${n.text()};`,
        `if (${r.pick(["$v4", "$v1", `empty(${n.text()})`])}) { ${v} .= ${n.text()}; }`,
      ),
    () => text(`${v} = '';`, `foreach (${n.list()} as $k => $e) { ${v} .= "$k$e."; }`),
    () =>
      text(
        `${v} = '';`,
        `foreach (${n.record()} as $k => $e) { if ($k === '${r.pick(["a", "b"])}') ${r.pick(["continue", "break"])}; ${v} .= "$k=$e."; }`,
      ),
    () => text(`${v} = ${n.record()}['${r.pick(["a", "d", "z"])}'] ?? ${n.text()};`),
    () => text(`${v} = (${r.pick(["$v4", "false", "''", "'0'", "0"])} ?: ${n.text()});`),
    () =>
      text(
        `function f${id}($a, $b = 'd', ...$c) { if ($b == 'd') return $a; $a[0] ?? 1; return "$a$b" . implode('', $c); }`,
        `${v} = f${id}(${n.text()}${r.pick(["", `, ${n.text()}`, `, ${n.text()}, 'c', 'e'`])});`,
      ),
    () => text(`${v} = match (${n.text()}) { 't', 'ab' => 'one', $v0 => 'two', default => ${n.text()} };`),
    () =>
      text(
        `switch (${n.text()}) { case 't': ${v} = 'one'; break; case 'ab': case 'Ab': ${v} = 'two'; break; default: ${v} = ${n.text()}; }`,
      ),
    () => list(`${v} = ${n.list()};`, `${v}[] = ${n.text()};`),
    () => list(`${v} = array_reverse(${n.list()});`),
    () => list(`${v} = array_values(array_filter(${n.list()}, fn($e) => $e !== 'x'));`),
    () => text(`${v} = sprintf('%s:%d:%2$s', ${n.text()}, ${n.number()});`),
    () => list(`${v} = array_keys(${n.record()});`),
    () => list(`${v} = array_values(${n.record()});`),
    () =>
      record(
        `${v} = ${n.record()};`,
        `${v}['${r.pick(["a", "g"])}'] = ${n.text()};`,
        `${v}[] = ${n.text()};`,
      ),
    () => record(`${v} = ${n.record()};`, `unset(${v}['b']);`, `${v}['b'] = ${n.text()};`),
    () => record(`${v} = ${n.record()};`, `${v}['n']['m'] = ${n.text()};`, `${v} = ['a' => ${v}['n']['m']];`),
    () => text(`['a' => ${v}] = ${n.record()};`),
    () => list(`${v} = explode('-', ${n.text()});`),
    () =>
      text(
        `$w = ${n.text()};`,
        `$f = function ($p) use ($w) { return $p . $w; };`,
        `$w = 'no';`,
        `${v} = $f(${n.text()});`,
      ),
    () =>
      text(
        `class C${id} { const K = 'k'; private $p = 'p'; public static $s = 's'; function __construct(public $q = 'q') { $this->p .= $q; } function g() { return $this->p . self::K . static::$s; } }`,
        `${v} = (new C${id}(${n.text()}))->g();`,
      ),
    () =>
      text(
        `$l = ${n.list()};`,
        `$y = array_shift($l);`,
        `array_push($l, ${n.text()});`,
        `${v} = $y . implode('', $l);`,
      ),
    () => text(`${v} = '';`, `for ($i = 0; $i < ${1 + r.below(4)}; $i++) { ${v} .= $i; }`),
    () => text(`${v} = rtrim(${n.text()}, '/') . '/' . ltrim(${n.text()}, '/');`),
    () => text(`${v} = <<<END`, `  a ${r.pick(n.texts)}`, `    {${n.record()}['a']}`, `  END;`),
    () =>
      text(`$l = ${n.list()};`, `foreach ($l as &$e) { $e = "<$e>"; } unset($e);`, `${v} = implode('', $l);`),
    () => text(`${v} = json_decode(json_encode(['k' => [${n.text()}]]), true)['k'][0];`),
  ];
  return r.pick(cases)();
}

/** PHP. All programs of a batch are functions of one file. */
export const php: Interpreted = {
  command: "php",
  frontend: phpFrontend,
  path: "a.php",
  program,
  run: (programs) => {
    const whole = programs.map((text) => `(function () {\n${text}\necho $x, "\\x00";\n})();`);
    const input = `<?php error_reporting(0);\n${whole.join("\n")}`;
    const printed = execFileSync("php", [], { input, encoding: "utf8", maxBuffer: 2 ** 26 }).split("\0");
    return programs.map((_, index) => [printed[index]!]);
  },
  source: (program) => `<?php\n${program}\nHttp::get($x);\n`,
};
