import { describe, it } from "vitest";
import { BASE, TYPE, expectFixed, type FixCase as Case } from "../support/fix-cases.js";

const python = (what: string, before: string, after: string): Case => {
  const head = (version: string): string =>
    `import requests\nimport urllib.request\nBASE = "${BASE}/${version}"\n`;
  return { what, path: "a.py", before: `${head("v1.0")}${before}\n`, after: `${head("v2")}${after}\n` };
};

describe("fixes in Python", () => {
  it.each([
    python(
      "a call without arguments by name",
      `requests.get(BASE + "/groups/1/alerts")`,
      `requests.get(BASE + "/groups/1/alerts", headers={"Accept": "${TYPE}"})`,
    ),
    python(
      "a call with others",
      `requests.get(\n    url=f"{BASE}/groups/1/alerts",\n    auth=auth,\n)`,
      `requests.get(\n    url=f"{BASE}/groups/1/alerts",\n    auth=auth,\n    headers={"Accept": "${TYPE}"},\n)`,
    ),
    python(
      "the quotes of the call",
      `requests.get(BASE + '/groups/1/alerts', timeout=5)`,
      `requests.get(BASE + '/groups/1/alerts', timeout=5, headers={'Accept': '${TYPE}'})`,
    ),
    python(
      "an argument that is None",
      `requests.get(BASE + "/groups/1/alerts", headers=None)`,
      `requests.get(BASE + "/groups/1/alerts", headers={"Accept": "${TYPE}"})`,
    ),
    python(
      "a dictionary in the call",
      `requests.get(BASE + "/groups/1/alerts", headers={"X-Me": "1"})`,
      `requests.get(BASE + "/groups/1/alerts", headers={"X-Me": "1", "Accept": "${TYPE}"})`,
    ),
    python(
      "an empty dictionary",
      `requests.get(BASE + "/groups/1/alerts", headers={})`,
      `requests.get(BASE + "/groups/1/alerts", headers={"Accept": "${TYPE}"})`,
    ),
    python(
      "a shared dictionary, with its comments",
      `HEADERS = {\n    'X-Me': '1',  # one\n    'X-You': '2'  # two\n}\nrequests.get(BASE + "/groups/1/alerts", headers=HEADERS)\nrequests.get(BASE + "/groups/1/users", headers=HEADERS)`,
      `HEADERS = {\n    'X-Me': '1',  # one\n    'X-You': '2',  # two\n    'Accept': '${TYPE}'\n}\nrequests.get(BASE + "/groups/1/alerts", headers=HEADERS)\nrequests.get(BASE + "/groups/1/users", headers=HEADERS)`,
    ),
    python(
      "another value of a dictionary",
      `requests.get(BASE + "/groups/1/alerts", headers={'accept': 'application/json'})`,
      `requests.get(BASE + "/groups/1/alerts", headers={'accept': '${TYPE}'})`,
    ),
    python(
      "an element that is assigned",
      `headers = {}\nheaders["Accept"] = "application/json"\nrequests.get(BASE + "/groups/1/alerts", headers=headers)`,
      `headers = {}\nheaders["Accept"] = "${TYPE}"\nrequests.get(BASE + "/groups/1/alerts", headers=headers)`,
    ),
    python(
      "the headers of a session",
      `session = requests.Session()\nsession.headers.update({"Accept": "application/json"})\nsession.get(BASE + "/groups/1/alerts")`,
      `session = requests.Session()\nsession.headers.update({"Accept": "${TYPE}"})\nsession.get(BASE + "/groups/1/alerts")`,
    ),
    python(
      "the header that authentication sets",
      `class A(requests.auth.AuthBase):\n    def __call__(self, r):\n        r.headers["Accept"] = "application/json"\n        return r\nrequests.get(BASE + "/groups/1/alerts", auth=A())`,
      `class A(requests.auth.AuthBase):\n    def __call__(self, r):\n        r.headers["Accept"] = "${TYPE}"\n        return r\nrequests.get(BASE + "/groups/1/alerts", auth=A())`,
    ),
    python(
      "only the base where authentication sets the header",
      `class A(requests.auth.AuthBase):\n    def __call__(self, r):\n        r.headers["Accept"] = "${TYPE}"\n        return r\nrequests.get(BASE + "/groups/1/alerts", auth=A())`,
      `class A(requests.auth.AuthBase):\n    def __call__(self, r):\n        r.headers["Accept"] = "${TYPE}"\n        return r\nrequests.get(BASE + "/groups/1/alerts", auth=A())`,
    ),
    python(
      "a parameter for headers that nobody gives",
      `def get(path, headers=None):\n    return requests.get(BASE + path, headers=headers)\nget("/groups/1/alerts")`,
      `def get(path, headers=None):\n    return requests.get(BASE + path, headers={"Accept": "${TYPE}", **(headers or {})})\nget("/groups/1/alerts")`,
    ),
    python(
      "headers that another service gets as well",
      `H = {"X": "1"}\nrequests.get(BASE + "/groups/1/alerts", headers=H)\nrequests.get("https://other.example/x", headers=H)`,
      `H = {"X": "1"}\nrequests.get(BASE + "/groups/1/alerts", headers={"Accept": "${TYPE}", **(H or {})})\nrequests.get("https://other.example/x", headers=H)`,
    ),
    python(
      "a method of a request",
      `req = urllib.request.Request(BASE + "/groups/1/alerts")\nreq.add_header("Accept", "application/json")\nurllib.request.urlopen(req)`,
      `req = urllib.request.Request(BASE + "/groups/1/alerts")\nreq.add_header("Accept", "${TYPE}")\nurllib.request.urlopen(req)`,
    ),
    python(
      "a call inside of a text",
      `print(f"{requests.get(BASE + '/groups/1/alerts').text}")`,
      `print(f"{requests.get(BASE + '/groups/1/alerts', headers={'Accept': '${TYPE}'}).text}")`,
    ),
    python(
      "reads of the answer",
      `for c in requests.get(BASE + "/groups/1/clusters").json()["results"]:\n    if "srvAddress" in c:\n        print(c["srvAddress"], c.get('srvAddress', 'none'), f"{c['srvAddress']}")`,
      `for c in requests.get(BASE + "/groups/1/clusters", headers={"Accept": "${TYPE}"}).json()["results"]:\n    if "standardSrv" in c.get("connectionStrings", {}):\n        print(c["connectionStrings"]["standardSrv"], c.get('connectionStrings', {}).get('standardSrv', 'none'), f"{c['connectionStrings']['standardSrv']}")`,
    ),
  ])("change $what", expectFixed);

  it.each<Case>([
    {
      what: "a command whose words are in a list",
      path: "a.py",
      before: `import subprocess\ndef one(group):\n    subprocess.run(["curl", "--digest", "-u", "a:b", "${BASE}/v1.0/groups/%s/alerts" % group])\n`,
      refused: /cannot add an option to this curl command, because its words are in a list or computed/,
    },
    {
      what: "spread arguments",
      path: "a.py",
      before: `import requests\ndef get(path, **options):\n    return requests.get("${BASE}/v1.0" + path, **options)\nget("/groups/1/alerts")\n`,
      refused: /spreads arguments|cannot tell which Accept header/,
    },
    {
      what: "a key that is taken out",
      path: "a.py",
      before: `import requests\nfor c in requests.get("${BASE}/v1.0/groups/1/clusters").json()["results"]:\n    print(c.setdefault("srvAddress", ""))\n`,
      refused: /cannot change how the code reads it/,
    },
  ])("leave $what", expectFixed);
});

const shell = (what: string, before: string, after: string): Case => {
  const head = (version: string): string => `#!/bin/bash\nBASE="${BASE}/${version}"\n`;
  return { what, path: "a.sh", before: `${head("v1.0")}${before}\n`, after: `${head("v2")}${after}\n` };
};

describe("fixes in shell scripts", () => {
  it.each([
    shell(
      "a command without headers",
      `curl -s --digest "$BASE/groups/1/alerts"`,
      `curl -H "Accept: ${TYPE}" -s --digest "$BASE/groups/1/alerts"`,
    ),
    shell(
      "a command of HTTPie, whose headers are arguments",
      `http -A digest -a $K "$BASE/groups/1/alerts" > out.json`,
      `http -A digest -a $K "$BASE/groups/1/alerts" "Accept:${TYPE}" > out.json`,
    ),
    shell(
      "a header of HTTPie",
      `xh "$BASE/groups/1/alerts" Accept:application/json`,
      `xh "$BASE/groups/1/alerts" Accept:${TYPE}`,
    ),
    shell(
      "a word without quotes",
      `curl $BASE/groups/$ID/alerts`,
      `curl -H "Accept: ${TYPE}" $BASE/groups/$ID/alerts`,
    ),
    shell(
      "a command with long options only",
      `curl --silent --digest "$BASE/groups/1/alerts"`,
      `curl --header "Accept: ${TYPE}" --silent --digest "$BASE/groups/1/alerts"`,
    ),
    shell(
      "a header beside another one",
      `curl -s -H 'X-Me: 1' "$BASE/groups/1/alerts"`,
      `curl -s -H 'X-Me: 1' -H 'Accept: ${TYPE}' "$BASE/groups/1/alerts"`,
    ),
    shell(
      "a header on a line of its own",
      `curl -s \\\n  --header "X-Me: 1" \\\n  "$BASE/groups/1/alerts"`,
      `curl -s \\\n  --header "X-Me: 1" \\\n  --header "Accept: ${TYPE}" \\\n  "$BASE/groups/1/alerts"`,
    ),
    shell(
      "another value",
      `curl -s -H "accept: application/json" "$BASE/groups/1/alerts"`,
      `curl -s -H "accept: ${TYPE}" "$BASE/groups/1/alerts"`,
    ),
    shell(
      "another value in a list of options",
      `OPTIONS=(-s -H 'Accept: application/json')\ncurl "\${OPTIONS[@]}" "$BASE/groups/1/alerts"`,
      `OPTIONS=(-s -H 'Accept: ${TYPE}')\ncurl "\${OPTIONS[@]}" "$BASE/groups/1/alerts"`,
    ),
    shell(
      "a function that others call",
      `api() {\n  curl -s "$BASE$1"\n}\napi /groups/1/alerts`,
      `api() {\n  curl -H "Accept: ${TYPE}" -s "$BASE$1"\n}\napi /groups/1/alerts`,
    ),
    shell(
      "wget",
      `wget -qO- "$BASE/groups/1/alerts"`,
      `wget --header="Accept: ${TYPE}" -qO- "$BASE/groups/1/alerts"`,
    ),
    shell(
      "filters of jq",
      `curl -s "$BASE/groups/1/clusters" | jq -r '.results[] | select(.name == "a") | .srvAddress, {srvAddress}, "\\(.srvAddress)", .["srvAddress"]'`,
      `curl -H "Accept: ${TYPE}" -s "$BASE/groups/1/clusters" | jq -r '.results[] | select(.name == "a") | .connectionStrings.standardSrv, {srvAddress: .connectionStrings.standardSrv}, "\\(.connectionStrings.standardSrv)", .["connectionStrings"]["standardSrv"]'`,
    ),
    shell(
      "a filter of jq with a variable in it",
      `curl -s "$BASE/groups/1/clusters" | jq -r ".results[] | select(.name == \\"$NAME\\") | .srvAddress"`,
      `curl -H "Accept: ${TYPE}" -s "$BASE/groups/1/clusters" | jq -r ".results[] | select(.name == \\"$NAME\\") | .connectionStrings.standardSrv"`,
    ),
    shell(
      "a command whose last line continues",
      `curl -s "$BASE/groups/1/alerts" \\`,
      `curl -H "Accept: ${TYPE}" -s "$BASE/groups/1/alerts" \\`,
    ),
  ])("change $what", expectFixed);

  it.each<Case>([
    {
      what: "several requests of one command",
      path: "a.sh",
      before: `curl -s "${BASE}/v1.0/groups/1/alerts" --next -s "${BASE}/v1.0/groups/1/users"\n`,
      refused: /several requests with options of their own/,
    },
    {
      what: "a command in a variable",
      path: "a.sh",
      before: `CURL="curl -s"\n$CURL "${BASE}/v1.0/groups/1/alerts"\n`,
      refused: /name of the command is not written as one word/,
    },
    {
      what: "a header that a command prints",
      path: "a.sh",
      before: `curl -s -H "Accept: $(cat type)" "${BASE}/v1.0/groups/1/alerts"\n`,
      refused: /cannot tell which Accept header the request sends: it depends on \S/,
    },
  ])("leave $what", expectFixed);
});

describe("fixes of shell in other files", () => {
  const workflow = (line: string): string => `on: push\njobs:\n  a:\n    steps:\n      - ${line}\n`;
  const terraform = (line: string): string =>
    `resource "null_resource" "a" {\n  provisioner "local-exec" {\n    command = "${line}"\n  }\n}\n`;
  it.each<Case>([
    {
      what: "a block of YAML",
      path: "a.yml",
      before: workflow(
        `run: |\n          curl -s \\\n            -H "X-Me: 1" \\\n            ${BASE}/v1.0/groups/1/alerts`,
      ),
      after: workflow(
        `run: |\n          curl -s \\\n            -H "X-Me: 1" -H "Accept: ${TYPE}" \\\n            ${BASE}/v2/groups/1/alerts`,
      ),
    },
    {
      what: "a value without quotes, which no key may stand in",
      path: "a.yml",
      before: workflow(`run: curl -s ${BASE}/v1.0/groups/\${{ vars.GROUP }}/alerts`),
      after: workflow(`run: curl -H "Accept:${TYPE}" -s ${BASE}/v2/groups/\${{ vars.GROUP }}/alerts`),
    },
    {
      what: "a value in quotes",
      path: "a.yml",
      before: workflow(`run: "curl -s ${BASE}/v1.0/groups/1/alerts"`),
      after: workflow(`run: "curl -H \\"Accept: ${TYPE}\\" -s ${BASE}/v2/groups/1/alerts"`),
    },
    {
      what: "a command of Terraform",
      path: "a.tf",
      before: terraform(`curl -s ${BASE}/v1.0/groups/\${var.group}/alerts`),
      after: terraform(`curl -H \\"Accept: ${TYPE}\\" -s ${BASE}/v2/groups/\${var.group}/alerts`),
    },
    {
      what: "a page",
      path: "a.md",
      before: `# Alerts\n\n\`\`\`sh\ncurl -s ${BASE}/v1.0/groups/1/alerts\n\`\`\`\n`,
      after: `# Alerts\n\n\`\`\`sh\ncurl -H "Accept: ${TYPE}" -s ${BASE}/v2/groups/1/alerts\n\`\`\`\n`,
    },
    {
      what: "a file for images",
      path: "Dockerfile",
      before: `FROM alpine\nRUN curl -s ${BASE}/v1.0/groups/1/alerts\n`,
      after: `FROM alpine\nRUN curl -H "Accept: ${TYPE}" -s ${BASE}/v2/groups/1/alerts\n`,
    },
  ])("change $what", expectFixed);
});
