import { describe, it } from "vitest";
import { BASE, TYPE, expectFixed, type FixCase } from "../support/fix-cases.js";

/** The API answers with URLs of other hosts, which refuse or ignore its media types. */
const CASES: readonly FixCase[] = [
  {
    what: "a download in JavaScript",
    path: "a.js",
    before: `const axios = require("axios");\nconst job = await axios.post("${BASE}/v1.0/groups/1/clusters/c/restoreJobs", { snapshotId: "1" });\nawait axios.get(job.data.results[0].delivery.url, { responseType: "stream" });\n`,
    after: `const axios = require("axios");\nconst job = await axios.post("${BASE}/v2/groups/1/clusters/c/restoreJobs", { snapshotId: "1" }, { headers: { Accept: "${TYPE}" } });\nawait axios.get(job.data.results[0].delivery.url, { responseType: "stream" });\n`,
  },
  {
    what: "a download in Python, by another function",
    path: "a.py",
    before: `import requests\ndef start():\n    r = requests.post("${BASE}/v1.0/groups/1/clusters/c/restoreJobs")\n    return r.json()["results"][0]["delivery"]["url"]\ndef download(url):\n    return requests.get(url, stream=True)\ndownload(start())\n`,
    after: `import requests\ndef start():\n    r = requests.post("${BASE}/v2/groups/1/clusters/c/restoreJobs", headers={"Accept": "${TYPE}"})\n    return r.json()["results"][0]["delivery"]["url"]\ndef download(url):\n    return requests.get(url, stream=True)\ndownload(start())\n`,
  },
  {
    what: "a download and the next page in a shell script",
    path: "a.sh",
    before: `JOBS=${BASE}/v1.0/groups/1/clusters/c/restoreJobs\nURL=$(curl -s "$JOBS" | jq -r '.results[0].delivery.url')\ncurl -o x.tar.gz "$URL"\nNEXT=$(curl -s "$JOBS" | jq -r '.links[] | select(.rel == "next").href')\ncurl -s "$NEXT"\n`,
    after: `JOBS=${BASE}/v2/groups/1/clusters/c/restoreJobs\nURL=$(curl -H "Accept: ${TYPE}" -s "$JOBS" | jq -r '.results[0].delivery.url')\ncurl -o x.tar.gz "$URL"\nNEXT=$(curl -H "Accept: ${TYPE}" -s "$JOBS" | jq -r '.links[] | select(.rel == "next").href')\ncurl -H "Accept: ${TYPE}" -s "$NEXT"\n`,
  },
];

describe("only links of answers lead to the API, and get its header", () => {
  it.each(CASES)("$what", expectFixed);
});
