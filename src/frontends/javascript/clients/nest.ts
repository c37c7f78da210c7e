import { nativeObject, nativeValue } from "../builtins/native.js";
import { callValue } from "../evaluation/calls.js";
import { peek } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import { UNDEFINED, type Value } from "../evaluation/value.js";
import { axiosClient } from "./axios.js";
import { METHODS, type Client } from "./client.js";
import { injectable } from "./injectable.js";
import { observable } from "./rxjs.js";

/**
 * `HttpService` of Nest: an axios instance under `axiosRef`, and its functions with observables in place of promises.
 * https://docs.nestjs.com/techniques/http-module
 */
function httpService(run: Run): Value {
  const axios = axiosClient.modules!["axios"]!(run);
  const members: Record<string, Value> = { axiosRef: axios };
  for (const name of [...METHODS, "request"]) {
    members[name] = nativeValue(name, (inner, call) =>
      observable(inner, callValue(inner, peek(inner, axios, name), { ...call, this: UNDEFINED }), call),
    );
  }
  return nativeObject("HttpService", members);
}

export const nestClient: Client = {
  name: "@nestjs/axios",
  modules: {
    "@nestjs/axios": (run) => {
      const HttpService = injectable("HttpService", httpService(run));
      return nativeObject("@nestjs/axios", { HttpService, HttpModule: nativeObject("HttpModule", {}) });
    },
  },
};
