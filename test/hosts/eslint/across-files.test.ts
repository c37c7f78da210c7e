import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { TEST_DAY } from "../../support/analyze.js";
import { v2ready } from "../../support/command.js";
import { eslint, sharedConfig, type LintMessage } from "../../support/linters.js";
import { sharedTree } from "../../support/tree.js";

const OLD = "https://cloud.mongodb.com/api/atlas/v1.0";
const TSCONFIG = `{ "compilerOptions": { "strict": true, "target": "ES2022", "module": "NodeNext", "noEmit": true }, "include": ["src"] }\n`;

/** Returns the messages of ESLint about the files of a folder, by path. */
async function told(folder: string): Promise<(path: string) => LintMessage[]> {
  const run = await eslint(sharedConfig("parity"), { cwd: folder });
  expect(run.stderr).toBe("");
  return (path) => run.messages.filter((message) => message.path === path);
}

/** The sentence of a message that tells a command. */
const commandIn = ({ message }: LintMessage): string =>
  /the fix [^:;]*: npx .*$/.exec(message)?.[0] ?? message;

describe("a type in another file", () => {
  const folder = sharedTree({
    "package.json": '{ "type": "module" }\n',
    "tsconfig.json": TSCONFIG,
    "src/shared.ts": "export interface Shared { name: string; srvAddress: string }\n",
    "src/read.ts": `import type { Shared } from "./shared.js";
export async function read(g: string): Promise<string> {
  const r = await fetch(\`${OLD}/groups/\${g}/clusters/c\`);
  const c: Shared = await r.json();
  return c.srvAddress;
}
`,
  });
  let messages: readonly LintMessage[] = [];
  beforeAll(async () => {
    messages = (await told(folder))("src/read.ts");
  });

  it("keeps a fix from being offered, which would not compile; each message names the command", () => {
    expect(messages.map(({ line, ruleId }) => `${String(line)} ${String(ruleId)}`)).toEqual([
      "3 v2ready/require-version-media-type",
      "3 v2ready/no-unversioned-base-path",
      "5 v2ready/no-removed-property",
    ]);
    for (const message of messages) {
      expect(message).not.toHaveProperty("fix");
      expect(commandIn(message)).toBe("the fix needs types: npx v2ready fix");
    }
  });

  it("is changed by that command", async () => {
    await v2ready(["fix", "--as-of", TEST_DAY, "."], { cwd: folder });
    expect(readFileSync(join(folder, "src/shared.ts"), "utf8")).toContain("connectionStrings: {");
    expect(readFileSync(join(folder, "src/read.ts"), "utf8")).toContain("c.connectionStrings.standardSrv");
  });
});

it("a setting in YAML names the command as the code does that gets it", async () => {
  const folder = sharedTree({
    "package.json": '{ "type": "commonjs" }\n',
    "config/default.yaml": `atlas:\n  base: ${OLD}\n`,
    "src/a.js": `const config = require("config");
exports.get = () => fetch(\`\${config.get("atlas.base")}/groups/1/clusters\`, { headers: { accept: "application/json" } });
`,
  });
  const messages = await told(folder);
  const [setting] = messages("config/default.yaml");
  expect(commandIn(setting!)).toBe("the fix also changes src/a.js: npx v2ready fix --unsafe-fixes");
  const [request] = messages("src/a.js");
  expect(commandIn(request!)).toBe(
    "the fix also changes config/default.yaml: npx v2ready fix --unsafe-fixes",
  );
});

it("data is not changed by --fix: only the command searches for other readers", async () => {
  const data = `{ "base": "${OLD}" }\n`;
  const folder = sharedTree({
    "package.json": '{ "type": "module" }\n',
    "api.json": data,
    "send.mjs": `import api from "./api.json" with { type: "json" };
await fetch(api.base + "/groups", { headers: { Accept: "application/vnd.atlas.2023-02-01+json" } });
`,
    "show.mjs": `import { readFileSync } from "node:fs";
console.log(readFileSync(process.argv[2] + ".json", "utf8"));
`,
  });
  await eslint(sharedConfig("parity"), { cwd: folder, args: ["--fix", "."] });
  expect(readFileSync(join(folder, "api.json"), "utf8")).toBe(data);
  const messages = await told(folder);
  expect(messages("api.json")).toMatchObject([
    {
      suggestions: [
        {
          desc: expect.stringMatching(
            /^move a request to \/api\/atlas\/v2 \(unsafe: the plugin does not search for other readers of api\.json\)\. [A-Z]/,
          ) as string,
        },
      ],
    },
  ]);
  const { stdout } = await v2ready(["fix", "--as-of", TEST_DAY, "."], { cwd: folder });
  expect(stdout).toContain("show.mjs reads files whose names are known only when it runs");
});

describe("a body of a stated type", () => {
  const body = `{ name: "x", replicationFactor: 3, autoScaling: { diskGBEnabled: true }, providerSettings: { providerName: "AWS", instanceSizeName: "M10", regionName: "EU_WEST_1" } }`;
  const send = (of: string): string =>
    `await fetch("${OLD}/groups/1/clusters", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(${of}) });\n`;
  const stated: Record<string, string> = {
    "in a constant": `const body: Body = ${body};\n${send("body")}`,
    "in an assertion": send(`${body} as Body`),
    "in a check": send(`${body} satisfies Partial<Body>`),
    "in a function": `const make = (): Body => (${body});\n${send("make()")}`,
    "in a returned value": `function make(): Body {\n  return ${body};\n}\n${send("make()")}`,
  };
  const loose: Record<string, string> = {
    "nothing is stated": `const body = ${body};\n${send("body")}`,
    "anything is taken": `const body: Record<string, unknown> = ${body};\n${send("body")}`,
    "the type is that of the function": `const post: Handler = async () => { ${send(body)} };\n`,
    "it is stated as constant": `const body = ${body} as const;\n${send("body")}`,
    "it is of a part that stays": `const part: Part = { providerName: "AWS", instanceSizeName: "M10", regionName: "EU_WEST_1" };\n${send('{ name: "x", replicationFactor: 3, autoScaling: { diskGBEnabled: true }, providerSettings: part }')}`,
  };
  const all = { ...stated, ...loose };
  const folder = sharedTree(
    Object.fromEntries(Object.entries(all).map(([name, code]) => [`${name}.ts`, `export {};\n${code}`])),
  );
  let messagesOf: (path: string) => readonly LintMessage[] = () => [];
  beforeAll(async () => {
    messagesOf = await told(folder);
  });

  it.each(Object.keys(stated))("declared %s is a suggestion that names the type", (name) => {
    const messages = messagesOf(`${name}.ts`);
    expect(messages.length).toBeGreaterThan(3);
    const desc = expect.stringMatching(
      /^move a request to \/api\/atlas\/v2 \(unsafe: the type Body must allow the new properties too\)/,
    ) as string;
    for (const message of messages) {
      expect(message).not.toHaveProperty("fix");
      expect(message).toMatchObject({ suggestions: [{ desc }] });
    }
  });

  it.each(Object.keys(loose))("is fixed if %s", (name) => {
    const messages = messagesOf(`${name}.ts`);
    expect(messages.length).toBeGreaterThan(2);
    for (const message of messages) expect(message).toHaveProperty("fix");
  });
});
