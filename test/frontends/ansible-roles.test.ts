import { describe, expect, it } from "vitest";
import { report } from "../support/command.js";
import { repository } from "../support/repository.js";

const API = "https://cloud.mongodb.com/api/atlas/v2";
const HEADER = `-H "Accept: application/vnd.atlas.2023-02-01+json"`;

async function foundIn(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { findings } = await report([], { cwd: repository({ ...files }) });
  return findings.map(({ path, line, message }) => `${path}:${line} ${message.split(" ")[0]!}`);
}

/** A task with a command of four lines, and one that reads its output. */
const tasks = (command: string) => `- name: get
  ${command}
  register: x
- debug: { msg: "{{ (x.stdout | from_json).numShards }}" }
`;

describe("what later tasks read of the output of a command is read of a response", () => {
  it.each([
    ["a text", `shell: |\n    curl --digest -u a:b ${HEADER} ${API}/groups/g/clusters/c`],
    [
      "`cmd`",
      `ansible.builtin.command:\n    cmd: >-\n      curl --digest -u a:b ${API}/groups/g/clusters/c ${HEADER}`,
    ],
    [
      "`argv`",
      `command:\n    argv: [curl, --digest, -u, "a:b", -H, "Accept: application/vnd.atlas.2023-02-01+json", ${API}/groups/g/clusters/c]`,
    ],
  ])("as %s", async (_what, command) => {
    const text = tasks(command);
    expect(await foundIn({ "site.yml": text })).toEqual([
      `site.yml:${text.split("\n").length - 1} numShards`,
    ]);
  });

  it("but not of one that sends nothing", async () => {
    const text = `${tasks("shell: cat cluster.json")}# ${API}/groups/g/clusters\n- shell: curl ${HEADER} x\n`;
    expect(await foundIn({ "site.yml": text })).toEqual([]);
  });

  it("and a request of `argv` without a name is one", async () => {
    const text = `- command:\n    argv: [curl, --digest, -u, "a:b", ${API}/groups/g/alerts]\n`;
    expect(await foundIn({ "site.yml": text })).toEqual(["site.yml:2 GET"]);
  });
});

const READER = `- uri:\n    url: "{{ atlas_api }}/groups/g/alerts"\n    user: u\n    password: p\n`;
const GIVEN = `atlas_api: ${API}\n`;
const READ = "roles/atlas/tasks/main.yml";

describe("variables of Ansible in other files", () => {
  it.each([
    "roles/atlas/defaults/main.yml",
    "roles/atlas/vars/main.yml",
    "group_vars/all.yml",
    "group_vars/all/a.yml",
  ])("are known: %s", async (path) => {
    expect(await foundIn({ [READ]: READER, [path]: GIVEN })).toEqual([`${READ}:2 GET`]);
  });

  it.each(["roles/other/defaults/main.yml", "roles/atlas/files/main.yml"])(
    "are not those of %s",
    async (path) => {
      expect(await foundIn({ [READ]: READER, [path]: GIVEN })).toEqual([]);
    },
  );
});
