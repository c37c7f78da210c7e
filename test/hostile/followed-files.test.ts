import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { report } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";

/** A program whose base path comes from another file, and that file when it is fine and when it is nested too deeply. */
interface Case {
  readonly program: Readonly<Record<string, string>>;
  readonly file: string;
  readonly fine: string;
  readonly deep?: string;
}

const nested = (count: number, open: string, close: string): string =>
  `${open.repeat(count)}1${close.repeat(count)}`;
const DEEP = nested(2_000, "(", ")");

const CASES: Readonly<Record<string, Case>> = {
  "a Go module": {
    program: {
      "main.go":
        'package main\nimport ("net/http"; "example.com/m/conf")\nfunc main() { http.Get(conf.Base + "/groups") }\n',
      "conf/conf.go": `package conf\nconst Base = "${BASE}"\n`,
    },
    file: "go.mod",
    fine: "module example.com/m\n",
  },
  "a Go package": {
    program: {
      "go.mod": "module example.com/m\n",
      "main.go": `package main\nimport ("net/http"; "example.com/m/conf")\nfunc main() { http.Get(conf.Base + "/groups"); http.Get("${BASE}/orgs") }\n`,
    },
    file: "conf/conf.go",
    fine: `package conf\nconst Base = "${BASE}"\n`,
    deep: `package conf\nconst Base = ${DEEP}\n`,
  },
  "the settings of a Java program": {
    program: {
      "src/main/java/A.java": `import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.client.RestTemplate;
class A {
  @Value("\${api.base}") String base;
  void f(RestTemplate r) { r.getForObject(base + "/groups", String.class); r.getForObject("${BASE}/orgs", String.class); }
}\n`,
    },
    file: "src/main/resources/application.yml",
    fine: `api:\n  base: ${BASE}\n`,
    deep: `api: ${nested(2_000, "[", "]")}\n`,
  },
  "a Java class": {
    program: {
      "app/A.java": `package app;\nimport org.springframework.web.client.RestTemplate;\nclass A { void f(RestTemplate r) { r.getForObject(Paths.BASE + "/groups", String.class); r.getForObject("${BASE}/orgs", String.class); } }\n`,
    },
    file: "app/Paths.java",
    fine: `package app;\nclass Paths { static final String BASE = "${BASE}"; }\n`,
    deep: `package app;\nclass Paths { static final String BASE = ${DEEP}; }\n`,
  },
  "the settings of a C# program": {
    program: {
      "A.cs": `using System.Net.Http;\nclass A { IConfiguration c; async Task F(HttpClient h) { await h.GetAsync(c["Api:Base"] + "/groups"); await h.GetAsync("${BASE}/orgs"); } }\n`,
    },
    file: "appsettings.json",
    fine: `{ "Api": { "Base": "${BASE}" } }`,
    deep: nested(20_000, "[", "]"),
  },
  "a C# class": {
    program: {
      "A.cs": `using System.Net.Http;\nclass A { async Task F(HttpClient h) { await h.GetAsync(Paths.Base + "/groups"); await h.GetAsync("${BASE}/orgs"); } }\n`,
    },
    file: "Paths.cs",
    fine: `static class Paths { public const string Base = "${BASE}"; }\n`,
    deep: `static class Paths { public const string Base = ${DEEP}; }\n`,
  },
  "a Ruby file": {
    program: {
      "a.rb": `require "net/http"\nrequire_relative "settings"\nNet::HTTP.get(URI(BASE + "/groups"))\nNet::HTTP.get(URI("${BASE}/orgs"))\n`,
    },
    file: "settings.rb",
    fine: `BASE = "${BASE}"\n`,
    deep: `BASE = ${DEEP}\n`,
  },
  "a PHP file": {
    program: {
      "a.php": `<?php\nrequire __DIR__ . '/settings.php';\nfile_get_contents(BASE . '/groups');\nfile_get_contents('${BASE}/orgs');\n`,
    },
    file: "settings.php",
    fine: `<?php\nconst BASE = '${BASE}';\n`,
    deep: `<?php\nconst BASE = ${DEEP};\n`,
  },
  "a PowerShell file": {
    program: {
      "a.ps1": `. ./settings.ps1\nInvoke-RestMethod "$base/groups"\nInvoke-RestMethod "${BASE}/orgs"\n`,
    },
    file: "settings.ps1",
    fine: `$base = '${BASE}'\n`,
    deep: `$base = ${DEEP}\n`,
  },
  "the namespaces of a PHP program": {
    program: {
      "a.php": `<?php\nuse App\\Paths;\nfile_get_contents(Paths::BASE . '/groups');\nfile_get_contents('${BASE}/orgs');\n`,
      "lib/Paths.php": `<?php\nnamespace App;\nclass Paths { const BASE = '${BASE}'; }\n`,
      "other/Paths.php": `<?php\nnamespace Other;\nclass Paths { const BASE = 'https://example.com'; }\n`,
      "Paths.php": `<?php\nnamespace Third;\nclass Paths { const BASE = 'https://example.com'; }\n`,
    },
    file: "composer.json",
    fine: `{ "autoload": { "psr-4": { "App\\\\": "lib/" } } }`,
    deep: nested(20_000, "[", "]"),
  },
  "a Python module": {
    program: {
      "a.py": `import requests\nfrom settings import BASE\nrequests.get(BASE + "/groups")\nrequests.get("${BASE}/orgs")\n`,
    },
    file: "settings.py",
    fine: `BASE = "${BASE}"\n`,
    deep: `BASE = ${DEEP}\n`,
  },
  "a shell script": {
    program: { "a.sh": `. ./env.sh\ncurl $BASE/groups\ncurl ${BASE}/orgs\n` },
    file: "env.sh",
    fine: `BASE=${BASE}\n`,
    deep: `BASE=${nested(2_000, "$(echo ", ")")}\n`,
  },
};

const OUTSIDE = sharedTree({ secret: "secret-of-mine" });

async function reportOf({ program, file }: Case, text: string | undefined, make?: (path: string) => void) {
  const own: Record<string, string> = text === undefined ? {} : { [file]: text };
  const folder = file.slice(0, Math.max(0, file.lastIndexOf("/")));
  const cwd = sharedTree({ ".git/HEAD": "", ...program, ...own, [join(folder, "other.txt")]: "" });
  make?.(join(cwd, file));
  const { findings, problems } = await report([], { cwd });
  return { count: findings.length, problems: problems.map(({ path, message }) => `${path} ${message}`) };
}

describe("a file that values come from", () => {
  describe.each(Object.entries(CASES))("%s", (_name, one) => {
    it("is read if it is a regular file", async () => {
      const absent = await reportOf(one, undefined);
      const fine = await reportOf(one, one.fine);
      expect([absent.problems, fine.problems]).toEqual([[], []]);
      expect(fine.count).toBeGreaterThan(absent.count);
    });

    it.each<[what: string, make: (path: string) => void, why: string]>([
      ["a FIFO", (path) => execFileSync("mkfifo", [path]), "could not be read: is a FIFO"],
      ["a device", (path) => symlinkSync("/dev/zero", path), "could not be read: is a device"],
      [
        "a link out of the repository",
        (path) => symlinkSync(join(OUTSIDE, "secret"), path),
        "is a link that leads out of the repository, and was not read",
      ],
    ])("is not opened, and is a problem, if it is %s", async (_what, make, why) => {
      expect((await reportOf(one, undefined, make)).problems).toEqual([`${one.file} ${why}`]);
    });
  });

  it.each(Object.entries(CASES).filter(([, { deep }]) => deep !== undefined))(
    "is a problem if it is nested too deeply: %s",
    async (_name, one) => {
      const { problems } = await reportOf(one, one.deep);
      expect(problems).toEqual([expect.stringMatching(/nested levels/)]);
      expect(problems[0]).toMatch(one.file);
    },
  );
});
