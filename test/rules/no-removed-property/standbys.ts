import type { ExpectedFinding, InvalidCase } from "../../support/rule-tester.js";
import { askedResponse } from "./requested-versions.js";

/** Expects the warning for a read that also handles the absence of the property. */
export const fallback = (property: string): ExpectedFinding => ({
  messageId: "fallback",
  severity: "warning",
  confidence: "high",
  property,
  message: `${property} is not in cluster responses from version 2023-02-01 on; the request asks for 2023-02-01, so the code always runs without it.`,
});
/** Expects the warning for a read that is the fallback for what replaces the property. */
export const standby = (property: string): ExpectedFinding => ({
  ...fallback(property),
  messageId: "standby",
  message: `${property} is not in cluster responses from version 2023-02-01 on; the request asks for 2023-02-01, and the code reads it only where it does not read what replaces it.`,
});
export const broken = (property: string): ExpectedFinding =>
  askedResponse(property, "2023-02-01", "2023-02-01");

/** JavaScript with a cluster of the versioned API in `cluster`. */
export const inJavaScript = (code: string): string =>
  `const headers = { Accept: "application/vnd.%vendor%.2023-02-01+json" };
const cluster = await (await fetch("%host%/api/%admin%/v2/groups/1/clusters/c0", { headers })).json();
${code}`;
export const inPython = (code: string): string =>
  `import requests
headers = {"Accept": "application/vnd.%vendor%.2023-02-01+json"}
c = requests.get("%host%/api/%admin%/v2/groups/1/clusters/c0", headers=headers).json()
${code}`;

/** Reads behind what replaces the property, where that is in a variable or in a filter. */
export const standbys: readonly InvalidCase[] = [
  {
    name: "a read behind what replaces it, which is in a variable",
    code: inJavaScript(`const strings = cluster.connectionStrings;
const a = strings?.standardSrv ?? cluster.⟦srvAddress⟧;
const { connectionStrings: others = {} } = cluster;
const b = others.standardSrv || cluster.⟦srvAddress⟧;
const wrong = cluster.labels;
const c = wrong.standardSrv ?? cluster.⟦srvAddress⟧;`),
    errors: [standby("srvAddress"), standby("srvAddress"), broken("srvAddress")],
  },
  {
    name: "a read behind what replaces it, which is in a variable, in Python",
    filename: "variable.py",
    code: inPython(`strings = c.get("connectionStrings", {})
uri = strings.get("standardSrv") or c.get(⟦"srvAddress"⟧)`),
    errors: [standby("srvAddress")],
  },
  {
    name: "a read behind what replaces it, which is in a variable of a variable",
    code: inJavaScript(`const strings = cluster?.connectionStrings;
const first = [strings][0];
const a = first?.standardSrv ?? cluster.⟦srvAddress⟧;`),
    errors: [standby("srvAddress")],
  },
  {
    name: "a read on the other way of a condition, of a request that has both forms",
    code: `const isNew = process.env.NEW === "1";
const base = isNew ? "%host%/api/%admin%/v2" : "%host%/api/%admin%/v1.0";
const headers = { Accept: isNew ? "application/vnd.%vendor%.2023-02-01+json" : "application/json" };
const cluster = await (await fetch(base + "/groups/1/clusters/c0", { headers })).json();
console.log(isNew ? cluster.connectionStrings.standardSrv : cluster.⟦srvAddress⟧);
if (isNew) {
  console.log(cluster.connectionStrings.standardSrv);
} else {
  console.log(cluster.⟦srvAddress⟧);
}
console.log(isNew ? cluster.name : cluster.⟦srvAddress⟧);`,
    errors: [standby("srvAddress"), standby("srvAddress"), broken("srvAddress")],
  },
  {
    name: "a read on the other way of a condition, of a request that has the new form",
    code: inJavaScript(
      `console.log(cluster.paused ? cluster.connectionStrings.standardSrv : cluster.⟦srvAddress⟧);`,
    ),
    errors: [broken("srvAddress")],
  },
  {
    name: "a read behind what replaces it, in filters of jq",
    filename: "uri.sh",
    code: `curl --digest -u "$KEYS" -H "Accept: application/vnd.%vendor%.2023-02-01+json" "%host%/api/%admin%/v2/groups/1/clusters/c0" > c.json
jq -r '.connectionStrings.standardSrv // .⟦srvAddress⟧' c.json
jq -r 'if .connectionStrings.standardSrv then .connectionStrings.standardSrv else .⟦srvAddress⟧ end' c.json
jq -r '.connectionStrings.standard // .⟦srvAddress⟧' c.json`,
    errors: [standby("srvAddress"), standby("srvAddress"), broken("srvAddress")],
  },
];
