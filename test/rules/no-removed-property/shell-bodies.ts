import type { InvalidCase } from "../../support/rule-tester.js";
import { received, sent } from "./expectations.js";

const CLUSTERS = '"%host%/api/%admin%/v1.0/groups/$P/clusters"';

/** Bodies that a shell script builds in steps, with values of its variables. */
export const shellBodies: readonly InvalidCase[] = [
  {
    name: "a here-document in a script with many options, sent between empty texts",
    filename: "create.sh",
    code: `SIZE=M10
REGION=EU_WEST_1
BACKUP=false
while getopts ":n:s:r:v:b" o; do
  case "$o" in
    n) NAME=$OPTARG ;;
    s) SIZE=$OPTARG ;;
    r) REGION=$OPTARG ;;
    v) VERSION=$OPTARG ;;
    b) BACKUP=true ;;
  esac
done
config=$(cat <<-EOF
	{
	  "name": "$NAME",
	  ⟦"numShards"⟧: 1,
	  ⟦"providerSettings"⟧: { "providerName": "AWS", "instanceSizeName": "$SIZE", "regionName": "$REGION" },
	  ⟦"providerBackupEnabled"⟧: $BACKUP
	}
	EOF
)
if [ -n "$VERSION" ]; then config=$(echo "$config" | jq '.mongoDBMajorVersion = "'$VERSION'"'); fi
curl --digest -X POST ${CLUSTERS} --data ''"$config"''`,
    errors: [sent("numShards"), sent("providerSettings"), sent("providerBackupEnabled")],
  },
  {
    name: "filters of jq that end in a variable",
    filename: "modify.sh",
    code: `config='{}'
if [ -n "$SIZE" ]; then
  settings=$(cat <<EOF
{ "providerName": "AWS", "instanceSizeName": "$SIZE" }
EOF
)
  config=$(echo "$config" | jq '.⟦providerSettings⟧ = '"$settings"'')
fi
config=$(echo "$config" | jq ".⟦providerBackupEnabled⟧ = $BACKUP")
curl --digest -X PATCH ${CLUSTERS}/c --data "$config"`,
    errors: [sent("providerSettings"), sent("providerBackupEnabled")],
  },
  {
    name: "filters of jq with variables in the middle",
    filename: "middle.sh",
    code: `config='{"name": "c", ⟦"numShards"⟧: 1}'
config=$(echo "$config" | jq ".labels[$I].key = \\"a\\" | .⟦providerBackupEnabled⟧ = $BACKUP | .paused = false")
curl --digest -X POST ${CLUSTERS} -d "$(jq '. * {"⟦providerSettings⟧": '"$SETTINGS"'} | . += {⟦replicationFactor⟧: '"$N"'}' <<< "$config")"`,
    errors: [
      sent("numShards"),
      sent("providerBackupEnabled"),
      sent("providerSettings"),
      sent("replicationFactor"),
    ],
  },
  {
    name: "a filter that reads an element of which only the shell knows the number",
    filename: "read.sh",
    code: `curl --digest ${CLUSTERS} | jq ".results[$I].⟦srvAddress⟧"`,
    errors: [received("srvAddress")],
  },
  {
    name: "text tools that look for a property in a response",
    filename: "address.sh",
    code: `BASE="%host%/api/%admin%/v1.0"
curl -s --digest "$BASE/groups/1/clusters/c0" | grep '"⟦srvAddress⟧"' | cut -d: -f2
curl -s --digest "$BASE/groups/1/clusters/c0" | grep -v srvAddress
curl -s --digest "$BASE/groups/1/clusters/c0" | grep numShards
curl -s --digest "$BASE/groups/1/clusters/c0" | sed -n 's/.*"⟦srvAddress⟧": *"\\([^"]*\\)".*/\\1/p'
curl -s --digest "$BASE/groups/1/databaseUsers" | grep srvAddress
cluster=$(curl -s --digest "$BASE/groups/1/clusters/c0")
echo "$cluster" | awk -F'"' '/⟦srvAddress⟧/ { print $4 }'
`,
    errors: [received("srvAddress"), received("srvAddress"), received("srvAddress")],
  },
  {
    name: "programs in a pipeline that read a property of a response",
    filename: "program.sh",
    code: `URL="%host%/api/%admin%/v1.0/groups/1/clusters/c0"
curl -s --digest "$URL" | python3 -c 'import json, sys; print(json.load(sys.stdin)[⟦"srvAddress"⟧])'
curl -s --digest "$URL" | python3 -c 'import json, sys; print(json.load(sys.stdin)["replicationSpecs"][0]["numShards"])'
curl -s --digest "$URL" | node -e 'console.log(JSON.parse(require("fs").readFileSync(0)).⟦srvAddress⟧)'
curl -s --digest "$URL" | ruby -rjson -e 'puts JSON.parse(STDIN.read)[⟦"srvAddress"⟧]'
cluster=$(curl -s --digest "$URL")
node -e 'console.log(JSON.parse(process.argv[1]).⟦srvAddress⟧)' "$cluster"
curl -s "https://weather.example/today" | python3 -c 'import json, sys; print(json.load(sys.stdin)["srvAddress"])'
`,
    errors: [received("srvAddress"), received("srvAddress"), received("srvAddress"), received("srvAddress")],
  },
  {
    name: "programs that get a response in a variable of the environment",
    filename: "environment.sh",
    code: `URL="%host%/api/%admin%/v1.0/groups/1/clusters/c0"
R=$(curl -s --digest "$URL")
R=$R python3 - <<'EOF'
import json, os
cluster = json.loads(os.environ["R"])
print(cluster[⟦"srvAddress"⟧])
EOF
export R
python3 -c 'import json, os; print(json.loads(os.environ.get("R"))[⟦"srvAddress"⟧])'
DATA="$R" node -e 'console.log(JSON.parse(process.env.DATA).⟦srvAddress⟧)'
env DATA="$R" ruby -rjson -e 'puts JSON.parse(ENV["DATA"])[⟦"srvAddress"⟧]'
php -r 'echo json_decode(getenv("R"), true)[⟦"srvAddress"⟧];'
jq -n '$ENV.R | fromjson | .⟦srvAddress⟧'
jq -n 'env.R | fromjson | .⟦srvAddress⟧'
SETTINGS='{}' python3 -c 'import json, os; print(json.loads(os.environ["SETTINGS"])["srvAddress"])'
`,
    errors: Array.from({ length: 7 }, () => received("srvAddress")),
  },
  {
    name: "programs in a step of a workflow that get a response",
    filename: ".github/workflows/clusters.yml",
    code: `jobs:
  clusters:
    steps:
      - run: |
          R=$(curl -s --digest "%host%/api/%admin%/v1.0/groups/1/clusters/c0")
          R=$R python3 - <<'EOF'
          import json, os
          cluster = json.loads(os.environ["R"])
          print(cluster[⟦"srvAddress"⟧])
          EOF
          echo "$R" | python3 -c 'import json, sys; print(json.load(sys.stdin)[⟦"srvAddress"⟧])'
`,
    errors: [received("srvAddress"), received("srvAddress")],
  },
];
