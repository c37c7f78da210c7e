import { expect, it } from "vitest";
import { growingFaster, MANY_CALLS } from "./growth.js";

it.each(Object.entries(MANY_CALLS))(
  "work grows with the number of calls in a file: %s",
  async (_name, calls) => {
    expect(await growingFaster(calls)).toEqual([]);
  },
);
