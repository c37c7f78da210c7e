import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { ROOT, v2ready } from "../../support/command.js";
import { serveIn, type Running } from "../../support/serving.js";
import { sharedTree } from "../../support/tree.js";

const FOLDER = join(ROOT, "fixtures/openapi/harbor");
const file = (name: string): string => readFileSync(join(FOLDER, name), "utf8");

const CALLER = `const HARBOR = \`\${process.env.HARBOR_URL}/api/harbor/v1\`;

async function send(method, path, body) {
  const response = await fetch(\`\${HARBOR}\${path}\`, {
    method,
    headers: { Authorization: \`Bearer \${process.env.HARBOR_TOKEN}\`, "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
  return response.json();
}

const made = await send("POST", "/berths", { name: "North", len: 12, state: "FREE" });
const { items } = await send("GET", "/berths");
console.log(items.filter((berth) => berth.len >= 8).map(({ name }) => name));
const berth = await send("GET", \`/berths/\${made.id}\`);
console.log(berth.len, berth.state);
const old = await send("GET", "/berths/b1");
console.log(old.size.draught);
const booking = await send("GET", "/bookings/k1");
console.log(booking.skipper);
`;

const DATA = {
  "/berths": [{ id: "b1", name: "South", lengthMeters: 8, tariffCode: "T1", size: { depth: 3 } }],
  "/bookings": [{ id: "k1", skipperName: "Ada" }],
};

const cwd = sharedTree({
  "v1.json": file("v1.json"),
  "v2.json": file("v2.json"),
  "overlay.json": file("overlay.json"),
  "data.json": JSON.stringify(DATA),
  "list.json": '["b1"]',
  "app/caller.mjs": CALLER,
});

const TWO = ["--from", "v1.json", "--to", "v2.json", "--overlay", "overlay.json", "-o", "harbor.json"];
const SERVE = ["--vocabulary", "./harbor.json"];

async function run({ url }: Running): Promise<string> {
  const env = { PATH: process.env["PATH"], HARBOR_URL: url.trim(), HARBOR_TOKEN: "private" };
  const { stdout } = await promisify(execFile)(process.execPath, [join(cwd, "app/caller.mjs")], { env });
  return stdout;
}

async function berths({ url }: Running): Promise<unknown> {
  const headers = { authorization: "Bearer private" };
  return (await fetch(`${url}/api/harbor/v2/berths`, { headers })).json();
}

describe("serve with a vocabulary of another API", () => {
  it("gives a caller the same before and after the fix, and refuses the older form on request", async () => {
    await v2ready(["catalog", ...TWO], { cwd });
    const both = await serveIn(cwd, ...SERVE, "--data", "data.json");
    expect(both.stdout()).toBe(
      `${both.url}\n  ${both.url}/api/harbor/v2\n  ${both.url}/api/harbor/v1\nLog in with a bearer token: private.\nCtrl+C ends it.\n`,
    );
    const before = await run(both);
    expect(before).toBe("[ 'South', 'North' ]\n12 FREE\n3\nAda\n");
    const only = await serveIn(cwd, ...SERVE, "--data", "data.json", "--only", "v2");
    await expect(run(only)).rejects.toThrow("410");
    const fixed = await v2ready(["fix", "app", "--vocabulary", "./harbor.json", "--allow-dirty"], { cwd });
    expect(fixed.stdout).toContain("0 findings left");
    expect(readFileSync(join(cwd, "app/caller.mjs"), "utf8")).not.toMatch(
      /\/v1|len:|\.len\b|draught|skipper\b/,
    );
    expect(await run(only)).toBe(before);
    expect(await berths(only)).toEqual(await berths(both));
  });

  it("refuses a file without documents", async () => {
    await v2ready(["catalog", ...TWO], { cwd });
    expect(await v2ready(["serve", ...SERVE, "--data", "list.json"], { cwd })).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining("list.json is not a file of documents"),
    });
  });
});
