import { expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const CLUSTER = "https://cloud.mongodb.com/api/atlas/v2/groups/g/clusters/c";
const ACCEPT = "Accept: application/vnd.atlas.2023-02-01+json";
const CURL = `curl -s -w '\\n%{http_code}' -H "${ACCEPT}" ${CLUSTER}`;

/** Returns the reads of removed properties that are sure enough to be shown, each with its line. */
async function readsIn(path: string, text: string): Promise<readonly string[]> {
  const { source, findings } = await analyze(path, text);
  const shown = findings.filter(({ messageId, confidence }) => confidence !== "low" && messageId !== "read");
  return shown.map(({ message, place }) => `${source.position(place.start).line} ${message.split(" ")[0]!}`);
}

it.each([
  ["sed without the last line", `$(echo "$R" | sed '$d')`],
  ["sed on a here string", `$(sed -e 's/[0-9]*$//' <<< "$R")`],
  ["awk", `$(echo "$R" | awk 'NR == 1')`],
  ["head with a count from the end", `$(echo "$R" | head -n -1)`],
  ["a suffix of question marks", "${R%???}"],
  ["a suffix behind a line break", "${R%$'\\n'*}"],
  ["a part by position", "${R:0:-3}"],
  ["a pattern that is replaced", "${R//[[:space:]]/}"],
])("the rest of an answer with a status code behind it is a document: %s", async (_, rest) => {
  const text = `R=$(${CURL})\nBODY=${rest}\necho "$BODY" | jq -r .srvAddress\n`;
  expect(await readsIn("a.sh", text)).toEqual(["3 srvAddress"]);
});

it("the words of one property are not a document", async () => {
  const text = `NAME=$(${CURL} | jq -r .name | sed 's/x//')\necho "$NAME" | jq -r .srvAddress\n`;
  expect(await readsIn("a.sh", text)).toEqual([]);
});

it.each([
  ["substr behind the headers", "substr($r, curl_getinfo($c, CURLINFO_HEADER_SIZE))"],
  ["explode", `explode("\\r\\n\\r\\n", $r, 2)[1]`],
  ["str_replace", `str_replace("x", "", $r)`],
  ["preg_replace", `preg_replace('/^[^{]*/', "", $r)`],
  ["strstr", `strstr($r, "{")`],
])("a part of the text of an answer is a document in PHP: %s", async (_, part) => {
  const text = `<?php
$c = curl_init("${CLUSTER}");
curl_setopt($c, CURLOPT_HTTPHEADER, ["${ACCEPT}"]);
$r = curl_exec($c);
echo json_decode(${part}, true)["srvAddress"];
`;
  expect(await readsIn("a.php", text)).toEqual(["5 srvAddress"]);
});

it.each([`-replace "^[^{]*", ""`, '-split "`n"'])("the same holds in PowerShell: %s", async (operation) => {
  const part = operation.startsWith("-split") ? `($r ${operation})[0]` : `($r ${operation})`;
  const text = `$h = @{ Accept = "application/vnd.atlas.2023-02-01+json" }
$r = (Invoke-WebRequest -Uri "${CLUSTER}" -Headers $h).Content
(${part} | ConvertFrom-Json).srvAddress
`;
  expect(await readsIn("a.ps1", text)).toEqual(["3 srvAddress"]);
});
