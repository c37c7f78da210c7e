import { expect, it } from "vitest";
import { report } from "../../../support/command.js";
import { sharedTree } from "../../../support/tree.js";

const collection = (variables: Readonly<Record<string, string>> = {}): string =>
  JSON.stringify({
    info: { name: "Atlas" },
    item: [
      {
        request: {
          method: "GET",
          header: [],
          url: { raw: "{{base_url}}/api/atlas/{{version}}/groups/{{id}}/clusters" },
        },
      },
    ],
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
  });

const environment = (values: Readonly<Record<string, string>>, enabled = true): string =>
  JSON.stringify({ values: Object.entries(values).map(([key, value]) => ({ key, value, enabled })) });

const HOST = "https://cloud.mongodb.com";

/** Checks a collection beside other files. Returns the findings. */
async function found(
  files: Readonly<Record<string, string>>,
  ofCollection = collection(),
): Promise<string[]> {
  const cwd = sharedTree({ ".git/HEAD": "", "Atlas.postman_collection.json": ofCollection, ...files });
  const { findings, summary } = await report(["."], { cwd });
  return [
    ...findings.map(({ path, ruleId }) => `${path} ${ruleId}`),
    ...(summary.undetermined > 0 ? [`${summary.undetermined} undetermined`] : []),
  ].sort();
}

const OLD = [
  "Atlas.postman_collection.json require-version-media-type",
  "envs/Prod.postman_environment.json no-unversioned-base-path",
];

it("takes the variables of a collection from an environment in the repository", async () => {
  const files = {
    "envs/Prod.postman_environment.json": environment({ base_url: HOST, version: "v1.0", id: "" }),
  };
  expect(await found(files)).toEqual(OLD);
  expect(await found({})).toEqual(["1 undetermined"]);
});

it("takes no variable that is turned off", async () => {
  expect(
    await found({
      "Off.postman_environment.json": environment({ base_url: HOST, version: "v1.0" }, false),
    }),
  ).toEqual(["1 undetermined"]);
});

it("takes all values where environments, or the collection, have several", async () => {
  const old = { "envs/Prod.postman_environment.json": environment({ base_url: HOST, version: "v1.0" }) };
  expect(
    await found({ ...old, "New.postman_environment.json": environment({ base_url: HOST, version: "v2" }) }),
  ).toContain(OLD[1]);
  expect(await found(old, collection({ version: "v2" }))).toContain(OLD[1]);
});
