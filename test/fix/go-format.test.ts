import { describe, expect, it } from "vitest";
import { tidied } from "../../src/frontends/go/editing/format.js";
import { BASE, TYPE, expectFixed, type FixCase } from "../support/fix-cases.js";

/** Changes one text of a literal. */
function changed(literal: string, from: string, to: string): string {
  const before = `x := ${literal}\n`;
  const start = before.indexOf(from);
  const edits = tidied(before, { start: 5, end: before.length - 1 }, [
    { start, end: start + from.length, text: to },
  ]);
  let after = before;
  for (const { start: at, end, text } of edits.toReversed())
    after = after.slice(0, at) + text + after.slice(end);
  return after.slice(5, -1);
}

const map = (...lines: readonly string[]): string =>
  `map[string]any{\n${lines.map((line) => `\t${line}\n`).join("")}}`;

describe("literals of Go are aligned as by gofmt", () => {
  it.each<[what: string, before: readonly string[], from: string, to: string, after: readonly string[]]>([
    ["a longer key", [`"a":  1,`, `"bc": 2,`], `"bc"`, `"bcde"`, [`"a":    1,`, `"bcde": 2,`]],
    [
      "a key that goes",
      [`"a":    1,`, `"bcde": 2,`, `"c":    3,`],
      `\n\t"bcde": 2,`,
      "",
      [`"a": 1,`, `"c": 3,`],
    ],
    [
      "a key behind a value of several lines",
      [`"a": []int{`, `\t1,`, `},`, `"bcd": 2,`],
      `"bcd"`,
      `"bcdef"`,
      [`"a": []int{`, `\t1,`, `},`, `"bcdef": 2,`],
    ],
    ["keys around an empty line", [`"a": 1,`, ``, `"b": 2,`], `"b"`, `"bcd"`, [`"a": 1,`, ``, `"bcd": 2,`]],
    [
      "keys around a comment",
      [`"a": 1,`, `// "x": 3,`, `"b": 2,`],
      `"b"`,
      `"bcd"`,
      [`"a": 1,`, `// "x": 3,`, `"bcd": 2,`],
    ],
    [
      "several elements on a line",
      [`"a": 1, "b": 2,`, `"c": 3,`],
      `"c"`,
      `"cde"`,
      [`"a": 1, "b": 2,`, `"cde": 3,`],
    ],
    [
      "comments behind values",
      [`"a": 1,  // x`, `"b": 22, // y`],
      "22",
      "2",
      [`"a": 1, // x`, `"b": 2, // y`],
    ],
    [
      "marks in texts and comments",
      [`"a:{": "},",  // {`, `"b":   "\`\\"", /* ] */`],
      `"b"`,
      `"bcdef"`,
      [`"a:{":   "},",  // {`, `"bcdef": "\`\\"", /* ] */`],
    ],
    ["characters of several bytes", [`"ä": 1,`, `"b": 2,`], `"b"`, `"bc"`, [`"ä":  1,`, `"bc": 2,`]],
    [
      "a literal inside",
      [`"a": map[string]int{`, `\t"b": 1,`, `\t"c": 2,`, `},`],
      `"c"`,
      `"cde"`,
      [`"a": map[string]int{`, `\t"b":   1,`, `\t"cde": 2,`, `},`],
    ],
    [
      "a literal that was not formatted",
      [`"a": 1,`, `"bc": 2,`],
      `"bc"`,
      `"bcde"`,
      [`"a": 1,`, `"bcde": 2,`],
    ],
  ])("%s", (_, before, from, to, after) => {
    expect(changed(map(...before), from, to)).toBe(map(...after));
  });
});

const go = (what: string, before: string, after: string): FixCase => {
  const file = (version: string, code: string): string => `package main

import (
	"bytes"
	"encoding/json"
	"net/http"
)

func main() {
${code.replaceAll("BASE", `${BASE}/${version}`)}
}
`;
  return { what, path: "a.go", before: file("v1.0", before), after: file("v2", after) };
};

describe("fixes leave Go code as gofmt has it", () => {
  it.each([
    go(
      "a header in a map with comments",
      `	req, err := http.NewRequest("GET", "BASE/groups/1/alerts", nil)
	if err != nil {
		panic(err)
	}
	req.Header = http.Header{
		"Accept": {"application/json"}, // old
		"X-A":    {"1"},                // own
	}
	http.DefaultClient.Do(req)`,
      `	req, err := http.NewRequest("GET", "BASE/groups/1/alerts", nil)
	if err != nil {
		panic(err)
	}
	req.Header = http.Header{
		"Accept": {"${TYPE}"}, // old
		"X-A":    {"1"},${" ".repeat(TYPE.length)}// own
	}
	http.DefaultClient.Do(req)`,
    ),
    go(
      "a body that is converted",
      `	body := map[string]any{
		"clusterType":       "REPLICASET",
		"name":              "a",
		"numShards":         1,
		"replicationFactor": 3,
		"autoScaling":       map[string]any{"diskGBEnabled": true},
		"providerSettings": map[string]any{
			"instanceSizeName": "M10",
			"providerName":     "AWS",
			"regionName":       "US_EAST_1",
		},
	}
	data, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	req, err := http.NewRequest("POST", "BASE/groups/1/clusters", bytes.NewReader(data))
	if err != nil {
		panic(err)
	}
	req.Header.Set("Content-Type", "application/json")
	http.DefaultClient.Do(req)`,
      `	body := map[string]any{
		"clusterType": "REPLICASET",
		"name":        "a",
		"replicationSpecs": []map[string]any{
			{
				"numShards": 1,
				"regionConfigs": []map[string]any{
					{
						"regionName":     "US_EAST_1",
						"providerName":   "AWS",
						"priority":       7,
						"electableSpecs": map[string]any{"instanceSize": "M10", "nodeCount": 3},
						"autoScaling": map[string]any{
							"diskGB": map[string]any{"enabled": true},
						},
					},
				},
			},
		},
	}
	data, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	req, err := http.NewRequest("POST", "BASE/groups/1/clusters", bytes.NewReader(data))
	if err != nil {
		panic(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "${TYPE}")
	http.DefaultClient.Do(req)`,
    ),
  ])("$what", expectFixed);
});
