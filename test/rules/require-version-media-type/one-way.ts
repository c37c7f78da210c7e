import type { InvalidCase, ValidCase } from "../../support/rule-tester.js";

const TYPE = "application/vnd.%vendor%.2023-02-01+json";
const ACCEPT = `Accept: "${TYPE}"`;
const NEW = "%host%/api/%admin%/v2";

const MISSING = { messageId: "missingOnOneWay", confidence: "medium" } as const;
const PLAIN = { messageId: "plainOnOneWay", confidence: "medium" } as const;

const DEFAULTS = `V=\${V:-2023-02-01}
curl --digest -H "Accept: application/vnd.%vendor%.$V+json" ${NEW}/groups
curl --digest -H "Accept: application/vnd.%vendor%.\${1:-2023-02-01}+json" ${NEW}/groups
: "\${VERSION:=2023-02-01}"
ACCEPT="application/vnd.%vendor%.$VERSION+json"
wget -qO- --header "Accept: $ACCEPT" ${NEW}/groups`;

/** The header is right in some branch of the code. */
export const valid: readonly ValidCase[] = [
  {
    name: "one date or the other",
    code: `export const f = (c) => fetch("${NEW}/groups", { headers: c ? { ${ACCEPT} } : { Accept: "application/vnd.%vendor%.2024-10-23+json" } });`,
  },
  {
    name: "two types in one header on one way",
    code: `export const f = (c) => fetch("${NEW}/groups", { headers: { Accept: c ? "${TYPE}" : "application/json, ${TYPE}" } });`,
  },
  {
    name: "the other way is not known",
    code: `export const f = (o) => fetch("${NEW}/groups", { headers: { Accept: o.accept ?? "${TYPE}" } });
export const g = (o) => fetch("${NEW}/groups", { headers: o.headers ?? { ${ACCEPT} } });
export const h = (o) => {
  const headers = { ...o };
  if (o.versioned) headers.Accept = "${TYPE}";
  return fetch("${NEW}/groups", { headers });
};`,
  },
  {
    name: "the ways may be those of the URL",
    code: `export const f = (c) => fetch(c ? "${NEW}/groups" : "%host%/%metrics%/v1.0/groups/1/discovery", { headers: { Accept: c ? "${TYPE}" : "application/json" } });
export const g = (c, url) => fetch(c ? "${NEW}/groups" : url, { headers: c ? { ${ACCEPT} } : {} });`,
  },
  {
    name: "a branch that is known not to be taken",
    code: `const headers = {};
if (!headers.Accept) headers.Accept = "${TYPE}";
fetch("${NEW}/groups", { headers });`,
  },
  { name: "a date that is a default in a shell", filename: "dated.sh", code: DEFAULTS },
  {
    name: "a date that is a default in PHP",
    filename: "dated.php",
    code: `<?php
$c = curl_init("${NEW}/groups");
curl_setopt($c, CURLOPT_HTTPAUTH, CURLAUTH_DIGEST);
curl_setopt($c, CURLOPT_HTTPHEADER, ["Accept: application/vnd.%vendor%." . (getenv("V") ?: "2023-02-01") . "+json"]);
curl_exec($c);`,
  },
  {
    name: "a list of strings, all of which are sent",
    code: `exports = () => context.http.get({ url: "${NEW}/groups", headers: { Accept: ["${TYPE}", "application/json"] } });`,
  },
];

export const invalid: readonly InvalidCase[] = [
  {
    name: "another header on the other way",
    code: `export const f = (c, g) => fetch("${NEW}/groups/" + g, { headers: c ? { ${ACCEPT} } : { Accept: "⟦application/json⟧" } });`,
    errors: [
      {
        ...PLAIN,
        message:
          "GET /groups/{g} sends Accept: application/json in one branch of the code, not a dated media type; the versioned API responds with 406.",
      },
    ],
  },
  {
    name: "another value on the other way",
    code: `export const f = (c) => fetch("${NEW}/groups", { headers: { Accept: c ? "${TYPE}" : "⟦*/*⟧" } });`,
    errors: [PLAIN],
  },
  {
    name: "no header on the other way",
    code: `export const f = (c, g) => fetch("${NEW}/groups/" + g, { headers: c ? { ${ACCEPT} } : ⟦{}⟧ });`,
    errors: [
      {
        ...MISSING,
        message:
          "GET /groups/{g} sends no Accept header with a dated media type in one branch of the code; the versioned API responds with 406.",
      },
    ],
  },
  {
    name: "a header that is set under a condition",
    code: `export const f = (c) => {
  const headers = ⟦{ "X-Trace": "1" }⟧;
  if (c) headers.Accept = "${TYPE}";
  return fetch("${NEW}/groups", { headers });
};`,
    errors: [MISSING],
  },
  {
    name: "another value on the other way, in a shell",
    filename: "other.sh",
    code: `TYPE=⟦application/json⟧
if [ -n "$NEW" ]; then TYPE=${TYPE}; fi
curl --digest -H "Accept: $TYPE" ${NEW}/groups`,
    errors: [PLAIN],
  },
  {
    name: "axios, before the move",
    code: `import axios from "axios";
export const f = (c) => axios.get("%host%/api/%admin%/v1.0/groups", { headers: c ? { ${ACCEPT} } : { Accept: "⟦application/json⟧" } });`,
    errors: [PLAIN],
  },
];
