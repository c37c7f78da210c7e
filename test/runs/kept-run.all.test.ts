import { readdirSync } from "node:fs";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RULES } from "../../rules/index.js";
import { check } from "../../src/runs/check.js";
import { v2ready } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

beforeEach(() => {
  vi.stubEnv("XDG_STATE_HOME", sharedTree({}));
});

afterEach(() => {
  vi.unstubAllEnvs();
});

it("check keeps no run whose facts take as long to keep as to find", async () => {
  const texts = Array.from({ length: 5 }, (_, file): [path: string, text: string] => [
    `${file}.txt`,
    "https://cloud.mongodb.com/api/atlas/v1.0\n".repeat(5_000),
  ]);
  const root = sharedTree({ ".git/HEAD": "", ...Object.fromEntries(texts) });
  await check(RULES, { paths: [], flags: {}, cwd: root, now: new Date("2026-06-01"), keeps: "all runs" });
  expect(readdirSync(process.env["XDG_STATE_HOME"]!)).toEqual([]);
});

it("check takes little memory for facts that are too long to keep", async () => {
  const texts = Array.from(
    { length: 300 },
    (_, n) => `x${n + 1}=<<A+<<B\nhttps://cloud.mongodb.com/api/atlas/v1.0/groups/#{x${n}}\nA\n#{x${n}}\nB\n`,
  );
  const root = sharedTree({ ".git/HEAD": "", "a.rb": texts.join("") });
  const tell = 'process.on("exit", () => console.error("kB", process.resourceUsage().maxRSS))';
  const { stderr } = await v2ready(["check"], {
    cwd: root,
    asProcess: true,
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tell)}` },
  });
  expect(Number(/kB (\d+)/.exec(stderr)?.[1])).toBeLessThan(400_000);
  expect(readdirSync(process.env["XDG_STATE_HOME"]!)).toEqual([]);
});
