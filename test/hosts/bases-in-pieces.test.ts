import { expect, it } from "vitest";
import { report } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

/** Both pieces of the base are in one file, and the request in another, which holds nothing of the API by itself. */
it.each(["v1.0", "v2"])(
  "requests with a base whose pieces come from another file are found: %s",
  async (version) => {
    const cwd = sharedTree({
      "parts.js": `export const API = "/api/atlas";\nexport const VERSION = "${version}";\n`,
      "client.js":
        'import { API, VERSION } from "./parts.js";\nexport const list = () => fetch("https://cloud.mongodb.com" + API + "/" + VERSION + "/groups", { headers: { Accept: "application/json" } });\n',
    });
    const { findings } = await report([], { cwd });
    expect(findings.map(({ ruleId }) => ruleId)).toEqual([
      "require-version-media-type",
      ...(version === "v2" ? [] : ["no-unversioned-base-path"]),
    ]);
  },
);
