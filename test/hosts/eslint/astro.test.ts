import { describe, expect, it } from "vitest";
import { report } from "../../support/command.js";
import { ESLINT_VERSIONS, eslint, sharedConfig } from "../../support/linters.js";
import { differences } from "../../support/parity.js";
import { sharedTree } from "../../support/tree.js";

const PAGE = `---
import { BASE } from "./config.js";

const response = await fetch(\`\${BASE}/groups/1/clusters\`);
const { results } = await response.json();
---
<ul>{results.map((cluster) => <li>{cluster.name}</li>)}</ul>
<script>
  fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups");
</script>
`;

const cwd = sharedTree({
  "src/config.js": 'export const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";\n',
  "src/page.astro": PAGE,
});

describe("a component of Astro, with astro-eslint-parser", () => {
  it.each(ESLINT_VERSIONS)(
    "has the findings of the audit in its frontmatter and its scripts, in %s",
    async (version) => {
      const [linted, audited] = await Promise.all([
        eslint(sharedConfig("astro"), { cwd, version }),
        report(["--no-types", "."], { cwd }),
      ]);
      expect(linted.stderr).toBe("");
      expect(differences(linted, audited)).toEqual([]);
      const inPage = linted.messages.filter(({ path }) => path === "src/page.astro");
      expect(inPage.map(({ line, ruleId }) => `${String(line)} ${String(ruleId)}`)).toEqual([
        "4 v2ready/require-version-media-type",
        "9 v2ready/require-version-media-type",
        "9 v2ready/no-unversioned-base-path",
      ]);
    },
  );
});
