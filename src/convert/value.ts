import type { Payload, PayloadEntry } from "../facts/payload.js";
import type { ConvertOptions, Decision } from "../fix/cluster/conversion.js";
import { convertClusterTree } from "../fix/cluster/convert-cluster.js";

export type JsonData =
  | string
  | number
  | boolean
  | null
  | readonly JsonData[]
  | { readonly [key: string]: JsonData };

export type ValueConversion =
  | {
      readonly ok: true;
      /** The given value itself if there is nothing to convert. */
      readonly value: JsonData;
      readonly decisions: readonly Decision[];
      readonly doubts: readonly string[];
    }
  | { readonly ok: false; readonly blockers: readonly string[] };

/** Converts a cluster as plain data, a result of `JSON.parse`. */
export function convertClusterValue(value: JsonData, options: ConvertOptions): ValueConversion {
  const tree = treeOf(value);
  const converted = convertClusterTree(tree, options);
  if (!converted.ok) return converted;
  const { payload, decisions, doubts } = converted;
  return { ok: true, value: payload === tree ? value : dataOf(payload), decisions, doubts };
}

function treeOf(value: JsonData): Payload {
  if (typeof value === "string") return { kind: "text", value };
  if (value === null || typeof value !== "object") return { kind: "scalar", value };
  if (isList(value)) return { kind: "list", items: value.map(treeOf) };
  const entries = Object.entries(value).map(([key, one]): PayloadEntry => ({
    kind: "member",
    key,
    value: treeOf(one),
  }));
  return { kind: "object", entries };
}

function isList(value: JsonData): value is readonly JsonData[] {
  return Array.isArray(value);
}

function dataOf(payload: Payload): JsonData {
  switch (payload.kind) {
    case "text":
    case "scalar":
      return payload.value;
    case "list":
      return payload.items.map(dataOf);
    case "object":
      return Object.fromEntries(
        payload.entries.flatMap((entry) =>
          entry.kind === "member" ? [[entry.key, dataOf(entry.value)]] : [],
        ),
      );
    case "opaque":
      throw new TypeError("plain data has no expressions");
  }
}
