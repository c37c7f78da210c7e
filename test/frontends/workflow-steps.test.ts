import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";
import { fixFiles } from "../support/fix-files.js";

const PATH = ".github/workflows/a.yml";
const API = "https://cloud.mongodb.com/api/atlas";
const HEADER = `-H "Accept: application/vnd.atlas.2023-02-01+json"`;

/** Returns the lines of the findings with the first word of each message. */
async function foundIn(text: string): Promise<readonly string[]> {
  const { source, findings } = await analyze(PATH, text);
  return findings
    .filter(({ confidence }) => confidence !== "low")
    .map(({ message, place }) => `${source.position(place.start).line} ${message.split(" ")[0]!}`);
}

/** A workflow of two jobs. Each step begins with the place of its first line: 4, and so on. */
const jobs = (first: string, second = "", outputs = "") =>
  `jobs:\n  a:\n    steps:\n${first}${outputs}  b:\n    needs: a\n    steps:\n${second}`;

const FETCH = `      - id: get
        run: |
          body=$(curl --digest -u "$A:$B" ${HEADER} ${API}/v2/groups/g/clusters/c)
`;

describe("values that a step gives to later steps of a workflow", () => {
  it.each([
    [
      "an output",
      `          echo "c=$body" >> "$GITHUB_OUTPUT"\n      - run: echo "\${{ steps.get.outputs.c }}" | jq .numShards\n`,
      "8 numShards",
    ],
    [
      "an output in single quotes",
      `          echo "c=$body" >> $GITHUB_OUTPUT\n      - run: echo '\${{ steps.get.outputs.c }}' | jq .numShards\n`,
      "8 numShards",
    ],
    [
      "an output of several lines",
      `          { echo 'c<<END'; echo "$body"; echo END; } >> "$GITHUB_OUTPUT"
      - env: { C: "\${{ steps.get.outputs.c }}" }
        run: jq .numShards <<< "$C"\n`,
      "9 numShards",
    ],
    [
      "a variable of the environment",
      `          echo "C=$body" >> "$GITHUB_ENV"\n      - run: jq .numShards <<< "$C"\n`,
      "8 numShards",
    ],
    [
      "JSON that an expression reads",
      `          echo "c=$body" >> "$GITHUB_OUTPUT"
      - uses: x/y@v1
        with: { shards: "\${{ fromJSON(steps.get.outputs.c).numShards }}" }
      - run: echo\n`,
      "9 numShards",
    ],
  ])("are known: %s", async (_what, rest, error) => {
    expect(await foundIn(jobs(FETCH + rest))).toEqual([error]);
  });

  it("are known in a job that needs the job of the step", async () => {
    const give = FETCH + `          echo "c=$body" >> "$GITHUB_OUTPUT"\n`;
    const second = `      - run: echo "\${{ needs.a.outputs.shown }}" | jq .numShards\n`;
    const outputs = '    outputs: { shown: "${{ steps.get.outputs.c }}" }\n';
    expect(await foundIn(jobs(give, second, outputs))).toEqual(["12 numShards"]);
  });

  it.each([
    ["another output", `echo "\${{ steps.get.outputs.d }}" | jq .numShards`],
    ["the output of another step", `echo "\${{ steps.other.outputs.c }}" | jq .numShards`],
    ["a variable of a step", `jq .numShards <<< "$body"`],
  ])("are not those of %s", async (_what, command) => {
    const give = FETCH + `          echo "c=$body" >> "$GITHUB_OUTPUT"\n`;
    expect(await foundIn(jobs(`${give}      - run: ${command}\n`))).toEqual([]);
  });

  it("may be a base path, which moves together with the requests", async () => {
    const text = jobs(
      `      - id: base
        run: echo "url=${API}/v1.0" >> "$GITHUB_OUTPUT"
      - run: curl --digest -u "$A:$B" "\${{ steps.base.outputs.url }}/groups/g/alerts"
`,
    );
    const { files, remaining } = await fixFiles({ [PATH]: text }, ["safe", "unsafe"]);
    expect(remaining).toEqual([]);
    expect(files[PATH]).toBe(
      text.replace("v1.0", "v2").replace("curl --digest", `curl ${HEADER.replace(": ", ":")} --digest`),
    );
  });

  it("do not keep a variable that several steps use from a fix", async () => {
    const text = `env:
  API: ${API}/v1.0
jobs:
  a:
    steps:
      - run: |
          echo "size=1" >> "$GITHUB_OUTPUT"
          curl --digest -u "$A:$B" "$API/groups"
      - run: |
          curl --digest -u "$A:$B" "$API/orgs"
`;
    const { files, remaining } = await fixFiles({ [PATH]: text }, ["safe", "unsafe"]);
    expect(remaining).toEqual([]);
    expect(files[PATH]).toBe(
      text.replace("v1.0", "v2").replaceAll("curl --digest", `curl ${HEADER} --digest`),
    );
  });
});

describe("values of a matrix", () => {
  const matrix = (strategy: string, header: string) => `jobs:
  a:
    strategy:
      matrix: ${strategy}
    steps:
      - run: |
          curl --digest -u "$A:$B" ${header} "${API}/v2/groups/\${{ matrix.to.group }}/alerts"
`;

  it("are those of all runs", async () => {
    const text = matrix(
      "{ to: [{ group: g, date: 2023-02-01 }, { group: h, date: 2022-01-01 }] }",
      `-H "Accept: application/vnd.atlas.\${{ matrix.to.date }}+json"`,
    );
    expect(await foundIn(text)).toEqual(["4 2022-01-01"]);
  });

  it("are also those of runs that are included", async () => {
    const text = matrix(
      "{ type: [vnd.atlas.2023-02-01+json], include: [{ type: json, to: { group: g } }] }",
      `-H "Accept: application/\${{ matrix.type }}"`,
    );
    expect(await foundIn(text)).toEqual(["7 GET"]);
  });
});
