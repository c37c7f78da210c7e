import { describe, expect, it } from "vitest";
import { fixFiles, type Files } from "../support/fix-files.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";
const ALERTS = `await fetch("${BASE}/groups/a/alerts");\n`;
const RESIZE = `await fetch("${BASE}/groups/a/clusters/b", { method: "PATCH", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ providerSettings: { instanceSizeName: "M20" } }) });\n`;

/** Returns the applicability of the move of the request for alerts, and its reasons. */
async function alerts(files: Files): Promise<{ how: string; reasons: string }> {
  const { units } = await fixFiles(files);
  const [path] = Object.entries(files).find(([, text]) => text.includes(ALERTS))!;
  const start = files[path]!.indexOf(ALERTS);
  const unit = units.find(({ findings }) =>
    findings.some(
      ({ place }) => place.path === path && place.start > start && place.start < start + ALERTS.length,
    ),
  )!;
  return { how: unit.applicability, reasons: unit.reasons.join("; ") };
}

describe("a request beside one that stays on the unversioned form", () => {
  it.each([
    ["whose body a person must convert", RESIZE],
    ["of a client that is not known", `await sendRequest("${BASE}/groups/a/accessList");\n`],
    [
      "whose base a function puts before its path",
      `const prefix = (base) => (request) => { request.url = base + request.url; };\nplug(prefix("${BASE}"));\n`,
    ],
  ])("%s is not safe to move", async (_what, other) => {
    const { how, reasons } = await alerts({ "a.js": ALERTS + other });
    expect(how).toBe("unsafe");
    expect(reasons).toBe("another request of the same program, in a.js, stays on the unversioned API");
  });

  it("that only an unsafe fix moves waits with it", async () => {
    const other = `console.log(await (await fetch("${BASE}/groups/a/clusters/b")).json());\n`;
    const { how, reasons } = await alerts({ "a.js": ALERTS + other });
    expect(how).toBe("unsafe");
    expect(reasons).toBe("another request of the same program, in a.js, needs an unsafe fix");
  });

  it("in another file of the same program is not safe to move", async () => {
    const { how, reasons } = await alerts({
      "alerts.js": `export const alerts = async () => {\n${ALERTS}};\n`,
      "size.js": `export const resize = async () => {\n${RESIZE}};\n`,
      "main.js": `import { alerts } from "./alerts.js";\nimport { resize } from "./size.js";\nawait alerts();\nawait resize();\n`,
    });
    expect(how).toBe("unsafe");
    expect(reasons).toBe("another request of the same program, in size.js, stays on the unversioned API");
  });

  it.each([
    ["in another program", { "other.js": RESIZE }],
    [
      "that a test of both sends",
      {
        "resize.js": `export const resize = async () => {\n${RESIZE}};\n`,
        "test/all.test.js": `import { resize } from "../resize.js";\nimport "../a.js";\nawait resize();\n`,
      },
    ],
  ])("%s is safe to move", async (_what, others) => {
    expect(await alerts({ "a.js": ALERTS, ...others })).toEqual({ how: "safe", reasons: "" });
  });

  it.each([
    ["sets a part of its path", "GROUP=a\n", "", `curl --digest "${BASE}/groups/$GROUP`, "safe"],
    [
      "writes what comes before its base",
      "HOST=https://cloud.mongodb.com\n",
      "",
      `curl --digest "$HOST/api/atlas/v1.0/groups/a`,
      "safe",
    ],
    [
      "changes the variable of its base",
      `URL="$URL/groups/a"\n`,
      `URL=${BASE}\n`,
      `curl --digest "$URL`,
      "unsafe",
    ],
    ["sends one itself", `curl --digest "${BASE}/orgs"\n`, "", `curl --digest "${BASE}/groups/a`, "unsafe"],
  ])(
    "shares a program or not if a file that two scripts source %s",
    async (_what, shared, before, send, how) => {
      const script = (rest: string): string => `${before}. ./shared.sh\n${send}/${rest}\n`;
      const { units } = await fixFiles({
        "shared.sh": shared,
        "get.sh": script(`alerts"`),
        "resize.sh": script(
          `clusters/b" -X PATCH -H 'Content-Type: application/json' -d '{"providerSettings": {"instanceSizeName": "M30"}}'`,
        ),
      });
      const unit = units.find(({ findings }) => findings.some(({ place }) => place.path === "get.sh"));
      expect(unit?.applicability).toBe(how);
    },
  );

  it.each([
    ["a log line", `console.log("asking ${BASE}");\n`],
    ["a search", `if (location.href.startsWith("${BASE}")) open();\n`],
    ["a comment", `// ${BASE}/groups/a/alerts\n`],
  ])("is distinguished from %s", async (_what, other) => {
    const { reasons } = await alerts({ "a.js": ALERTS + other });
    expect(reasons).not.toContain("stays on the unversioned API");
  });
});
