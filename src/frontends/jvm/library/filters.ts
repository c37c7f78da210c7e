import { callBack, nativeValue, type NativeFunction } from "../../../analysis/builtins/native.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { classWith, first } from "./class.js";

/** `ofRequestProcessor(fn)`: a filter that sends on what a function makes of a request. */
const ofRequestProcessor: NativeFunction = (_run, given) =>
  nativeValue("filter", (run, call) => callBack(run, given.args.at(0), [call.args.at(0)], call));

const ofResponseProcessor: NativeFunction = () => nativeValue("filter", (_run, call) => call.args.at(0));

/** Classes for functions that get requests. What copies a request is the request. */
export const FILTERS: readonly (readonly [string, Maker])[] = [
  [
    "org.springframework.web.reactive.function.client.ClientRequest",
    classWith("ClientRequest", first, { from: first }),
  ],
  [
    "org.springframework.web.reactive.function.client.ExchangeFilterFunction",
    classWith("ExchangeFilterFunction", first, { ofRequestProcessor, ofResponseProcessor }),
  ],
];
