import type { Random } from "./random.js";

/** Texts with a special meaning in parsers, directives, settings and formats. */
const WORDS = [
  ..."{ } [ ] ( ) < > ` ' \" \\ / * # ; , : = => ... ?. ?? && ${ }} {{ <!-- --> /* */ // <script> </script> --- |- &a *a <<".split(
    " ",
  ),
  ...["\0", "\n", "\r\n", "\u2028", "\ufeff", "\ud800", "\u001b[31m", "\u202e", "::error::x", "##[error]x"],
  ...["__proto__", "constructor", "prototype", "toString", "NaN", "1e999", "-0", "0x1n", "null", "undefined"],
  ...[
    "// v2ready-disable-line",
    "/* v2ready-disable */",
    "# v2ready-disable-next-line no-gone-endpoint -- x",
  ],
  ...[
    "v2ready-todo[no-removed-property]",
    "/api/atlas/v1.0/groups/",
    "/api/atlas/v2",
    "srvAddress",
    "mongoURI",
  ],
  ...[
    "application/vnd.atlas.2023-02-01+json",
    "mongodb+srv://u:p@c.example.mongodb.net/?a=b",
    "providerSettings",
  ],
  ...[
    "await ",
    "yield ",
    "async ",
    "import ",
    "export default ",
    "require('./a')",
    "class A extends A {",
    "fetch(",
  ],
  ...[
    "def f(*a, **k):\n    ",
    "lambda x: ",
    'f"{',
    "'''",
    "\\\n",
    "\t",
    "elif ",
    "global ",
    "@x\n",
    "%s",
    "{0!r:>{1}}",
  ],
  ...["func (", "chan ", ":= ", "struct { ", "interface{}", "defer ", "select {", "fallthrough\n", "goto a"],
  ...["new A() {", '@Value("${', "->", "::", "switch (a) { case ", '"""', "Map.of(", "record A(", "? super "],
  ...[
    "<<EOF\n",
    "$(",
    "${a//b/c}",
    "${!a}",
    "$((",
    "[[ ",
    ";;",
    "| jq '.[] | ",
    "esac",
    "done < <(",
    "{1..99999}",
  ],
  ...[
    "<<~A\n",
    "#{",
    "%w[",
    "do |a, *b, &c|\n",
    "&.",
    "end\n",
    "=begin\n",
    "-> (x) {",
    "?a",
    "__END__\n",
    "%q(",
  ],
  ...[
    '$@"',
    '$"{',
    "switch { ",
    "is { } x",
    "?[",
    "=> throw ",
    "where T : ",
    "#if A\n",
    "yield return ",
    "delegate ",
  ],
  ...[
    "'a ",
    'r##"',
    "::<",
    "#![x]",
    "json!({",
    "format!(",
    "|x| ",
    "..=",
    "?;",
    "b'",
    "impl<T> ",
    "macro_rules! a {",
  ],
  ...[
    "~~~",
    "```sh\n",
    "$ curl ",
    "<A-B>",
    "? ",
    "!!binary ",
    "*b",
    "<<: *",
    "{a: ",
    "%TAG ! x\n",
    "RUN curl \\\n",
  ],
  ..."/\\d+/ % * ** {1..9} {a,b} !x [a-z] ? ../ ./ ~ /dev/zero C:\\ file: node: http://[::1 //x".split(" "),
];

/** Changes a text in one to four places, as chance has it. */
export function mutated(text: string, random: Random, others: readonly string[]): string {
  let changed = text;
  for (let times = 1 + random.below(4); times > 0; times--) changed = once(changed, random, others);
  return changed.slice(0, MAX_LENGTH);
}

const MAX_LENGTH = 60_000;

function once(text: string, random: Random, others: readonly string[]): string {
  const at = random.below(text.length + 1);
  const end = Math.min(text.length, at + random.below(random.chance(0.8) ? 40 : 4000));
  const replaced = (middle: string): string => text.slice(0, at) + middle + text.slice(end);
  const insert = (middle: string): string => text.slice(0, at) + middle + text.slice(at);
  switch (random.below(10)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return replaced("");
    case 2:
      return insert(text.slice(at, end).repeat(1 + random.below(30)));
    case 3: {
      const other = random.pick(others);
      const from = random.below(other.length + 1);
      return insert(other.slice(from, from + random.below(2000)));
    }
    case 4:
      return insert(nested(random));
    case 5:
      return replaced(String.fromCharCode(random.below(random.chance(0.7) ? 128 : 65_536)));
    case 6: {
      const lines = text.split("\n");
      const [one, two] = [random.below(lines.length), random.below(lines.length)];
      [lines[one], lines[two]] = [lines[two]!, lines[one]!];
      return lines.join("\n");
    }
    case 7: {
      // A name becomes another name of the same text.
      const names = text.match(/[\w$]+/g) ?? ["a"];
      const name = random.pick(names);
      return text.split(name).join(random.pick([...names.slice(0, 100), ...WORDS]));
    }
    default:
      return insert(random.pick(WORDS));
  }
}

function nested(random: Random): string {
  const depth = random.pick([2, 10, 100, 3000]);
  const [open, close] = random.pick([
    ["[", "]"],
    ['{"a":', "}"],
    ["(", ")"],
    ["`${", "}`"],
    ["<a>", "</a>"],
    ["f(() => ", ")"],
    ["a ? b : ", "c"],
    ["!", ""],
    ["x => ", "x"],
    ["$(echo ", ")"],
    ["${a:-", "}"],
    ["if a; then ", "; fi"],
    ["- ", ""],
    ["f(lambda: ", ")"],
    ["> ", ""],
    [".a | (", ")"],
    ["not ", "a"],
    ["List<", ">"],
    ["{", "}"],
  ]);
  return open!.repeat(depth) + (random.chance(0.7) ? `1${close!.repeat(depth)}` : "");
}
