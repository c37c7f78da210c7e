import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { v2ready } from "../../support/command.js";
import { serve } from "../../support/serving.js";

describe("serve", () => {
  it("tells its address, a line for each request and no secrets, and ends with 0 when interrupted", async () => {
    const args = ["--vocabulary", "atlas", "--user", "someone", "--password", "hunter2"];
    const { child, url, stdout, stderr } = await serve(...args);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(stdout()).toContain(`${url}/api/atlas/v1.0/groups/`);
    expect((await fetch(`${url}/api/atlas/v2/orgs?token=abc`)).status).toBe(401);
    const wrong = { headers: { authorization: 'Digest username="someone"' } };
    expect((await fetch(`${url}/api/atlas/v2/orgs`, wrong)).status).toBe(401);
    const ended = once(child, "exit");
    child.kill("SIGINT");
    expect(await ended).toEqual([0, null]);
    expect(stderr().split("\n")).toEqual([
      "401 GET /api/atlas/v2/orgs  asked to log in",
      "401 GET /api/atlas/v2/orgs  login refused",
      "",
    ]);
    expect(stdout() + stderr()).not.toMatch(/hunter2|someone|abc/);
  });

  it("prints no command to a build system that a client has sent", async () => {
    const { url, child, stderr } = await serve();
    const headers = { accept: "##[error]x ##vso[task.setvariable]y" };
    expect((await fetch(`${url}/api/atlas/v2/unauth/controlPlaneIPAddresses`, { headers })).status).toBe(406);
    const ended = once(child, "exit");
    child.kill("SIGINT");
    await ended;
    expect(stderr()).toMatch(/^406 GET .* Accept: ##.?\[error\]x/u);
    expect(stderr()).not.toMatch(/##(?:vso)?\[/);
  });

  it("prints the keys to log in with, unless the user has chosen them", async () => {
    expect((await serve()).stdout()).toContain("public key public, private key private");
    expect((await serve("--user", "someone", "--password", "hunter2")).stdout()).toContain(
      "the keys of --user and --password",
    );
  });

  it("serves one form alone with an option", async () => {
    const { stdout } = await serve("--only", "v2", "--vocabulary", "service");
    expect(stdout().match(/\/api\/\S*?\/groups/g)).toEqual(["/api/admin/v2/groups"]);
  });

  it("says what is wrong with its options", async () => {
    const taken = await serve();
    const port = new URL(taken.url).port;
    const outcomes = await Promise.all(
      [
        ["--port", port],
        ["--port", "70000"],
        ["--only", "v3"],
        ["--as-of", "today"],
        ["--vocabulary", "no"],
      ].map((args) => v2ready(["serve", ...args])),
    );
    expect(outcomes.map(({ status }) => status)).toEqual([2, 2, 2, 2, 2]);
    expect(outcomes.map(({ stderr }) => stderr.split("\n")[0])).toEqual([
      `v2ready: port ${port} is in use`,
      "v2ready: --port 70000 is not a port",
      "v2ready: there is no form v3",
      "v2ready: --as-of today is not a day",
      "v2ready: there is no vocabulary no",
    ]);
  });
});
