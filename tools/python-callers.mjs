// Python programs as people write them that call the API, for bench-callers.mjs: each file is a candidate. They are made
// from patterns of public repositories: a client class, scripts with arguments, jobs that report, and much code around
// them that has nothing to do with the API.
import { NOUNS, RESOURCES, pick, range, title } from "./caller-words.mjs";

/** The files of `count` callers: their text by their path. Modules of one project import each other. */
export function pythonCallers(count) {
  const files = new Map();
  for (let project = 0; files.size < count; project++) {
    const at = `project${project}`;
    const base = `https://cloud.mongodb.com/api/atlas/v1.0`;
    const add = (path, text) => {
      if (files.size < count) files.set(`${at}/${path}`, text);
    };
    add("atlas/client.py", pythonClient(project, base));
    add("atlas/jobs.py", pythonJobs(project));
    add("scripts/manage.py", pythonScript(project, base));
    add("scripts/report.py", pythonReport(project, base));
    add("tests/test_client.py", pythonTest(project));
  }
  return files;
}

function pythonClient(project, base) {
  const methods = range(5 + (project % 4), (index) => {
    const resource = pick(RESOURCES, index + project);
    const name = resource.replace(/\W/g, "_").toLowerCase();
    return `
    def list_${name}(self, group_id, **options):
        """All ${name} of a project."""
        params = {"itemsPerPage": options.get("page_size", 100), "pageNum": options.get("page", 1)}
        return self._request("GET", "/groups/{}/${resource}".format(group_id), params=params)

    def get_${name}(self, group_id: str, name: str) -> dict:
        return self._request("GET", f"/groups/{group_id}/${resource}/{name}")

    def update_${name}(self, group_id, name, changes):
        current = self.get_${name}(group_id, name)
        for key, value in changes.items():
            if current.get(key) == value:
                logger.debug("%s of %s is up to date", key, name)
                continue
            current[key] = value
        current.pop("links", None)
        return self._request("PATCH", "/groups/%s/${resource}/%s" % (group_id, name), body=current)
`;
  }).join("");
  return `import json
import logging
import time
from typing import Any, Dict, Optional

import requests
from requests.auth import HTTPDigestAuth

logger = logging.getLogger(__name__)

BASE_URL = "${base}"
RETRIES = 3


class AtlasError(Exception):
    def __init__(self, status, detail):
        super().__init__("{}: {}".format(status, detail))
        self.status = status
        self.detail = detail


class AtlasClient:
    def __init__(self, public_key, private_key, base_url=BASE_URL, timeout=30):
        self.base_url = base_url.rstrip("/")
        self.timeout = timeout
        self.session = requests.Session()
        self.session.auth = HTTPDigestAuth(public_key, private_key)
        self.session.headers.update({"Accept": "application/json", "Content-Type": "application/json"})

    def _request(self, method, path, params: Optional[Dict[str, Any]] = None, body=None):
        url = self.base_url + path
        for attempt in range(RETRIES):
            response = self.session.request(
                method, url, params=params, data=json.dumps(body) if body is not None else None, timeout=self.timeout
            )
            if response.status_code == 429:
                time.sleep(2 ** attempt)
                continue
            if not response.ok:
                raise AtlasError(response.status_code, response.json().get("detail"))
            return response.json() if response.content else None
        raise AtlasError(429, "too many requests")
${methods}
    def create_cluster(self, group_id, name, size="M10", region="EU_WEST_1"):
        payload = {
            "name": name,
            "diskSizeGB": 40,
            "numShards": 1,
            "replicationFactor": 3,
            "providerSettings": {
                "providerName": "AWS",
                "instanceSizeName": size,
                "regionName": region,
            },
            "autoScaling": {"diskGBEnabled": True},
        }
        return self._request("POST", f"/groups/{group_id}/clusters", body=payload)

    def connection_string(self, group_id, name):
        cluster = self._request("GET", f"/groups/{group_id}/clusters/{name}")
        return cluster["srvAddress"] or cluster["mongoURIWithOptions"]

${pythonHelpers(project, 4)}`;
}

/** Functions and a class that have nothing to do with the API. */
function pythonHelpers(project, count) {
  return range(count, (index) => {
    const noun = pick(NOUNS, project * 3 + index);
    return `
def group_${noun}s(rows, key="owner"):
    grouped = {}
    for row in rows:
        grouped.setdefault(row.get(key), []).append(row)
    return {owner: sorted(found, key=lambda one: one["amount"]) for owner, found in grouped.items()}


def format_${noun}(row, currency="EUR"):
    parts = [row["name"].strip().title()]
    if row.get("amount") is not None:
        parts.append("{:.2f} {}".format(row["amount"], currency))
    for tag in row.get("tags", []):
        if tag.startswith("_"):
            continue
        parts.append("#" + tag.lower())
    return " | ".join(parts)


class ${title(noun)}Store:
    def __init__(self, path, limit=1000):
        self.path = path
        self.limit = limit
        self.rows = []

    def load(self):
        with open(self.path) as source:
            for number, line in enumerate(source):
                if number >= self.limit:
                    break
                cells = line.rstrip("\\n").split(";")
                self.rows.append({"name": cells[0], "amount": float(cells[1]), "tags": cells[2].split(",")})
        return self

    def total(self, names=None):
        return sum(row["amount"] for row in self.rows if names is None or row["name"] in names)

    def save(self, suffix=".out"):
        with open(self.path + suffix, "w") as target:
            for row in self.rows:
                target.write("%s;%s\\n" % (row["name"], row["amount"]))

`;
  }).join("");
}

function pythonJobs(project) {
  return `"""Nightly jobs over all projects, which used https://cloud.mongodb.com/api/atlas/v1.0 directly once."""
import os
from datetime import datetime, timedelta

from atlas.client import AtlasClient, AtlasError

WINDOW = timedelta(hours=int(os.environ.get("WINDOW_HOURS", "6")))


def make_client():
    return AtlasClient(os.environ["ATLAS_PUBLIC_KEY"], os.environ["ATLAS_PRIVATE_KEY"])


def pause_idle_clusters(group_ids):
    client = make_client()
    paused = []
    for group_id in group_ids:
        for cluster in client.list_clusters(group_id)["results"]:
            if cluster["paused"] or cluster["providerSettings"]["instanceSizeName"] == "M0":
                continue
            try:
                client.update_clusters(group_id, cluster["name"], {"paused": True})
                paused.append(cluster["name"])
            except AtlasError as error:
                print("cannot pause", cluster["name"], error.detail)
    return paused


def disk_sizes(group_id):
    sizes = {}
    for cluster in make_client().list_clusters(group_id)["results"]:
        sizes[cluster["name"]] = cluster["diskSizeGB"] * cluster["replicationFactor"]
    return sizes


def is_due(last_run, now=None):
    now = now or datetime.utcnow()
    return last_run is None or now - last_run > WINDOW

${pythonHelpers(project + 1, 5)}

if __name__ == "__main__":
    for name in pause_idle_clusters(os.environ["GROUPS"].split(",")):
        print("paused", name)
`;
}

function pythonScript(project, base) {
  const resource = pick(RESOURCES, project);
  return `#!/usr/bin/env python3
import argparse
import json
import sys

import requests
from requests.auth import HTTPDigestAuth


def get_all():
    response = requests.get(endpoint, auth=HTTPDigestAuth(args.username, args.apiKey), verify=False)
    response.raise_for_status()
    return response.json()


def export_all():
    found = get_all()
    with open(args.output, "w") as outfile:
        json.dump(found, outfile, indent=4, sort_keys=True)


def delete_node(node, key):
    if node.get(key, None):
        del node[key]


def import_all():
    data = sys.stdin.read() if args.input == "-" else open(args.input).read()
    migrated = 0
    for one in json.loads(data)["results"]:
        delete_node(one, "links")
        delete_node(one, "id")
        response = requests.post(
            endpoint, auth=HTTPDigestAuth(args.username, args.apiKey), data=json.dumps(one), headers=headers
        )
        print("Result %s %s" % (response.status_code, response.reason))
        if args.continueOnError and response.status_code != requests.codes.created:
            print("ERROR", json.dumps(one))
        else:
            response.raise_for_status()
            migrated += 1
    print("Migrated %d" % migrated)


def delete_all():
    for one in get_all()["results"]:
        response = requests.delete(endpoint + "/" + one["id"], auth=HTTPDigestAuth(args.username, args.apiKey))
        response.raise_for_status()

${pythonHelpers(project + 2, 3)}
headers = {"Content-Type": "application/json"}

parser = argparse.ArgumentParser(description="Manage ${resource}")
required = parser.add_argument_group("required arguments")
required.add_argument("--group", help="the project id", required=True)
required.add_argument("--username", help="user name", required=True)
required.add_argument("--apiKey", help="key of the user", required=True)
actions = parser.add_argument_group("actions")
actions.add_argument("--export", dest="action", action="store_const", const=export_all)
actions.add_argument("--import", dest="action", action="store_const", const=import_all)
actions.add_argument("--delete", dest="action", action="store_const", const=delete_all)
options = parser.add_argument_group("options")
options.add_argument("--input", help="a file, or - for standard input", default="export.json")
options.add_argument("--output", help="a file", default="export.json")
options.add_argument("--continueOnError", action="store_true", default=False)
args = parser.parse_args()

if args.action is None:
    parser.parse_args(["-h"])

endpoint = "${base}/groups/" + args.group + "/${resource}"
args.action()
`;
}

function pythonReport(project, base) {
  const names = range(4, (index) => pick(NOUNS, project + index));
  return `import csv
import os
from urllib.parse import urljoin

import requests

API = os.getenv("ATLAS_API", "${base}/")
AUTH = requests.auth.HTTPDigestAuth(os.getenv("PUBLIC_KEY"), os.getenv("PRIVATE_KEY"))


def pages(path, **params):
    page = 1
    while True:
        answer = requests.get(urljoin(API, path), auth=AUTH, params=dict(params, pageNum=page)).json()
        yield from answer["results"]
        if page * 100 >= answer["totalCount"]:
            return
        page += 1


def clusters_of(group_id):
    for cluster in pages(f"groups/{group_id}/clusters"):
        settings = cluster.get("providerSettings", {})
        yield {
            "name": cluster["name"],
            "size": settings.get("instanceSizeName"),
            "region": settings.get("regionName"),
            "disk": cluster["diskSizeGB"],
            "address": cluster["srvAddress"],
        }


${names
  .map(
    (name) => `def ${name}_rows(source):
    rows = []
    for line in csv.DictReader(source):
        amount = float(line["amount"] or 0)
        if amount <= 0:
            continue
        rows.append({**line, "amount": amount, "${name}": line["name"].split("/")[-1]})
    return sorted(rows, key=lambda row: (-row["amount"], row["${name}"]))


`,
  )
  .join("")}
${pythonHelpers(project + 4, 3)}
def main():
    with open("report.csv", "w", newline="") as target:
        writer = csv.writer(target)
        for group in pages("groups"):
            for row in clusters_of(group["id"]):
                writer.writerow([group["name"], row["name"], row["size"], row["region"], row["disk"], row["address"]])


if __name__ == "__main__":
    main()
`;
}

function pythonTest(project) {
  return `import unittest
from unittest.mock import MagicMock, patch

from atlas.client import AtlasClient, AtlasError

BASE = "https://cloud.mongodb.com/api/atlas/v1.0"


class ClientTest(unittest.TestCase):
    def setUp(self):
        self.client = AtlasClient("public", "private")
        self.client.session = MagicMock()

    def answer(self, status, body):
        self.client.session.request.return_value.status_code = status
        self.client.session.request.return_value.ok = status < 400
        self.client.session.request.return_value.json.return_value = body

${range(
  8,
  (index) => `    def test_list_${index}(self):
        self.answer(200, {"results": [{"name": "c${index}", "diskSizeGB": ${project + index}}]})
        found = self.client.list_clusters("g${index}")
        self.assertEqual(found["results"][0]["name"], "c${index}")
        args, kwargs = self.client.session.request.call_args
        self.assertEqual(args[1], BASE + "/groups/g${index}/clusters")
        self.assertEqual(kwargs["params"]["pageNum"], 1)

`,
).join("")}    @patch("time.sleep")
    def test_gives_up(self, sleep):
        self.answer(429, {})
        with self.assertRaises(AtlasError):
            self.client.list_clusters("g")
        self.assertEqual(sleep.call_count, 3)

${pythonHelpers(project + 5, 2)}`;
}
