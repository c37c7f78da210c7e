import type { NativeFunction } from "../../../analysis/builtins/native.js";
import { computedText } from "../../../analysis/evaluation/value.js";
import { makeBuilder, type Builder } from "../../lowered/request-builder.js";

/** Models a function that begins a request: its argument with the URL, and the method that it stands for. */
export const building =
  (builder: Builder, url?: number, method?: string): NativeFunction =>
  (run, call) =>
    makeBuilder(run, call, builder, {
      ...(url !== undefined && call.args.has(url) ? { url: call.args.at(url) } : {}),
      ...(method === undefined ? {} : { method: computedText(method) }),
    });
