import { describe, expect, it } from "vitest";
import { report } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

/** Code of popular packages, reduced to what makes it look like the API. None of it may cost the reading of a parser. */
const SEEN_ONLY = {
  "graph.js": "export const users = () => fetch(`https://graph.microsoft.com/v1.0/users`);\n",
  "roles.ts": 'export const ROLES = ["admin", "user"] as const; // since v1.5\n',
  "kafka.js": "await admin.createTopics({ topics: [{ numPartitions: 3, replicationFactor: 3 }] });\n",
  "solr.json": '{ "create": { "numShards": 2, "replicationFactor": 3 } }\n',
  "scaling.ts": "new autoscaling.AutoScalingGroup(this, 'group', { minCapacity: 1 });\n",
  "labels.js": 'if (pod.metadata.labels.provider === "aws") drain(pod);\n',
  "attributes.js": '/** @example "admin", @see https://slsa.dev/spec/v1.0/terminology */\n',
  "apis.js": 'const bigtable = require("./apis/bigtableadmin/v2"); // 1.0, discovery\n',
  "keyspace.ts": "export interface ReplicationSpecification { replicationSpecification: string }\n",
  "polling.js":
    "class Poller { srvAddress() { return this.srvHost; } get address() { return this.srvAddress(); } }\n",
  "metrics.js": "export const metrics = { clusters: 1, groups: [], discovery: true };\n",
};

/** Read, as one string is there, and dropped before a parser is asked, as the others are missing. */
const READ_ONLY = {
  "admin-page.js": 'app.use("/admin", page);\n',
  "version.js": 'export const VERSION = "v1.0";\n',
  "poller.js": "class Poller { get srvAddress() { return this.host; } poll() { ask(this.srvAddress); } }\n",
  "transfer.d.ts":
    "/**\n * Copies data of a cluster.\n */\nexport interface Job { status?: string; replicationSpec?: Spec }\n",
  "video.d.ts":
    "export interface Availability { globalConfig?: boolean; regionsConfig?: AvailabilityRegionsConfig }\n",
  "allowed.ts": "export const ALLOWED_HOSTS = ['*.mongodb.net', '*.mongodbgov.net'];\n",
  "detect.js": "exports.isHosted = (host) => host.endsWith('.mongodb.net') && host.port === 27017;\n",
  "okta.js": "export const members = (id) => fetch(`https://okta.example.com/groups/${id}/users`);\n",
};

const cwd = sharedTree({
  ...Object.fromEntries(Object.entries(SEEN_ONLY).map(([name, text]) => [`seen/${name}`, text])),
  ...Object.fromEntries(Object.entries(READ_ONLY).map(([name, text]) => [`read/${name}`, text])),
});

describe.concurrent("code that looks like the API", () => {
  it("is searched, and not read, when no anchor is whole", async () => {
    const { findings, summary } = await report(["seen"], { cwd });
    expect(findings).toEqual([]);
    expect(summary.files).toMatchObject({
      seen: Object.keys(SEEN_ONLY).length,
      read: 0,
      parsed: 0,
      plain: 0,
    });
  });

  it("is read, and not parsed, when a part of an anchor is there", async () => {
    const { findings, summary } = await report(["read"], { cwd });
    const count = Object.keys(READ_ONLY).length;
    expect(findings).toEqual([]);
    expect(summary.files).toMatchObject({
      seen: count,
      read: count,
      parsed: 0,
      plain: 0,
      withoutAnchor: count,
    });
  });
});
