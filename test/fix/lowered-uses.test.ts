import { describe, expect, it } from "vitest";
import { BASE } from "../support/fix-cases.js";
import { fixFiles } from "../support/fix-files.js";

const PYTHON = `import requests\nc = requests.get("${BASE}/v1.0/groups/1/clusters/a").json()\n`;
const RUBY = `c = HTTParty.get("${BASE}/v1.0/groups/1/clusters/a")\n`;

const SPLIT = "mongoURI is split into parts, but connectionStrings.standard ends with options";
const JOINED = "mongoURI is joined with other text, but connectionStrings.standard ends with options";
const UNKNOWN = "connectionStrings.standard ends with options, unlike mongoURI";

/** Returns the applicability of a program's fix, with the reasons. */
async function levelOf(path: string, code: string): Promise<string> {
  const { units } = await fixFiles({ [path]: code });
  return units.map(({ applicability, reasons }) => [applicability, ...reasons].join(": ")).join("; ");
}

describe("the use of a connection string decides how sure a fix is", () => {
  it.each([
    [`uri = c["mongoURI"]\nhost = uri.split("@")[1]`, `display-only: ${SPLIT}`],
    [`uri = c.get("mongoURI", "")\nprint(uri[10:])`, `display-only: ${SPLIT}`],
    [`parts = urlparse(c["mongoURI"])`, `display-only: ${SPLIT}`],
    [`def host(uri):\n    return uri.partition("@")[2]\nhost(c["mongoURI"])`, `display-only: ${SPLIT}`],
    [`def uri():\n    return c["mongoURI"]\nuri().rsplit("/", 1)`, `display-only: ${SPLIT}`],
    [`uri = c["mongoURI"] + "/db"`, `display-only: ${JOINED}`],
    [`uri = "%s/db" % c["mongoURI"]`, `display-only: ${JOINED}`],
    [`uri = "%s/%s" % (c["mongoURI"], "db")`, `display-only: ${JOINED}`],
    [`uri = "{}/db".format(c["mongoURI"])`, `display-only: ${JOINED}`],
    [`uri = "/".join([c["mongoURI"], "db"])`, `display-only: ${JOINED}`],
    [`uri = c["mongoURI"]\nuri += "/db"`, `display-only: ${JOINED}`],
    [`settings = {"uri": c["mongoURI"]}`, `unsafe: ${UNKNOWN}`],
    [`def uri():\n    return c["mongoURI"]`, `unsafe: ${UNKNOWN}, and the caller of uri gets it`],
    [`client = MongoClient(c["mongoURI"])`, "safe"],
    [`uri = c["mongoURI"]\nif uri:\n    client = MongoClient(uri)`, "safe"],
  ])("in Python: %s", async (code, level) => {
    expect(await levelOf("a.py", `${PYTHON}${code}\n`)).toBe(level);
  });

  it.each([
    [`uri = c["mongoURI"]\nhost = uri.split("@").last`, `display-only: ${SPLIT}`],
    [`host = c["mongoURI"].to_s[10..]`, `display-only: ${SPLIT}`],
    [`URI.parse(c.fetch("mongoURI"))`, `display-only: ${SPLIT}`],
    [`def host(uri)\n  uri.sub("mongodb://", "")\nend\nhost(c["mongoURI"])`, `display-only: ${SPLIT}`],
    [`uri = c["mongoURI"]\nuri.gsub!("a", "b")`, `display-only: ${SPLIT}`],
    [`uri = "#{c["mongoURI"]}/db"`, `display-only: ${JOINED}`],
    [`uri = "%s/db" % c["mongoURI"]`, `display-only: ${JOINED}`],
    [`uri = [c["mongoURI"], "db"].join("/")`, `display-only: ${JOINED}`],
    [`uri = format("%s/db", c["mongoURI"])`, `display-only: ${JOINED}`],
    [`settings = { uri: c["mongoURI"] }`, `unsafe: ${UNKNOWN}`],
    [`client = Mongo::Client.new(c["mongoURI"]) unless c["mongoURI"].nil?`, "safe"],
  ])("in Ruby: %s", async (code, level) => {
    expect(await levelOf("a.rb", `${RUBY}${code}\n`)).toBe(level);
  });
});
