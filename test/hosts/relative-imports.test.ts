import { describe, expect, it } from "vitest";
import type { JsonReport } from "../../src/report/index.js";
import { report, v2ready } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";
const PYTHON_CALL = `import requests\nrequests.get("${BASE}/groups")\n`;

/** Imports of a language: of a file in another case, of files that are not there, and of files that may be anywhere. */
const LANGUAGES: readonly {
  readonly name: string;
  readonly tree: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
  readonly missing: readonly string[];
}[] = [
  {
    name: "Python",
    tree: {
      "app/main.py": `from .Config import URL
from .gone import TOKEN
from . import nothing, version
from .empty import lost
from .named import KNOWN
from .loose import any_name
from .built import made
import elsewhere
try:
    from .optional import X
except ImportError:
    X = None
${PYTHON_CALL}requests.get(URL + "/groups")
`,
      "app/config.py": `URL = "${BASE}"\n`,
      "app/version.pyi": "",
      "app/empty/__init__.py": "",
      "app/named/__init__.py": "KNOWN = 1\n",
      "app/loose/__init__.py": "from os import *\n",
      ".gitignore": "built.py\n",
    },
    problems: ["app/main.py:1 app/Config.py config.py"],
    missing: ["app/gone.py app/main.py:2", "app/nothing.py app/main.py:3", "app/empty/lost.py app/main.py:4"],
  },
  {
    name: "Ruby",
    tree: {
      "app/main.rb": `require 'net/http'
require_relative 'config'
require_relative 'gone'
require './lib/atlas'
require 'sometimes'
Net::HTTP.get(URI("${BASE}/groups"))
`,
      "app/Config.rb": "TOKEN = 1\n",
      "lib/atlas.rb": "",
    },
    problems: ["app/main.rb:2 app/config.rb Config.rb"],
    missing: ["app/gone.rb app/main.rb:3"],
  },
  {
    name: "PHP",
    tree: {
      "app/main.php": `<?php
require __DIR__ . '/config.php';
require_once dirname(__DIR__) . '/gone.php';
require 'HTTP/Request2.php';
require __DIR__ . '/vendor/autoload.php';
require $folder . '/x.php';
file_get_contents("${BASE}/groups");
`,
      "app/Config.php": "<?php $token = 1;\n",
    },
    problems: ["app/main.php:2 app/config.php Config.php"],
    missing: ["gone.php app/main.php:3"],
  },
  {
    name: "shell",
    tree: {
      "app/main.sh": `source ./Common.sh
. "$(dirname "$0")/gone.sh"
. "$(cd "$(dirname "\${BASH_SOURCE[0]}")" && pwd)/../lib/lost.sh"
. "$HOME/own.sh"
. lib/there.sh
. ./secrets
curl --digest -u "$K" "$URL/groups"
curl --digest -u "$K" "${BASE}/groups"
`,
      "app/common.sh": `URL=${BASE}\n`,
      "lib/there.sh": "",
    },
    problems: ["app/main.sh:1 app/Common.sh common.sh"],
    missing: ["app/gone.sh app/main.sh:2", "lib/lost.sh app/main.sh:3"],
  },
];

describe("a relative import that does not lead to the very file that it names", () => {
  it.each(LANGUAGES)("is reported in $name", async ({ tree, problems, missing }) => {
    const cwd = sharedTree({ ".git/HEAD": "", ...tree });
    const { stdout } = await v2ready(["check", "--format", "json"], { cwd });
    const report = JSON.parse(stdout) as JsonReport;
    const said = /^imports (\S+), which exists only in another case, as (\S+);/;
    expect(
      report.problems.map(({ path, line, message }) => {
        const [, named, onDisk] = said.exec(message) ?? [];
        return `${path}:${line} ${named} ${onDisk}`;
      }),
    ).toEqual(problems);
    const entries = report.unchecked.filter(({ kind }) => kind === "missing-import");
    const places = entries.map(
      ({ module, places: [place] }) => `${module?.path} ${place?.path}:${place?.line}`,
    );
    expect(places).toEqual(missing);
  });

  it("is followed in another case, in Python and shell", async () => {
    const [python, , , shell] = LANGUAGES;
    const cwd = sharedTree({ ".git/HEAD": "", ...python!.tree, ...shell!.tree });
    const { stdout } = await v2ready(["check", "--format", "json"], { cwd });
    const { findings } = JSON.parse(stdout) as JsonReport;
    const calls = findings.filter(({ ruleId }) => ruleId === "require-version-media-type");
    expect(calls.map(({ path }) => path)).toEqual([
      "app/main.py",
      "app/main.py",
      "app/main.sh",
      "app/main.sh",
    ]);
  });
});

it("files that import others by a name in another case are found, and their problems have the order of the files", async () => {
  const text = 'export const base = "https://cloud.mongodb.com/api/atlas/v1.0";\n';
  const cwd = sharedTree({
    ".git/HEAD": "",
    "Base.js": text,
    "Client.js": text,
    "a.js": 'import { base } from "./client.js";\nfetch(base + "/groups");\n',
    "b.js": 'import { base } from "./base.js";\nfetch(base + "/groups");\n',
  });
  const { problems } = await report(["."], { cwd });
  expect(problems.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
    "a.js import-case",
    "b.js import-case",
  ]);
});
