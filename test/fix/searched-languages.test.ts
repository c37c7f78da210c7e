import { describe, expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const URL = "https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters/c";

/** Programs that get the text of a cluster as `body`, and then run one more statement. */
const PROGRAMS: Readonly<Record<string, (statement: string) => [string, string]>> = {
  Java: (statement) => [
    "A.java",
    `import java.net.URI;\nimport java.net.http.*;\nimport java.util.*;\nimport java.util.regex.*;\nimport com.jayway.jsonpath.JsonPath;\nclass A {\n  public static void main(String[] a) throws Exception {\n    HttpRequest r = HttpRequest.newBuilder(URI.create("${URL}")).GET().build();\n    String body = HttpClient.newHttpClient().send(r, HttpResponse.BodyHandlers.ofString()).body();\n    ${statement};\n  }\n}\n`,
  ],
  Ruby: (statement) => [
    "a.rb",
    `require 'httparty'\nPATTERN = /"srvAddress":"(.*?)"/\nbody = HTTParty.get("${URL}", digest_auth: { username: "a", password: "b" }).body\n${statement}\n`,
  ],
  Python: (statement) => [
    "a.py",
    `import re, requests\nfrom requests.auth import HTTPDigestAuth\nbody = requests.get("${URL}", auth=HTTPDigestAuth("a", "b")).text\n${statement}\n`,
  ],
  Go: (statement) => [
    "a.go",
    `package main\nimport (\n\t"io"\n\t"net/http"\n\t"regexp"\n)\nfunc main() {\n\treq, err := http.NewRequest("GET", "${URL}", nil)\n\tif err != nil {\n\t\treturn\n\t}\n\tresp, err := http.DefaultClient.Do(req)\n\tif err != nil {\n\t\treturn\n\t}\n\tbody, err := io.ReadAll(resp.Body)\n\tif err != nil {\n\t\treturn\n\t}\n\t${statement}\n}\n`,
  ],
  "C#": (statement) => [
    "A.cs",
    `using System.Net.Http;\nusing System.Text.RegularExpressions;\nclass A {\n  static async Task Main() {\n    var body = await new HttpClient().GetStringAsync("${URL}");\n    ${statement};\n  }\n}\n`,
  ],
};

async function moveOf(
  language: string,
  statement: string,
): Promise<{ applicability: string; reasons: string }> {
  const { units } = await fixFiles(Object.fromEntries([PROGRAMS[language]!(statement)]));
  expect(units).toHaveLength(1);
  const [{ applicability, reasons }] = units as [(typeof units)[number]];
  return { applicability, reasons: reasons.join("; ") };
}

const SEARCHED = /searches the text of the cluster for .*, but srvAddress changes/;
const UNKNOWN = /searches the text of the cluster for an unknown text/;
/** The pattern has no name as it is, but finds one. */
const WITH_PATTERN = /searches the text of the cluster for \/.*\/[a-z?]*, but \w+ changes/;
const GIVEN = /gets the cluster in the response, whose properties change/;

describe("a move is not safe where the text of an answer is searched for a property that changes", () => {
  it.each([
    ["Java", `boolean x = body.contains("\\"srvAddress\\":true")`, SEARCHED],
    ["Java", `boolean x = body.matches(".*srvAddress.*")`, SEARCHED],
    ["Java", `String x = body.replaceFirst("srvAddress", "")`, SEARCHED],
    ["Java", `String x = body.toLowerCase().split("srvaddress")[1]`, SEARCHED],
    ["Java", `String x = new Scanner(body).useDelimiter("srvAddress").next()`, SEARCHED],
    ["Java", `String x = new Scanner(body).findInLine("srvAddress")`, SEARCHED],
    ["Java", `var x = body.lines().filter(l -> l.contains("srvAddress")).toList()`, SEARCHED],
    ["Java", `body.lines().forEach(l -> { if (l.startsWith("srvAddress")) System.exit(1); })`, SEARCHED],
    [
      "Java",
      `for (String l : body.split("\\n")) { if (l.contains("srvAddress")) System.exit(1); }`,
      SEARCHED,
    ],
    ["Java", `var x = Arrays.stream(body.split("\\n")).anyMatch(l -> l.contains("srvAddress"))`, SEARCHED],
    ["Java", `Matcher m = Pattern.compile("\\"srvAddress\\":\\"(.*?)\\"").matcher(body)`, SEARCHED],
    ["Java", `boolean x = Pattern.matches(".*srvAddress.*", body)`, SEARCHED],
    ["Java", `Matcher m = Pattern.compile(a[0]).matcher(body)`, UNKNOWN],
    ["Java", `Matcher m = Pattern.compile("n a m e", Pattern.COMMENTS).matcher(body)`, WITH_PATTERN],
    [
      "Java",
      `Matcher m = Pattern.compile("srv(?:addr)ess", Pattern.CASE_INSENSITIVE | Pattern.DOTALL).matcher(body)`,
      WITH_PATTERN,
    ],
    ["Ruby", `x = body[/"srvAddress":"([^"]+)"/, 1]`, SEARCHED],
    ["Ruby", `x = body[/srvAddress/]`, SEARCHED],
    ["Ruby", `x = body[PATTERN, 1]`, SEARCHED],
    ["Ruby", `x = body["srvAddress"]`, SEARCHED],
    ["Ruby", `x = case body\n    when /srvAddress/ then 1\n    else 2\n    end`, SEARCHED],
    ["Ruby", `x = case body\n    when PATTERN then 1\n    end`, SEARCHED],
    ["Ruby", `x = body.slice(/srvAddress/, 1)`, SEARCHED],
    ["Ruby", `x = body.scan(/srvAddress/)`, SEARCHED],
    ["Ruby", `x = body.scan(%r{srvAddress}i)`, SEARCHED],
    ["Ruby", `x = body.match?(/srvAddress/)`, SEARCHED],
    ["Ruby", `x = body.include?("srvAddress")`, SEARCHED],
    ["Ruby", `x = body.gsub(/srvAddress/, "x")`, SEARCHED],
    ["Ruby", `x = body.index("srvAddress")`, SEARCHED],
    ["Ruby", `x = body.match(/srv#{ARGV[0]}/)`, /searches the text of the cluster for an unknown text/],
    ["Ruby", `x = body =~ /srvAddress/`, GIVEN],
    ["Ruby", `x = Regexp.new("srvAddress").match(body)`, SEARCHED],
    ["Ruby", `x = PATTERN.match?(body)`, SEARCHED],
    ["Python", `x = re.compile(r'"srvAddress": *"(.*?)"').search(body)`, SEARCHED],
    ["Python", `x = re.search("srvAddress", body)`, SEARCHED],
    ["Python", `x = re.findall("SRVADDRESS", body, flags=re.I | re.S)`, SEARCHED],
    ["Python", `x = re.sub("srvAddress", "", body)`, SEARCHED],
    ["Python", `x = re.search(input(), body)`, UNKNOWN],
    ["Python", `x = re.search(pattern="srvAddress", string=body)`, GIVEN],
    ["Go", 'x := regexp.MustCompile(`"srvAddress":"(.*?)"`).FindSubmatch(body)', SEARCHED],
    ["Go", "x, err := regexp.MatchString(`srvAddress`, string(body))", SEARCHED],
    ["Go", "re, err := regexp.Compile(`srvAddress`)\n\tx := re.FindAllString(string(body), -1)", SEARCHED],
    ["Go", "x := regexp.MustCompile(`(?is)srv(?:addr)ess`).FindString(string(body))", WITH_PATTERN],
    ["Python", `x = "srvAddress" in body`, SEARCHED],
    ["Python", `x = [one for one in body.splitlines() if "srvAddress" in one]`, SEARCHED],
    ["Python", `x = body.find("srvAddress")`, SEARCHED],
    ["Python", `x = body.partition("srvAddress")`, SEARCHED],
    ["C#", `var x = body.Contains("srvAddress")`, SEARCHED],
    ["C#", `var x = body.Substring(body.IndexOf("srvAddress"))`, SEARCHED],
    ["C#", `var x = body.Split("srvAddress")`, SEARCHED],
    ["C#", `var x = new Regex("srvAddress", RegexOptions.Compiled).Match(body)`, SEARCHED],
    ["C#", `var x = Regex.IsMatch(body, "srvAddress")`, SEARCHED],
    ["C#", `var x = Regex.Replace(body, "srvAddress", "")`, SEARCHED],
  ])("in %s: %s", async (language, statement, reason) => {
    const { applicability, reasons } = await moveOf(language, statement);
    expect(applicability).toBe("unsafe");
    expect(reasons).toMatch(reason);
  });

  it.each([
    ["Java", `System.out.println(body)`],
    ["Ruby", `puts body`],
    ["Python", `print(body)`],
  ])("or printed, in %s", async (language, statement) => {
    expect((await moveOf(language, statement)).applicability).toBe("unsafe");
  });

  it.each([
    ["Java", `boolean x = body.contains("error") || body.isEmpty() || body.length() > 3`],
    ["Java", `String x = new Scanner(body).useDelimiter("\\\\A").next()`],
    ["Ruby", `x = body.scan(/errorCode/).empty? || body[/error/, 0]`],
    [
      "Java",
      `Matcher m = Pattern.compile("\\"name\\":\\"(\\\\w+)\\"").matcher(body);\n    while (m.find()) System.out.println(m.group(1))`,
    ],
    ["Ruby", `puts Regexp.new('"name":"(.*?)"').match(body)[1]`],
    ["Python", `print(re.compile(r'"name": *"(?P<name>.*?)"').search(body).group("name"))`],
    ["Python", `for one in re.findall("errorCode", body, re.M): print(one)`],
    [
      "Go",
      'for _, x := range regexp.MustCompile(`"name":"(\\w+)"`).FindAllSubmatch(body, -1) {\n\t\tprintln(x[1])\n\t}',
    ],
    ["C#", `var x = new Regex("errorCode", RegexOptions.Compiled | RegexOptions.IgnoreCase).Match(body)`],
    [
      "C#",
      `foreach (Match x in Regex.Matches(body, "\\"name\\":\\"(.*?)\\"")) System.Console.WriteLine(x.Value)`,
    ],
    ["Ruby", `x = body[0, 5]`],
    ["Ruby", `x = body["error"] || (case body when /errorCode/ then 1 end)`],
    ["Java", `var x = body.lines().filter(l -> l.contains("error")).toList()`],
    ["Python", `x = "error" in body or len(body) > 3`],
    ["C#", `var x = body.Contains("error") || body.Length > 3`],
  ])("and safe where it is asked for something else, in %s: %s", async (language, statement) => {
    expect((await moveOf(language, statement)).applicability).toBe("safe");
  });
});

describe("a property that is read from what a pattern or a query found is read", () => {
  it.each([
    ["Java", `String x = JsonPath.read(Pattern.compile("[{].*").matcher(body).group(), "$.srvAddress")`],
    ["Java", `String x = JsonPath.read(body, "$..srvAddress")`],
    ["Ruby", `JSON.parse(Regexp.new("[{].*").match(body)[0])["srvAddress"]`],
    ["Python", `import json; x = json.loads(re.sub("^x", "", body))["srvAddress"]`],
    [
      "C#",
      `System.Text.Json.JsonDocument.Parse(Regex.Match(body, "[{].*").Value).RootElement.GetProperty("srvAddress")`,
    ],
  ])("in %s", async (language, statement) => {
    const { units } = await fixFiles(Object.fromEntries([PROGRAMS[language]!(statement)]));
    expect(units.flatMap(({ findings }) => findings.map(({ message }) => message)).join("; ")).toContain(
      "srvAddress",
    );
  });
});

describe("JsonPath.read reads a property", () => {
  it.each(["$.srvAddress", "$['srvAddress']", "$.results[0].srvAddress"])("%s", async (path) => {
    const { units, remaining } = await fixFiles(
      Object.fromEntries([PROGRAMS["Java"]!(`String x = JsonPath.read(body, "${path}")`)]),
    );
    expect(units.map(({ applicability }) => applicability)).not.toContain("safe");
    expect(remaining).toContain("no-removed-property A.java:10");
  });
});
