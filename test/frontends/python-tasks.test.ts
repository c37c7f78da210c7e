import { expect, it } from "vitest";
import { analyze } from "../support/analyze.js";
import { fixFiles } from "../support/fix-files.js";

const CLUSTER = "https://cloud.mongodb.com/api/atlas/v2/groups/g/clusters/c";

/** Returns the reads of removed properties of a response that a program gets with `get`, each with its line. */
async function readsIn(imports: string, code: string): Promise<readonly string[]> {
  const text = `${imports}
import requests
def get(name, *, top="?pretty=true"):
    headers = {"Accept": "application/vnd.atlas.2023-02-01+json"}
    return requests.get("${CLUSTER}" + name + top, headers=headers).json()
${code}
`;
  const { source, findings } = await analyze("a.py", text);
  const reads = findings.filter(({ messageId }) => messageId === "askedResponse");
  return reads.map(({ message, place }) => `${source.position(place.start).line} ${message.split(" ")[0]!}`);
}

it.each([
  [
    "an executor of a loop",
    "import asyncio",
    "await asyncio.get_running_loop().run_in_executor(None, get, '1')",
  ],
  ["an executor of a loop that is given", "", "await loop.run_in_executor(None, get, '1')"],
  ["a thread of asyncio", "import asyncio", "await asyncio.to_thread(get, '1', top='')"],
  ["a thread of anyio", "from anyio import to_thread", "await to_thread.run_sync(get, '1')"],
  [
    "a pool of FastAPI",
    "from fastapi.concurrency import run_in_threadpool",
    "await run_in_threadpool(get, '1')",
  ],
  [
    "a function that is made awaitable",
    "from asgiref.sync import sync_to_async",
    "await sync_to_async(get)('1')",
  ],
  [
    "a function that is made awaitable with an option",
    "from asgiref.sync import sync_to_async",
    "await sync_to_async(get, thread_sensitive=False)('1')",
  ],
  [
    "tasks that are unpacked",
    "import asyncio",
    "(await asyncio.gather(*[asyncio.to_thread(get, one) for one in names]))[0]",
  ],
])("what a function in a thread returns is followed: %s", async (_, imports, call) => {
  const code = `async def main(loop, names):\n    cluster = ${call}\n    print(cluster["srvAddress"])`;
  expect(await readsIn(imports, code)).toEqual(["8 srvAddress"]);
});

const OLD = CLUSTER.replace("/v2/", "/v1.0/");

it.each([
  ["a retry of tenacity", "from tenacity import Retrying", `Retrying(reraise=True)(requests.get, "${OLD}")`],
  [
    "a retry that is made awaitable",
    "from tenacity import AsyncRetrying",
    `await AsyncRetrying()(requests.get, "${OLD}")`,
  ],
  [
    "a wrapped function of tenacity",
    "from tenacity import retry",
    `retry(reraise=True)(requests.get)("${OLD}")`,
  ],
  [
    "a wrapped function of backoff",
    "import backoff",
    `backoff.on_exception(backoff.expo, E)(requests.get)("${OLD}")`,
  ],
  ["a retry of retrying", "from retrying import Retrying", `Retrying().call(requests.get, "${OLD}")`],
  [
    "a retry with lists",
    "from retry.api import retry_call",
    `retry_call(requests.get, fargs=["${OLD}"], tries=3)`,
  ],
  [
    "a timeout with lists",
    "from func_timeout import func_timeout",
    `func_timeout(5, requests.get, ("${OLD}",))`,
  ],
  ["a circuit breaker", "import pybreaker", `pybreaker.CircuitBreaker().call(requests.get, "${OLD}")`],
  ["a pool", "from multiprocessing.pool import ThreadPool", `ThreadPool(2).apply(requests.get, ("${OLD}",))`],
  [
    "a pool that gives it later",
    "from multiprocessing.pool import ThreadPool",
    `ThreadPool(2).apply_async(requests.get, ["${OLD}"]).get()`,
  ],
  [
    "an executor",
    "from concurrent.futures import ProcessPoolExecutor",
    `ProcessPoolExecutor().submit(requests.get, "${OLD}").result()`,
  ],
  [
    "an executor for a list",
    "from concurrent.futures import ThreadPoolExecutor",
    `list(ThreadPoolExecutor().map(requests.get, ["${OLD}"]))[0]`,
  ],
  ["a task of gevent", "import gevent", `gevent.spawn(requests.get, "${OLD}").get()`],
  [
    "tasks of joblib",
    "from joblib import Parallel, delayed",
    `Parallel()(delayed(requests.get)(u) for u in ["${OLD}"])[0]`,
  ],
  ["a function with a cache", "from functools import lru_cache", `lru_cache(requests.get)("${OLD}")`],
  ["a function that is not known", "from unknown import run", `run(requests.get, "${OLD}")`],
])("a function of a client that another function calls sends the request: %s", async (_, imports, call) => {
  const code = `${imports}\nimport requests\nasync def main():\n    r = ${call}\n    print(r.json()["srvAddress"])\n`;
  const { source, findings } = await analyze("a.py", code);
  const found = findings.map(({ ruleId, place }) => `${source.position(place.start).line} ${ruleId}`);
  expect(found.sort()).toEqual([
    "4 no-unversioned-base-path",
    "4 require-version-media-type",
    "5 no-removed-property",
  ]);
});

it("a timer and a thread send the requests that they start", async () => {
  const code = `import requests, threading
threading.Thread(target=requests.delete, args=("${OLD}",), kwargs={"headers": {"Accept": "a/b"}}).start()
threading.Timer(5, requests.delete, ["${OLD}"], {"headers": {"Accept": "c/d"}}).start()
`;
  const { findings } = await analyze("a.py", code);
  const headers = findings.filter(({ ruleId }) => ruleId === "require-version-media-type");
  expect(headers.map(({ message }) => /Accept: (\S+),/.exec(message)?.[1])).toEqual(["a/b", "c/d"]);
});

it.each([
  ["an executor of a loop", "loop.run_in_executor(None, requests.get, URL)"],
  ["a thread of anyio", "anyio.to_thread.run_sync(requests.get, URL)"],
])("no header by name is passed to a function that refuses it: %s", async (_, call) => {
  const code = `import anyio, requests\nasync def main(loop):\n    await ${call.replace("URL", `"${OLD}"`)}\n`;
  const { remaining } = await fixFiles({ "a.py": code }, ["safe", "unsafe"]);
  expect(remaining).toContain("require-version-media-type a.py:3");
});

it("a test that asks whether a function of a client was called sends nothing", async () => {
  const code = `import requests\nfrom unknown import called_with\ncalled_with(requests.get, "${OLD}")\n`;
  const { findings } = await analyze("test_a.py", code);
  expect(findings.map(({ ruleId }) => ruleId)).toEqual(["no-unversioned-base-path"]);
});

it("no safe fix moves a request that an unknown function may send in another way", async () => {
  const code = `import requests\nfrom unknown import run\nrun(requests.get, "${OLD}", headers={"Accept": "a/b"})\n`;
  const { files, units } = await fixFiles({ "a.py": code });
  expect(files["a.py"]).toBe(code);
  expect(units.flatMap(({ reasons }) => reasons)).toContain(
    "cannot tell how unknown.run calls requests with its arguments",
  );
});
