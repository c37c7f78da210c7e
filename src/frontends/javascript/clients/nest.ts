import {
  callBack,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { awaitValue } from "../../../analysis/builtins/promises.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { unknownArguments } from "../../../analysis/evaluation/functions.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { UNDEFINED, choice, isFunction, type Value } from "../../../analysis/evaluation/value.js";
import { axiosClient } from "./axios.js";
import { METHODS, type Client } from "../../../analysis/clients/client.js";
import { injectable } from "./injectable.js";
import { observable } from "./rxjs.js";

/**
 * `HttpService` of Nest: an axios instance under `axiosRef`, and its functions with observables instead of promises.
 * Which of the registering modules provides it is not followed: it may be any of them.
 * https://docs.nestjs.com/techniques/http-module
 */
function httpModules(run: Run): Value {
  const axios = axiosClient.modules!["axios"]!(run);
  const registered: Value[] = [];
  const instance = (): Value => (registered.length > 0 ? choice(registered) : axios);
  const service = makeObject(run, {}, "HttpService");
  const axiosRef = { value: UNDEFINED, maybeAbsent: false, getter: nativeValue("axiosRef", instance) };
  setMember(run.store, service.object, "axiosRef", axiosRef);
  for (const name of [...METHODS, "request"]) {
    const value = nativeValue(name, (inner, call) => {
      const send = peek(inner, instance(), name);
      return observable(inner, callValue(inner, send, { ...call, this: UNDEFINED }), call);
    });
    setMember(run.store, service.object, name, { value, maybeAbsent: false });
  }
  const take = (inner: Run, call: Call, options: Value): void => {
    registered.push(callBack(inner, peek(inner, axios, "create"), [options], call));
  };
  const register: NativeFunction = (inner, call) => {
    take(inner, call, call.args.at(0));
    return call.this;
  };
  const registerAsync: NativeFunction = (inner, call) => {
    const factory = peek(inner, call.args.at(0), "useFactory");
    if (isFunction(factory)) take(inner, call, made(inner, factory, call));
    return call.this;
  };
  const HttpModule = nativeObject("HttpModule", natives({ register, registerAsync }));
  return nativeObject("@nestjs/axios", { HttpService: injectable("HttpService", service), HttpModule });
}

/** Returns the result of a factory that the framework calls, with the known injected arguments. */
export function made(run: Run, factory: Value, call: Call): Value {
  const callable = factory.kind === "object" ? factory.object.callable : undefined;
  const args =
    callable?.kind === "closure" ? unknownArguments(run, callable.node, callable.environment).list : [];
  return awaitValue(run, callBack(run, factory, args, call));
}

export const nestClient: Client = {
  name: "@nestjs/axios",
  modules: { "@nestjs/axios": httpModules },
};
