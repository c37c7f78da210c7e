import { describe, expect, it } from "vitest";
import type { JsonReport } from "../../../src/report/index.js";
import { report } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";
import type { Tree } from "../../workspace/support/tree.js";

const SIBLINGS = 40;
const numbers = Array.from({ length: SIBLINGS }, (_, index) => index);

/** Many providers below one base class, each with a service and checks. Only one of them calls the API. */
const PYTHON: Tree = {
  ".git/HEAD": "",
  "app/base.py": `from typing import Optional
class Provider:
    _global: Optional["Provider"] = None

    @staticmethod
    def current() -> "Provider":
        return Provider._global

    @staticmethod
    def use(provider: "Provider"):
        Provider._global = provider

    @staticmethod
    def is_local(name):
        return name == "local"
`,
  "app/models.py": `from app.base import Provider
class Check:
    def __init__(self, name):
        self.name = name
        self.local = Provider.is_local(name)
`,
  "app/atlas/provider.py": `import requests
from app.base import Provider
class AtlasProvider(Provider):
    def __init__(self, key):
        self.key = key
        self.clusters = self.list_clusters()
        Provider.use(self)

    def list_clusters(self):
        answer = requests.get("https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters", auth=self.key)
        return answer.json()["results"]

    def name(self):
        return "atlas"
`,
  "app/report.py": `from app.base import Provider
def addresses():
    return [cluster["srvAddress"] for cluster in Provider.current().clusters]
`,
  "app/names.py": `from app.base import Provider
def title():
    return Provider.current().name()
`,
  ...Object.fromEntries(
    numbers.flatMap((index) => [
      [
        `app/p${index}/provider.py`,
        `import sdk
from sdk import storage
from app.base import Provider
class Provider${index}(Provider):
    def __init__(self, key):
        self.key = key
        self.opened = sdk.clusters.open(key)
        self.more = storage.regional.clusters(key)
        Provider.use(self)

    def name(self):
        return "p${index}"
`,
      ],
      [
        `app/p${index}/client.py`,
        `from app.base import Provider
from app.p${index}.service import Service${index}
client${index} = Service${index}(Provider.current())
`,
      ],
      [
        `app/p${index}/service.py`,
        `class Service${index}:
    def __init__(self, provider):
        self.provider = provider
        self.items = []
`,
      ],
      [
        `app/p${index}/check.py`,
        `from app.models import Check
from app.p${index}.client import client${index}
class Check${index}(Check):
    def execute(self):
        return [item for item in client${index}.items]
`,
      ],
    ]),
  ),
};

/** The same with a client that is injected, and a class that passes its client to those below it. */
const TYPESCRIPT: Tree = {
  ".git/HEAD": "",
  "src/store.ts": `export interface Store { name(): string; list(group: string): Promise<any>; close(): void }\n`,
  "src/atlas.ts": `import type { Store } from "./store.js";
export class AtlasStore implements Store {
  name() { return "atlas"; }
  async list(group: string) {
    return (await fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups/" + group + "/clusters")).json();
  }
  close() {}
}\n`,
  "src/controller.ts": `import type { Store } from "./store.js";
export abstract class Controller {
  constructor(protected readonly store: Store) {}
  abstract show(group: string): Promise<unknown>;
}\n`,
  "src/clusters.ts": `import { Controller } from "./controller.js";
export class Clusters extends Controller {
  async show(group: string) {
    return (await this.store.list(group)).results.map((one: any) => one.srvAddress);
  }
}\n`,
  ...Object.fromEntries(
    numbers.flatMap((index) => [
      [
        `src/stores/${index}.ts`,
        `import type { Store } from "../store.js";
export class Store${index} implements Store {
  name() { return "${index}"; }
  async list() { return []; }
  close() {}
}\n`,
      ],
      [
        `src/users/${index}.ts`,
        `import type { Store } from "../store.js";
export function end${index}(store: Store): void { console.log(store.name()); store.close(); }\n`,
      ],
    ]),
  ),
};

function followed({ summary }: JsonReport): number {
  return summary.files.parsed + summary.files.followed;
}

const places = ({ findings }: JsonReport): string[] =>
  findings.map(({ path, line, ruleId }) => `${path}:${line} ${ruleId}`).sort();

describe("classes below one base class", () => {
  it("are not followed for what only another one of them has", async () => {
    const found = await report(["."], { cwd: sharedTree(PYTHON) });
    expect(places(found)).toEqual([
      "app/atlas/provider.py:10 no-unversioned-base-path",
      "app/atlas/provider.py:10 require-version-media-type",
      "app/report.py:3 no-removed-property",
    ]);
    expect(followed(found)).toBe(3);
  });

  it("are found through a class that passes an object of their interface to others", async () => {
    const cwd = sharedTree(TYPESCRIPT);
    const found = await report(["."], { cwd });
    expect(places(found)).toEqual([
      "src/atlas.ts:5 no-unversioned-base-path",
      "src/atlas.ts:5 require-version-media-type",
      "src/clusters.ts:4 no-removed-property",
    ]);
    expect(followed(found)).toBeLessThanOrEqual(5);
  });
});
