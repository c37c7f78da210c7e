import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const URL = "https://cloud.mongodb.com/api/atlas/v1.0/groups/x/clusters";
const CODE = `fetch("${URL}").then((r) => r.json()).then((d) => console.log(d.results[0].srvAddress))`;

const page = (body: string) => `<!doctype html>\n<html><body>\n${body}\n</body></html>\n`;

/** Returns each rule with the severities of its findings. */
async function severitiesIn(path: string, body: string): Promise<readonly string[]> {
  const { findings } = await analyze(path, page(body));
  return [...new Set(findings.map(({ ruleId, severity }) => `${ruleId} ${severity}`))].sort();
}

const ERRORS = [
  "no-removed-property error",
  "no-unversioned-base-path error",
  "require-version-media-type error",
];
const NOTES = ERRORS.map((one) => one.replace("error", "info"));

describe("an HTML page", () => {
  it("is a program by its scripts", async () => {
    expect(await severitiesIn("public/index.html", `<script>${CODE}</script>`)).toEqual(ERRORS);
    expect(await severitiesIn("web/page.htm", `<script type="module">\n${CODE}\n</script>`)).toEqual(ERRORS);
  });

  it.each([`<form action="${URL}"></form>`, `<button onclick="${CODE.replaceAll('"', "'")}">x</button>`])(
    "sends what an attribute says: %s",
    async (body) => {
      expect(await severitiesIn("index.html", body)).toContain("no-unversioned-base-path error");
    },
  );

  it("has examples in the rest of it", async () => {
    const example = `<p>See ${URL}</p><pre><code class="language-js">${CODE}</code></pre>`;
    expect(await severitiesIn("public/index.html", example)).toEqual(NOTES);
    const both = await severitiesIn("public/index.html", `${example}<script>let x;</script>`);
    expect(both).toEqual(NOTES);
  });

  it("is documentation in a folder of it", async () => {
    expect(await severitiesIn("docs/index.html", `<script>${CODE}</script>`)).toEqual(NOTES);
  });
});
