import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { RULES } from "../../../rules/index.js";
import { BUILT_IN_VOCABULARIES, loadCatalog } from "../../../src/catalog/load.js";
import { v2ready } from "../../support/command.js";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

describe.concurrent("help and version", () => {
  it.each([["--version"], ["-V"]])("%s is the version alone", async (flag) => {
    expect(await v2ready([flag])).toEqual({ stdout: `${version}\n`, stderr: "", status: 0 });
  });

  it("--help names every command and the exit statuses, on standard output", async () => {
    const { stdout, stderr, status } = await v2ready(["--help"]);
    for (const command of ["check", "explain", "rules", "connection-string"])
      expect(stdout).toMatch(new RegExp(`^  ${command} `, "m"));
    expect(stdout).toMatch(/^ {2}2 {2}the run was not possible/m);
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  });

  it("check --help tells every option, with the defaults that are true", async () => {
    const { stdout, status } = await v2ready(["check", "--help"]);
    const flags = [
      ..."format output target as-of vocabulary min-confidence only skip max-warnings exit-zero quiet stats".split(
        " ",
      ),
      ..."color no-color no-progress stdin stdin-filename no-ignore ignore-pattern".split(" "),
      ..."show-undetermined fail-on-undetermined".split(" "),
    ];
    for (const flag of flags) expect(stdout).toMatch(new RegExp(`^  (?:-\\w, )?--${flag}\\b`, "m"));
    const words = stdout.replace(/\s+/g, " ");
    const [first] = loadCatalog().vocabularies;
    expect(words).toContain(
      `migrate to, or newest; repeatable as RESOURCE=DATE (default: ${first!.lifecycle.defaultTarget})`,
    );
    expect(words).toContain(`(default: ${BUILT_IN_VOCABULARIES.map(({ name }) => name).join(" and ")})`);
    expect(status).toBe(0);
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });

  it("help COMMAND is COMMAND --help", async () => {
    expect(await v2ready(["help", "check"])).toEqual(await v2ready(["check", "--help"]));
  });
});

describe.concurrent("rules", () => {
  it("lists every rule with its severity", async () => {
    const { stdout, status } = await v2ready(["rules"]);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.map((line) => line.split(/ +/, 2))).toEqual(
      RULES.map(({ meta }) => [meta.id, meta.severity]),
    );
    expect(status).toBe(0);
  });

  it("--format json is for programs", async () => {
    const { stdout, stderr } = await v2ready(["rules", "--format", "json"]);
    expect(JSON.parse(stdout)).toEqual(
      RULES.map(({ meta: { id, severity, description } }) => ({
        id,
        severity,
        description,
        docs: expect.stringContaining(`/rules/${id}.md#${id}`) as string,
      })),
    );
    expect(stderr).toBe("");
  });

  it.each([
    { args: ["rules", "--format", "xml"], says: "'xml' is invalid. Allowed choices are text, json." },
    { args: ["rules", "extra"], says: "too many arguments" },
    { args: ["explain"], says: "missing required argument 'rule'" },
    { args: ["explain", "no-removed-propery"], says: "Did you mean no-removed-property?" },
    { args: ["connection-string"], says: "missing required argument 'string'" },
    { args: ["connection-string", "a", "--to", "MOON"], says: "there is no provider MOON" },
  ])("$args is refused", async ({ args, says }) => {
    const { stdout, stderr, status } = await v2ready(args);
    expect({ stdout, status }).toEqual({ stdout: "", status: 2 });
    expect(stderr).toContain(says);
  });
});

it.concurrent.each([...RULES.map(({ meta }) => meta.id), "valid-directive"])(
  "explain %s shows its page",
  async (id) => {
    const { stdout, stderr, status } = await v2ready(["explain", id]);
    const page = readFileSync(`rules/${id}.md`, "utf8");
    expect(stdout).toMatch(new RegExp(`^# ${id}\n`));
    expect(stdout).toContain(page.slice(page.indexOf("## Why")));
    expect(stdout).not.toContain("<!--");
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  },
);

describe.concurrent("explain", () => {
  it("lays the page out on a terminal, without marks of Markdown", async () => {
    const { stdout, status } = await v2ready(["explain", "no-removed-property"], { env: { COLUMNS: "160" } });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^no-removed-property\n={19}\n\n/);
    expect(stdout).toMatch(/^Property .* {2}In {2}.*What replaces it\n─+ {2}─+ {2}─+$/m);
    expect(stdout).not.toMatch(/^(?:#|```|\|)/m);
    expect(stdout).toContain("(npx v2ready explain ");
  });

  it("has colours and links where they are wanted, also in a pipe", async () => {
    const args = ["explain", "valid-directive", "--color", "always", "--hyperlinks", "always"];
    const { stdout } = await v2ready(args);
    expect(stdout.split("\n")[0]).toBe("\u001B[1mvalid-directive\u001B[22m");
    const { stdout: rules } = await v2ready(["rules", "--hyperlinks", "always"]);
    for (const { meta } of RULES)
      expect(rules).toContain(`/rules/${meta.id}.md#${meta.id}\u001B\\${meta.id}\u001B]8;;\u001B\\`);
  });

  it.each([
    ["removed", "Did you mean no-removed-property?"],
    ["connection", "Did you mean no-legacy-connection-string or no-malformed-connection-string?"],
    [
      "valid",
      "Did you mean no-invalid-version-media-type, valid-directive, valid-discovery-request or valid-request-body?",
    ],
    ["valid-directve", "Did you mean valid-directive?"],
    ["zzzzzz", "There are no-deprecated-version, "],
  ])("suggests rules for %s", async (name, hint) => {
    const { stderr, status } = await v2ready(["explain", name]);
    expect(status).toBe(2);
    expect(stderr).toContain(hint);
  });

  it("takes the name that the rule has in ESLint", async () => {
    expect((await v2ready(["explain", "v2ready/no-gone-endpoint"])).stdout).toMatch(/^# no-gone-endpoint\n/);
  });
});

describe.concurrent("connection-string", () => {
  const LEGACY = "mongodb+srv://app:hunter2@orders-ab123.azure.mongodb.net/shop";

  it.each([
    { text: LEGACY, status: 0, says: ["Kind: legacy.azure", "Cluster name in the host: orders"] },
    { text: "mongodb+srv://orders.ab123.mongodb.net", status: 0, says: ["Kind: standard.srv"] },
    { text: "db+srv://orders-pri.ab123.clusters.example.net", status: 0, says: ["Kind: peering.srv"] },
    { text: "mongodb+srv://orders.ab123.mongodb.net:27017", status: 1, says: ["Malformed:", "[srv-port]"] },
  ])("$text ends with $status", async ({ text, status, says }) => {
    const outcome = await v2ready(["connection-string", text]);
    expect({ stderr: outcome.stderr, status: outcome.status }).toEqual({ stderr: "", status });
    for (const one of says) expect(outcome.stdout).toContain(one);
  });

  it("is coloured as FORCE_COLOR and NO_COLOR say", async () => {
    const colored = async (env: Record<string, string>) =>
      (await v2ready(["connection-string", LEGACY], { env })).stdout.includes("\u001B[1mKind:\u001B[22m");
    expect(await colored({ FORCE_COLOR: "1" })).toBe(true);
    expect(await colored({ FORCE_COLOR: "1", NO_COLOR: "1" })).toBe(false);
  });

  it("what is none ends with 2 and says what one looks like", async () => {
    const { stderr, status } = await v2ready(["connection-string", "postgres://app:hunter2@db/shop"]);
    expect(stderr).toMatch(
      /^v2ready: this is not a connection string: .*\nOne starts with .*mongodb:\/\/ or mongodb\+srv:\/\//,
    );
    expect(status).toBe(2);
  });

  it.each([
    {
      args: ["--to", "AWS", "--tier", "dedicated", "--created", "2020-01-01"],
      says: "changes, in these steps",
    },
    { args: ["--to", "AWS", "--tier", "dedicated", "--created", "2021-01-01"], says: "stays as it is" },
    { args: ["--to", "gcp", "--from", "aws", "--tier", "dedicated"], says: "stays as it is" },
  ])("$args: $says", async ({ args, says }) => {
    const { stdout, status } = await v2ready(["connection-string", LEGACY, ...args]);
    expect(stdout).toContain(says);
    expect(status).toBe(0);
  });

  it("never shows credentials, from wherever the string comes", async () => {
    const texts = [
      LEGACY,
      "mongodb://app:hunter2@",
      "hunter2",
      "postgres://hunter2@db",
      "mongodb+srv://a:hunter2@x@y/z",
    ];
    for (const text of texts) {
      const given = await v2ready(["connection-string", text]);
      const piped = await v2ready(["connection-string", "-"], { input: `${text}\n` });
      expect(piped).toEqual(given);
      expect(given.stdout + given.stderr).not.toContain("hunter2");
    }
  });
});
