import { expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

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
