import type { Run } from "../evaluation/run.js";
import type { Value } from "../evaluation/value.js";
import { axiosClient } from "./axios.js";
import type { Client } from "./client.js";
import { digestClients } from "./digest.js";
import { fetchClient } from "./fetch.js";
import { gotAndKyClients } from "./got-and-ky.js";
import { nodeHttpClient } from "./node-http.js";
import { requestClient } from "./request.js";
import { superagentClient } from "./superagent.js";
import { urllibClient } from "./urllib.js";

/** Every HTTP client that is modelled. A new one is a file beside this one and a line here. */
const clients = (): readonly Client[] => [
  fetchClient,
  axiosClient,
  digestClients,
  gotAndKyClients,
  nodeHttpClient,
  requestClient,
  superagentClient,
  urllibClient,
];

type Makers = [string, (run: Run) => Value][];

export function clientModules(): Makers {
  return clients().flatMap((client) => Object.entries(client.modules ?? {}));
}

export function clientGlobals(): Makers {
  return clients().flatMap((client) => Object.entries(client.globals ?? {}));
}
