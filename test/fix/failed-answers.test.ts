import { describe, expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const CLUSTER = "https://cloud.mongodb.com/api/atlas/v1.0/groups/a/clusters/b";
const CALL = `const answer = await fetch("${CLUSTER}");\n`;
const PYTHON = `import requests\nanswer = requests.get("${CLUSTER}")\n`;

async function howOf(path: string, code: string): Promise<(string | undefined)[]> {
  const { units } = await fixFiles({ [path]: code });
  return units.map(({ applicability }) => applicability);
}

describe("a request moves safely where the program prints the response", () => {
  it.each([
    [
      "a.js",
      `${CALL}if (!answer.ok) {\n  console.error(await answer.text());\n  throw new Error("failed");\n}\n`,
    ],
    ["b.js", `${CALL}if (answer.status >= 400) console.error(await answer.json());\n`],
    ["c.js", `${CALL}if (answer.ok) run();\nelse console.error(answer.status, await answer.text());\n`],
    [
      "d.js",
      `${CALL}if (answer.status === 200) run();\nelse if (!answer.ok) console.error(await answer.text());\n`,
    ],
    [
      "e.js",
      `${CALL}if ([200, 202].includes(answer.status)) run();\nelse console.error(await answer.json());\n`,
    ],
    [
      "f.js",
      `${CALL}if (answer.status === 200 || answer.ok) run();\nelse console.error(await answer.json());\n`,
    ],
    ["c.py", `${PYTHON}if answer.status_code in (200, 202):\n    run()\nelse:\n    print(answer.json())\n`],
    ["d.py", `${PYTHON}if answer.status_code not in [200, 201]:\n    print(answer.json())\n`],
    ["a.py", `${PYTHON}if not answer.ok:\n    print(answer.text)\n`],
    ["b.py", `${PYTHON}if answer.status_code != requests.codes.ok:\n    print(answer.json())\n`],
  ])("of a request that has failed: %s", async (path, code) => {
    expect(await howOf(path, code)).toEqual(["safe"]);
  });
});

describe("a deletion", () => {
  it("moves safely where other code reads clusters, because it is answered with none", async () => {
    const code = `import { Bus } from "company-bus";
const bus = new Bus();
bus.on("cluster", (cluster) => connect(cluster.srvAddress));
const answer = await fetch("${CLUSTER}", { method: "DELETE" });
console.log(await answer.text());
bus.emit("deleted", await answer.json());
`;
    expect(await howOf("a.js", code)).toContain("safe");
    expect(await howOf("a.js", code.replace('"DELETE"', '"GET"'))).not.toContain("safe");
  });
});

describe("a request moves without proof where the program prints the response", () => {
  it.each([
    ["of a request that has succeeded", "a.js", `${CALL}if (answer.ok) console.log(await answer.text());\n`],
    ["after the branch", "b.js", `${CALL}if (!answer.ok) run();\nconsole.log(await answer.text());\n`],
    ["of both", "c.js", `${CALL}if (answer.status !== 404) console.log(await answer.text());\n`],
    [
      "of another request than the one that has failed",
      "d.js",
      `${CALL}const other = await fetch("https://other.example/x");\nif (!other.ok) console.log(await answer.text());\n`,
    ],
    [
      "of a request that may have succeeded",
      "b.py",
      `${PYTHON}if answer.status_code in (200, 404):\n    run()\nelse:\n    print(answer.json())\n`,
    ],
    [
      "of a request that has succeeded, as one of several ways",
      "c.py",
      `${PYTHON}if answer.status_code in (200, 202):\n    print(answer.json())\n`,
    ],
    [
      "of a request that may have succeeded, in another condition",
      "e.js",
      `${CALL}if (answer.status === 200 || run()) run();\nelse if (run()) console.log(await answer.text());\nconsole.log(await answer.text());\n`,
    ],
    [
      "of a request that has succeeded, in Python",
      "a.py",
      `${PYTHON}if answer.ok:\n    print(answer.text)\n`,
    ],
  ])("%s", async (_what, path, code) => {
    expect(await howOf(path, code)).toEqual(["unsafe"]);
  });
});
