import { expect, it } from "vitest";
import { factsOfBody } from "../support/go-facts.js";

it("looks at all elements of a list once in each round of a loop in which it grows", () => {
  const steps = (rounds: number): number =>
    factsOfBody(`func f() {
	var lines []string
	for i := 0; i < ${rounds}; i++ {
		lines = append(lines, "a")
	}
	http.Get("https://cloud.mongodb.com/api/atlas/v1.0/groups/" + lines[0])
}`).steps!;
  // A copy of the list in each round takes four times the work; a look at all elements for each one takes eight.
  expect(steps(60)).toBeLessThan(4 * steps(30));
});
