import { execFileSync } from "node:child_process";
import { rubyFrontend } from "../../../src/frontends/ruby/entry.js";
import type { Random } from "../../fuzz/random.js";
import type { Interpreted } from "./compare.js";

/** Seeded programs over texts, numbers, lists and hashes. */
function program(r: Random): string {
  const lines: string[] = [
    "v0 = 'ab'",
    "v1 = 3",
    "v2 = ['x', 'y', 'z']",
    "v3 = { a: 'p', 'b' => 'q', c: nil }",
    "v4 = nil",
  ];
  const texts = ["v0"],
    nums = ["v1"],
    lists = ["v2"],
    hashes = ["v3"];
  let n = 5;
  const T = (): string =>
    r.pick([
      ...texts,
      "'t'",
      '"s#{' + r.pick(nums) + '}"',
      r.pick(hashes) + "[:a].to_s",
      r.pick(lists) + ".join('-')",
      r.pick(lists) + ".first.to_s",
    ]);
  const N = (): string => r.pick([...nums, "2", "7", r.pick(texts) + ".length", r.pick(lists) + ".size"]);
  for (let i = 0; i < 12; i++) {
    const v = `v${n++}`;
    switch (r.below(22)) {
      case 0:
        lines.push(`${v} = ${T()} + ${T()}`);
        texts.push(v);
        break;
      case 1:
        lines.push(`${v} = "#{${T()}}/#{${N()}}"`);
        texts.push(v);
        break;
      case 2:
        lines.push(`${v} = ${N()} ${r.pick(["+", "-", "*", "/"])} ${1 + r.below(4)}`);
        nums.push(v);
        break;
      case 3:
        lines.push(`${v} = [${T()}, ${T()}]`);
        lists.push(v);
        break;
      case 4:
        lines.push(`${v} = ${r.pick(hashes)}.merge(a: ${T()}, ${r.pick(["d", "e"])}: ${T()})`);
        hashes.push(v);
        break;
      case 5:
        lines.push(`${v} = ${r.pick(lists)}.map { |e| "#{e}${r.below(3)}" }`);
        lists.push(v);
        break;
      case 6:
        lines.push(
          `${v} = ${T()}.${r.pick(["upcase", "capitalize", "strip", "chomp('b')", "delete_prefix('a')", "sub('a', 'o')", "gsub('b', 'u')", "downcase"])}`,
        );
        texts.push(v);
        break;
      case 7:
        lines.push(`${v} = if ${N()} > 3 then ${T()} else ${T()} end`);
        texts.push(v);
        break;
      case 8:
        lines.push(
          `${v} = ${T()}`,
          `${v} += ${T()} unless ${r.pick(["v4", "v1", r.pick(texts) + ".empty?"])}`,
        );
        texts.push(v);
        break;
      case 9:
        lines.push(`${v} = ''`, `${r.pick(lists)}.each { |e| ${v} += e.to_s + '.' }`);
        texts.push(v);
        break;
      case 10:
        lines.push(`${v} = ${r.pick(hashes)}.fetch(:${r.pick(["a", "d", "z"])}, ${T()}).to_s`);
        texts.push(v);
        break;
      case 11:
        lines.push(`${v} = (${r.pick(["v4", r.pick(hashes) + "[:z]", "false"])} || ${T()})`);
        texts.push(v);
        break;
      case 12:
        lines.push(
          `def f${v}(a, b = 'd', *c, k: 'K', **o)`,
          `  return a + k if b == 'd'`,
          `  "#{a}#{b}#{c.join}#{k}#{o[:z]}"`,
          `end`,
          `${v} = f${v}(${T()}${r.pick(["", ", " + T(), ", " + T() + ", 'c', z: 'Z'", ", k: " + T()])})`,
        );
        texts.push(v);
        break;
      case 13:
        lines.push(
          `${v} = case ${T()}`,
          `when 't', 'ab' then 'one'`,
          `when v0 then 'two'`,
          `else ${T()}`,
          `end`,
        );
        texts.push(v);
        break;
      case 14:
        lines.push(`${v} = ${r.pick(lists)} + [${T()}]`);
        lists.push(v);
        break;
      case 15:
        lines.push(`${v} = ${r.pick(lists)}.reject { |e| e == 'x' }.reverse`);
        lists.push(v);
        break;
      case 16:
        lines.push(`${v} = format('%s:%d', ${T()}, ${N()})`);
        texts.push(v);
        break;
      case 17:
        lines.push(`${v} = ${r.pick(hashes)}.map { |k, w| "#{k}#{w}" }`);
        lists.push(v);
        break;
      case 18:
        lines.push(`${v} = ${r.pick(hashes)}.compact.keys`, `${v} = ${v}.map(&:to_s)`);
        lists.push(v);
        break;
      case 19:
        lines.push(
          `${v} = +''`,
          `${r.pick(lists)}.each_with_index do |e, i|`,
          `  next if i == ${r.below(3)}`,
          `  break if i == 4`,
          `  ${v} << e.to_s << i.to_s`,
          `end`,
        );
        texts.push(v);
        break;
      case 20:
        lines.push(`${v} = [1, 2, 3].inject(${N()}) { |s, e| s + e }`);
        nums.push(v);
        break;
      default:
        lines.push(`${v} = ${r.pick(hashes)}.dup`, `${v}[:${r.pick(["a", "g"])}] = ${T()}`);
        hashes.push(v);
    }
  }
  lines.push(
    `x = "u/#{${T()}}/#{${r.pick(lists)}.join(',')}/#{${r.pick(hashes)}[:a]}/#{${r.pick(nums)}}/#{${r.pick(texts)}}"`,
  );
  return lines.join("\n");
}
/** Ruby. Each program runs with names of its own. */
export const ruby: Interpreted = {
  command: "ruby",
  frontend: rubyFrontend,
  path: "a.rb",
  program,
  run: (programs) => {
    const input = programs
      .map((text, index) => `eval(<<'P${index}', TOPLEVEL_BINDING.dup)\n${text}\nputs x\nP${index}`)
      .join("\n");
    const printed = execFileSync("ruby", ["-W0", "-"], { input, encoding: "utf8", maxBuffer: 2 ** 26 }).split(
      "\n",
    );
    return programs.map((_, index) => [printed[index]!]);
  },
  source: (program) => `${program}\nHTTParty.get(x)\n`,
};
