import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { SourceText } from "../../src/core/source-text.js";
import { goFrontend } from "../../src/frontends/go/entry.js";
import { mutated } from "../fuzz/mutate.js";
import { Random } from "../fuzz/random.js";

const SEED = 20_240_805;
const TRIALS = 100;

const client = readFileSync(
  fileURLToPath(new URL("../../fixtures/projects/polyglot/go/atlas/client.go", import.meta.url)),
  "utf8",
);

/** Constructs that the client of the fixtures does not have. */
const OTHERS = `package atlas

import "github.com/go-resty/resty/v2"

type Option func(*C)
type C struct {
	*resty.Client
	base string
	list []struct{ Name *string \`json:"name"\` }
}

const (
	a = iota + 1
	b
)

var table = map[string][]int{"x": {1, 2}, "y": nil}

func init() { table["z"] = append(table["z"], a, b) }

func (c C) With(options ...Option) (out *C, err error) {
	defer func() { recover() }()
	for i, o := range options {
		if i > 0 && o != nil {
			continue
		}
		o(&c)
	}
loop:
	for {
		select {
		case <-make(chan int):
			break loop
		default:
			go c.With()
		}
	}
	switch v := any(c).(type) {
	case *C, nil:
		out = v.(*C)
	}
	var p = &c.base
	*p += "/api/atlas/v1.0"
	c.R().SetResult(&c.list).Get(*p + c.list[0:1][0].String())
	return
}
`;

it(`${TRIALS} changed files of Go are read, each in the same way twice, and none is too much`, async () => {
  const frontend = await goFrontend.load();
  const interest = CatalogInterest.of(loadCatalog());
  const random = new Random(SEED);
  let parsed = 0;
  for (let trial = 0; trial < TRIALS; trial++) {
    const [text, other] = trial % 2 === 0 ? [client, OTHERS] : [OTHERS, client];
    let changed = mutated(text, random, [other]);
    if (trial % 3 === 0) changed = changed.slice(0, Math.floor((changed.length * (trial % 7)) / 7));
    const [first, second] = [1, 2].map(() => frontend.analyze(new SourceText("a.go", changed), interest));
    expect(JSON.stringify(first, withoutHandles)).toBe(JSON.stringify(second, withoutHandles));
    if (first && "requests" in first) parsed++;
  }
  expect(parsed).toBeGreaterThan(TRIALS / 3);
}, 120_000);

/** Leaves out references from facts to their own evaluation. */
function withoutHandles(key: string, value: unknown): unknown {
  return key === "handle" || key === "hops" ? undefined : value;
}
