import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const READ = "cluster['providerSettings'], cluster['replicationFactor'], cluster['clusterType']";

/** Programs that read the same names from what `cluster` is. */
const INPUTS: Readonly<Record<string, string>> = {
  "the parameters of a module of Ansible": `from ansible.module_utils.basic import AnsibleModule
module = AnsibleModule(argument_spec=SPEC)
cluster = module.params
print(${READ})
`,
  "the arguments of a command": `import argparse
parser = argparse.ArgumentParser()
parser.add_argument("--provider-settings", dest="providerSettings")
cluster = parser.parse_args()
print(cluster.providerSettings, cluster.replicationFactor, cluster.clusterType)
`,
};

const messages = async (path: string, text: string): Promise<string[]> =>
  (await analyze(path, text)).findings.map(({ message }) => message);

describe("what the user of a program gives", () => {
  it.each(Object.entries(INPUTS))("is not taken for a response: %s", async (_what, text) => {
    expect(await messages("a.py", text)).toEqual([]);
  });

  it("is not taken for a response: the options of a command in JavaScript", async () => {
    const text = `import { program } from "commander";
const cluster = program.opts();
console.log(cluster.providerSettings, cluster.replicationFactor, cluster.clusterType);
`;
    expect(await messages("a.js", text)).toEqual([]);
    expect(await messages("a.js", text.replace("commander", "./clusters.js"))).toHaveLength(2);
  });

  it("may be a response where it comes from another module", async () => {
    const text = `from clusters import module\ncluster = module.params\nprint(${READ})\n`;
    expect(await messages("a.py", text)).toHaveLength(2);
  });
});
