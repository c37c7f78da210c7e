import { describe, expect, it } from "vitest";
import { shortName } from "../../src/analysis/recording/opaque-requests.js";

describe("the name of an unknown client", () => {
  it.each([
    ["client.get", "client.get"],
    ["get_single_cluster_as_obj.atlas.network.get", "…atlas.network.get"],
    [`a.${"b".repeat(60)}`, `…${"b".repeat(40)}`],
  ])("%s", (name, short) => {
    expect(shortName(name)).toBe(short);
  });
});
