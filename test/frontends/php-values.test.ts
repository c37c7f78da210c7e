import { describe, expect, it } from "vitest";
import { phpFrontend } from "../../src/frontends/php/entry.js";
import { LanguageFacts, urlsOf } from "./language-facts.js";

const php = new LanguageFacts(phpFrontend, "a.php", "<?php\n");

describe("values in PHP", () => {
  it.each<[name: string, code: string, value: readonly string[]]>([
    [
      "interpolation",
      `$a = ["k" => ["l" => "v"]]; $o = (object) ["p" => "q"];
$x = "u/{$a['k']['l']}/$o->p/\${y}$z\\$";`,
      ["u/v/q/{}{}$"],
    ],
    ["a key without quotes", `$a = ["k" => "v", 3 => "w"]; $x = "u/$a[k]/$a[3]";`, ["u/v/w"]],
    ["a quote that keeps what is in it", `$x = 'u/$a\\n\\'';`, ["u/$a\\n'"]],
    ["escapes", `$x = "u/\\x41\\u{42}\\103\\q";`, ["u/ABC\\q"]],
    ["concatenation", `$b = "a"; $x = "u/" . $b . '/' . (1 + 2) . true . null . false;`, ["u/a/31"]],
    ["a text that grows", `$x = "u"; $x .= "/a"; $x .= "/b";`, ["u/a/b"]],
    ["sprintf", `$x = sprintf("u/%s/%d/%%/%2\\$s", "a", 3);`, ["u/a/3/%/3"]],
    ["a here-document", `$a = "v";\n$x = <<<URL\n    u/a\n      $a/{$a}b\n    URL;`, ["u/a\n  v/vb"]],
    ["a document without values", `$x = <<<'URL'\n  u/$a\n  b\n  URL;`, ["u/$a\nb"]],
    ["a constant", `const A = "a"; define("B", A . "b"); $x = "u/" . A . B;`, ["u/aab"]],
    [
      "constants of a class",
      `class P { const A = "a"; } class C extends P { const B = self::A . "b"; static function f() { return static::B . parent::A; } }
$x = "u/" . C::A . C::f();`,
      ["u/aaba"],
    ],
    [
      "an array that is written",
      `$a = []; $a["k"] = "v"; $a["l"]["m"] = "w"; $a[] = "n"; $x = "u/" . $a["k"] . $a["l"]["m"] . $a[0];`,
      ["u/vwn"],
    ],
    [
      "an array that is copied",
      `$a = ["k" => "v"]; $b = $a; $b["k"] = "w"; function f($c) { $c["k"] = "z"; return $c["k"]; } $x = "u/" . f($a) . $a["k"] . $b["k"];`,
      ["u/zvw"],
    ],
    [
      "an object that is shared",
      `$a = new stdClass; $a->k = "v"; $b = $a; $b->k = "w"; $x = "u/" . $a->k;`,
      ["u/w"],
    ],
    [
      "a default for what is not there",
      `$a = ["k" => null]; $x = "u/" . ($a["k"] ?? "d") . ($a["z"] ?? "e") . ("" ?: "f") . ($b->c ?? "g");`,
      ["u/def{}", "u/defg"],
    ],
    ["a variable of the environment", `$x = getenv("BASE");`, ["{}"]],
    ["a variable of the environment with a default", `$x = env("BASE", "u/d");`, ["{}", "u/d"]],
    [
      "what counts as false",
      `$x = "u/" . ("0" ? "t" : "f") . ([] ? "t" : "f") . ("0.0" ? "t" : "f") . (!empty([1]) ? "t" : "f");`,
      ["u/fftt"],
    ],
    [
      "match",
      `$k = "b"; $x = "u/" . match ($k) { "a" => 1, "b", "c" => 2, default => 3 } . match (true) { $k === "a" => "n", default => "y" };`,
      ["u/2y"],
    ],
    [
      "switch",
      `$k = "b"; switch ($k) { case "a": $x = "u/a"; break; case "b": case "c": $x = "u/b"; break; default: $x = "u/c"; }`,
      ["u/b"],
    ],
    [
      "several at once",
      `[$a, [$b]] = ["1", ["2"]]; ["k" => $c] = ["k" => "3"]; list(, $d) = [0, 4]; $x = "u/$a$b$c$d";`,
      ["u/1234"],
    ],
    [
      "functions of arrays",
      `$x = "u/" . implode(",", array_map(fn($e) => "n$e", array_filter([1, 0, 2]))) . join("", array_keys(["a" => 1]));`,
      ["u/n1,n2a"],
    ],
    ["a column", `$x = "u/" . implode(",", array_column([["a" => 1], ["a" => 2]], "a"));`, ["u/1,2"]],
    [
      "arrays in an array",
      `$a = ["a" => 1]; $b = [...$a, "b" => 2] + ["a" => 9, "c" => 3]; $x = "u/" . implode(",", $b);`,
      ["u/1,2,3"],
    ],
    [
      "a loop",
      `$x = "u"; foreach (["a" => 1, "b" => 2, "c" => 3] as $k => $v) { if ($v === 2) continue; $x .= "/$k$v"; }`,
      ["u/a1/c3"],
    ],
    [
      "a loop over references",
      `$l = ["a", "b"]; foreach ($l as &$e) { $e = "n$e"; } $x = "u/" . implode("", $l);`,
      ["u/nanb"],
    ],
    [
      "a closure keeps what it was given",
      `$a = "1"; $f = function ($p) use ($a) { return $a . $p; }; $a = "2"; $g = fn($p) => $a . $p; $x = "u/" . $f("x") . $g("y");`,
      ["u/1x2y"],
    ],
    [
      "named arguments",
      `function f($a, $b = "d", ...$c) { return "$a$b" . implode("", $c); } $x = "u/" . f(b: "2", a: "1") . f("3") . f("4", "5", "6");`,
      ["u/123d456"],
    ],
    ["an enum", `enum E: string { case A = "v"; } $x = "u/" . E::A->value . E::A->name;`, ["u/vA"]],
    [
      "a trait",
      `trait T { protected $base = "v"; public function base() { return $this->base; } } class C { use T; } $x = "u/" . (new C)->base();`,
      ["u/v"],
    ],
    [
      "a property and a method of one name",
      `class C { private $base = "v"; function base() { return $this->base; } } $x = "u/" . (new C)->base();`,
      ["u/v"],
    ],
    [
      "properties of a class above",
      `class P { protected $a = "v"; } class C extends P { function __construct() { $this->b = $this->a; } } $x = "u/" . (new C)->b;`,
      ["u/v"],
    ],
    [
      "a constructor above",
      `class P { function __construct(protected $a) {} } class C extends P { function __construct($b) { parent::__construct($b . "1"); } function f() { return $this->a; } } $x = "u/" . (new C("v"))->f();`,
      ["u/v1"],
    ],
    [
      "JSON",
      `$c = json_decode('{"a": {"b": ["v"]}}'); $d = json_decode('{"a": 1}', true); $x = "u/" . $c->a->b[0] . $d["a"];`,
      ["u/v1"],
    ],
    [
      "variables of a function",
      `$a = "g"; function f() { return "l" . $a; } function g() { global $a; return $a; } $x = "u/" . g();`,
      ["u/g"],
    ],
    [
      "what a function is given to assign",
      `function f(&$a) { $a = "2"; } $b = "1"; f($b); $x = "u/$b";`,
      ["u/{}"],
    ],
    ["a reference", `$a = "1"; $b = &$a; $b = "2"; $x = "u/$a";`, ["u/{}"]],
    [
      "a list that loses elements",
      `$a = ["1", "2", "3"]; $b = array_pop($a); array_push($a, "4"); unset($a[9]); $x = "u/$b" . implode("", $a);`,
      ["u/3124"],
    ],
  ])("%s", (_name, code, value) => {
    expect(urlsOf(php.of(`${code}\nHttp::get($x);\n`))).toEqual(value);
  });
});
