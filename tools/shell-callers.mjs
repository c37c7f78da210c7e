// Shell scripts as people write them that call the API, for bench-callers.mjs: each file is a candidate.
import { NOUNS, RESOURCES, pick, range } from "./caller-words.mjs";

export function shellCallers(count) {
  const files = new Map();
  for (let project = 0; files.size < count; project++) {
    const at = `project${project}`;
    const add = (path, text) => {
      if (files.size < count) files.set(`${at}/${path}`, text);
    };
    add("lib/atlas.sh", shellLibrary(project));
    add("bin/manage.sh", shellScript(project));
    add("bin/nightly.sh", shellNightly(project));
    add("ci/deploy.sh", shellDeploy(project));
  }
  return files;
}

function shellHelpers(project, count) {
  return range(count, (index) => {
    const noun = pick(NOUNS, project * 3 + index);
    return `
# Prints each ${noun} of a file, the largest first.
print_${noun}s() {
  local file="$1" limit="\${2:-10}" line name amount
  if [ ! -r "$file" ]; then
    log "cannot read $file"
    return 1
  fi
  sort -t';' -k2 -nr "$file" | head -n "$limit" | while IFS=';' read -r name amount; do
    case "$name" in
      \\#*) continue ;;
      *) printf '%-20s %8.2f\\n' "$name" "$amount" ;;
    esac
  done
}

check_${noun}() {
  local value=$1
  for tool in awk sed sort; do
    command -v "$tool" >/dev/null 2>&1 || { log "missing $tool"; exit 3; }
  done
  if [[ "$value" =~ ^[a-z]+-[0-9]+$ ]] && [ "\${#value}" -lt 40 ]; then
    echo "\${value%%-*}"
  else
    echo "unknown"
  fi
}
`;
  }).join("");
}

function shellLibrary(project) {
  const functions = range(4 + (project % 3), (index) => {
    const resource = pick(RESOURCES, index + project);
    const name = resource.replace(/\W/g, "_").toLowerCase();
    return `
list_${name}() {
  atlas_call GET "/groups/$1/${resource}?itemsPerPage=\${PAGE_SIZE:-100}" | jq -r '.results[].name'
}

delete_${name}() {
  local group=$1 name=$2
  atlas_call DELETE "/groups/\${group}/${resource}/\${name}" || return 1
}
`;
  }).join("");
  return `#!/usr/bin/env bash
set -euo pipefail

ATLAS_API="\${ATLAS_API:-https://cloud.mongodb.com/api/atlas/v1.0}"
PAGE_SIZE=200

log() {
  echo "$(date +%H:%M:%S) $*" >&2
}

atlas_call() {
  local method="$1" path="$2" body="\${3:-}"
  local args=(-sS --digest -u "$PUBLIC_KEY:$PRIVATE_KEY" -X "$method" -H "Content-Type: application/json")
  if [ -n "$body" ]; then
    args+=(-d "$body")
  fi
  curl "\${args[@]}" "\${ATLAS_API}\${path}"
}
${functions}
create_cluster() {
  local group=$1 name=$2
  atlas_call POST "/groups/$group/clusters" "$(cat <<JSON
{
  "name": "$name",
  "diskSizeGB": 10,
  "numShards": 1,
  "providerSettings": { "providerName": "AWS", "instanceSizeName": "M10", "regionName": "EU_WEST_1" },
  "replicationFactor": 3,
  "autoScaling": { "diskGBEnabled": true }
}
JSON
)"
}
${shellHelpers(project, 4)}`;
}

function shellScript(project) {
  const resource = pick(RESOURCES, project);
  return `#!/bin/bash
# Manages ${resource}.
display_help() {
  echo "Usage: $0 --option=<VALUE> " >&2
  echo "   --username   : public key of a project owner" >&2
  echo "   --api_key    : private key" >&2
  echo "   --project    : id of the project" >&2
  exit 1
}

log() { echo "$*" >&2; }

pause_cluster() {
  curl -s -u "$USERNAME:$API_KEY" --digest -H "Content-Type: application/json" -X PATCH "https://cloud.mongodb.com/api/atlas/v1.0/groups/$PROJECT_ID/clusters/$CLUSTER_NAME" --data '
{
  "paused" : true
}'
}

get_all() {
  curl -s -u "$USERNAME:$API_KEY" --digest "https://cloud.mongodb.com/api/atlas/v1.0/groups/$PROJECT_ID/${resource}" 2>/dev/null
}

copy_all() {
  result=$(get_all)
  echo $result | jq -c '.results[]' |
  while read line; do
    one=$(echo $line | jq 'del(.created,.id,.links,.updated,.groupId)')
    curl -s -X POST -u "$USERNAME:$API_KEY" --digest "https://cloud.mongodb.com/api/atlas/v1.0/groups/$TARGET_ID/${resource}" \\
      -H "Content-Type: application/json" \\
      --data "\${one}"
  done
}
${shellHelpers(project + 1, 3)}
while [ $# -gt 0 ]; do
  case "$1" in
    --username=*) USERNAME="\${1#*=}" ;;
    --api_key=*) API_KEY="\${1#*=}" ;;
    --project=*) PROJECT_ID="\${1#*=}" ;;
    --target=*) TARGET_ID="\${1#*=}" ;;
    --cluster=*) CLUSTER_NAME="\${1#*=}" ;;
    --action=*) ACTION="\${1#*=}" ;;
    *) display_help ;;
  esac
  shift
done

case $ACTION in
  pause) pause_cluster ;;
  get) get_all ;;
  copy) copy_all ;;
  *)
    echo "Action not authorised"
    display_help
    ;;
esac
`;
}

function shellNightly(project) {
  return `#!/usr/bin/env bash
# Runs each night against https://cloud.mongodb.com/api/atlas/v1.0.
set -eu
cd "$(dirname "$0")"
source ../lib/atlas.sh

GROUPS_FILE=\${1:-groups.txt}
${shellHelpers(project + 2, 5)}
for group in $(cat "$GROUPS_FILE"); do
  for cluster in $(list_clusters "$group"); do
    size=$(atlas_call GET "/groups/$group/clusters/$cluster" | jq -r '.providerSettings.instanceSizeName')
    disk=$(atlas_call GET "/groups/$group/clusters/$cluster" | jq .diskSizeGB)
    if [ "$size" = "M0" ]; then
      log "leaving $cluster alone"
      continue
    fi
    atlas_call PATCH "/groups/$group/clusters/$cluster" '{"paused": true}' >/dev/null
    log "paused $cluster with $disk GB"
  done
done
`;
}

function shellDeploy(project) {
  return `#!/bin/sh
set -e
: "\${ATLAS_GROUP:?}" "\${ATLAS_USER:?}" "\${ATLAS_KEY:?}"
BASE="https://cloud.mongodb.com/api/atlas/v1.0/groups/$ATLAS_GROUP"
NAME="release-${project}"

log() { echo "$@"; }
${shellHelpers(project + 3, 3)
  .replaceAll("[[", "[")
  .replaceAll("]]", "]")
  .replaceAll("=~ ^[a-z]+-[0-9]+$", "= ok")}
state=$(curl --silent --digest --user "$ATLAS_USER:$ATLAS_KEY" "$BASE/clusters/$NAME" | jq -r .stateName)
while [ "$state" != "IDLE" ]; do
  sleep 10
  state=$(curl --silent --digest --user "$ATLAS_USER:$ATLAS_KEY" "$BASE/clusters/$NAME" | jq -r .stateName)
done

IP=$(curl -s https://ifconfig.me)
curl --silent --fail --digest --user "$ATLAS_USER:$ATLAS_KEY" \\
  --header "Content-Type: application/json" \\
  --request POST "$BASE/whitelist" \\
  --data "[{\\"ipAddress\\": \\"$IP\\", \\"comment\\": \\"release ${project}\\"}]"
`;
}
