import { expect, it } from "vitest";
import { report } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

const SENDER = `import axios from "axios";
export function all(base, id) {
  const url = \`${"${base}"}/groups/${"${id}"}/whitelist\`;
  return axios.get(url);
}
export const first = (base, id) => axios.get(\`${"${base}"}/groups/${"${id}"}/clusters/c0\`);
`;

it("is in the program, not in a test that calls it, and what only a test has wrong is not a call to change", async () => {
  const root = sharedTree({
    ".git/HEAD": "",
    "src/send.js": SENDER,
    "test/send.test.js": `import { all, first } from "../src/send.js";
all("https://dummy.mongodb.com/api/atlas/v1.0", "42");
all("https://other.mongodb.com/api/atlas/v1.0", "43");
first("https://dummy.mongodb.com/api/atlas/v1.0", "42");
`,
  });
  const { requests, summary } = await report([], { cwd: root });
  expect(new Set(requests.map(({ call }) => call.path))).toEqual(new Set(["src/send.js"]));
  const { safe, unsafe, person } = summary.fixability.calls;
  expect(safe + unsafe + person).toBe(2);
});

it("has no value of a test in its name", async () => {
  const root = sharedTree({
    ".git/HEAD": "",
    "src/send.js": `export const rename = (base, id) => fetch(\`${"${base}"}/users/${"${id}"}\`, { method: "PATCH" });\n`,
    "test/send.test.js": `import { rename } from "../src/send.js";
rename("https://cloud.mongodb.com/api/atlas/v1.0", "123");
`,
  });
  const { findings } = await report([], { cwd: root });
  expect(findings.filter(({ message }) => message.includes("123"))).toEqual([]);
  expect(findings.some(({ message }) => message.includes("PATCH /users/{id}"))).toBe(true);
});
