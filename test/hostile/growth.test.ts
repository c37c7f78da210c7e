import { expect, it } from "vitest";
import { growingFaster, MANY_CALLS } from "./growth.js";

/** The planner of fixes compared each call with each other call, for each call: 4,000 calls took two minutes. */
it("work grows with the number of calls in a file", async () => {
  expect(await growingFaster(MANY_CALLS.JavaScript)).toEqual([]);
});
