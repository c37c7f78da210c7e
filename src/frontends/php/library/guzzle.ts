import {
  callBack,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Maker } from "../../../analysis/evaluation/language.js";

/** Middleware that leaves requests as they are. */
const unchanged: NativeFunction = () => nativeValue("middleware", (_run, call) => call.args.at(0));

/** `Middleware::mapRequest(fn)`: the handler behind it gets what the function gives. */
const mapRequest: NativeFunction = (_run, given) => {
  const change = given.args.at(0);
  return nativeValue("middleware", (_inner, making) => {
    const handler = making.args.at(0);
    return nativeValue("handler", (run, call) => {
      const request = callBack(run, change, [call.args.at(0)], call);
      return callBack(run, handler, [request, call.args.at(1)], call);
    });
  });
};

const UNCHANGED = [
  ...["cookies", "history", "httpErrors", "log", "mapResponse", "prepareBody"],
  ...["redirect", "retry", "tap"],
];

/** https://docs.guzzlephp.org/en/stable/handlers-and-middleware.html */
export const guzzleMiddleware: Maker = () =>
  nativeObject(
    "Middleware",
    natives({ mapRequest, ...Object.fromEntries(UNCHANGED.map((name) => [name, unchanged])) }),
  );
