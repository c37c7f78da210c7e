import type { Run } from "../../../analysis/evaluation/run.js";
import type { Value } from "../../../analysis/evaluation/value.js";
import { actionsHttpClient } from "./actions-http.js";
import { apisauceClient } from "./apisauce.js";
import { axiosClient } from "./axios.js";
import { childProcessClient } from "./child-process.js";
import type { Client } from "../../../analysis/clients/client.js";
import { appsScriptClient } from "./apps-script.js";
import { bentClient } from "./bent.js";
import { cypressClient } from "./cypress.js";
import { jqueryClient } from "./jquery.js";
import { k6Client } from "./k6.js";
import { mocks } from "./mocks.js";
import { needleClient } from "./needle.js";
import { ofetchClient } from "./ofetch.js";
import { openapiFetchClient } from "./openapi-fetch.js";
import { phinClient } from "./phin.js";
import { playwrightClient } from "./playwright.js";
import { postmanClient } from "./postman.js";
import { simpleGetClient } from "./simple-get.js";
import { supertestClient } from "./supertest.js";
import { wreckClient } from "./wreck.js";
import { wretchClient } from "./wretch.js";
import { xmlHttpRequestClient } from "./xml-http-request.js";
import { digestClients } from "./digest.js";
import { fetchClient } from "./fetch.js";
import { gotAndKyClients } from "./got-and-ky.js";
import { nodeHttpClient } from "./node-http.js";
import { requestClient } from "./request.js";
import { rtkQueryClient } from "./rtk-query.js";
import { superagentClient } from "./superagent.js";
import { urllibClient } from "./urllib.js";
import { angularClient } from "./angular.js";
import { nestClient } from "./nest.js";
import { rxjs } from "./rxjs.js";
import { undiciClient } from "./undici.js";

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
  undiciClient,
  mocks,
  rxjs,
  nestClient,
  angularClient,
  needleClient,
  openapiFetchClient,
  phinClient,
  bentClient,
  postmanClient,
  simpleGetClient,
  wretchClient,
  wreckClient,
  ofetchClient,
  k6Client,
  appsScriptClient,
  xmlHttpRequestClient,
  jqueryClient,
  cypressClient,
  playwrightClient,
  supertestClient,
  actionsHttpClient,
  apisauceClient,
  rtkQueryClient,
  childProcessClient,
];

type Makers = [string, (run: Run) => Value][];

export function clientModules(): Makers {
  return clients().flatMap((client) => Object.entries(client.modules ?? {}));
}

export function clientGlobals(): Makers {
  return clients().flatMap((client) => Object.entries(client.globals ?? {}));
}
