import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

/** Returns the properties that errors name, each with its line, where the request is known. */
async function errorsIn(text: string): Promise<readonly string[]> {
  const { source, findings } = await analyze("site.yml", text);
  const errors = findings.filter(({ severity, confidence }) => severity === "error" && confidence === "high");
  return errors.map(({ message, place }) => `${source.position(place.start).line} ${message.split(" ")[0]!}`);
}

const playbook = (tasks: string, loop = "") => `- hosts: localhost
  tasks:
    - ansible.builtin.uri:
        url: "https://cloud.mongodb.com/api/atlas/v2/groups/g/clusters"
        headers: { Accept: application/vnd.atlas.2023-02-01+json }
        return_content: true
      register: r
      ${loop}
${tasks}
`;

describe("what later tasks read of a response is known", () => {
  it.each([
    ["a member", `    - debug: { msg: "{{ r.json.results[0].srvAddress }}" }`, "9 srvAddress"],
    [
      "a key in brackets",
      `    - debug: { msg: "{{ r['json']['results'][0]['srvAddress'] }}" }`,
      "9 srvAddress",
    ],
    [
      "parsed content",
      `    - debug: { msg: "{{ (r.content | from_json).results[0].mongoURI }}" }`,
      "9 mongoURI",
    ],
    ["an expression without braces", `    - debug:\n        var: r.json.results[0].mongoURI`, "10 mongoURI"],
    ["a condition", `    - command: x\n      when: r.json.results[0].srvAddress is defined`, "10 srvAddress"],
    [
      "the items of a loop",
      `    - debug: { msg: "{{ item.srvAddress }}" }\n      loop: "{{ r.json.results }}"`,
      "9 srvAddress",
    ],
    [
      "a named item of a loop",
      `    - debug: { msg: "{{ c.srvAddress }}" }\n      with_items: "{{ r.json.results }}"\n      loop_control: { loop_var: c }`,
      "9 srvAddress",
    ],
    [
      "a fact",
      `    - set_fact: { all: "{{ r.json.results }}" }\n    - debug: { msg: "{{ all[0].mongoURI }}" }`,
      "10 mongoURI",
    ],
    [
      "an attribute of a filter",
      `    - debug: { msg: "{{ r.json.results | map(attribute='srvAddress') }}" }`,
      "9 srvAddress",
    ],
    [
      "an attribute of a selection",
      `    - debug: { msg: "{{ r.json.results | selectattr('providerSettings.regionName', 'eq', 'x') | list }}" }`,
      "9 providerSettings",
    ],
    [
      "a query",
      `    - debug: { msg: "{{ r.json | community.general.json_query('results[].srvAddress') }}" }`,
      "9 srvAddress",
    ],
    [
      "a loop of a template",
      `    - copy:\n        content: |\n          {% for c in r.json.results %}\n          {{ c.mongoURI }}\n          {% endfor %}`,
      "12 mongoURI",
    ],
  ])("%s", async (_, tasks, error) => {
    expect(await errorsIn(playbook(tasks))).toEqual([error]);
  });

  it("a task in a loop has a list of results", async () => {
    const tasks = `    - debug: { msg: "{{ r.results[0].json.results[0].srvAddress }}" }
    - debug: { msg: "{{ one.json.results[0].mongoURI }}" }
      loop: "{{ r.results }}"
      loop_control: { loop_var: one }`;
    expect(await errorsIn(playbook(tasks, "loop: [a, b]"))).toEqual(["9 srvAddress", "10 mongoURI"]);
  });
});

it.each([
  [
    "the name of another task",
    `    - command: x\n      register: r\n    - debug: { msg: "{{ r.json.srvAddress }}" }`,
  ],
  ["a name inside another one", `    - debug: { msg: "{{ other.r.json.srvAddress }}" }`],
  ["a text", `    - debug: { msg: "{{ 'r.json.srvAddress' }}" }`],
  ["the headers of a response", `    - debug: { msg: "{{ r.headers.srvAddress }}" }`],
])("what is not of the response is not read: %s", async (_, tasks) => {
  expect(await errorsIn(playbook(tasks))).toEqual([]);
});
